"""What all packages of a release are made from."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import notices
from errors import DistError
from program import Program

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Release:
  programs: list[Program]
  output: Path
  # The libraries that are linked in, or none for programs without them.
  decoders: Path | None
  version: str = ""
  epoch: int = 0
  completions: dict[str, bytes] = field(default_factory=dict)
  manuals: dict[str, bytes] = field(default_factory=dict)
  _notices: dict[str, notices.Notices] = field(default_factory=dict)

  def __post_init__(self) -> None:
    program = next((each for each in self.programs if each.runs_here), None)
    if program is None:
      raise DistError("none of the programs runs on this machine, and one must say its version")
    self.version = ask(program, "--version").decode().strip()
    self.completions = {
      shell: ask(program, "--generate-completion-script", shell) for shell in ["bash", "zsh", "fish"]}
    self.manuals = {path.stem: path.read_bytes() for path in ROOT.glob("Sources/*/*.1")}
    self.epoch = last_change()

  def text(self, path: str) -> bytes:
    return (ROOT / path).read_bytes()

  def notices(self, program: Program) -> notices.Notices:
    if program.platform not in self._notices:
      # Other programs load the libraries that the system has.
      decoders = self.decoders if program.is_static else None
      self._notices[program.platform] = notices.find(
        program, notices.scratch_folder(self.programs, ROOT), decoders)
    return self._notices[program.platform]


def last_change() -> int:
  """The time of everything in the packages: SOURCE_DATE_EPOCH, or else that of the last commit."""
  given = os.environ.get("SOURCE_DATE_EPOCH")
  if given is None:
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    try:
      given = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
      raise DistError("the last commit's time is not known; set SOURCE_DATE_EPOCH")
  if not given.isdigit():
    raise DistError(f"SOURCE_DATE_EPOCH is {given!r}; give seconds since 1970")
  return int(given)


def ask(program: Program, *arguments: str) -> bytes:
  # Nothing that the user has set may change what the program prints.
  try:
    result = subprocess.run(
      [str(program.path.resolve()), *arguments], capture_output=True, env={"PATH": os.defpath, "LC_ALL": "C"})
  except OSError as error:
    raise DistError(f"{program.path}: can't be run: {error.strerror}")
  if result.returncode or not result.stdout:
    raise DistError(f"{program.path} {' '.join(arguments)}: exit status {result.returncode}; build it again")
  return result.stdout
