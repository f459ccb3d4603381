"""What the linker took, from its map: each file must belong to a component that the notices name."""

from __future__ import annotations

import re
from pathlib import Path

from errors import DistError

GLIBC = "glibc"
GCC = "libgcc and libstdc++"
SWIFT = "Swift runtime, FoundationEssentials and libdispatch"
UUID = "uuid of Foundation"
UNICODE = "Unicode data of Swift"

# The components of each archive, and of the objects that start and end a program. Another one needs a licence first.
FILES = {
  "libFLAC.a": ["flac"],
  "libmpg123.a": ["mpg123"],
  "libogg.a": ["libogg"],
  "libopus.a": ["opus"],
  "libsamplerate.a": ["libsamplerate"],
  "libsndfile.a": ["libsndfile"],
  "libvorbis.a": ["libvorbis"],
  "libvorbisenc.a": ["libvorbis"],
  "libz.a": ["zlib"],
  # Ours: .packaging/decoders/stand-ins.
  "libstand-ins.a": [],
  **{name: [GLIBC] for name in ["libc.a", "libm.a", "libmvec.a", "crt1.o", "crti.o", "crtn.o"]},
  **{name: [GCC] for name in [
    "libgcc.a", "libgcc_eh.a", "libstdc++.a", "crtbegin.o", "crtbeginT.o", "crtend.o"]},
  **{name: [SWIFT] for name in [
    "libBlocksRuntime.a", "libdispatch.a", "lib_FoundationCollections.a", "libswiftGlibc.a",
    "libswiftSynchronization.a", "libswift_Concurrency.a", "libswift_RegexParser.a", "libswift_StringProcessing.a",
    "swiftrt.o"]},
  "libFoundationEssentials.a": [SWIFT, UNICODE],
  "lib_FoundationCShims.a": [SWIFT, UUID, UNICODE],
  "libswiftCore.a": [SWIFT, UNICODE],
}


def map_file(program: Path) -> Path:
  return program.with_name(program.name + ".map")


def check(program: Path, scratch: Path, manifest: Path, components: list[str]) -> None:
  """Compares a static program's map with the names of its components.

  The scratch folder is SwiftPM's, with the packages' checkouts. The manifest names our own modules.
  """
  path = map_file(program)
  try:
    text = path.read_text(errors="replace")
  except OSError as error:
    raise DistError(f"{path}: {error.strerror}; make release CODECS=1 writes this map of the program")
  linked: set[str] = set()
  for file in sorted(set(re.findall(r"(?<!\S)([^\s()]*/[^\s()]*\.[ao])(?![^\s(])", text))):
    name = re.sub(r"-[\d.]+(?=\.a$)", "", file.rsplit("/", 1)[1])
    module = re.search(r"/(\w+)\.build/", file)
    if module:
      found = owner(module.group(1), scratch, manifest.read_text())
    else:
      found = FILES.get(name)
    if found is None:
      raise DistError(f"{path}: {file} is linked in; add its licence to .packaging/dist/notices.py and"
        " its name to .packaging/dist/linked.py")
    missing = sorted({*found} - {*components})
    if missing:
      raise DistError(f"{path}: {file} is linked in, but the notices don't name {missing[0]}")
    linked.update(found)
  unused = sorted({*components} - linked)
  if unused:
    raise DistError(f"{path}: the notices name {unused[0]}, but nothing of it is linked in")


def owner(module: str, scratch: Path, manifest: str) -> list[str] | None:
  """The Swift package of a module, or nothing for our own."""
  for package in sorted((scratch / "checkouts").iterdir()):
    if (package / "Sources" / module).is_dir():
      return [package.name]
  return [] if f'name: "{module}"' in manifest else None
