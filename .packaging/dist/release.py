"""The data from which all packages of a release are made."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import notices
from files import DistError, run
from program import Program

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Release:
  programs: list[Program]
  output: Path
  # The folder of the libraries that are linked in; None if no program contains them.
  decoders: Path | None
  # The folder in which downloaded Debian packages are kept.
  packages: Path
  version: str = ""
  epoch: int = 0
  completions: dict[str, bytes] = field(default_factory=dict)
  manuals: dict[str, bytes] = field(default_factory=dict)
  _notices: dict[str, notices.Notices] = field(default_factory=dict)
  _scratch: tempfile.TemporaryDirectory[str] = field(default_factory=tempfile.TemporaryDirectory)

  def __post_init__(self) -> None:
    program = next((each.path.resolve() for each in self.programs if each.runs_here), None)
    if program is None:
      raise DistError("none of the programs runs on this machine, and one must say its version")
    self.version = run(program, "--version").strip()
    self.completions = {
      shell: run(program, "--generate-completion-script", shell).encode() for shell in ("bash", "zsh", "fish")}
    self.manuals = {path.stem: path.read_bytes() for path in ROOT.glob("Sources/*/*.1")}
    # The modification time of all files in the packages.
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-c", "safe.directory=*", "-C", ROOT, "log", "-1", "--format=%ct")
    if not epoch.strip().isdigit():
      raise DistError(f"SOURCE_DATE_EPOCH is {epoch!r}; give seconds since 1970")
    self.epoch = int(epoch)

  def scratch(self, name: str) -> Path:
    """Creates a folder that is removed at the end."""
    path = Path(tempfile.mkdtemp(prefix=name, dir=self._scratch.name))
    path.chmod(0o755)
    return path

  def notices(self, program: Program) -> notices.Notices:
    if program.platform not in self._notices:
      # A program that isn't static loads the system's libraries.
      decoders = self.decoders if program.is_static else None
      self._notices[program.platform] = notices.find(program, notices.scratch_folder(self.programs, ROOT), decoders)
    return self._notices[program.platform]
