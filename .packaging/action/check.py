"""Runs the action's steps as a runner does: check.py RELEASE, a folder with SHA256SUMS and an archive.

Reads action.yml, so what is tested is what runs: conditions, inputs, and the environment of each step. The step that
uses actions/cache is played by a folder.
"""

from __future__ import annotations

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from ruamel.yaml import YAML

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "dist"))
from identity import REPOSITORY  # noqa: E402

ACTION = Path(__file__).resolve().parent
SAMPLES = ACTION.parents[1] / "Samples"
NAME = r"(inputs|steps|github)\.([\w-]+)(?:\.outputs\.([\w-]+))?"


@dataclass
class Run:
  failed: bool
  log: str
  outputs: dict[str, str]
  path: str


@dataclass
class Runner:
  """A runner, and the caches of its repository."""

  base: str
  folder: Path
  caches: dict[str, Path] = field(default_factory=dict)
  count: int = 0
  # What follows the @ where the action is used.
  ref: str = "main"

  def run(self, workspace: Path, **inputs: str) -> Run:
    action = YAML(typ="safe").load(ACTION / "action.yml")
    unknown = set(inputs) - set(action["inputs"])
    assert not unknown, f"no such inputs: {unknown}"
    given = {name: inputs.get(name, each["default"]) for name, each in action["inputs"].items()}
    steps: dict[str, dict[str, str]] = {}

    def value(match: re.Match[str]) -> str:
      kind, name, output = match.groups()
      if kind == "github":
        assert name == "action_ref", name
        return self.ref
      return given[name] if kind == "inputs" else steps.get(name, {}).get(output, "")

    def text(template: str) -> str:
      return re.sub(r"\$\{\{ " + NAME + r" \}\}", value, template)

    def holds(condition: str) -> bool:
      python = re.sub(NAME, lambda match: repr(value(match)), condition)
      return bool(eval(python.replace("&&", " and ").replace("||", " or "), {"__builtins__": {}}))

    self.count += 1
    temporary = self.folder / f"temp-{self.count}"
    temporary.mkdir()
    (temporary / "path").touch()
    log, failed, saved = "", False, []
    for step in action["runs"]["steps"]:
      if "if" in step and not holds(step["if"]):
        continue
      if "uses" in step:
        assert re.fullmatch(r"actions/cache@[0-9a-f]{40}", step["uses"]), step["uses"]
        key, path = text(step["with"]["key"]), workspace / text(step["with"]["path"])
        self.restore(key, text(step["with"]["restore-keys"]), path)
        saved.append((key, path))
        continue
      output = temporary / "output"
      output.write_text("")
      environment = {
        "PATH": os.environ["PATH"], "HOME": str(temporary), "TMPDIR": str(temporary), "RUNNER_TEMP": str(temporary),
        "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(workspace), "GITHUB_ACTION_PATH": str(ACTION),
        "GITHUB_OUTPUT": str(output), "GITHUB_PATH": str(temporary / "path"), "ALERTSOUND_BASE_URL": self.base,
        **{name: text(each) for name, each in step.get("env", {}).items()},
      }
      script = temporary / "script.sh"
      script.write_text(step["run"])
      # As a runner starts `shell: sh`.
      result = subprocess.run(
        [step["shell"], "-e", str(script)], cwd=workspace, env=environment, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
      log += result.stdout
      if "id" in step:
        lines = output.read_text().splitlines()
        assert all("=" in line for line in lines), lines
        steps[step["id"]] = dict(line.split("=", 1) for line in lines)
      if result.returncode:
        failed = True
        break
    if not failed:
      for key, path in saved:
        self.save(key, path)
    outputs = {name: text(each["value"]) for name, each in action["outputs"].items()}
    return Run(failed, log, outputs, (temporary / "path").read_text())

  def restore(self, key: str, prefix: str, path: Path) -> None:
    assert key.startswith(prefix) and "," not in key and len(key) < 512, key
    newest = [each for each in self.caches if each.startswith(prefix)]
    found = key if key in self.caches else newest[-1] if newest else None
    if found:
      shutil.copytree(self.caches[found], path, dirs_exist_ok=True)

  def save(self, key: str, path: Path) -> None:
    if key not in self.caches and path.exists():
      self.caches[key] = self.folder / f"cache-{len(self.caches)}"
      shutil.copytree(path, self.caches[key])


def checkout(folder: Path, name: str, sounds: dict[str, Path]) -> Path:
  """A new checkout: all files have new times."""
  workspace = folder / name
  for path, source in sounds.items():
    target = workspace / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(source.read_bytes())
  return workspace


def expect(condition: bool, what: str, run: Run) -> None:
  if not condition:
    sys.exit(f"check-action: {what}\n{run.log}")


def check(runner: Runner, folder: Path, served: Path) -> int:
  long, short, other = SAMPLES / "Siren.caf", SAMPLES / "Sonar.aiff", SAMPLES / "Knock.wav"
  sounds = {"My Sounds/sonar.aiff": short, "more/$(touch hacked).wav": other}
  lines = "My Sounds\nmore/$(touch hacked).wav\n"

  first = checkout(folder, "first", sounds)
  run = runner.run(first, sounds=lines)
  expect(not run.failed, "the sounds weren't converted", run)
  made = sorted(path.name for path in (first / "Resources").glob("*.caf"))
  expect(made == ["$(touch hacked).caf", "sonar.caf"], f"other sounds were made: {made}", run)
  expect("2 sounds: 2 play" in run.log, "the sounds weren't checked", run)
  expect(re.fullmatch(r"\d+\.\d+\.\d+", run.outputs["version"]) is not None, "there is no version", run)
  manifest = json.loads(Path(run.outputs["manifest"]).read_text())
  expect(len(manifest["sounds"]) == 2, "the manifest is incomplete", run)
  program = Path(run.path.strip()) / "alertsound"
  expect(program.exists() and (program.parent / "afconvert").exists(), "the program isn't in PATH", run)

  run = runner.run(checkout(folder, "second", sounds), sounds=lines)
  expect("0 converted, 2 unchanged" in run.log, "the state of the last run wasn't used", run)
  run = runner.run(checkout(folder, "third", {**sounds, "My Sounds/sonar.aiff": SAMPLES / "Bell.caf"}), sounds=lines)
  expect("1 converted, 1 unchanged" in run.log, "not only the changed sound was converted", run)
  run = runner.run(checkout(folder, "fourth", sounds), sounds=lines, cache="false")
  expect("2 converted, 0 unchanged" in run.log, "a cache was used although it is off", run)
  run = runner.run(checkout(folder, "options", sounds), sounds=lines, options="--over-limit fail -q 0")
  expect("2 converted, 0 unchanged" in run.log, "a cache of other options was used", run)

  run = runner.run(checkout(folder, "long", {"Sounds/long.caf": long}), sounds="Sounds")
  expect(run.failed and "::error file=Sounds/long.caf" in run.log, "a sound that is too long isn't annotated", run)
  workspace = checkout(folder, "trimmed", {"Sounds/long.caf": long, "Sounds/song one.wav": other})
  run = runner.run(workspace, sounds="Sounds", options="--over-limit trim --exclude 'song *.wav'", output="Out put")
  made = sorted(path.name for path in (workspace / "Out put").glob("*.caf"))
  expect(not run.failed and made == ["long.caf"], f"options have no effect: {made}", run)

  for index, options in enumerate(["$(touch hacked)", "`touch hacked`", "; touch hacked", "--exclude $HOME/*"]):
    run = runner.run(checkout(folder, f"words-{index}", {"Sounds/a.aiff": short}), sounds="Sounds", options=options)
    expect(run.failed == (not options.startswith("--")), f"{options} was accepted", run)
  run = runner.run(checkout(folder, "quote", {"Sounds/a.aiff": short}), sounds="Sounds", options="--exclude 'a")
  expect(run.failed and "::error title=alertsound::options: a quote isn't closed" in run.log, "an open quote", run)
  for index, (options, what) in enumerate([
    ("-o elsewhere", "-o"), ("--output=elsewhere", "--output"), ("--prune --manifest m.json", "--manifest"),
    ("-- x", "--"), ("--help", "--help"), ("--exclude ''", "an empty word"), ("'' --prune", "an empty word"),
  ]):
    run = runner.run(checkout(folder, f"refused-{index}", {"Sounds/a.aiff": short}), sounds="Sounds", options=options)
    expect(run.failed and f"::options: {what} can't be used here" in run.log, f"{options} was accepted", run)
  run = runner.run(checkout(folder, "blank", {"Sounds/a.aiff": short}), sounds="Sounds", options=" \n ")
  expect(not run.failed and "1 converted" in run.log, "no options are refused", run)
  run = runner.run(checkout(folder, "glob", {"Sounds/a.aiff": short}), sounds="Sounds/*")
  expect(run.failed and "Sounds/*" in run.log, "a pattern was expanded", run)
  names = {"a/##[stop-commands]x.aiff": short, "::stop-commands::x.aiff": other, "a/##[error]long.caf": long}
  run = runner.run(
    checkout(folder, "commands", names), sounds="a\n::stop-commands::x.aiff", options="--over-limit default")
  lines = run.log.splitlines()
  expect(
    not run.failed and not [line for line in lines if "##[" in line and not line.startswith("::")],
    "the log has commands that are names", run)
  expect(len([line for line in lines if "# #[stop-commands]x.caf" in line]) == 1, "the log has other names", run)
  expect(
    not [line for line in lines if line.lstrip().startswith("::") and not re.match("::(warning|notice|error) ", line)],
    "the log has commands that are names", run)

  hacked = [path for path in folder.rglob("hacked")]
  expect(not hacked, f"an input was evaluated: {hacked}", run)

  workflow = YAML(typ="safe").load(SAMPLES / "Recipes" / "GitHubActions" / "sounds.yml")
  inputs = [
    step["with"] for step in workflow["jobs"]["sounds"]["steps"]
    if step["uses"].startswith(f"{REPOSITORY}/.packaging/action@")
  ]
  workspace = checkout(folder, "recipe", {"Sounds/Alerts/a.aiff": short, "Sounds/b.wav": other})
  run = runner.run(workspace, **inputs[0])
  uploaded = workflow["jobs"]["sounds"]["steps"][-1]["with"]["path"]
  made = sorted(str(path.relative_to(workspace)) for path in workspace.glob(uploaded))
  expect(not run.failed and made == ["Resources/Alerts/a.caf", "Resources/b.caf"], f"the recipe makes {made}", run)

  run = runner.run(checkout(folder, "check", {"App/long.caf": long, "App/good.caf": SAMPLES / "Marimba.caf"}), check="App")
  expect(run.failed and "::error file=App/long.caf" in run.log, "a sound that doesn't play isn't annotated", run)
  run = runner.run(checkout(folder, "one", {"App/good one.caf": SAMPLES / "Marimba.caf"}), check="App/good one.caf\n")
  expect(not run.failed and run.outputs["manifest"] == "", "a good sound fails", run)
  (folder / "none" / "App").mkdir(parents=True)
  run = runner.run(folder / "none", check="App", strict="true")
  expect(run.failed, "strict has no effect", run)
  run = runner.run(folder / "none", check="App", strict="maybe")
  expect(run.failed and "strict: maybe is neither true nor false" in run.log, "strict takes anything", run)
  run = runner.run(folder / "none")
  expect(not run.failed and run.path != "", "the program alone isn't installed", run)
  run = runner.run(folder / "none", version="0.0.999")
  expect(run.failed and "::error title=alertsound::alertsound was not installed" in run.log, "another version", run)

  # The release is that of the action's tag, unless another is asked for.
  version = runner.run(folder / "none").outputs["version"]
  for ref, asked, failed in [
    (f"v{version}", "", False), ("v0.0.999", "", True), ("v0.0.999", version, False), ("v0", "", False),
    ("v0.0.999-branch", "", False), ("0123456789abcdef", "", False),
  ]:
    runner.ref = ref
    run = runner.run(folder / "none", version=asked)
    right = run.failed if failed else not run.failed and run.outputs["version"] == version
    expect(right, f"@{ref} installs another release", run)
  runner.ref = "main"

  for archive in served.glob("*.tar.gz"):
    with open(archive, "ab") as file:
      file.write(b"more")
  run = runner.run(folder / "none")
  expect(run.failed and run.path == "" and "was changed" in run.log, "a changed archive was installed", run)
  return runner.count


class Handler(http.server.SimpleHTTPRequestHandler):
  def log_message(self, format: str, *arguments: object) -> None:
    pass


def main() -> None:
  start = time.monotonic()
  with tempfile.TemporaryDirectory() as name:
    folder = Path(name).resolve()
    served = folder / "served"
    served.mkdir()
    for path in Path(sys.argv[1]).iterdir():
      if path.name == "SHA256SUMS" or path.name.endswith(f"-linux-{os.uname().machine}.tar.gz"):
        shutil.copy(path, served)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(served)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
      count = check(Runner(f"http://127.0.0.1:{server.server_address[1]}", folder), folder, served)
    finally:
      server.shutdown()
  print(f"the action passes {count} runs in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
  main()
