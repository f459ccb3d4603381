"""The archive, and the packages for pip, npm, Debian and SwiftPM. Each function returns the paths of its files."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from files import Content, DistError, pack_tar, pack_zip, run, write
from identity import HOME, LICENCE, SUMMARY, download, release_page, tag
from program import Program
from release import ROOT, Release

NPM = ROOT / ".packaging/npm"
PLUGINS = ROOT / "Sources/Plugins"
TRIPLES = {
  "linux-x86_64": "x86_64-unknown-linux-gnu",
  "linux-aarch64": "aarch64-unknown-linux-gnu",
  "macos-x86_64": "x86_64-apple-macosx",
  "macos-aarch64": "arm64-apple-macosx",
}


def build(release: Release) -> list[Path]:
  found = []
  for program in release.programs:
    found += [archive(release, program), wheel(release, program), npm_program(release, program)]
    if program.is_linux:
      found.append(deb(release, program))
  return [*found, npm_main(release), *bundle(release)]


def commands(program: Program, folder: str) -> dict[str, Content]:
  """The program, and links to it. Started by a link's name, it acts as the Apple tool of that name."""
  first, *others = program.names
  return {f"{folder}/{first}": program.data, **{f"{folder}/{name}": first for name in others}}


def shared(release: Release, program: Program, zsh: str = "share/zsh/site-functions") -> dict[str, Content]:
  """Manual pages and completions."""
  return {
    **{f"share/man/man1/{name}.1": release.manuals[name] for name in program.names},
    "share/bash-completion/completions/alertsound": release.completions["bash"],
    f"{zsh}/_alertsound": release.completions["zsh"],
    "share/fish/vendor_completions.d/alertsound.fish": release.completions["fish"],
  }


def legal(release: Release, program: Program) -> dict[str, Content]:
  """Our licence, and the libraries' notices and licences."""
  notices = release.notices(program)
  return {
    "LICENSE": ROOT / "LICENSE",
    "NOTICES": notices.text(release.version, program.platform).encode(),
    **{f"licences/{name}": data for name, data in notices.files.items()},
  }


def archive(release: Release, program: Program) -> Path:
  top = f"alertsound-{release.version}-{program.platform}"
  folder = release.scratch("archive")
  write(folder / top, {
    **commands(program, "bin"), **shared(release, program), **legal(release, program),
    "README.md": ROOT / "README.md", "CHANGELOG.md": ROOT / "CHANGELOG.md"})
  return pack_tar(folder, release.output / f"{top}.tar.gz", release.epoch)


def wheel_tags(program: Program) -> list[str]:
  """The systems that pip may install the program on."""
  if program.system == "macos":
    major, minor = program.oldest or (0, 0)
    return [f"macosx_{major}_{minor}_{'arm64' if program.cpu == 'aarch64' else program.cpu}"]
  if program.is_static:
    return [f"{each}_{program.cpu}" for each in ("manylinux_2_17", "manylinux2014", "musllinux_1_1")]
  if program.oldest is None:
    raise DistError(f"{program.path}: linked dynamically, but not with glibc; build a static program")
  return [f"manylinux_{program.oldest[0]}_{program.oldest[1]}_{program.cpu}"]


# pip would turn a link in a wheel into a second copy of the program, so the wheel has scripts.
SCRIPT = """#!/bin/sh
# Under this name, alertsound acts as Apple's tool. pipx and uv link to this file from another folder.
exec "$(dirname -- "$(readlink -f -- "$0")")/alertsound" {name} "$@"
"""


