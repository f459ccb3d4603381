"""The program as an artifact bundle for SwiftPM, and a package with our plugins that uses it.

An app that depends on this package instead of the repository converts its sounds without compiling the tool.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import archive
from archives import Member, with_folders, write_zip
from errors import DistError
from identity import download
from release import ROOT, Release

TRIPLES = {
  "linux-x86_64": "x86_64-unknown-linux-gnu",
  "linux-aarch64": "aarch64-unknown-linux-gnu",
  "macos-x86_64": "x86_64-apple-macosx",
  "macos-aarch64": "arm64-apple-macosx",
}
PLUGINS = "Sources/Plugins"


def build(release: Release) -> list[Path]:
  tool = tool_name()
  top = "alertsound.artifactbundle"
  members, variants = [], []
  for program in release.programs:
    folder = f"{top}/{program.platform}"
    members.append(Member(f"{folder}/alertsound", program.data, 0o755))
    members += archive.legal(release, program, f"{folder}/")
    variants.append({
      "path": f"{program.platform}/alertsound", "supportedTriples": [TRIPLES[program.platform]]})
  info = {"schemaVersion": "1.0", "artifacts": {
    tool: {"type": "executable", "version": release.version, "variants": variants}}}
  members.insert(0, Member(f"{top}/info.json", (json.dumps(info, indent=2) + "\n").encode()))
  bundle = release.output / f"alertsound-{release.version}.artifactbundle.zip"
  write_zip(bundle, with_folders(members), release.epoch)
  return [bundle, plugins(release, tool, bundle)]


def plugins(release: Release, tool: str, bundle: Path) -> Path:
  top = f"alertsound-plugins-{release.version}"
  checksum = hashlib.sha256(bundle.read_bytes()).hexdigest()
  manifest = MANIFEST.format(
    tools=manifest_line(r"^// swift-tools-version: (\S+)$"),
    platforms=manifest_line(r"^  platforms: (\[.*\]),$"), tool=tool,
    url=download(release.version, bundle.name), checksum=checksum,
    targets=plugin_targets())
  members = [
    Member(f"{top}/Package.swift", manifest.encode()),
    Member(f"{top}/LICENSE", release.text("LICENSE")),
  ]
  for path in sorted((ROOT / PLUGINS).rglob("*.swift")):
    members.append(Member(f"{top}/{path.relative_to(ROOT).as_posix()}", path.read_bytes()))
  package = release.output / f"{top}.zip"
  write_zip(package, with_folders(members), release.epoch)
  return package


def tool_name() -> str:
  """The name by which the plugins look the tool up."""
  names: set[str] = set()
  for path in (ROOT / PLUGINS).rglob("*.swift"):
    names.update(re.findall(r'tool\((?:named: )?"(\w+)"\)', path.read_text()))
  if len(names) != 1:
    raise DistError(f"{PLUGINS} look for {len(names)} tools; a bundle has one")
  return names.pop()


def manifest_text() -> str:
  return (ROOT / "Package.swift").read_text()


def manifest_line(pattern: str) -> str:
  found = re.search(pattern, manifest_text(), re.M)
  if not found:
    raise DistError(f"Package.swift has no line {pattern}; adapt .packaging/dist/bundle.py to it")
  return found.group(1)


def plugin_targets() -> str:
  """The plugins' declarations, as they are in our own Package.swift."""
  found = re.findall(r"^    \.plugin\(\n(?:      .*\n)+", manifest_text(), re.M)
  if len(found) != len(list((ROOT / PLUGINS).iterdir())):
    raise DistError("Package.swift declares other plugins than Sources/Plugins has")
  return "".join(found).rstrip().rstrip(",")


MANIFEST = """\
// swift-tools-version: {tools}

import PackageDescription

// The plugins of alertsound with a program that is built already.
let package = Package(
  name: "alertsound",
  platforms: {platforms},
  products: [
    .plugin(name: "ConvertAlertSounds", targets: ["ConvertAlertSounds"]),
    .plugin(name: "ConvertSoundsCommand", targets: ["ConvertSoundsCommand"]),
  ],
  targets: [
    .binaryTarget(
      name: "{tool}",
      url: "{url}",
      checksum: "{checksum}"),
{targets},
  ]
)
"""
