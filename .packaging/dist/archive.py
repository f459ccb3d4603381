"""The archive that people unpack, and the tree of files that other packages are made from."""

from __future__ import annotations

from pathlib import Path

from archives import Member, with_folders, write_tar_gz
from program import Program
from release import Release


def name(release: Release, program: Program) -> str:
  return f"alertsound-{release.version}-{program.platform}"


def commands(program: Program, folder: str) -> list[Member]:
  """The program, and links by whose names it acts as Apple's tools."""
  first, *others = program.names
  return [Member(f"{folder}/{first}", program.data, 0o755)] + [
    Member(f"{folder}/{other}", b"", link=first) for other in others
  ]


def shared(release: Release, program: Program, zsh: str = "share/zsh/site-functions") -> list[Member]:
  """Manual pages and completions."""
  completions = [
    ("bash", "share/bash-completion/completions/alertsound"),
    ("zsh", f"{zsh}/_alertsound"),
    ("fish", "share/fish/vendor_completions.d/alertsound.fish"),
  ]
  manuals = [Member(f"share/man/man1/{each}.1", release.manuals[each]) for each in sorted(program.names)]
  return manuals + [Member(path, release.completions[shell]) for shell, path in completions]


def legal(release: Release, program: Program, folder: str = "") -> list[Member]:
  """Our licence, and the libraries' notices and licences."""
  notices = release.notices(program)
  return [
    Member(f"{folder}LICENSE", release.text("LICENSE")),
    Member(f"{folder}NOTICES", notices.text(release.version, program.platform).encode()),
  ] + [Member(f"{folder}licences/{each}", data) for each, data in sorted(notices.files.items())]


def build(release: Release, program: Program) -> list[Path]:
  top = name(release, program)
  members = commands(program, "bin") + shared(release, program) + legal(release, program)
  members += [Member(each, release.text(each)) for each in ["README.md", "CHANGELOG.md"]]
  path = release.output / f"{top}.tar.gz"
  inside = [Member(f"{top}/{each.path}", each.data, each.mode, each.link) for each in members]
  write_tar_gz(path, with_folders(inside), release.epoch)
  return [path]