def wheel(release: Release, program: Program) -> Path:
  """A wheel without Python: pip copies the commands into the environment's bin."""
  stem = f"alertsound-{release.version}"
  folder = release.scratch("wheel")
  licences = legal(release, program)
  # PyPI has only this page, so relative links become links to the repository.
  page = re.sub(r"\]\((?![a-z]+:|#)([^)\s]+)\)", rf"]({HOME}/blob/{tag(release.version)}/\1)", (ROOT / "README.md").read_text())
  fields = [
    "Metadata-Version: 2.4", "Name: alertsound", f"Version: {release.version}", f"Summary: {SUMMARY}",
    f"License-Expression: {release.notices(program).licence}", *(f"License-File: {each}" for each in sorted(licences)),
    "Requires-Python: >=3.7", "Keywords: ios,notification,alert,sound,caf,ima4,afconvert,flutter,react-native,expo",
    "Classifier: Environment :: Console", "Classifier: Intended Audience :: Developers",
    f"Classifier: Operating System :: {'POSIX :: Linux' if program.is_linux else 'MacOS'}",
    "Classifier: Topic :: Multimedia :: Sound/Audio :: Conversion", f"Project-URL: Homepage, {HOME}",
    f"Project-URL: Changes, {HOME}/blob/{tag(release.version)}/CHANGELOG.md", "Description-Content-Type: text/markdown"]
  lines = ["Wheel-Version: 1.0", "Generator: alertsound", "Root-Is-Purelib: false"]
  lines += [f"Tag: py3-none-{each}" for each in wheel_tags(program)]
  write(folder / f"{stem}.dist-info", {
    "METADATA": "\n".join([*fields, "", page]).encode(), "WHEEL": ("\n".join(lines) + "\n").encode(),
    **{f"licenses/{name}": content for name, content in licences.items()}})
  write(folder / f"{stem}.data", {
    "scripts/alertsound": program.data,
    **{f"scripts/{name}": SCRIPT.format(name=name).encode() for name in program.names[1:]},
    **{f"data/{name}": content for name, content in shared(release, program).items()}})
  before = set(release.output.glob("*.whl"))
  run("/usr/bin/python3", "-m", "wheel", "pack", folder, "--dest-dir", release.output, SOURCE_DATE_EPOCH=str(max(release.epoch, 315_532_800)))
  return (set(release.output.glob("*.whl")) - before).pop()


def npm_name(program: Program) -> str:
  system = {"linux": "linux", "macos": "darwin"}[program.system]
  return f"{system}-{ {'x86_64': 'x64', 'aarch64': 'arm64'}[program.cpu]}"


def npm_program(release: Release, program: Program) -> Path:
  """The package with the program for one platform."""
  name = npm_name(program)
  system, cpu = name.split("-")
  package = {"name": f"@alertsound/{name}", **json.loads((NPM / "platform/package.json").read_text())}
  package.update(
    version=release.version, os=[system], cpu=[cpu], files=["bin", "licences", "NOTICES"], license=release.notices(program).licence)
  readme = (NPM / "platform/README.md").read_text().replace("RELEASE", release_page(release.version))
  return npm(release, name, package, {"README.md": readme.encode(), "bin/alertsound": program.data, **legal(release, program)})


def npm_main(release: Release) -> Path:
  """The package with the commands and the Expo plugin. It depends on the packages of the platforms."""
  package = json.loads((NPM / "package.json").read_text())
  package["version"] = release.version
  package["optionalDependencies"] = {f"@alertsound/{name}": release.version for name in sorted(map(npm_name, release.programs))}
  files = [each for name in package["files"] for each in ((NPM / name).rglob("*") if (NPM / name).is_dir() else [NPM / name])]
  return npm(release, "", package, {
    **{str(each.relative_to(NPM)): each for each in files}, "README.md": NPM / "README.md", "LICENSE": ROOT / "LICENSE"})


def npm(release: Release, name: str, package: dict[str, Any], files: dict[str, Content]) -> Path:
  folder = release.scratch("npm")
  text = json.dumps(package, indent=2, ensure_ascii=False) + "\n"
  write(folder / "package", {"package.json": text.encode(), **files})
  return pack_tar(folder, release.output / f"alertsound-{name and name + '-'}{release.version}.tgz", release.epoch)


CONTROL = """\
Package: alertsound
Version: {version}-1
Architecture: {architecture}
Maintainer: The alertsound authors <nobody@alertsound.invalid>
Installed-Size: {size}
Section: sound
Priority: optional
Description: Apple's afconvert and afinfo, and alert sounds for iOS
 afconvert and afinfo take the command lines of Apple's tools and write
 the same bytes: CAF, AIFF and WAVE with linear PCM, IMA4, mu-law or A-law.
 .
 alertsound converts folders of sounds for the builds of apps, and says
 which of them iOS would replace by its default sound, and why.
 .
 They also read MP3, FLAC, Ogg and more, and need no other package.
"""


