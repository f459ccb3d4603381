"""The C headers of other platforms, from a pinned package."""

import shutil
import sys
import zipfile
from pathlib import Path

from cache import digest, is_current, mark_current
from compiler import run

HERE = Path(__file__).parent
INSIDE = "ziglang/lib/libc/include/"


def fetch(work):
  """Downloads the package and unpacks its headers. Returns their folder."""
  folder = work / "headers"
  wanted = digest([HERE / "requirements.txt"])
  if is_current(folder, wanted):
    return folder
  shutil.rmtree(folder, ignore_errors=True)
  environment, wheels = work / "pip", work / "wheels"
  run([sys.executable, "-m", "venv", "--clear", environment])
  run([
    environment / "bin/pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
    "--only-binary", ":all:", "--require-hashes", "-r", HERE / "requirements.txt", "-d", wheels])
  for wheel in wheels.glob("*.whl"):
    with zipfile.ZipFile(wheel) as archive:
      for name in archive.namelist():
        if name.startswith(INSIDE) and name.split("/")[4].split("-")[0] in PREFIXES:
          archive.extract(name, folder)
  shutil.rmtree(environment)
  shutil.rmtree(wheels)
  mark_current(folder, wanted)
  return folder


# Only folders whose names begin like this are unpacked. The package has forty more architectures and systems.
PREFIXES = {"any", "generic", "aarch64", "x86_64", "x86"}


def copy(headers, names, destination):
  """Merges folders of the package into one. If several have a file of the same name, the last folder's file wins."""
  for name in names:
    shutil.copytree(headers / INSIDE / name, destination, dirs_exist_ok=True)
