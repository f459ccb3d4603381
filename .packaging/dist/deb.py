"""Debian packages, by build-deb.sh from the files of the archive."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import archive
from archives import Member, with_folders
from errors import DistError
from image import ARCHITECTURES
from program import Program
from release import ROOT, Release


def build(release: Release, program: Program) -> list[Path]:
  # Debian's zsh looks for packages' completions in another folder.
  members = archive.commands(program, "bin")
  members += archive.shared(release, program, zsh="share/zsh/vendor-completions")
  members += archive.legal(release, program, "share/doc/alertsound/")
  architecture = ARCHITECTURES[program.cpu]
  # Nothing that the user has set, such as a maintainer's name, may get into the package.
  environment = {
    "PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "SOURCE_DATE_EPOCH": str(release.epoch),
    "VERSION": release.version, "ARCHITECTURE": architecture}
  with tempfile.TemporaryDirectory() as folder:
    root = Path(folder) / "root"
    write(root / "usr", members)
    command = [str(ROOT / ".packaging/build-deb.sh"), str(root), str(release.output.resolve())]
    result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
  if result.returncode:
    raise DistError(f"build-deb.sh: {result.stderr.strip() or 'failed'}")
  return [release.output / f"alertsound_{release.version}-1_{architecture}.deb"]


def write(root: Path, members: list[Member]) -> None:
  for member in with_folders(members):
    path = root / member.path
    if member.link is not None:
      path.symlink_to(member.link)
    elif member.path.endswith("/"):
      path.mkdir(parents=True)
    else:
      path.write_bytes(member.data)
      path.chmod(member.mode)
