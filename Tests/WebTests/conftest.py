"""Shared by the tests of the page: the paths, the native command's files, the core in node, and browsers.

`make test-web` sets WEB (the built page), PROGRAM (the native command), OUTPUT (the folder for files that the tests write)
and BROWSERS."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

import sounds
from sounds import TARGETS

ROOT = Path(__file__).resolve().parents[2]
WEB = Path(os.environ.get("WEB", ROOT / ".build-web"))
PROGRAM = Path(os.environ.get("PROGRAM", ROOT / ".build-release/release/alertsound"))
OUTPUT = Path(os.environ.get("OUTPUT", ROOT / ".build-web-tests"))

pytest_plugins = ["browsers", "webkit"]

# The tests' measurements. Times are reported, never asserted.
MEASUREMENTS = []


def pytest_configure(config):
    for path in (WEB / "core/core.wasm", WEB / "page/index.html", PROGRAM):
        if not path.exists():
            pytest.exit(f"{path} is missing; `make test-web` builds it", returncode=2)


def pytest_collection_modifyitems(config, items):
    """Deselects the slowest tests and those in Firefox and WebKit unless BROWSERS=all."""
    if os.environ.get("BROWSERS") != "all":
        others = [item for item in items if item.get_closest_marker("slow") or {"firefox", "webkit"} & set(item.fixturenames)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


def pytest_terminal_summary(terminalreporter):
    for words in MEASUREMENTS:
        terminalreporter.write_line(words)


@pytest.fixture(scope="session")
def measured():
    """A list of lines to print at the end."""
    return MEASUREMENTS


@pytest.fixture(scope="session")
def web():
    """The folder that `make web` fills."""
    return WEB


@pytest.fixture(scope="session")
def program():
    """The native command."""
    return PROGRAM


@pytest.fixture(scope="session")
def output():
    """A folder that remains after the tests."""
    OUTPUT.mkdir(parents=True, exist_ok=True)
    return OUTPUT


@pytest.fixture(scope="session")
def scratch(tmp_path_factory):
    return tmp_path_factory.mktemp("web")


class Native:
    """The native command's files. The first request for a target converts a batch of all sounds to it."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.sources = folder / "sources"
        self.outputs = {}
        # Sounds of different folders may have equal names, so each sound gets its own folder.
        for index, sound in enumerate(sounds.all_sounds()):
            (self.sources / str(index)).mkdir(parents=True)
            (self.sources / str(index) / sound.name).symlink_to(sound)

    def bytes(self, sound, target):
        """The file that `alertsound convert` writes for a sound; None if it refuses or omits the sound."""
        if target.name not in self.outputs:
            to = self.folder / target.name
            result = subprocess.run(
                [self.program, "convert", self.sources, "-o", to, "--allow-truncated", "--quiet", *target.options],
                capture_output=True, text=True)
            assert result.returncode in (0, 1), result.stderr
            self.outputs[target.name] = to
        index = sounds.all_sounds().index(sound)
        file = self.outputs[target.name] / str(index) / f"{sound.stem}.{target.extension}"
        return file.read_bytes() if file.exists() else None

    def convert(self, sound, *options, extension="caf"):
        """The file that `alertsound convert` writes for any file and options; None if it writes nothing."""
        with tempfile.TemporaryDirectory() as folder:
            to = Path(folder) / f"{Path(sound).stem}.{extension}"
            subprocess.run([self.program, "convert", sound, "-o", to, "--quiet", *options], capture_output=True)
            return to.read_bytes() if to.exists() else None


@pytest.fixture(scope="session")
def native(program, scratch):
    return Native(program, scratch / "native")


class Core:
    """The page's core, called in node: one process with one instance of it."""

    def __init__(self, wasm, folder):
        self.folder = folder
        # The progress that the last call reported, from 0 to 1.
        self.progress = []
        self.process = subprocess.Popen(
            [shutil.which("node"), Path(__file__).parent / "node/calls.mjs", wasm],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def call(self, verb, file=None, copy=None, frames=None, **keys):
        """Calls the core and returns its status, its JSON and its bytes. In the names of `keys`, _ stands for -. Numbers are
        given in millionths.

        A trap fails the test."""
        lines = [verb] + [f"{key.replace('_', '-')} {value if isinstance(value, str) else round(value * 1e6)}" for key, value in keys.items()]
        output = self.folder / "bytes"
        job = {"request": "\0".join(lines), "output": str(output), "file": file and str(file),
               "copy": copy and str(copy), "frames": frames and str(frames)}
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "trap" not in answer, f"{job['request']} of {file} trapped: {answer['trap']}"
        assert answer["status"] in (0, 1)
        self.progress = answer["progress"]
        return answer["status"], json.loads(answer["text"]), output.read_bytes()


@pytest.fixture(scope="session")
def core(web, scratch):
    folder = scratch / "core"
    folder.mkdir()
    core = Core(web / "core/core.wasm", folder)
    yield core
    core.process.stdin.close()
    core.process.wait(timeout=10)


def pytest_generate_tests(metafunc):
    """Runs a test with a parameter `sound` for each sound, and a test with a parameter `target` for each target."""
    if "sound" in metafunc.fixturenames:
        found = sounds.all_sounds()
        parameters = [pytest.param(sound, id=sound.name) for sound in found]
        if not sounds.corpus():
            parameters.append(pytest.param(None, id="corpus", marks=pytest.mark.skip(reason=sounds.NO_CORPUS)))
        metafunc.parametrize("sound", parameters)
    if "target" in metafunc.fixturenames:
        metafunc.parametrize("target", TARGETS, ids=[target.name for target in TARGETS])
