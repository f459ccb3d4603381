"""The libraries that the program contains, and their licences.

The licences of the C libraries are Debian's copyright files in .build-decoders/licences. The licences of Swift's
libraries are in the toolchain and the packages' checkouts. The licences of the compiler's libraries and of libc are
files of the build machine.
"""

from __future__ import annotations

import json
import re
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from files import DistError, run
from identity import LICENCE, release_page
from program import Program

ROOT = Path(__file__).resolve().parents[2]
COMMON = Path("/usr/share/common-licenses")

GLIBC = "glibc"
GCC = "libgcc and libstdc++"
SWIFT = "Swift runtime, FoundationEssentials and libdispatch"
UUID = "uuid of Foundation"
UNICODE = "Unicode data of Swift"

# The components of each archive, and of the objects that start and end a program. Before a new file can be linked, its
# licence must be added.
FILES = {
  "libFLAC.a": ["flac"],
  "libogg.a": ["libogg"],
  "libopus.a": ["opus"],
  "libsamplerate.a": ["libsamplerate"],
  "libsndfile.a": ["libsndfile"],
  "libvorbis.a": ["libvorbis"],
  "libvorbisenc.a": ["libvorbis"],
  "libz.a": ["zlib"],
  # Our own code, from .packaging/decoders/stand-ins.
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

# Licences that require that users can replace the library. So its source must be offered with the program.
RELINKABLE = "LGPL"

# The licences of the linked files as SPDX expressions. They leave out the libraries' encoders, tools and tests.
# libsndfile contains Apple's ALAC, GSM 06.10 of the Technical University of Berlin, and Sun's G.72x.
LICENCES = {
  "flac": "BSD-3-Clause",
  GLIBC: "LGPL-2.1-or-later AND BSD-3-Clause AND HPND-DEC AND ISC AND SunPro",
  GCC: "GPL-3.0-or-later WITH GCC-exception-3.1",
  "libogg": "BSD-3-Clause",
  "libsamplerate": "BSD-2-Clause",
  "libsndfile": "LGPL-2.1-or-later AND LGPL-2.0-or-later AND Apache-2.0 AND BSD-3-Clause AND TU-Berlin-1.0"
    " AND LicenseRef-scancode-sun-source",
  "libvorbis": "BSD-3-Clause",
  "opus": "BSD-3-Clause AND BSD-2-Clause",
  "zlib": "Zlib",
}
SWIFT_LICENCE = "Apache-2.0 WITH Swift-exception"
# Swift's runtime contains parts of LLVM.
RUNTIME_LICENCE = f"{SWIFT_LICENCE} AND Apache-2.0 WITH LLVM-exception"
UNICODE_TEXT = Path(__file__).with_name("licences") / "Unicode-3.0"
APPLE = "Apple Inc. and the Swift project authors"


@dataclass(frozen=True)
class Component:
  name: str
  version: str
  licence: str
  owners: list[str]
  text: bytes
  # Debian's source package; None if the library isn't from Debian.
  source: str | None = None

  @property
  def file(self) -> str:
    return re.sub(r"[^A-Za-z0-9.+-]+", "-", self.name)


@dataclass(frozen=True)
class Notices:
  components: list[Component]

  @property
  def files(self) -> dict[str, bytes]:
    """The licences' texts, and the texts of Debian's common licences to which they refer."""
    files = {each.file: each.text for each in self.components}
    for each in self.components:
      for name in re.findall(rb"common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])", each.text):
        common = COMMON / name.decode()
        if not common.exists():
          raise DistError(f"{common} is missing, to which {each.name}'s licence refers; build on Debian")
        files[f"common-licenses/{name.decode()}"] = common.read_bytes()
    return files

  @property
  def relinkable(self) -> list[Component]:
    return [each for each in self.components if RELINKABLE in each.licence]

  @property
  def licence(self) -> str:
    """The licence of the program with all its components, as an SPDX expression."""
    parts = {part for each in self.components for part in each.licence.split(" AND ")}
    return " AND ".join([LICENCE, *sorted(parts - {LICENCE})])

  def text(self, version: str, platform: str) -> str:
    parts = [
      f"alertsound {version} for {platform}",
      f"Copyright 2026 the alertsound authors. Licence: {LICENCE}, see LICENSE.",
      "The program contains these libraries. Their licences are in the folder licences.",
    ]
    for each in self.components:
      owners = [textwrap.fill(f"Copyright {owner}", 100, initial_indent="  ", subsequent_indent="    ")
        for owner in each.owners]
      parts.append("\n".join([f"{each.name} {each.version}", f"  {each.licence} (licences/{each.file})", *owners]))
    if self.relinkable:
      names = ", ".join(each.name for each in self.relinkable)
      parts.append(textwrap.fill(
        f"You may change {names} and link the program again, as section 6 of the LGPL allows."
        f" alertsound-{version}-sources.tar.gz contains the libraries' sources, this program's"
        f" source, the scripts that build both, and a README that says how. It is offered at the same place"
        f" as the program: {release_page(version)}", 100, break_long_words=False, break_on_hyphens=False))
    return "\n\n".join(parts) + "\n"


def find(program: Program, scratch: Path, decoders: Path | None) -> Notices:
  """Lists the components of a program. `scratch` is SwiftPM's scratch folder."""
  found = packages(scratch)
  if program.is_linux:
    found += toolchain()
    if decoders is not None:
      found += libraries(decoders)
    found.append(installed(GCC, compiler_file("libstdc++.a")))
    if program.is_static:
      found.append(installed(GLIBC, compiler_file("libc.a")))
      check_linked(program.path, scratch, ROOT / "Package.swift", [each.name for each in found])
  return Notices(sorted(found, key=lambda each: each.name.lower()))


def scratch_folder(programs: list[Program], root: Path) -> Path:
  """The scratch folder in which SwiftPM built one of the programs. It has the packages' checkouts."""
  folders = [folder for program in programs for folder in program.path.resolve().parents]
  for folder in [*folders, *sorted(root.glob(".build*"))]:
    if (folder / "workspace-state.json").exists():
      return folder
  raise DistError("no .build folder has the licences of the Swift packages; run swift package resolve")


def packages(scratch: Path) -> list[Component]:
  """The Swift packages in the program."""
  state = json.loads((scratch / "workspace-state.json").read_text())
  found = []
  for each in state["object"]["dependencies"]:
    name, version = each["packageRef"]["identity"], each["state"]["checkoutState"]["version"]
    text = (scratch / "checkouts" / each["subpath"] / "LICENSE.txt").read_bytes()
    found.append(Component(name, version, SWIFT_LICENCE, [APPLE], text))
  return found


def pins(scratch: Path) -> bytes:
  """The text of Package.resolved. With the packages' revisions in it, another build uses the same revisions."""
  state = json.loads((scratch / "workspace-state.json").read_text())
  found = []
  for each in sorted(state["object"]["dependencies"], key=lambda each: str(each["packageRef"]["identity"])):
    package, checkout = each["packageRef"], each["state"]["checkoutState"]
    found.append({
      "identity": package["identity"], "kind": package["kind"], "location": package["location"],
      "state": {"revision": checkout["revision"], "version": checkout["version"]}})
  return (json.dumps({"pins": found, "version": 2}, indent=2) + "\n").encode()


def toolchain() -> list[Component]:
  """Swift's own libraries, and their parts that Swift's licence doesn't cover."""
  resources = Path(swift()["paths"]["runtimeResourcePath"])
  text = (resources.parents[1] / "share/swift/LICENSE.txt").read_bytes()
  version = swift_version()
  header = resources.parent / "swift_static/_FoundationCShims/uuid.h"
  notice = re.match(r"/\*\n(?: \*.*\n)+? \*/\n", header.read_text())
  if not notice or "Redistributions in binary form" not in notice.group():
    raise DistError(f"{header} doesn't begin with its licence; adapt .packaging/dist/notices.py to this Swift")
  return [
    Component(SWIFT, version, RUNTIME_LICENCE, [APPLE, "the LLVM project's authors"], text),
    Component(UUID, version, "BSD-3-Clause", ["2004 Apple Computer, Inc."], notice.group().encode()),
    Component(UNICODE, version, "Unicode-3.0", ["1991-2026 Unicode, Inc."], UNICODE_TEXT.read_bytes()),
  ]


def swift() -> dict[str, Any]:
  found: dict[str, Any] = json.loads(run("swift", "-print-target-info"))
  return found


def swift_version() -> str:
  found = re.search(r"\d[\d.]+", swift()["compilerVersion"])
  if not found:
    raise DistError("swift -print-target-info: no version; use a released toolchain")
  return found.group()


def libraries(decoders: Path) -> list[Component]:
  """The C libraries that decode foreign formats."""
  found = []
  if not (decoders / "licences").is_dir():
    raise DistError(f"{decoders}/licences is missing; run make decoders")
  for path in sorted((decoders / "licences").iterdir()):
    name = path.name
    if name not in LICENCES:
      raise DistError(f"{path}: no licence is known for {name}; add it to LICENCES in .packaging/dist/notices.py")
    versions = sorted({version for source, version in sources(decoders) if source == name})
    if len(versions) != 1:
      raise DistError(f"{decoders}/pool: {len(versions)} versions of {name}'s source; build the decoders again")
    text = path.read_bytes()
    found.append(Component(name, versions[0], LICENCES[name], owners(text), text, name))
  if not found:
    raise DistError(f"{decoders}/licences is empty; build the decoders again")
  return found


def sources(decoders: Path) -> list[tuple[str, str]]:
  """The names and versions of Debian's source packages."""
  names = [re.fullmatch(r"(.+?)_(.+)\.debian\.tar\.\w+", path.name) for path in (decoders / "pool").rglob("*")]
  return [(name.group(1), name.group(2)) for name in names if name]


def installed(name: str, file: Path) -> Component:
  """A library of the build machine's Debian or Ubuntu."""
  package = run("dpkg-query", "-S", str(file)).split(":")[0]
  source, version = run(
    "dpkg-query", "-W", "-f", "${source:Package} ${source:Version}\n", package).split("\n")[0].split()
  path = Path("/usr/share/doc") / package / "copyright"
  if not path.exists():
    raise DistError(f"{path} is missing; install {package} with its documentation")
  return Component(name, version, LICENCES[name], ["Free Software Foundation, Inc., and others"],
    path.read_bytes(), source)


def compiler_file(name: str) -> Path:
  for compiler in ["cc", "clang"]:
    try:
      path = Path(run(compiler, f"-print-file-name={name}").strip())
    except (DistError, OSError):
      continue
    if path.is_absolute():
      return path.resolve()
  raise DistError(f"{name} wasn't found; install the C compiler that the program was built with")


def owners(text: bytes) -> list[str]:
  """The copyright holders of a package's files, except for the few files with other holders."""
  page = text.decode("utf-8", "replace")
  stanza = re.search(r"^Files: \*[ \t]*\n(?:.+\n)*?Copyright:((?:.*\n)(?:[ \t]+.*\n)*)", page, re.M)
  if not stanza:
    raise DistError(f"no copyright for all files in {page[:60]!r}...; Debian's form of copyright files has changed")
  plain = [re.sub(r"^(?:Copyright|\([cC]\)|©|[ ,])+", "", line.strip()) for line in stanza.group(1).splitlines()]
  return [each for each in plain if each and each != "."]


def check_linked(program: Path, scratch: Path, manifest: Path, components: list[str]) -> None:
  """Compares a static program's map with the names of its components.

  `scratch` is SwiftPM's scratch folder, with the packages' checkouts. The manifest lists our own modules.
  """
  path = program.with_name(program.name + ".map")
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
      raise DistError(f"{path}: {file} is linked in; add its licence and its name to .packaging/dist/notices.py")
    missing = sorted({*found} - {*components})
    if missing:
      raise DistError(f"{path}: {file} is linked in, but the notices don't name {missing[0]}")
    linked.update(found)
  unused = sorted({*components} - linked)
  if unused:
    raise DistError(f"{path}: the notices name {unused[0]}, but nothing of it is linked in")


def owner(module: str, scratch: Path, manifest: str) -> list[str] | None:
  """The Swift package of a module; empty for our own modules."""
  for package in sorted((scratch / "checkouts").iterdir()):
    if (package / "Sources" / module).is_dir():
      return [package.name]
  return [] if f'name: "{module}"' in manifest else None
