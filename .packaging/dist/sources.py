"""The sources of the libraries in the program. With them, users can change the libraries and link the program again."""

from __future__ import annotations

from pathlib import Path

import notices
from debian import Apt
from files import DistError, pack_tar, run, write
from release import ROOT, Release

GIT = ["git", "-c", "safe.directory=*", "-C", ROOT]

README = """\
Sources of the libraries in alertsound {version}
{line}

alertsound  the program's own source, with the scripts that build it and the libraries. The libraries' sources,
            as Debian distributes them, are where the scripts look: alertsound/.build-decoders/pool.
            Package.resolved names the Swift packages, which SwiftPM downloads.
system      the source of the C library that is linked in

You need Debian 12 or later and Swift {swift}, the version that built the program. `make` installs the
other tools.

To change a library, for example libsndfile:

  1. In an empty folder, unpack its archive, change the source, and pack it under the same name:

       tar -xf .../alertsound/.build-decoders/pool/main/libs/libsndfile/libsndfile_VERSION.orig.tar.gz
       ...
       tar -caf .../alertsound/.build-decoders/pool/main/libs/libsndfile/libsndfile_VERSION.orig.tar.gz libsndfile-VERSION

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


def build(release: Release) -> list[Path]:
  programs = [each for each in release.programs if release.notices(each).relinkable]
  if not programs:
    return []
  folder = release.scratch("sources")
  top = folder / f"alertsound-{release.version}-sources"
  (top / "system").mkdir(parents=True)
  (top / "alertsound").mkdir()
  # Export the files of the last commit.
  commit = release.scratch("commit") / "commit.tar"
  run(*GIT, "-c", "tar.umask=022", "archive", "--format=tar", "-o", commit, "HEAD")
  run("tar", "-xf", commit, "-C", top / "alertsound")
  write(top / "alertsound", {"Package.resolved": notices.pins(notices.scratch_folder(release.programs, ROOT))})
  known = set()
  if release.decoders is not None:
    known = set(notices.sources(release.decoders))
    write(top / "alertsound/.build-decoders", {
      str(each.relative_to(release.decoders)): each for each in (release.decoders / "pool").rglob("*") if each.is_file()})
  # A library that isn't built from those sources is from the machine's own distribution.
  for program in programs:
    for each in release.notices(program).relinkable:
      if each.source is not None and (each.source, each.version) not in known:
        known.add((each.source, each.version))
        for path in Apt(release.packages, program.debian).source(each.source, each.version):
          write(top / "system", {path.name: path})
  heading = f"Sources of the libraries in alertsound {release.version}"
  readme = README.format(version=release.version, swift=notices.swift_version(), line="=" * len(heading))
  write(top, {"README": readme.encode()})
  return [pack_tar(folder, release.output / f"{top.name}.tar.gz", release.epoch)]


def check_committed() -> None:
  """Refuses uncommitted changes. The program may contain them, but the published source is the last commit."""
  for line in run(*GIT, "status", "--porcelain", "-z", "--no-renames").split("\0"):
    state, path = line[:2], line[3:]
    if path and (state != "??" or path.startswith(("Sources/", ".packaging/"))):
      raise DistError(
        f"{path}: not committed, so the release would offer the source of another program; commit or remove it, or "
        "pack a trial with make dist UNCOMMITTED=1")
