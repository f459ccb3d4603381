"""Wheels for pip. They contain no Python: pip copies the commands into the environment's bin."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import archive
from archives import Member, write_zip
from errors import DistError
from identity import HOME, SUMMARY, tag
from program import Program
from release import Release

# A link in a wheel would be a second copy of the program once pip has unpacked it.
SCRIPT = """#!/bin/sh
# alertsound acts as Apple's tool under this name. pipx and uv link to this file from another folder.
exec "$(dirname -- "$(readlink -f -- "$0")")/alertsound" {name} "$@"
"""


def platforms(program: Program) -> list[str]:
  """The systems that pip may install the program on."""
  if program.system == "macos":
    major, minor = program.oldest or (0, 0)
    return [f"macosx_{major}_{minor}_{'arm64' if program.cpu == 'aarch64' else program.cpu}"]
  if program.is_static:
    return [f"{each}_{program.cpu}" for each in ["manylinux_2_17", "manylinux2014", "musllinux_1_1"]]
  if program.oldest is None:
    raise DistError(f"{program.path}: linked dynamically, but not with glibc; build a static program")
  return [f"manylinux_{program.oldest[0]}_{program.oldest[1]}_{program.cpu}"]


def build(release: Release, program: Program) -> list[Path]:
  stem = f"alertsound-{release.version}"
  data, info = f"{stem}.data", f"{stem}.dist-info"
  tags = platforms(program)

  members = [Member(f"{data}/scripts/alertsound", program.data, 0o755)]
  for name in program.names[1:]:
    members.append(Member(f"{data}/scripts/{name}", SCRIPT.format(name=name).encode(), 0o755))
  for member in archive.shared(release, program):
    members.append(Member(f"{data}/data/{member.path}", member.data))
  licences = archive.legal(release, program)
  members += [Member(f"{info}/licenses/{each.path}", each.data) for each in licences]
  members.append(Member(f"{info}/METADATA", metadata(release, program, [each.path for each in licences])))
  lines = ["Wheel-Version: 1.0", "Generator: alertsound", "Root-Is-Purelib: false"]
  lines += [f"Tag: py3-none-{each}" for each in tags]
  members.append(Member(f"{info}/WHEEL", ("\n".join(lines) + "\n").encode()))
  members.append(record(members, f"{info}/RECORD"))

  path = release.output / f"{stem}-py3-none-{'.'.join(tags)}.whl"
  write_zip(path, members, release.epoch)
  return [path]


def record(members: list[Member], path: str) -> Member:
  """The list of all files with their digests, by which pip also uninstalls them."""
  lines = []
  for member in members:
    digest = base64.urlsafe_b64encode(hashlib.sha256(member.data).digest()).rstrip(b"=").decode()
    lines.append(f"{member.path},sha256={digest},{len(member.data)}\n")
  return Member(path, ("".join(lines) + f"{path},,\n").encode())


def metadata(release: Release, program: Program, licences: list[str]) -> bytes:
  system = "POSIX :: Linux" if program.is_linux else "MacOS"
  lines = [
    "Metadata-Version: 2.4",
    "Name: alertsound",
    f"Version: {release.version}",
    f"Summary: {SUMMARY}",
    f"License-Expression: {release.notices(program).licence}",
    *[f"License-File: {each}" for each in licences],
    "Requires-Python: >=3.7",
    "Keywords: ios,notification,alert,sound,caf,ima4,afconvert,flutter,react-native,expo",
    "Classifier: Environment :: Console",
    "Classifier: Intended Audience :: Developers",
    f"Classifier: Operating System :: {system}",
    "Classifier: Topic :: Multimedia :: Sound/Audio :: Conversion",
    f"Project-URL: Homepage, {HOME}",
    f"Project-URL: Changes, {HOME}/blob/{tag(release.version)}/CHANGELOG.md",
    "Description-Content-Type: text/markdown",
    "",
    absolute_links(release.text("README.md").decode(), release.version),
  ]
  return "\n".join(lines).encode()


def absolute_links(page: str, version: str) -> str:
  """Lets a page's relative links lead to the repository: PyPI has only the page."""
  return re.sub(
    r"\]\((?![a-z]+:|#)([^)\s]+)\)", rf"]({HOME}/blob/{tag(version)}/\1)", page)
