"""Builds a release: python3 .packaging/dist PROGRAM... OUTPUT [--decoders FOLDER] [--packages FOLDER] [--uncommitted].

Each PROGRAM is alertsound for one system. All packages and SHA256SUMS are written to OUTPUT. The same commit,
programs and Debian packages give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys
from pathlib import Path

# Don't leave compiled copies of these files in the repository.
sys.dont_write_bytecode = True

import identity
import packages
import program
import sources
from files import DistError
from release import ROOT, Release


def main() -> None:
  parser = argparse.ArgumentParser(prog="dist", description="Builds all packages of a release.")
  parser.add_argument("programs", metavar="PROGRAM", nargs="+", type=Path)
  parser.add_argument("output", metavar="OUTPUT", type=Path)
  parser.add_argument("--decoders", type=Path, help="the C libraries' licences and sources, if they are linked in")
  parser.add_argument(
    "--packages", type=Path, default=ROOT / ".build-dist-packages", help="keeps downloaded Debian packages")
  parser.add_argument("--uncommitted", action="store_true", help="pack although changes aren't committed, as a trial")
  options = parser.parse_args()

  # Permissions in the packages must not depend on the caller's umask.
  os.umask(0o022)
  programs = sorted((program.read(path) for path in options.programs), key=lambda each: each.platform)
  platforms = [each.platform for each in programs]
  if len(set(platforms)) != len(platforms):
    raise DistError(f"two programs are for the same platform: {', '.join(platforms)}; give one of each")
  identity.check(ROOT)
  if not options.uncommitted:
    sources.check_committed()
  output = options.output
  check_replaceable(output)
  # Replace the folder in one step, so that it never contains files of two releases.
  partial = output.with_name(output.name + ".partial")
  shutil.rmtree(partial, ignore_errors=True)
  partial.mkdir(parents=True)
  try:
    release = Release(programs, partial, options.decoders, options.packages)
    installer = partial / "install.sh"
    shutil.copyfile(ROOT / ".packaging/install.sh", installer)
    installer.chmod(0o755)
    found = sorted([*packages.build(release), *sources.build(release), installer])
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in found]
    (partial / "SHA256SUMS").write_text("".join(lines))
    shutil.rmtree(output, ignore_errors=True)
    partial.rename(output)
  except BaseException:
    shutil.rmtree(partial, ignore_errors=True)
    raise
  for path in found:
    print(f"{(output / path.name).stat().st_size:>11,}  {path.name}")


def check_replaceable(output: Path) -> None:
  """Refuses a folder that contains anything but the files of an earlier release."""
  if not output.exists() and not output.is_symlink():
    return
  sums = output / "SHA256SUMS"
  known = {"SHA256SUMS", *(line.split("  ", 1)[-1] for line in sums.read_text().splitlines())} if sums.is_file() else set()
  others = sorted(path.name for path in output.iterdir() if path.name not in known)
  if others or output.is_symlink():
    raise DistError(f"{output}: {others[0] if others else 'it'} is no part of a release; choose another folder")


if __name__ == "__main__":
  try:
    main()
  except DistError as error:
    sys.exit(f"dist: {error}")
  except OSError as error:
    sys.exit(f"dist: {error.filename}: {error.strerror}" if error.filename else f"dist: {error}")
