"""Runs the action's steps as a runner does: check.py RELEASE, a folder with SHA256SUMS and an archive.

The steps come from action.yml, so their real conditions, inputs and environments are tested. A folder replaces the
step that uses actions/cache.
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
from pathlib import Path
from types import SimpleNamespace

from ruamel.yaml import YAML

ACTION = Path(__file__).resolve().parent
SAMPLES = ACTION.parents[1] / "Samples"
NAME = r"(inputs|steps|github)\.([\w-]+)(?:\.outputs\.([\w-]+))?"


class Runner:
  """A runner, and the caches of its repository."""

  def __init__(self, base: str, folder: Path) -> None:
    self.base, self.folder = base, folder
    self.caches: dict[str, Path] = {}
    self.count = 0
    # The text after the @ where a workflow uses the action.
    self.ref = "main"

  def run(self, sounds_by_path: dict[str, Path] | None = None, **inputs: str) -> SimpleNamespace:
    """Runs the action in a new checkout. All files in it have new times."""
    self.count += 1
    workspace, temporary = self.folder / f"checkout-{self.count}", self.folder / f"temp-{self.count}"
    workspace.mkdir()
    temporary.mkdir()
    (temporary / "path").touch()
    for path, source in (sounds_by_path or {}).items():
      (workspace / path).parent.mkdir(parents=True, exist_ok=True)
      (workspace / path).write_bytes(source.read_bytes())
    action = YAML(typ="safe").load(ACTION / "action.yml")
    given = {name: inputs.pop(name, each["default"]) for name, each in action["inputs"].items()}
    assert not inputs, f"no such inputs: {inputs}"
    steps: dict[str, dict[str, str]] = {}

    def value(match: re.Match[str]) -> str:
      kind, name, output = match.groups()
      return self.ref if kind == "github" else given[name] if kind == "inputs" else steps.get(name, {}).get(output, "")

    def text(template: str) -> str:
      return re.sub(r"\$\{\{ " + NAME + r" \}\}", value, template)

    def holds(condition: str) -> bool:
      python = re.sub(NAME, lambda match: repr(value(match)), condition)
      return bool(eval(python.replace("&&", " and ").replace("||", " or "), {"__builtins__": {}}))

    log, failed, saved = "", False, []
    for step in action["runs"]["steps"]:
      if not holds(step.get("if", "1")) or failed:
        continue
      if "uses" in step:
        assert re.fullmatch(r"actions/cache@[0-9a-f]{40}", step["uses"]), step["uses"]
        key, prefix, path = text(step["with"]["key"]), text(step["with"]["restore-keys"]), workspace / text(step["with"]["path"])
        assert key.startswith(prefix) and "," not in key and len(key) < 512, key
        fitting = [each for each in self.caches if each.startswith(prefix)]
        if fitting:
          shutil.copytree(self.caches[key if key in fitting else fitting[-1]], path, dirs_exist_ok=True)
        saved.append((key, path))
        continue
      output = temporary / "output"
      output.write_text("")
      environment = {
        "PATH": os.environ["PATH"], "HOME": str(temporary), "TMPDIR": str(temporary), "RUNNER_TEMP": str(temporary),
        "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(workspace), "GITHUB_ACTION_PATH": str(ACTION),
        "GITHUB_OUTPUT": str(output), "GITHUB_PATH": str(temporary / "path"), "ALERTSOUND_BASE_URL": self.base,
        **{name: text(each) for name, each in step.get("env", {}).items()}}
      # Start the step as a runner starts `shell: sh`.
      (temporary / "script.sh").write_text(step["run"])
      result = subprocess.run(
        [step["shell"], "-e", temporary / "script.sh"], cwd=workspace, env=environment, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
      log += result.stdout
      steps[step.get("id", "")] = dict(line.split("=", 1) for line in output.read_text().splitlines())
      failed = result.returncode != 0
    for key, path in saved:
      if not failed and key not in self.caches and path.exists():
        self.caches[key] = self.folder / f"cache-{len(self.caches)}"
        shutil.copytree(path, self.caches[key])
    outputs = {name: text(each["value"]) for name, each in action["outputs"].items()}
    made = sorted(str(path.relative_to(workspace)) for path in workspace.rglob("*.caf") if str(path.relative_to(workspace)) not in (sounds_by_path or {}))
    return SimpleNamespace(failed=failed, log=log, outputs=outputs, path=(temporary / "path").read_text().strip(), made=made)


def expect(condition: object, what: str, run: SimpleNamespace) -> None:
  if not condition:
    sys.exit(f"check-action: {what}\n{run.log}")


def check(runner: Runner, folder: Path, served: Path) -> None:
  long, short, other, good = (SAMPLES / name for name in ("Siren.caf", "Sonar.aiff", "Knock.wav", "Marimba.caf"))
  sounds = {"My Sounds/sonar.aiff": short, "more/$(touch hacked).wav": other}
  lines = "My Sounds\nmore/$(touch hacked).wav\n"
  one = {"Sounds/a.aiff": short}

  run = runner.run(sounds, sounds=lines)
  expect(not run.failed and run.made == ["Resources/$(touch hacked).caf", "Resources/sonar.caf"], f"it made {run.made}", run)
  expect("2 sounds: 2 play" in run.log, "the sounds weren't checked", run)
  expect(len(json.loads(Path(run.outputs["manifest"]).read_text())["sounds"]) == 2, "the manifest is incomplete", run)
  expect(Path(run.path, "alertsound").exists() and Path(run.path, "afconvert").exists(), "the program isn't in PATH", run)
  version = run.outputs["version"]
  expect(re.fullmatch(r"\d+\.\d+\.\d+", version), "there is no version", run)

  # Only changed sounds are converted. With other options or without a cache, all are converted.
  changed = {**sounds, "My Sounds/sonar.aiff": SAMPLES / "Bell.caf"}
  for files, inputs, words in [
    (sounds, {}, "0 converted, 2 unchanged"), (changed, {}, "1 converted, 1 unchanged"),
    (sounds, {"cache": "false"}, "2 converted, 0 unchanged"), (sounds, {"options": "--over-limit fail -q 0"}, "2 converted, 0 unchanged"),
  ]:
    run = runner.run(files, sounds=lines, **inputs)
    expect(words in run.log, f"with {inputs} it isn't so that {words}", run)

  run = runner.run({"Sounds/long.caf": long}, sounds="Sounds")
  expect(run.failed and "::error file=Sounds/long.caf" in run.log, "a sound that is too long isn't annotated", run)
  run = runner.run(
    {"Sounds/long.caf": long, "Sounds/song one.wav": other}, sounds="Sounds", output="Out put",
    options="--over-limit trim --exclude 'song *.wav'")
  expect(not run.failed and run.made == ["Out put/long.caf"], f"options have no effect: {run.made}", run)

  # Inputs are words that nothing evaluates.
  for options in ("$(touch hacked)", "`touch hacked`", "; touch hacked", "--exclude $HOME/*"):
    run = runner.run(one, sounds="Sounds", options=options)
    expect(run.failed == (not options.startswith("--")), f"{options} was accepted", run)
  for options, what in [
    ("-o elsewhere", "-o can't be used here"), ("--output=elsewhere", "--output can't"), ("--prune --manifest m.json", "--manifest can't"),
    ("--android=/any/folder", "--android can't"), ("--depfile d", "--depfile can't"), ("-vo x", "-vo can't"),
    ("-- x", "-- can't"), ("--help", "--help can't"), ("'' --prune", "an empty word can't"), ("--exclude 'a", "a quote isn't closed"),
  ]:
    run = runner.run(one, sounds="Sounds", options=options)
    expect(run.failed and f"::options: {what}" in run.log, f"{options} was accepted", run)
  run = runner.run(one, sounds="Sounds", options=" \n ")
  expect(not run.failed and "1 converted" in run.log, "no options are refused", run)
  run = runner.run(one, sounds="Sounds/*")
  expect(run.failed and "Sounds/*" in run.log, "a pattern was expanded", run)
  names = {"a/##[stop-commands]x.aiff": short, "::stop-commands::x.aiff": other, "a/##[error]long.caf": long}
  run = runner.run(names, sounds="a\n::stop-commands::x.aiff", options="--over-limit default")
  commands = [line for line in run.log.splitlines() if line.lstrip().startswith("::") or "##[" in line]
  expect(
    not run.failed and all(re.match("::(warning|notice|error) ", line) for line in commands) and "# #[stop-commands]x.caf" in run.log,
    "the log has commands that are names", run)
  expect(not list(folder.rglob("hacked")), "an input was evaluated", run)

  workflow = YAML(typ="safe").load(SAMPLES / "Recipes/GitHubActions/sounds.yml")
  (inputs,) = [step["with"] for step in workflow["jobs"]["sounds"]["steps"] if "/.packaging/action@" in step["uses"]]
  run = runner.run({"Sounds/Alerts/a.aiff": short, "Sounds/b.wav": other}, **inputs)
  expect(not run.failed and run.made == ["Resources/Alerts/a.caf", "Resources/b.caf"], f"the recipe makes {run.made}", run)

  for files, inputs, failed, words in [
    ({"App/long.caf": long, "App/good.caf": good}, {"check": "App"}, True, "::error file=App/long.caf"),
    ({"App/good one.caf": good}, {"check": "App/good one.caf\n"}, False, ""),
    ({"App/readme.txt": other}, {"check": "App", "strict": "true"}, True, ""),
    ({}, {"check": "App", "strict": "maybe"}, True, "strict: maybe is neither true nor false"),
    ({}, {}, False, ""), ({}, {"version": "0.0.999"}, True, "::error title=alertsound::alertsound was not installed"),
  ]:
    run = runner.run(files, **inputs)
    expect(run.failed == failed and words in run.log, f"{inputs} with {list(files)}", run)

  # The version is that of the action's tag, unless an input requests another version.
  for ref, asked, failed in [
    (f"v{version}", "", False), ("v0.0.999", "", True), ("v0.0.999", version, False), ("v0", "", False),
    ("v0.0.999-branch", "", False), ("0123456789abcdef", "", False),
  ]:
    runner.ref = ref
    run = runner.run(version=asked)
    expect(run.failed == failed and (failed or run.outputs["version"] == version), f"@{ref} installs another release", run)
  for archive in served.glob("*.tar.gz"):
    with open(archive, "ab") as file:
      file.write(b"more")
  run = runner.run()
  expect(run.failed and run.path == "", "a changed archive was installed", run)


class Handler(http.server.SimpleHTTPRequestHandler):
  def log_message(self, format: str, *arguments: object) -> None:
    pass


if __name__ == "__main__":
  with tempfile.TemporaryDirectory() as name:
    folder = Path(name).resolve()
    served = folder / "served"
    served.mkdir()
    for path in Path(sys.argv[1]).iterdir():
      if path.name == "SHA256SUMS" or path.name.endswith(f"-linux-{os.uname().machine}.tar.gz"):
        shutil.copy(path, served)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(served)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    runner = Runner(f"http://127.0.0.1:{server.server_address[1]}", folder)
    check(runner, folder, served)
  print(f"action: passes {runner.count} runs")
