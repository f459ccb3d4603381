"""The standard library and the C library of a platform, as the compiler on this machine reads them.

The toolchain has its library in two forms: compiled for the host, and as text that declares it
(`.swiftinterface`), with the version of each Apple system that introduced a declaration. Except for
what this file rewrites, the text is the same for all platforms, so it can be compiled for another
platform. Bodies of functions are left out, because nothing is run.
"""

import json
import re
import shutil
from pathlib import Path

import compiler
import headers
from cache import digest, is_current, mark_current

HERE = Path(__file__).parent

# Each module imports only earlier modules.
MODULES = [
  "Swift", "SwiftOnoneSupport", "Glibc", "_Concurrency", "_StringProcessing", "Synchronization"]
MODULES_OF_TESTS = ["Testing"]


class Library:
  """A platform's SDK and standard library, in a folder."""

  def __init__(self, platform, folder):
    self.platform = platform
    self.sdk = folder / "sdk"
    self.resources = folder / "swift"
    self.clang_cache = folder / "clang"
    self.made_from = ""

  @property
  def arguments(self):
    """The compiler's arguments that choose this platform."""
    found = [
      "-target", self.platform.triple, "-sdk", self.sdk, "-resource-dir", self.resources,
      "-module-cache-path", self.clang_cache]
    if self.platform.is_apple:
      # Linux's toolchain has no Objective-C runtime to compile against.
      found += ["-disable-objc-interop", "-I", self.resources / "shims"]
    return found

  def build(self, all_headers):
    """Makes everything that doesn't exist or is out of date."""
    self.made_from = digest(
      [compiler.version(), compiler.resources(), self.platform]
      + sorted(HERE.glob("*.txt")) + sorted(HERE.glob("ModuleMaps/*"))
      + sorted(HERE.glob("Stubs/Darwin*")) + [Path(__file__)])
    if is_current(self.resources, self.made_from):
      return
    for folder in (self.sdk, self.resources, self.clang_cache):
      shutil.rmtree(folder, ignore_errors=True)
    self.make_sdk(all_headers)
    self.make_resources()
    for module in MODULES + (MODULES_OF_TESTS if self.platform.tests else []):
      self.add(module)
    mark_current(self.resources, self.made_from)

  def make_sdk(self, all_headers):
    include = self.sdk / "usr/include"
    headers.copy(all_headers, self.platform.headers, include)
    if self.platform.is_apple:
      shutil.copy(HERE / "ModuleMaps/Darwin.modulemap", include / "module.modulemap")
      # In SDKs up to this version, <float.h> and the like belong to the system's module. In later
      # SDKs, they are separate modules, which Darwin.modulemap would have to leave out.
      (self.sdk / "SDKSettings.json").write_text(json.dumps({
        "CanonicalName": f"{self.platform.folder}14.0", "Version": "14.0",
        "MaximumDeploymentTarget": "14.0.99", "SupportedTargets": {}, "VersionMap": {}}))

  def make_resources(self):
    toolchain = compiler.resources()
    self.resources.mkdir(parents=True)
    shutil.copytree(toolchain / "shims", self.resources / "shims")
    for name in ("clang", "apinotes"):
      (self.resources / name).symlink_to(toolchain / name)
    if self.platform.is_apple:
      return
    # The compiler looks in `own` for the module of a Linux C library, and in the SDK for the headers.
    architecture = self.platform.triple.split("-")[0]
    own = self.resources / self.platform.folder / architecture
    own.mkdir(parents=True)
    theirs = toolchain / "linux" / compiler.host_triple().split("-")[0]
    if self.platform.libc == "Glibc":
      shutil.copy(theirs / "glibc.modulemap", own)
      shutil.copy(theirs / "SwiftGlibc.h", own)
    else:
      shutil.copy(HERE / "ModuleMaps/Musl.modulemap", own / "musl.modulemap")
      # This header includes each listed header only if it exists, so it also suits musl.
      shutil.copy(theirs / "SwiftGlibc.h", own / "SwiftMusl.h")

  def add(self, module):
    """Compiles a module of the toolchain for the platform."""
    text = self.adapt(compiler.interface(module))
    name = module
    arguments = ["-parse-stdlib"] if " -parse-stdlib " in text else []
    if module == "Glibc":
      name = self.platform.libc
      text = {"Darwin": as_darwin, "Musl": as_musl, "Glibc": str}[name](text)
      if name == "Darwin":
        arguments = ["-import-underlying-module"]
    elif self.platform.libc != "Glibc":
      text = text.replace("import Glibc\n", f"import {self.platform.libc}\n")
    source = self.resources / "interfaces" / f"{name}.swiftinterface"
    source.parent.mkdir(exist_ok=True)
    source.write_text(text)
    output = (
      self.resources / self.platform.folder / f"{name}.swiftmodule"
      / f"{self.platform.module_name}.swiftmodule")
    output.parent.mkdir(parents=True, exist_ok=True)
    errors = compiler.compile([
      "-compile-module-from-interface", source, "-module-name", name, *arguments, *self.arguments,
      "-o", output])
    if errors:
      raise compiler.CheckError(f"{self.platform.name}: {name} doesn't compile: {errors[0]}")

  def adapt(self, text):
    text = text.replace(
      f"-target {compiler.host_triple()}",
      # The library may use its own newest parts; only its clients are held to the oldest system.
      f"-disable-availability-checking -experimental-skip-all-function-bodies "
      f"-target {self.platform.triple}")
    if self.platform.is_apple:
      # `@_alwaysEmitIntoClient` needs a body to copy into clients. `@available` says from when a client may call it.
      text = re.sub(r"@backDeployed\(before[^)]*\)", "", text)
    if self.platform.triple.startswith(("arm64", "aarch64")) and "-module-name Glibc" in text:
      text = without_float80(text)
    return text


def without_float80(text):
  """Removes the functions of `long double` that only x86 has."""
  kept, depth, inside = [], 0, False
  for line in text.splitlines(keepends=True):
    if not inside and "Float80" in line and re.search(r"\b(func|let) ", line):
      inside, depth = True, 0
    if inside:
      depth += line.count("{") - line.count("}")
      inside = depth > 0
    else:
      kept.append(line)
  return "".join(kept)


def as_musl(text):
  """Removes the declaration of `sighandler_t`, which musl has in C and glibc only in Swift's module."""
  text = re.sub(r"public typealias sighandler_t = .*\n", "", text)
  text = text.replace("Glibc.sighandler_t", "SwiftMusl.sighandler_t")
  text = text.replace("SwiftGlibc", "SwiftMusl").replace("Glibc.", "Musl.")
  return text.replace("-module-name Glibc", "-module-name Musl")


def as_darwin(text):
  """Darwin's C module has the Swift module's name, so the module's name before declarations is removed."""
  text = text.replace("-module-name Glibc", "-module-name Darwin -import-underlying-module")
  text = text.replace("@_exported import SwiftGlibc\n", "@_exported import Darwin\n")
  text = text.replace("import SwiftOverlayShims\n", "").replace("-autolink-force-load", "")
  text = re.sub(r"public typealias sighandler_t = .*\n", "", text)
  text = re.sub(r"(Glibc\.)?\bsighandler_t\b", "Darwin.sig_t", text)
  text = re.sub(r"\b(SwiftGlibc|SwiftOverlayShims|Glibc)\.", "", text)
  return text + (HERE / "Stubs/Darwin.swiftinterface").read_text()
