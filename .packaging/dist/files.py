"""Writes and archives trees of files. An archive's bytes depend only on the files: no owner, one time, sorted names."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Mapping, Union

# A file's bytes, a symbolic link's target, or the path of a file to copy.
Content = Union[bytes, str, Path]


class DistError(Exception):
  """A release can't be built. The message says what to do."""


def run(*command: object, cwd: Path | None = None, **environment: str) -> str:
  """Runs a program and returns its output. The program doesn't get the user's environment variables."""
  words = [str(word) for word in command]
  kept = {name: os.environ[name] for name in ("PATH", "http_proxy", "https_proxy") if name in os.environ}
  try:
    result = subprocess.run(
      words, cwd=cwd, env={**kept, "HOME": "/nonexistent", "LC_ALL": "C", "TZ": "UTC", **environment}, capture_output=True)
  except OSError as error:
    raise DistError(f"{words[0]}: {error.strerror}; it is needed for this part of a release")
  if result.returncode:
    reason = (result.stderr or result.stdout).decode(errors="replace").strip() or "failed"
    raise DistError(f"{' '.join(words[:3])}: {reason}")
  return result.stdout.decode()


def write(folder: Path, files: Mapping[str, Content]) -> None:
  """Writes files below a folder. The program and the files in bin or scripts are executable."""
  for name, content in files.items():
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, str):
      path.symlink_to(content)
      continue
    if isinstance(content, Path):
      shutil.copyfile(content, path)
    else:
      path.write_bytes(content)
    is_program = path.parent.name in ("bin", "scripts") or path.name == "alertsound" and path.parent.name != "completions"
    path.chmod(0o755 if is_program else 0o644)


def pack_tar(folder: Path, path: Path, epoch: int) -> Path:
  """Packs a folder's contents. Uses gzip if the archive's extension is that of gzip."""
  names = sorted(entry.name for entry in folder.iterdir())
  run("tar", "--sort=name", f"--mtime=@{epoch}", "--owner=0", "--group=0", "--numeric-owner", "--format=ustar",
    *(["-I", "gzip -9n"] if path.suffix in (".gz", ".tgz") else []), "-cf", path.resolve(), "-C", folder, "--", *names)
  return path


def pack_zip(folder: Path, path: Path, epoch: int) -> Path:
  # Zip archives can't store a time before 1980.
  run("find", folder, "-exec", "touch", "-hd", f"@{max(epoch, 315_532_800)}", "{}", "+")
  names = sorted(str(each.relative_to(folder)) for each in folder.rglob("*"))
  run("zip", "-Xqy9", path.resolve(), *names, cwd=folder)
  return path
