"""Builds sounds with Bazel, here and on a remote execution service: check_bazel.py PROGRAM FOLDER COUNT"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import Dict, Iterator, List, Sequence

from make_sounds import main as make_sounds

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / ".packaging/bazel"
RECIPE = ROOT / "Samples/Recipes/Bazel"
TOOLS = Path(sys.executable).parent
WORKERS = 2

# Bazel's own Java and C++ toolchains load two rule sets, which it would download. Those of Debian 12 are for a
# later Bazel than Debian's. Nothing here is compiled, so the built-in rules suffice.
STAND_INS = {
    "rules_cc/cc": ["binary", "import", "library", "proto_library", "test", "toolchain", "toolchain_suite"],
    "rules_java/java": ["binary", "import", "library", "runtime", "test", "toolchain"],
}

ARCHIVE = """\
load("@alertsound//:repositories.bzl", "alertsound_archive")

alertsound_archive(
    name = "alertsound_program",
    sha256 = "{sha256}",
    urls = ["{url}"],
    version = "{version}",
)
"""

SERVICE = """\
server:
  - !channel
    address: "127.0.0.1:{port}"
    insecure-mode: true

authorization:
  method: none

connections:
  - !sql-connection &sql
    connection-string: "{database}"
    pool-size: 20

storages:
  - !disk-storage &storage
    path: "{folder}/cas"

caches:
  - !lru-action-cache &cache
    storage: *storage
    max-cached-refs: 1000000
    allow-updates: true
    cache-failed-actions: false

schedulers:
  - !sql-scheduler &scheduler
    sql: *sql
    action-cache: *cache
    storage: *storage
    property-set: !dynamic-property-set
      match-property-keys: []
      wildcard-property-keys: []
    poll-interval: 0.1
    assigners:
      - !priority-age-assigner
        count: 1
        interval: 0.05

instances:
  - name: ""
    services:
      - !action-cache
        cache: *cache
      - !execution
        scheduler: *scheduler
      - !cas
        storage: *storage
      - !bytestream
        storage: *storage

thread-pool-size: 60
"""


def expect(condition: bool, what: str) -> None:
    """Ends the check if a condition doesn't hold."""
    if not condition:
        sys.exit(f"check_bazel.py: {what}")


