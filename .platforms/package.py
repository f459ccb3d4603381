"""A package as SwiftPM sees it: its targets, their settings and their dependencies."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from compiler import CheckError, run


@dataclass
class Target:
  package: str
  description: dict
  declaration: dict
  language_mode: str
  folder: Path
  is_dependency: bool
  dependencies: list = field(default_factory=list)

  @property
  def name(self):
    return self.description["name"]

  @property
  def module(self):
    return self.description["c99name"]

  @property
  def kind(self):
    return self.description["module_type"]

  @property
  def is_swift(self):
    return self.kind == "SwiftTarget"

  @property
  def is_test(self):
    return self.description["type"] == "test"

  @property
  def sources(self):
    return [self.folder / source for source in sorted(self.description["sources"])]

  def module_map(self, work):
    """The module map of a C target, written to `work` if SwiftPM would generate it."""
    if self.kind == "SystemLibraryTarget":
      return self.folder / "module.modulemap"
    include = self.folder / (self.declaration.get("publicHeadersPath") or "include")
    own = include / "module.modulemap"
    if own.exists():
      return own
    written = work / f"{self.module}.modulemap"
    text = f'module {self.module} {{\n  umbrella "{include}"\n  export *\n}}\n'
    # Other processes may be reading the file.
    if not written.exists() or written.read_text() != text:
      written.write_text(text)
    return written

  def swift_arguments(self, platform):
    """The target's settings in Package.swift as arguments of the compiler."""
    mode, found = self.language_mode, []
    for setting in self.declaration["settings"]:
      condition = setting.get("condition") or {}
      names = condition.get("platformNames")
      if names and platform.condition not in names or condition.get("config") == "release":
        continue
      if setting["tool"] != "swift":
        continue
      (kind, value), = setting["kind"].items()
      value = value.get("_0")
      if kind == "swiftLanguageMode":
        mode = value
      elif kind == "unsafeFlags":
        found += value
      elif kind in WITHOUT_VALUE:
        found.append(WITHOUT_VALUE[kind])
      elif kind in WITH_VALUE:
        found += [WITH_VALUE[kind], value]
      elif kind == "treatAllWarnings":
        found.append("-warnings-as-errors" if value == "error" else "-no-warnings-as-errors")
      else:
        raise CheckError(f"{self.name}: the setting {kind} isn't known to .platforms/package.py")
    if self.declaration.get("packageAccess"):
      found += ["-package-name", self.package]
    return ["-swift-version", mode, *found]


WITHOUT_VALUE = {"strictMemorySafety": "-strict-memory-safety"}
WITH_VALUE = {
  "define": "-D",
  "enableUpcomingFeature": "-enable-upcoming-feature",
  "enableExperimentalFeature": "-enable-experimental-feature",
}


class Package:
  """The package in a folder and the packages that it depends on."""

  def __init__(self, folder, scratch):
    self.folder = folder.resolve()
    swift_package = ["swift", "package", "--ignore-lock"]
    run([*swift_package, "--package-path", self.folder, "--scratch-path", scratch, "resolve"])
    self.targets, products = {}, {}
    self.manifest = None
    checkouts = sorted(path for path in (scratch / "checkouts").iterdir() if path.is_dir())
    for path in [self.folder, *checkouts]:
      own = [*swift_package, "--package-path", path, "--scratch-path",
        scratch if path == self.folder else scratch / "described" / path.name]
      manifest = json.loads(run([*own, "dump-package"]))
      description = json.loads(run([*own, "describe", "--type", "json"]))
      self.add(manifest, description, is_dependency=path != self.folder)
      products |= {product["name"]: product["targets"] for product in manifest["products"]}
      self.manifest = self.manifest or manifest
    for target in self.targets.values():
      for dependency in target.declaration["dependencies"]:
        (name, *_), = (dependency[kind] for kind in dependency if kind != "condition")
        for needed in products[name] if "product" in dependency else [name]:
          if needed in self.targets:
            target.dependencies.append(self.targets[needed])

  def add(self, manifest, description, is_dependency):
    modes = manifest["swiftLanguageVersions"]
    version = manifest["toolsVersion"]["_version"].split(".")[0]
    declarations = {target["name"]: target for target in manifest["targets"]}
    for target in description["targets"]:
      # Don't check the tests of dependencies.
      if is_dependency and target["type"] == "test":
        continue
      self.targets[target["name"]] = Target(
        description["name"], target, declarations[target["name"]],
        max(modes) if modes else version, Path(description["path"]) / target["path"],
        is_dependency)

  @property
  def minimum_versions(self):
    return {each["platformName"]: each["version"] for each in self.manifest["platforms"]}

  def shipped(self, libraries_only=False):
    """The targets of the package's products, without plugins; each target after its dependencies."""
    roots = [
      name for product in self.manifest["products"] for name in product["targets"]
      if "library" in product["type"] or "executable" in product["type"] and not libraries_only]
    return self.in_order(roots)

  def tools(self):
    """The commands that only developers run, each command after its dependencies."""
    return self.in_order(self.own("executable"))

  def tests(self):
    """The tests and their support, each target after its dependencies."""
    return self.in_order(self.own("test"))

  def own(self, kind):
    return [
      target.name for target in self.targets.values()
      if not target.is_dependency and target.description["type"] == kind]

  def in_order(self, roots):
    found = []

    def visit(target):
      if target not in found:
        for dependency in target.dependencies:
          visit(dependency)
        found.append(target)

    for name in roots:
      visit(self.targets[name])
    return found
