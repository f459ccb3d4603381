"""The sources of the libraries in the program, so that everybody can change them and link the program again."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

import notices
from archives import Member, with_folders, write_tar_gz
from debian import Apt
from errors import DistError
from image import ARCHITECTURES
from release import ROOT, Release

README = """\
Sources of the libraries in alertsound {version}
{line}

alertsound  the program's own source, with the scripts that build it and the libraries. The libraries' sources,
            as Debian distributes them, are where the scripts look: alertsound/.build-decoders/pool.
            Package.resolved names the Swift packages, which SwiftPM downloads.
system      the source of the C library that is linked in

You need Debian 12 or later and Swift {swift}, the version that built the program. `make` installs the
other tools.

To change a library, for example mpg123:

  1. In an empty folder, unpack its archive, change the source, and pack it under the same name:

       tar -xf .../alertsound/.build-decoders/pool/main/m/mpg123/mpg123_VERSION.orig.tar.bz2
       ...
       tar -caf .../alertsound/.build-decoders/pool/main/m/mpg123/mpg123_VERSION.orig.tar.bz2 mpg123-VERSION

  2. In the folder alertsound, accept the changed archive, then build the libraries and the program:

       (cd .build-decoders && sha256sum pool/main/*/*/*.tar.*) >.packaging/decoders/SHA256SUMS
       make release CODECS=1

     The program is .build-codecs/release/alertsound. The first time takes some minutes. After that, only the
     libraries are built again, and the program is linked.

To change the C library:

  1. Build it as its own documentation says. Debian's patches are in the archive with debian in its name.
  2. Run `make release CODECS=1` in the folder alertsound once.
  3. Copy the changed libc.a and libm-VERSION.a into .build-decoders/root/lib, where the linker looks first. Then
     link again:

       rm .build-codecs/release/alertsound
       make release CODECS=1
"""


def build(release: Release, packages: Path) -> list[Path]:
  programs = [each for each in release.programs if release.notices(each).relinkable]
  if not programs:
    return []
  top = f"alertsound-{release.version}-sources"
  members = [Member(f"{top}/alertsound/{each.path}", each.data, each.mode, each.link) for each in own_source()]
  resolved = notices.pins(notices.scratch_folder(release.programs, ROOT))
  members.append(Member(f"{top}/alertsound/Package.resolved", resolved))
  known = set()
  if release.decoders is not None:
    pool = release.decoders / "pool"
    known = set(notices.sources(release.decoders))
    for path in sorted(path for path in pool.rglob("*") if path.is_file()):
      name = f"{top}/alertsound/.build-decoders/pool/{path.relative_to(pool).as_posix()}"
      members.append(Member(name, path.read_bytes()))

  # What isn't built from those sources is of the machine's own distribution.
  system: dict[str, Path] = {}
  for program in programs:
    for each in release.notices(program).relinkable:
      if each.source is not None and (each.source, each.version) not in known:
        known.add((each.source, each.version))
        found = Apt(packages, ARCHITECTURES[program.cpu]).source(each.source, each.version)
        system.update((path.name, path) for path in found)
  members += [Member(f"{top}/system/{name}", system[name].read_bytes()) for name in sorted(system)]

  heading = f"Sources of the libraries in alertsound {release.version}"
  readme = README.format(version=release.version, swift=notices.swift_version(), line="=" * len(heading))
  members.insert(0, Member(f"{top}/README", readme.encode()))
  path = release.output / f"{top}.tar.gz"
  write_tar_gz(path, with_folders(members), release.epoch)
  return [path]


def check_committed() -> None:
  """Refuses changes that the program may have and its published source, the last commit, hasn't."""
  command = ["git", "-C", str(ROOT), "status", "--porcelain", "-z", "--no-renames"]
  try:
    status = subprocess.run(command, check=True, capture_output=True).stdout.decode(errors="replace")
  except (OSError, subprocess.CalledProcessError):
    # A build that needs the source says so.
    return
  for state, path in ((line[:2], line[3:]) for line in status.split("\0") if line):
    if state != "??" or path.startswith(("Sources/", ".packaging/")):
      raise DistError(
        f"{path}: not committed, so the release would offer the source of another program; commit or remove it, or "
        "pack a trial with make dist UNCOMMITTED=1")


def own_source() -> list[Member]:
  """The files of the last commit."""
  try:
    data = subprocess.run(
      ["git", "-C", str(ROOT), "archive", "--format=tar", "HEAD"], check=True, capture_output=True).stdout
  except (OSError, subprocess.CalledProcessError):
    raise DistError("the program's own source isn't a git repository; build a release in a clone")
  found = []
  with tarfile.open(fileobj=io.BytesIO(data)) as archive:
    for entry in archive:
      if entry.issym():
        found.append(Member(entry.name, b"", link=entry.linkname))
      elif entry.isfile():
        file = archive.extractfile(entry)
        assert file is not None
        found.append(Member(entry.name, file.read(), 0o755 if entry.mode & 0o100 else 0o644))
  return found
