"""Type-checks the package for other platforms: check.py [PACKAGE].

Compiles all modules that ship, with the settings of Package.swift, against the C headers of each
platform and the toolchain's own standard library. Nothing is linked or run.
"""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Don't write compiled copies of these files into the repository's folder.
sys.dont_write_bytecode = True

import compiler
import headers
import manifest
import plugins
from library import Library
from modules import Modules
from package import Package
from platforms import platforms

HERE = Path(__file__).resolve().parent


def check(platform, package, all_headers, work, outputs):
  """Checks one platform and prints its result. Returns whether there were no errors."""
  start = time.monotonic()
  try:
    library = Library(platform, work / platform.triple)
    library.build(all_headers)
    modules = Modules(library, outputs / platform.triple, package)
    modules.add_stubs()
    count, errors = compile_all(platform, package, modules)
  except compiler.CheckError as error:
    count, errors = 0, [f"can't be checked: {error}"]
  work_done = f"{counted(count, 'module')} in {time.monotonic() - start:.0f} s"
  return report(f"{platform.name}: {work_done}", [f"{platform.name}: {each}" for each in errors])


def report(heading, errors):
  """Prints a part's result in one piece, so that the output of parallel parts doesn't mix."""
  lines = [f"{heading}, {counted(len(errors), 'error')}", *errors]
  print("".join(f"{line}\n" for line in lines), end="", flush=True)
  return not errors


def compile_all(platform, package, modules):
  """Compiles the package's modules for the platform. Returns the number of modules, and the errors."""
  targets = package.shipped(platform.libraries_only)
  if not platform.libraries_only:
    targets += [target for target in package.tools() if target not in targets]
  if platform.tests:
    targets += [target for target in package.tests() if target not in targets]
  errors = []
  for target in targets:
    if not target.is_test:
      errors += modules.check(target)
  # Nothing imports tests, so their order is free.
  with ThreadPoolExecutor(os.cpu_count()) as pool:
    for found in pool.map(modules.check, [target for target in targets if target.is_test]):
      errors += found
  return sum(1 for each in targets if each.is_swift and not each.is_dependency), errors


def counted(count, noun):
  return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def main(arguments):
  folder = Path(arguments[0] if arguments else HERE.parent).resolve()
  work = HERE.parent / ".build-platforms"
  outputs = work / "packages" / folder.name
  outputs.mkdir(parents=True, exist_ok=True)
  package = Package(folder, outputs / "swiftpm")
  all_headers = headers.fetch(work)
  with ThreadPoolExecutor(os.cpu_count()) as pool:
    checks = [
      pool.submit(check, platform, package, all_headers, work, outputs)
      for platform in platforms(package.minimum_versions)]
    faults = manifest.check(package) + plugins.check(package, outputs / "plugins")
    results = [report("manifest and plugins", faults)] + [each.result() for each in checks]
  return 0 if all(results) else 1


if __name__ == "__main__":
  try:
    sys.exit(main(sys.argv[1:]))
  except compiler.CheckError as error:
    sys.exit(f"check-platforms: {error}")
