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
            as Debian distributes them, are where the scripts look: alertsound/.build-decoders/pool
system      the sources of the C library that is linked in, and that the machine had

To change a library and link the program again, on Debian 12 or later with Swift {swift}:

1. Put the changed archive in the place of the one in alertsound/.build-decoders/pool, and its SHA-256 into
   alertsound/.packaging/decoders/SHA256SUMS. A changed C library must be installed instead.
2. Run `make release CODECS=1` in alertsound. The program is .build-codecs/release/alertsound.
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
