"""The Swift toolchain on this machine: where it is, and its compiler for other platforms."""

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path


class CheckError(Exception):
  """The reason why the check can't run."""


@cache
def target_info():
  if not shutil.which("swiftc"):
    raise CheckError("there is no swiftc in the path")
  return json.loads(run(["swiftc", "-print-target-info"]))


def version():
  return target_info()["compilerVersion"]


def resources():
  """The folder with the standard library's modules and the compiler's own headers."""
  return Path(target_info()["paths"]["runtimeResourcePath"])


def host_triple():
  return target_info()["target"]["triple"]


def interface(module):
  """The text that declares a module of the toolchain, for the host."""
  for runtime in target_info()["paths"]["runtimeLibraryPaths"]:
    folder = Path(runtime) / f"{module}.swiftmodule"
    file = folder / f"{target_info()['target']['moduleTriple']}.swiftinterface"
    if file.exists():
      return file.read_text()
  raise CheckError(f"the toolchain has no interface of {module}")


def run(command, **options):
  """Runs a command that has to succeed, and returns what it printed."""
  done = subprocess.run(
    [str(word) for word in command], capture_output=True, text=True, **options)
  if done.returncode:
    lines = [line for line in done.stderr.splitlines() if "error" in line] or [
      f"exit status {done.returncode}"]
    raise CheckError(f"{' '.join(str(word) for word in command[:3])}…: {lines[0]}")
  return done.stdout


@dataclass(frozen=True)
class Diagnostic:
  place: str
  message: str

  def __str__(self):
    return f"{self.place}: {self.message}"


def compile(arguments):
  """Runs the compiler without its driver, and returns the errors without duplicates.

  The driver would look for an SDK of the target, which isn't there.
  """
  command = [
    "swiftc", "-frontend", *arguments, "-diagnostic-style", "llvm", "-no-color-diagnostics"]
  done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
  found = {}
  for line in done.stderr.splitlines():
    if match := re.match(r"(\S.*?:\d+:\d+|<unknown>:0): error: (.*)", line):
      found[Diagnostic(match[1], match[2])] = None
  if done.returncode and not found:
    last = (done.stderr.strip().splitlines() or ["no output"])[0]
    found[Diagnostic("swiftc", f"exit status {done.returncode}: {last}")] = None
  return list(found)