def deb(release: Release, program: Program) -> Path:
  """A package of a static program. It depends on no other package."""
  folder = release.scratch("deb")
  documents = folder / "usr/share/doc/alertsound"
  # Debian's zsh looks for packages' completions in another folder.
  write(folder / "usr", {**commands(program, "bin"), **shared(release, program, "share/zsh/vendor-completions")})
  # Debian already has the common licences, and a package has one file for all copyrights.
  files = legal(release, program)
  notices = "".join(f" {line or '.'}\n" for line in files["NOTICES"].decode().splitlines())
  copyright = (ROOT / ".packaging/debian/copyright").read_text() + " .\n" + notices
  changes = (
    f"alertsound ({release.version}-1) unstable; urgency=medium\n\n  * Built from its own sources; changelog.gz says what is new.\n\n"
    f" -- The alertsound authors <nobody@alertsound.invalid>  {run('date', '-uRd', f'@{release.epoch}')}")
  write(documents, {
    "copyright": copyright.encode(), "changelog": ROOT / "CHANGELOG.md", "changelog.Debian": changes.encode(),
    **{name: content for name, content in files.items() if name.startswith("licences/") and "/common-licenses/" not in name}})
  run("gzip", "-9n", documents / "changelog", documents / "changelog.Debian", *(folder / "usr/share/man/man1").iterdir())
  # Count the size like dpkg-gencontrol.
  size = sum(-(-path.stat().st_size // 1024) if path.is_file() and not path.is_symlink() else 1 for path in folder.rglob("*"))
  sums = "".join(
    f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in sorted(folder.rglob("*"))
    if path.is_file() and not path.is_symlink())
  write(folder / "DEBIAN", {
    "control": CONTROL.format(version=release.version, architecture=program.debian, size=size).encode(), "md5sums": sums.encode()})
  # Use one thread. Otherwise the compressor's memory, and so its choice of blocks, would depend on the machine.
  run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", folder, release.output.resolve(), DPKG_DEB_THREADS_MAX="1",
    SOURCE_DATE_EPOCH=str(release.epoch))
  return release.output / f"alertsound_{release.version}-1_{program.debian}.deb"


def bundle(release: Release) -> list[Path]:
  """The program as an artifact bundle for SwiftPM, and a package whose plugins use the bundle.

  If an app depends on this package instead of the repository, its build doesn't compile the program.
  """
  names = {name for path in PLUGINS.rglob("*.swift") for name in re.findall(r'tool\((?:named: )?"(\w+)"\)', path.read_text())}
  if len(names) != 1:
    raise DistError(f"{PLUGINS} look for {len(names)} tools; a bundle has one")
  tool = names.pop()
  folder = release.scratch("bundle")
  variants = []
  for program in release.programs:
    write(folder / "alertsound.artifactbundle" / program.platform, {"alertsound": program.data, **legal(release, program)})
    variants.append({"path": f"{program.platform}/alertsound", "supportedTriples": [TRIPLES[program.platform]]})
  info = {"schemaVersion": "1.0", "artifacts": {tool: {"type": "executable", "version": release.version, "variants": variants}}}
  write(folder / "alertsound.artifactbundle", {"info.json": (json.dumps(info, indent=2) + "\n").encode()})
  path = pack_zip(folder, release.output / f"alertsound-{release.version}.artifactbundle.zip", release.epoch)

  manifest = (ROOT / "Package.swift").read_text()
  tools, platforms = (re.search(pattern, manifest, re.M) for pattern in (r"^// swift-tools-version: .*$", r"^  platforms: .*,$"))
  plugins = re.findall(r"^    \.plugin\(\n(?:      .*\n)+", manifest, re.M)
  if not tools or not platforms or len(plugins) != len(list(PLUGINS.iterdir())):
    raise DistError("Package.swift has another form; adapt .packaging/dist/packages.py to it")
  products = "".join(f'    .plugin(name: "{each.name}", targets: ["{each.name}"]),\n' for each in sorted(PLUGINS.iterdir()))
  text = f"""\
{tools.group()}

import PackageDescription

// The plugins of alertsound with a prebuilt program.
let package = Package(
  name: "alertsound",
{platforms.group()}
  products: [
{products}  ],
  targets: [
    .binaryTarget(
      name: "{tool}",
      url: "{download(release.version, path.name)}",
      checksum: "{hashlib.sha256(path.read_bytes()).hexdigest()}"),
{"".join(plugins)}  ]
)
"""
  folder = release.scratch("plugins")
  top = folder / f"alertsound-plugins-{release.version}"
  write(top, {
    "Package.swift": text.encode(), "LICENSE": ROOT / "LICENSE",
    **{str(each.relative_to(ROOT)): each for each in PLUGINS.rglob("*.swift")}})
  return [path, pack_zip(folder, release.output / f"{top.name}.zip", release.epoch)]
