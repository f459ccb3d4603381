"""Compiles modules for a platform. A module is compiled again only if one of its inputs has changed."""

import re
import shutil
from pathlib import Path

import compiler
from cache import digest, forget, is_current, mark_current

HERE = Path(__file__).parent


class Modules:
  """The compiled modules of one package for one platform."""

  def __init__(self, library, folder, package):
    self.library = library
    self.folder = folder
    self.package_folder = package.folder
    self.shipped = {target.name for target in package.shipped()}
    self.made_from = {}
    self.failed = set()
    # Stand-ins for modules and headers that the platform doesn't have. The error is reported, and compiling goes on.
    self.borrowers = set()
    self.lent = folder / "lent"
    self.borrowed = folder / "borrowed"
    self.borrowing = ["-Xcc", f"-I{self.borrowed}"]
    self.stubs = []
    shutil.rmtree(self.borrowed, ignore_errors=True)
    self.borrowed.mkdir(parents=True)

  def add_stubs(self):
    """Compiles stand-ins for modules whose interface the toolchain lacks, or that only Apple's SDK has."""
    if self.library.platform.is_apple:
      self.add_stub("Dispatch", "Dispatch", self.folder)
      self.add_stub("Foundation", "Foundation", self.folder, "FoundationForTests")
      self.add_stub("FoundationEssentials", "Foundation", self.lent)
    else:
      self.add_stub("FoundationEssentials", "Foundation", self.folder)
      self.add_stub("Foundation", "FoundationOnLinux", self.folder, "FoundationForTests")

  def add_stub(self, module, file, folder, *more_files):
    sources = [HERE / "Stubs" / f"{name}.swift" for name in (file, *more_files)]
    arguments = ["-swift-version", "6", "-parse-as-library", "-suppress-warnings"]
    if errors := self.compile(module, arguments, sources, self.stubs, folder=folder):
      raise compiler.CheckError(str(errors[0]))
    self.stubs.append(self.made_from[module])

  def check(self, target):
    """Compiles a target after its dependencies, and returns its errors as lines."""
    if not target.is_swift:
      return self.check_headers(target)
    needed = closure(target)
    broken = [dependency.name for dependency in needed if dependency.name in self.failed]
    if broken:
      self.failed.add(target.name)
      return [f"{target.name}: not checked, because {broken[0]} has no module"]
    arguments = ["-D", "SWIFT_PACKAGE", "-D", "DEBUG", "-enable-testing"]
    arguments += target.swift_arguments(self.library.platform)
    if not any(source.name == "main.swift" for source in target.sources):
      arguments.append("-parse-as-library")
    if target.is_test:
      # The macros of Testing run on this machine. Their expansions can only be type-checked,
      # because compiling them needs the bodies of functions, which library.py leaves out.
      arguments += ["-plugin-path", compiler.resources() / "host/plugins"]
    if target.is_dependency:
      arguments.append("-suppress-warnings")
    # If a dependency was compiled with a stand-in, its clients also need the stand-in.
    if any(dependency.name in self.borrowers for dependency in needed):
      arguments += ["-I", self.lent]
    inputs = []
    for dependency in needed:
      if not dependency.is_swift:
        module_map = dependency.module_map(self.folder)
        arguments += ["-Xcc", f"-fmodule-map-file={module_map}"]
        inputs += sorted(module_map.parent.rglob("*.h"))
        inputs += sorted((dependency.folder / "include").rglob("*.h"))
    errors = self.compile(
      target.module, arguments, target.sources,
      inputs + self.stubs
      + [self.made_from[dependency.name] for dependency in needed if dependency.is_swift],
      go_on=not target.is_dependency, emit=not target.is_test)
    if any("no such module" in error.message for error in errors):
      self.borrowers.add(target.name)
    self.made_from[target.name] = self.made_from[target.module]
    if not target.is_test and not self.path(target.module).exists():
      self.failed.add(target.name)
    return [f"{self.shown(error.place)}: {error.message}" for error in errors]

  def check_headers(self, target):
    """Compiles a C module's headers, which decides whether Swift can import it.

    In a module that ships, a header that the platform lacks is an error. The header is then borrowed from
    this machine, so that the modules that need it are still checked. Tests may use installed headers.
    """
    source = self.folder / f"import-{target.module}.swift"
    source.write_text(f"import {target.module}\n")
    module_map = target.module_map(self.folder)
    arguments = [
      "-typecheck", source, "-I", self.folder, *self.library.arguments, *self.borrowing,
      "-Xcc", f"-fmodule-map-file={module_map}"]
    errors = []
    while found := compiler.compile(arguments):
      # The import's own error only repeats the header's error.
      first = next((one for one in found if not one.place.startswith(str(source))), found[0])
      missing = re.search(r"'(.*)' file not found", first.message)
      is_borrowed = missing and self.borrow(Path("/usr/include") / missing[1])
      if not is_borrowed or target.name in self.shipped:
        errors.append(first)
      if not is_borrowed:
        self.failed.add(target.name)
        break
    return [f"{self.shown(error.place)}: {error.message}" for error in errors]

  def borrow(self, header):
    """Copies a header of this machine. Returns false if there is no such header, or if it was copied before."""
    copy = self.borrowed / header.name
    if not header.exists() or copy.exists():
      return False
    shutil.copy(header, copy)
    return True

  def path(self, module):
    return self.folder / f"{module}.swiftmodule"

  def shown(self, place):
    return place.removeprefix(f"{self.package_folder}/")

  def compile(self, module, arguments, sources, inputs, folder=None, go_on=False, emit=True):
    """Compiles a module, unless it is compiled already, and returns the errors.

    With `go_on`, a module is written in spite of errors, so that its clients are also checked. Without
    `emit`, no module is written, and a missing `return` isn't found.
    """
    output = (folder or self.folder) / f"{module}.swiftmodule"
    output.parent.mkdir(exist_ok=True)
    command = [
      *arguments, "-module-name", module, "-I", self.folder, *self.library.arguments,
      *self.borrowing]
    made_from = digest([self.library.made_from, *command, *sources, *inputs, Path(__file__)])
    self.made_from[module] = made_from
    if is_current(output, made_from):
      return []
    forget(output)
    output.unlink(missing_ok=True)
    files = self.folder / f"{module}.files"
    files.write_text("".join(f"{source}\n" for source in sources))
    action = ["-emit-module", "-o", output] if emit else ["-typecheck"]
    command = [*action, *command, "-filelist", files]
    if go_on:
      command.append("-experimental-allow-module-with-compiler-errors")
    errors = compiler.compile(command)
    if not errors:
      if not emit:
        output.touch()
      mark_current(output, made_from)
    elif go_on and any("no such module" in error.message for error in errors):
      errors = list(dict.fromkeys(errors + compiler.compile([*command, "-I", self.lent])))
    return errors


def closure(target):
  """All direct and indirect dependencies of a target, without duplicates."""
  found = []

  def visit(target):
    for dependency in target.dependencies:
      if dependency not in found:
        found.append(dependency)
        visit(dependency)

  visit(target)
  return found
