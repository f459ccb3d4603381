"""What type-checking can't see: that what ships links no library of C.

An app for iOS gets every library that Package.swift names for a target in it, and a library of the
Mac doesn't link there.
"""

import re

HOST_TEST = re.compile(r"^\s*#\s*(?:else)?if\b.*\b(os|arch|canImport|targetEnvironment)\s*\(")


def check(package):
  """Returns a line for each fault of the manifest and of the module maps."""
  errors = []
  for path in sorted(package.folder.glob("Package*.swift")):
    for number, line in enumerate(path.read_text().splitlines(), 1):
      if HOST_TEST.search(line):
        errors.append(
          f"{path.name}:{number}: '{line.strip()}' tests the machine that builds, not the one that"
          " is built for")
  for target in package.shipped():
    if not target.is_dependency:
      errors += [f"Package.swift: {target.name} {fault}" for fault in faults(target)]
  return errors


def faults(target):
  """What would make a client of a target need a library of C."""
  if name := target.declaration.get("pkgConfig"):
    yield f"asks pkg-config for {name}, whose linker flags then go to every client"
  for setting in target.declaration["settings"]:
    if setting["tool"] == "linker":
      (kind, value), = setting["kind"].items()
      yield f"has the linker setting {kind} {value.get('_0')}, which goes to every client"
  if target.kind == "SystemLibraryTarget":
    for name in re.findall(r'^\s*link\s+(".*")', target.module_map(None).read_text(), re.MULTILINE):
      yield f"links {name} by its module map"
  if target.kind == "ClangTarget":
    yield "has C sources, which nothing compiles for the other platforms"
