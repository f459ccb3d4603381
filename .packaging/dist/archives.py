"""Writes archives whose bytes depend only on their members: no owner, one time, the given order."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Iterable


@dataclass(frozen=True)
class Member:
  """A file of an archive, a symbolic link if `link` is set, or a folder if `path` ends with a slash."""

  path: str
  data: bytes
  mode: int = 0o644
  link: str | None = None


def with_folders(members: Iterable[Member]) -> list[Member]:
  """Puts an entry for each folder before its first member: otherwise, the umask decides its permissions."""
  found: list[Member] = []
  known: set[str] = set()
  for member in members:
    parts = member.path.rstrip("/").split("/")
    for count in range(1, len(parts)):
      folder = "/".join(parts[:count]) + "/"
      if folder not in known:
        known.add(folder)
        found.append(Member(folder, b"", 0o755))
    if member.path.endswith("/"):
      if member.path in known:
        continue
      known.add(member.path)
    found.append(member)
  return found


def write_tar(file: BinaryIO, members: Iterable[Member], epoch: int) -> None:
  with tarfile.open(fileobj=file, mode="w", format=tarfile.USTAR_FORMAT) as archive:
    for member in members:
      entry = tarfile.TarInfo(member.path.rstrip("/"))
      entry.mtime = epoch
      entry.mode = member.mode
      if member.link is not None:
        entry.type, entry.linkname, entry.mode = tarfile.SYMTYPE, member.link, 0o777
        archive.addfile(entry)
      elif member.path.endswith("/"):
        entry.type = tarfile.DIRTYPE
        archive.addfile(entry)
      else:
        entry.size = len(member.data)
        archive.addfile(entry, io.BytesIO(member.data))


def tar(members: Iterable[Member], epoch: int) -> bytes:
  file = io.BytesIO()
  write_tar(file, members, epoch)
  return file.getvalue()


def compress(data: bytes) -> bytes:
  """Compresses with gzip, without a name and a time."""
  file = io.BytesIO()
  with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=file, mtime=0) as stream:
    stream.write(data)
  return file.getvalue()


def write_tar_gz(path: Path, members: Iterable[Member], epoch: int) -> None:
  with open(path, "wb") as file:
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=file, mtime=0) as stream:
      write_tar(stream, members, epoch)  # type: ignore[arg-type]


def write_zip(path: Path, members: Iterable[Member], epoch: int) -> None:
  # Zip archives have no earlier time than 1980.
  when = time.gmtime(max(epoch, 315_532_800))[:6]
  with zipfile.ZipFile(path, "w") as archive:
    for member in members:
      entry = zipfile.ZipInfo(member.path, when)
      # The system is Unix, on Windows too: only then are the permissions read.
      entry.create_system = 3
      entry.compress_type = zipfile.ZIP_DEFLATED
      kind, mode, data = stat.S_IFREG, member.mode, member.data
      if member.link is not None:
        kind, mode, data = stat.S_IFLNK, 0o777, member.link.encode()
      elif member.path.endswith("/"):
        kind, entry.compress_type = stat.S_IFDIR, zipfile.ZIP_STORED
      entry.external_attr = (kind | mode) << 16
      archive.writestr(entry, data, compresslevel=9)
