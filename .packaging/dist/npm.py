"""Packages for npm: `alertsound` with the commands and the Expo plugin, and one with the program for each platform."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Iterable

from archives import Member, write_tar_gz
from errors import DistError
from identity import release_page

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / ".packaging" / "npm"

# The names of platforms in archives, and the operating systems and processors as node names them.
PLATFORMS = {
  "linux-x86_64": ("linux", "x64"),
  "linux-aarch64": ("linux", "arm64"),
  "macos-x86_64": ("darwin", "x64"),
  "macos-aarch64": ("darwin", "arm64"),
}


def build(
  data: bytes, platform: str, version: str, output: Path, epoch: int, legal: Iterable[Member], licence: str
) -> list[Path]:
  """Writes the main package and that of a platform into a folder.

  The main package names all platforms whose packages of this version are in the folder: build them all there.
  `legal` are the licences and notices of what the program contains, and `licence` is their SPDX expression.
  """
  if platform not in PLATFORMS:
    raise DistError(f"{platform}: no such platform; there are {', '.join(PLATFORMS)}")
  if not re.fullmatch(r"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?", version):
    raise DistError(f"{version}: not a version that npm takes; give one like 1.2.3")
  output.mkdir(parents=True, exist_ok=True)
  paths = [build_platform(data, platform, version, output, epoch, legal, licence)]
  return [build_main(version, output, epoch), *paths]


def build_platform(
  data: bytes, platform: str, version: str, output: Path, epoch: int, legal: Iterable[Member], licence: str
) -> Path:
  system, cpu = PLATFORMS[platform]
  package = {"name": f"@alertsound/{system}-{cpu}", **read_json(SOURCES / "platform" / "package.json")}
  package.update(version=version, os=[system], cpu=[cpu], files=["bin", "licences", "NOTICES"], license=licence)
  readme = (SOURCES / "platform" / "README.md").read_text().replace("RELEASE", release_page(version))
  members = [
    Member("package.json", to_json(package)),
    Member("README.md", readme.encode()),
    Member("bin/alertsound", data, 0o755),
    *legal,
  ]
  path = output / f"alertsound-{system}-{cpu}-{version}.tgz"
  write(path, members, epoch)
  return path


def build_main(version: str, output: Path, epoch: int) -> Path:
  package = read_json(SOURCES / "package.json")
  package["version"] = version
  package["optionalDependencies"] = {
    f"@alertsound/{system}-{cpu}": version
    for system, cpu in sorted(PLATFORMS.values())
    if (output / f"alertsound-{system}-{cpu}-{version}.tgz").exists()
  }
  names = [name for entry in package["files"] for name in files(SOURCES / entry)]
  members = [Member("package.json", to_json(package)), Member("README.md", (SOURCES / "README.md").read_bytes())]
  for name in sorted(names):
    data = (SOURCES / name).read_bytes()
    members.append(Member(name, data, 0o755 if data.startswith(b"#!") else 0o644))
  members.append(Member("LICENSE", (ROOT / "LICENSE").read_bytes()))
  path = output / f"alertsound-{version}.tgz"
  write(path, members, epoch)
  return path


def files(path: Path) -> list[str]:
  found = sorted(path.rglob("*")) if path.is_dir() else [path]
  return [each.relative_to(SOURCES).as_posix() for each in found if each.is_file()]


def write(path: Path, members: Iterable[Member], epoch: int) -> None:
  # npm expects everything in a folder with this name.
  write_tar_gz(path, [Member(f"package/{each.path}", each.data, each.mode, each.link) for each in members], epoch)


def read_json(path: Path) -> dict[str, Any]:
  found: dict[str, Any] = json.loads(path.read_text())
  return found


def to_json(value: object) -> bytes:
  return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
