"""Type-checks the plugins, with the code that only Xcode compiles.

Xcode runs plugins on a Mac. This file type-checks them for the host, with the toolchain's own
PackagePlugin and Foundation, and with a stand-in for Xcode's own module.
"""

import re
from pathlib import Path

import compiler

HERE = Path(__file__).parent
XCODE_PROTOCOLS = {"buildTool": "XcodeBuildToolPlugin", "command": "XcodeCommandPlugin"}


def check(package, folder):
  """Returns a line for each error in the package's plugins. `folder` is for temporary files."""
  folder.mkdir(parents=True, exist_ok=True)
  version = package.manifest["toolsVersion"]["_version"]
  arguments = [
    "-target", compiler.host_triple(), "-swift-version", version.split(".")[0],
    "-package-description-version", version, "-parse-as-library", "-module-cache-path",
    folder / "clang", "-I", compiler.resources() / "pm/PluginAPI", "-I", folder]
  stub = HERE / "Stubs/XcodeProjectPlugin.swift"
  errors = compiler.compile([
    "-emit-module", "-o", folder / "XcodeProjectPlugin.swiftmodule", "-module-name",
    "XcodeProjectPlugin", *arguments, stub])
  if errors:
    raise compiler.CheckError(str(errors[0]))
  found = []
  for target in package.targets.values():
    if target.kind != "PluginTarget" or target.is_dependency:
      continue
    use = folder / f"{target.module}InXcode.swift"
    protocol = XCODE_PROTOCOLS[target.description["plugin_capability"]["type"]]
    use.write_text(use_in_xcode(target, protocol))
    for error in compiler.compile([
      "-typecheck", *arguments, "-module-name", target.module, *target.sources, use]):
      if error.place.startswith(str(use)):
        found.append(f"{target.name}: can't be used in Xcode projects: it is no {protocol}")
      else:
        found.append(f"{error.place.removeprefix(f'{package.folder}/')}: {error.message}")
  return found


def use_in_xcode(target, protocol):
  """A source that compiles only if the plugin also supports Xcode projects."""
  text = "".join(source.read_text() for source in target.sources)
  main = re.search(r"@main\s+struct\s+(\w+)", text)
  if not main:
    raise compiler.CheckError(f"{target.name}: no '@main struct' in the plugin's sources")
  return f"import XcodeProjectPlugin\n\nlet plugin: any {protocol}.Type = {main[1]}.self\n"
