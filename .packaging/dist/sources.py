"""The sources of the libraries in the program, so that everybody can change them and link the program again."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

from archives import Member, with_folders, write_tar_gz
from debian import Apt
from errors import DistError
from image import ARCHITECTURES
from release import ROOT, Release

README = """\
Sources of the libraries in alertsound {version}
===============================================

libraries   the sources of the C libraries, as Debian distributes them
alertsound  the program's own source, with the scripts that build it and the libraries

To change a library and link the program again, on Debian 12 with Swift {swift}:

1. Change the library's source: unpack it with `dpkg-source -x libraries/NAME_VERSION.dsc`.
2. In alertsound, build the libraries and the program: `make release CODECS=1`. The Makefile and the scripts
   that it calls say where they take the libraries' sources from. To use a changed glibc, install it first.
"""


def build(release: Release, packages: Path) -> list[Path]:
  components = {}
  for program in release.programs:
    for each in release.notices(program).relinkable:
      components[each.source] = each
  if not components:
    return []
  files: dict[str, Path] = {}
  if release.decoders is not None:
    files = {path.name: path for path in (release.decoders / "pool").rglob("*") if path.is_file()}
  for each in components.values():
    if each.source is None:
      raise DistError(f"the source of {each.name} isn't known")
    if f"{each.source}_{without_epoch(each.version)}.dsc" not in files:
      # Only this machine's own libc isn't among the decoders.
      architecture = ARCHITECTURES[next(each.cpu for each in release.programs if each.is_linux)]
      found = Apt(packages, architecture).source(each.source, each.version)
      files.update({path.name: path for path in found})

  top = f"alertsound-{release.version}-sources"
  swift = next((each.version for program in release.programs for each in release.notices(program).components
    if each.name.startswith("Swift runtime")), "")
  readme = README.format(version=release.version, swift=swift)
  members = [Member(f"{top}/README", readme.encode())]
  members += [Member(f"{top}/libraries/{name}", files[name].read_bytes()) for name in sorted(files)]
  members += [Member(f"{top}/alertsound/{each.path}", each.data, each.mode, each.link) for each in own_source()]
  path = release.output / f"{top}.tar.gz"
  write_tar_gz(path, with_folders(members), release.epoch)
  return [path]


def without_epoch(version: str) -> str:
  return version.split(":")[-1]


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
