"""Checks something that type-checking can't: that the shipped products link no C library.

An app for iOS links every library that Package.swift names for one of its targets, and a library of
the Mac doesn't link for iOS.
"""

import re

HOST_TEST = re.compile(r"^\s*#\s*(?:else)?if\b.*\b(os|arch|canImport|targetEnvironment)\s*\(")


def check(package):
  """Returns a line for each fault in the manifest and in the module maps."""
  errors = []
  for path in sorted(package.folder.glob("Package*.swift")):
    for number, line in enumerate(path.read_text().splitlines(), 1):
      if HOST_TEST.search(line):
        errors.append(
          f"{path.name}:{number}: '{line.strip()}' tests the machine that builds, not the machine"
          " that is built for")
  for target in package.shipped():
    if not target.is_dependency:
      errors += [f"Package.swift: {target.name} {fault}" for fault in faults(target, package)]
  return errors


def faults(target, package):
  """Returns what would make a client of a target need a C library."""
  if name := target.declaration.get("pkgConfig"):
    yield f"asks pkg-config for {name}, whose linker flags then go to every client"
  for setting in target.declaration["settings"]:
    if setting["tool"] == "linker":
      (kind, value), = setting["kind"].items()
      # Every C library for Linux contains libm, so a client needs to install nothing.
      if (kind, value.get("_0")) == ("linkedLibrary", "m"):
        continue
      yield f"has the linker setting {kind} {value.get('_0')}, which goes to every client"
  if target.kind == "SystemLibraryTarget":
    for module, library in links(target.module_map(None).read_text()):
      for path in importers(module, package):
        yield f"links \"{library}\", because {path} imports {module} not only for musl"
  if target.kind == "ClangTarget":
    yield "has C sources, which nothing compiles for the other platforms"


def links(module_map):
  """Returns the modules of a module map that link a library, with that library."""
  modules = re.findall(r"^module\s+(\w+)[^{]*\{(.*?)^\}", module_map, re.MULTILINE | re.DOTALL)
  return [
    (module, library)
    for module, body in modules for library in re.findall(r'^\s*link\s+"(.*)"', body, re.MULTILINE)]


def importers(module, package):
  """Returns the files that import a module for other systems than musl, where programs can't load libraries."""
  imports = re.compile(rf"^\s*(?:\w+\s+)*import\s+{module}\b")
  found = []
  for target in package.shipped():
    for path in target.sources if target.is_swift and not target.is_dependency else []:
      condition = ""
      for line in path.read_text().splitlines():
        if re.match(r"\s*#(if|elseif|else|endif)\b", line):
          condition = line
        elif imports.match(line) and "canImport(Musl)" not in condition:
          found.append(path.relative_to(package.folder))
  return found