class Machine:
    """A checkout of a project with sounds, and a Bazel that has built nothing yet."""

    def __init__(self, folder: Path, name: str, program: str) -> None:
        self.folder = folder
        self.project = folder / name / "project"
        self.cache = folder / name / "bazel"
        self.program = program
        if self.cache.exists():
            # Bazel's folders are read-only.
            subprocess.run(["chmod", "-R", "u+w", str(self.cache)], check=True)
        shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(RECIPE, self.project)

    def bazel(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs Bazel with the rules of this checkout."""
        overrides = {"alertsound": RULES}
        overrides.update({path.parent.name: path.parent for path in self.folder.glob("stand-ins/*/WORKSPACE")})
        command, *rest = words
        options = [f"--override_repository={name}={path}" for name, path in overrides.items()]
        return subprocess.run(
            [
                "bazel", f"--output_user_root={self.cache}", "--max_idle_secs=30", "--host_jvm_args=-Xmx1g", command,
                *options, "--color=no", "--curses=no", "--show_progress_rate_limit=60", *rest,
            ],
            cwd=self.project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=600,
            # A policy in the environment mustn't get into actions.
            env={**os.environ, "PATH": f"{Path(self.program).parent}:{os.environ['PATH']}",
                 "ALERTSOUND_OVER_LIMIT": "fail"},
        )  # fmt: skip

    def build(self, *words: str) -> str:
        """Builds, and returns what Bazel printed."""
        run = self.bazel("build", *words)
        expect(run.returncode == 0, f"bazel build {' '.join(words)}:\n{run.stdout}")
        return run.stdout

    def expect_failure(self, text: str, *words: str) -> None:
        """Builds what must fail, with a text in what Bazel prints."""
        run = self.bazel("build", *words)
        expect(run.returncode != 0, f"bazel build {' '.join(words)} succeeded; it should say: {text}")
        expect(text in run.stdout, f"bazel build {' '.join(words)} should say: {text}\n{run.stdout}")

    def outputs(self, place: str) -> Dict[str, bytes]:
        """Returns the outputs below a folder of bazel-bin."""
        root = self.project / "bazel-bin" / place
        return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}

    def write(self, path: str, text: str) -> None:
        """Writes a file of the project."""
        (self.project / path).parent.mkdir(parents=True, exist_ok=True)
        (self.project / path).write_text(text)

    def use_archive(self, archive: Path, version: str, sha256: str) -> None:
        """Declares the program of an archive instead of the one on PATH."""
        text = (RECIPE / "WORKSPACE").read_text()
        start = text.index('load("@alertsound//:repositories.bzl"')
        end = text.index("register_toolchains")
        declaration = ARCHIVE.format(sha256=sha256, url=archive.as_uri(), version=version)
        self.write("WORKSPACE", text[:start] + declaration + "\n" + text[end:])

    def stop(self) -> None:
        """Ends Bazel's server."""
        self.bazel("shutdown")


def converted(program: str, sounds: Path, folder: Path, *options: str) -> Dict[str, bytes]:
    """Returns what alertsound convert makes of a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [program, "convert", "--quiet", *options, "-o", f"{folder}/", str(sounds)]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*") if path.is_file() and path.name != ".alertsound-state"
    }  # fmt: skip


def spawns(log: Path) -> List[Dict[str, object]]:
    """Returns the conversions in an execution log, which is a sequence of JSON objects."""
    text = log.read_text()
    decoder = json.JSONDecoder()
    position, found = 0, []
    while position < len(text):
        entry, position = decoder.raw_decode(text, position)
        while position < len(text) and text[position].isspace():
            position += 1
        if entry["mnemonic"] == "AlertSound":
            found.append(entry)
    return found


def check_locally(folder: Path, program: str) -> None:
    """Checks names, bytes, options and failures, with the program on PATH."""
    machine = Machine(folder, "local", program)
    make_sounds(program, machine.project / "Sounds", 20)
    try:
        machine.build(":alerts")
        reference = converted(program, machine.project / "Sounds", folder / "reference")
        expect(len(reference) == 20, f"alertsound convert made {len(reference)} sounds")
        expect(machine.outputs("Resources") == reference, "the outputs aren't those of alertsound convert")
        log = folder / "again.json"
        machine.build(":alerts", f"--execution_log_json_file={log}")
        expect(not spawns(log), "a second build converted something")
        print("local: 20 sounds, the names and bytes of alertsound convert; a second build does nothing")

        # Sounds of a package below, of another package, generated ones, and a default sound.
        samples = ROOT / "Samples"
        for name, place in [("Chime.wav", "App/Sounds/Deep"), ("Sonar.aiff", "Other"), ("Siren.caf", "App/Sounds")]:
            (machine.project / place).mkdir(parents=True, exist_ok=True)
            shutil.copy(samples / name, machine.project / place)
        shutil.copy(samples / "Knock.wav", machine.project / "App/Ünusual näme.v2.wav")
        for place in ("App/Sounds/Deep", "Other"):
            machine.write(f"{place}/BUILD.bazel", 'exports_files(glob(["*"]), ["//visibility:public"])\n')
        load = 'load("@alertsound//:alertsound.bzl", "alertsound_sounds")\n'
        machine.write(
            "App/BUILD.bazel",
            load
            + """
genrule(
    name = "generated",
    srcs = ["//Other:Sonar.aiff"],
    outs = ["Sounds/Made/Beep.wav"],
    cmd = "cp $< $@",
)

[alertsound_sounds(
    name = name,
    srcs = srcs,
    folder = "Sounds",
    options = options,
    default_sound = default_sound,
) for name, srcs, options, default_sound in [
    ("all", ["//App/Sounds/Deep:Chime.wav", "//Other:Sonar.aiff", ":generated", "Ünusual näme.v2.wav"], [], None),
    ("wav", ["//Other:Sonar.aiff"], ["-f", "WAVE", "-d", "LEI16@22050"], None),
    ("aiff", ["//Other:Sonar.aiff"], ["--file=aif"], None),
    ("default", ["Sounds/Siren.caf"], [], None),
    ("other_default", ["Sounds/Siren.caf"], [], "//Other:Sonar.aiff"),
    ("trim", ["Sounds/Siren.caf"], ["--over-limit", "trim"], None),
    ("fail", ["Sounds/Siren.caf"], ["--over-limit", "fail"], None),
    ("omit", ["Sounds/Siren.caf"], ["--over-limit=omit"], None),
    ("unknown", ["Sounds/Siren.caf"], ["--no-such-option"], None),
]]
""",
        )
        good = ["all", "wav", "aiff", "default", "other_default", "trim"]
        machine.build(*(f"//App:{name}" for name in good))
        names = {name: sorted(machine.outputs(f"App/{name}")) for name in good}
        expect(
            names["all"] == ["Deep/Chime.caf", "Made/Beep.caf", "Sonar.caf", "Ünusual näme.v2.caf"], f"{names['all']}"
        )
        expect(names["wav"] == ["Sonar.wav"] and names["aiff"] == ["Sonar.aiff"], f"{names}")
        siren = machine.project / "App/Sounds/Siren.caf"
        sonar = machine.project / "Other/Sonar.aiff"
        for name, sound, options in [
            ("wav", sonar, ["-f", "WAVE", "-d", "LEI16@22050"]),
            ("aiff", sonar, ["-f", "aif"]),
            ("default", siren, []),
            ("other_default", siren, ["--default-sound", str(sonar)]),
            ("trim", siren, ["--over-limit", "trim"]),
        ]:
            expected = converted(program, sound, folder / "reference", *options)
            expect(machine.outputs(f"App/{name}") == expected, f"{name}: not what alertsound convert makes")
        print(f"local: {len(good)} targets with other packages, generated sounds and options")

        machine.expect_failure("App/Sounds/Siren.caf: error: 31.2 s long", "//App:fail")
        machine.expect_failure("omit", "//App:omit")
        machine.expect_failure("no-such-option", "//App:unknown")
        machine.write("Bad/Noise.wav", "no sound\n")
        machine.write("Bad/a/Same.wav", "")
        machine.write("Bad/SAME.wav", "")
        targets = {
            "bad": ('["Noise.wav"]', "", "Bad/Noise.wav: error: "),
            "same": ('["a/Same.wav", "SAME.wav"]', "", "would both become same/SAME.caf on a case-insensitive"),
            "output": ('["Noise.wav"]', 'options = ["-o", "x"]', "options: -o can't be used here"),
            "container": ('["Noise.wav"]', 'options = ["-f", "mp3"]', "options: -f takes"),
            "outside": ('["Noise.wav"]', 'out = "../x"', "without . and .."),
            "absolute": ('["Noise.wav"]', 'out = "/tmp/x"', "is an absolute path"),
        }
        machine.write(
            "Bad/BUILD.bazel",
            load + "\n".join(
                f'alertsound_sounds(name = "{name}", srcs = {srcs}, {rest})'
                for name, (srcs, rest, _) in targets.items()
            ),
        )  # fmt: skip
        for name, (_, _, text) in targets.items():
            machine.expect_failure(text, f"//Bad:{name}")
        print(f"local: {3 + len(targets)} builds fail with the tool's or the rule's own message")
    finally:
        machine.stop()


def make_archive(folder: Path, program: str, version: str) -> Path:
    """Packs the program as a release does."""
    name = f"alertsound-{version}-linux-x86_64"
    archive = folder / f"{name}.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(program, f"{name}/bin/alertsound")
    return archive


@contextlib.contextmanager
def process(command: Sequence[str], log: Path, **options: object) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a process in the background, and ends it."""
    with open(log, "ab") as output:
        running = subprocess.Popen(list(command), stdout=output, stderr=output, **options)  # type: ignore[call-overload]
        try:
            yield running
        finally:
            running.terminate()
            try:
                running.wait(10)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()


@contextlib.contextmanager
def database() -> Iterator[str]:
    """Runs a PostgreSQL of our own on a socket in a new folder, and yields its address."""
    tools = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    expect(bool(tools), "PostgreSQL isn't installed; apt-get install postgresql")
    # PostgreSQL doesn't run as root, and Debian's user for it must reach the folder.
    folder = Path(tempfile.mkdtemp(prefix="alertsound-db-"))
    user = []
    if os.getuid() == 0:
        user = ["runuser", "-u", "postgres", "--"]
        shutil.chown(folder, "postgres", "postgres")

    def run(*command: str) -> None:
        done = subprocess.run(
            [*user, *command], cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        expect(done.returncode == 0, f"{' '.join(command)}:\n{done.stdout}")

    data = str(folder / "data")
    try:
        run(str(tools[-1] / "initdb"), "-D", data, "-U", "grid", "-A", "trust", "-N")
        options = f"-F -c listen_addresses='' -c unix_socket_directories={folder} -c max_connections=200"
        run(str(tools[-1] / "pg_ctl"), "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://grid@/postgres?host={folder}"
        finally:
            run(str(tools[-1] / "pg_ctl"), "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


@contextlib.contextmanager
def service(folder: Path) -> Iterator[str]:
    """Runs BuildGrid with its workers, and yields its address."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with contextlib.ExitStack() as stack:
        address = stack.enter_context(database())
        bgd = str(TOOLS / "bgd")
        subprocess.run([bgd, "migrate", "apply", address], check=True, stdout=subprocess.DEVNULL)
        (folder / "service.yml").write_text(SERVICE.format(port=port, folder=folder, database=address))
        server = stack.enter_context(
            process([bgd, "server", "start", str(folder / "service.yml")], folder / "service.log")
        )
        until = time.monotonic() + 60
        while True:
            expect(server.poll() is None and time.monotonic() < until, f"BuildGrid didn't start: {folder}/service.log")
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.2)
        worker = str(Path(__file__).with_name("remote_worker.py"))
        for index in range(WORKERS):
            home = folder / f"worker-{index}"
            home.mkdir()
            # An environment without anything, so that what an action needs must be among its inputs.
            stack.enter_context(
                process(
                    [sys.executable, worker, f"127.0.0.1:{port}", str(home), f"worker-{index}"],
                    folder / f"worker-{index}.log", env={"PATH": "/nonexistent"},
                )
            )  # fmt: skip
        yield f"grpc://127.0.0.1:{port}"


def check_remotely(folder: Path, program: str, version: str, count: int) -> None:
    """Checks remote execution, and that another machine finds all outputs in the cache."""
    archive = make_archive(folder, program, version)
    sha256 = hashlib.sha256(archive.read_bytes()).hexdigest()
    first, second = Machine(folder, "first", program), Machine(folder, "second", program)
    try:
        make_sounds(program, first.project / "Sounds", count)
        shutil.copytree(first.project / "Sounds", second.project / "Sounds")
        first.use_archive(archive, version, sha256.translate(str.maketrans("0123456789abcdef", "123456789abcdef0")))
        first.expect_failure("Checksum", ":alerts")
        for machine in (first, second):
            machine.use_archive(archive, version, sha256)
        print("archive: its checksum is required")
        reference = converted(program, first.project / "Sounds", folder / "reference")
        with service(folder / "service") as address:
            for machine, hits in ((first, False), (second, True)):
                log = folder / f"{machine.project.parent.name}.json"
                log.unlink(missing_ok=True)
                began = time.monotonic()
                text = machine.build(
                    ":alerts", f"--remote_executor={address}", "--spawn_strategy=remote", "--noremote_local_fallback",
                    "--jobs=8", f"--execution_log_json_file={log}",
                )  # fmt: skip
                seconds = time.monotonic() - began
                found = spawns(log)
                expect(len(found) == count, f"{len(found)} conversions for {count} sounds")
                for spawn in found:
                    expect(spawn.get("remoteCacheHit", False) is hits, f"a cache hit isn't {hits}: {spawn}")
                    expect("remote" in str(spawn["runner"]), f"run by {spawn['runner']}")
                    words = [str(spawn.get("commandArgs")), str(spawn.get("environmentVariables", []))]
                    expect(str(folder) not in "".join(words), f"an absolute path in {words}")
                expect(machine.outputs("Resources") == reference, "the outputs aren't those of alertsound convert")
                processes = re.search(r"INFO: \d+ processes.*", text)
                print(
                    f"remote, {'second' if hits else 'first'} machine: {count} sounds in {seconds:.1f} s,"
                    f" {'all from the cache' if hits else f'all by {WORKERS} workers'}, the bytes of alertsound convert;"
                    f" {processes.group(0) if processes else ''}"
                )
    finally:
        first.stop()
        second.stop()


def main(program: str, folder: Path, count: int) -> None:
    """Runs all checks."""
    version = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    module = (RULES / "MODULE.bazel").read_text()
    expect(f'version = "{version}"' in module, f"MODULE.bazel doesn't have the version {version}")
    for name, rules in STAND_INS.items():
        place = folder / "stand-ins" / name
        place.mkdir(parents=True, exist_ok=True)
        (place.parent / "WORKSPACE").touch()
        (place / "BUILD").touch()
        prefix = place.name
        lines = [f"{prefix}_{rule} = native.{prefix}_{rule}\n" for rule in rules]
        (place / "defs.bzl").write_text("".join(lines))
    check_locally(folder, program)
    check_remotely(folder, program, version, count)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    # Ends the services, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("check_bazel.py: stopped"))
    main(sys.argv[1], Path(sys.argv[2]).resolve(), int(sys.argv[3]))
