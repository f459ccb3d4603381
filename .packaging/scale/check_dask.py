"""Runs the Dask recipe on processes of this machine and kills some: check_dask.py PROGRAM FOLDER COUNT"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any, Dict, List, Tuple

from make_sounds import main as make_sounds

ROOT = Path(__file__).resolve().parents[2]
RECIPE = ROOT / "Samples/Recipes/Dask/convert_uploads.py"
WORKERS = 3
# Fast, so that the check is short, and one over the length of the longest sample that isn't too long.
OPTIONS = ["-q", "0"]
LIMITS = ["--max-bytes", "400000", "--max-seconds", "31"]
TOO_FEW = "the recipe was done before it could be killed; use more sounds"


def expect(condition: bool, what: str) -> None:
    """Ends the check if a condition doesn't hold."""
    if not condition:
        sys.exit(f"check_dask.py: {what}")


class Cluster:
    """A scheduler and workers without nannies, so that a killed one is gone."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
        self.folder = folder
        self.log = open(folder / "cluster.log", "wb")
        port = self.address.rpartition(":")[2]
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
        self.workers = [self.start_worker(index) for index in range(WORKERS)]

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """Starts one of Dask's commands."""
        modules = {"scheduler": "distributed.cli.dask_scheduler", "worker": "distributed.cli.dask_worker"}
        return subprocess.Popen(
            [sys.executable, "-m", modules[command[0]], *command[1:]],
            stdout=self.log, stderr=self.log, cwd=self.folder,
        )  # fmt: skip

    def start_worker(self, index: int) -> subprocess.Popen[bytes]:
        """Starts a worker with one thread."""
        return self.start(
            "worker", self.address, "--name", f"worker-{index}", "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--local-directory", str(self.folder / "dask"), "--memory-limit", "0",
        )  # fmt: skip

    def stop(self) -> None:
        """Ends what is still running."""
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()
        self.log.close()


def recipe(folder: Path, cluster: Cluster, program: str) -> List[str]:
    """Returns the command line of the recipe."""
    return [
        sys.executable, str(RECIPE), str(folder / "uploads"), str(folder / "converted"), "--ledger",
        str(folder / "ledger.db"), "--scheduler", cluster.address, "--program", program, *LIMITS, "--", *OPTIONS,
    ]  # fmt: skip


def outputs(folder: Path) -> Dict[str, Tuple[int, int]]:
    """Returns the outputs with their inodes and times, which change if one is written again."""
    files = {}
    for path in (folder / "converted").rglob("*.caf"):
        status = path.stat()
        files[str(path.relative_to(folder / "converted"))] = (status.st_ino, status.st_mtime_ns)
    return files


def wait_for(folder: Path, count: int, process: subprocess.Popen[bytes]) -> int:
    """Waits until some outputs are there, and returns their number."""
    until = time.monotonic() + 120
    while time.monotonic() < until and process.poll() is None:
        present = len(outputs(folder)) if (folder / "converted").is_dir() else 0
        if present >= count:
            return present
        time.sleep(0.02)
    sys.exit(f"check_dask.py: {count} outputs didn't come while the recipe ran; see {folder}/run.log")


def add_hostile_uploads(uploads: Path, folder: Path) -> Dict[str, str]:
    """Adds uploads that must be refused, and returns what must be among each reason."""
    samples = ROOT / "Samples"
    chime = (samples / "Chime.wav").read_bytes()
    (uploads / "noise.wav").write_bytes(b"no sound at all")
    (uploads / "empty.wav").write_bytes(b"")
    (uploads / "truncated.wav").write_bytes(chime[: len(chime) // 2])
    (uploads / "song.mp3").write_bytes(b"ID3\x04\0\0\0\0\0\0" + b"\xff\xfb\x90\x64" + bytes(413))
    (uploads / "large.wav").write_bytes(chime + bytes(400_000))
    shutil.copy(samples / "Siren.caf", uploads / "long.caf")
    # Names that a shell or a parser of options would take for something else.
    for name in ["-o.wav", "$(touch hacked).wav", "new\nline.wav", "equal.wav", "Equal.wav"]:
        (uploads / name).write_bytes(chime)
    (folder / "secret.wav").write_bytes(chime)
    (uploads / "link.wav").symlink_to(folder / "secret.wav")
    (uploads / "linked").symlink_to(folder)
    os.mkfifo(uploads / "pipe.wav")
    # Names that aren't UTF-8.
    (uploads / "bytes").mkdir()
    good, bad = (os.fsdecode(b"bytes/%c.wav" % byte) for byte in (0xFE, 0xFF))
    (uploads / good).write_bytes(chime)
    (uploads / bad).write_bytes(b"no sound at all")
    return {
        bad: "", "noise.wav": "", "empty.wav": "", "truncated.wav": "", "song.mp3": "--no-import",
        "large.wav": "the limit is 400000", "long.caf": "31",
    }  # fmt: skip


def check_results(folder: Path, program: str, refusals: Dict[str, str]) -> None:
    """Checks that each input has exactly one row, and each output its row and the right bytes."""
    uploads = folder / "uploads"
    inputs = {
        str(path.relative_to(uploads)) for path in uploads.rglob("*") if path.is_file() and not path.is_symlink()
    }
    database = sqlite3.connect(folder / "ledger.db")
    rows = database.execute("SELECT input, status, sha256, output, messages FROM sounds").fetchall()
    database.close()
    expect(len(rows) == len(inputs), f"{len(rows)} rows for {len(inputs)} uploads")
    rows = [(os.fsdecode(row[0]), *row[1:]) for row in rows]
    expect({row[0] for row in rows} == inputs, "the rows aren't those of the uploads")
    named = set()
    for name, status, digest, output, messages in rows:
        if name in refusals:
            expect(status == "refused" and not output, f"{name} is {status}")
            expect(bool(messages) and refusals[name] in messages, f"{name}: the reason is {messages!r}")
            continue
        expect(status == "converted", f"{name} is {status}: {messages}")
        content = hashlib.sha256((uploads / name).read_bytes()).hexdigest()
        expect(content == digest and output.startswith(f"{digest[:2]}/{digest}-"), f"{name}: {output}")
        named.add(output)
    expect(set(outputs(folder)) == named, "there are outputs without a row, or rows without an output")

    # The same by one process, without Dask.
    reference = folder / "reference"
    good = [name for name in sorted(inputs) if name not in refusals and "Equal" not in name and "bytes" not in name]
    command = [program, "convert", "--no-import", "--quiet", *OPTIONS, "-o", f"{reference}/", "--exclude", "?qual.wav"]
    command += ["--exclude", "pipe.wav", "--exclude", "link*", "--exclude", "bytes"]
    command += [word for name in refusals for word in ("--exclude", name)]
    subprocess.run([*command, "--", str(uploads)], check=True, stderr=subprocess.DEVNULL)
    by_name = {row[0]: row[3] for row in rows}
    compared = 0
    for name in good:
        path = (reference / name).with_suffix(".caf")
        if path.exists():
            expect(
                path.read_bytes() == (folder / "converted" / by_name[name]).read_bytes(), f"{name}: the bytes differ"
            )
            compared += 1
    expect(compared >= len(good) - 1, f"only {compared} of {len(good)} outputs were compared")
    partial = folder / "converted/.partial"
    print(
        f"{len(inputs)} uploads: {len(named)} outputs, {len(refusals)} reasons; {compared} compared with alertsound"
        f" convert; {len(list(partial.iterdir()))} partial files left by killed workers"
    )


def load_recipe() -> ModuleType:
    """Imports the recipe, for the parts that need no cluster."""
    spec = importlib.util.spec_from_file_location("convert_uploads", RECIPE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    # Classes look for their module by its name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def check_options(module: ModuleType) -> None:
    """Options with which every sound would fail are refused, and others aren't."""
    refused = ["-o x", "-o=x", "--output x", "-f caff", "--file=WAVE", "--options x", "--manifest x", "--depfile x"]
    refused += ["--dry-run", "--shard 1/2", "--exclude x", "--default-sound x", "--declared-outputs", "--help", "-h"]
    refused += ["--version", "--over-limit omit", "--over-limit=omit", "-q 0 x.wav", "-", "-- x", "-q -o"]
    for line in refused:
        try:
            module.check_options(line.split())
        except module.UsageFailure as error:
            expect("can't be used here" in str(error), f"{line}: {error}")
        else:
            sys.exit(f"check_dask.py: {line} is taken, with which every sound would fail")
    module.check_options("-q 0 --over-limit trim --limit=5 -d LEI16@22050 --mix -c 1 --resampler libsamplerate".split())


def check_listing(module: ModuleType, folder: Path) -> None:
    """Deep folders are listed, and what vanishes or can't be read ends nothing."""
    top = folder / "deep"
    subprocess.run(["rm", "-rf", str(top)], check=True)
    top.mkdir()
    (top / "top.wav").write_bytes(b"")
    path = str(top)
    for _ in range(1_100):
        path += "/d"
        os.mkdir(path)
    Path(path, "deepest.wav").write_bytes(b"")
    left: List[Tuple[str, str]] = []

    def leave(path: str, reason: str) -> None:
        left.append((path, reason))

    found = {sound.path for sound in module.inputs(str(top), leave)}
    expect(found == {"top.wav", "d/" * 1_100 + "deepest.wav"} and not left, "a deep folder isn't listed")
    subprocess.run(["rm", "-rf", str(top)], check=True)

    # Root can read any folder, so the faults are played.
    for name in ("gone", "locked", "other"):
        (top / name).mkdir(parents=True)
        (top / name / "a.wav").write_bytes(b"")
    scandir = os.scandir

    def failing(path: str) -> Any:
        if path.endswith("/gone"):
            subprocess.run(["rm", "-r", path], check=True)
        if path.endswith("/locked"):
            raise PermissionError(13, "Permission denied", path)
        if path.endswith("/other"):
            return Vanishing(scandir(path))
        return scandir(path)

    class Vanishing:
        """A folder whose files are removed once they are listed."""

        def __init__(self, entries: Any) -> None:
            self.entries = entries

        def __enter__(self) -> Any:
            listed = list(self.entries)
            for entry in listed:
                os.remove(entry.path)
            return iter(listed)

        def __exit__(self, *_: object) -> None:
            self.entries.close()

    os.scandir = failing  # type: ignore[assignment]
    try:
        found = {sound.path for sound in module.inputs(str(top), leave)}
    finally:
        os.scandir = scandir
    expect(not found, f"files that are gone are listed: {found}")
    expect(left == [("locked", "Permission denied")], f"what was left out is {left}")
    shutil.rmtree(top)


def check_ledger(module: ModuleType, folder: Path) -> None:
    """A ledger takes any message, and serves one pair of folders."""
    path = folder / "own.db"
    path.unlink(missing_ok=True)

    def job(source: str, target: str) -> Any:
        return module.Job(source, target, "alertsound", "0", 1, 1.0, 1.0, "caf", ())

    name = os.fsdecode(b"/up\xffloads")
    first = job(name, "/out")
    ledger = module.Ledger(str(path), first)
    sound = module.Sound(os.fsdecode(b"\xff.wav"), 1, "1")
    ledger.record([module.Row(sound, "refused", messages=f"{sound.path} \ud800: not a file")], first)
    ledger.database.close()
    ledger = module.Ledger(str(path), first)
    expect(ledger.has(sound, first), "a name that isn't UTF-8 isn't found again")
    ledger.database.close()
    for other in (job(name, "/other"), job("/other", "/out")):
        try:
            module.Ledger(str(path), other)
        except module.UsageFailure as error:
            expect(str(error) == f"{path} is the ledger of {name} and /out; use another", str(error))
        else:
            sys.exit("check_dask.py: a ledger was used for other folders")
    path.unlink()


def check_store(module: ModuleType, folder: Path) -> None:
    """A failure leaves no partial output, and nothing is written where the outputs' folder isn't mounted."""
    target = folder / "stored"
    shutil.rmtree(target, ignore_errors=True)
    for output in ("aa/x.caf", "bb/x.caf"):
        try:
            module.store(str(target), str(RECIPE), output)
        except OSError:
            pass
        else:
            sys.exit("check_dask.py: an output was stored although its folder is missing")
        module.prepare_target(str(target))
        # A folder can't be replaced by a file.
        (target / "bb/x.caf").mkdir(parents=True, exist_ok=True)
        if output.startswith("aa"):
            module.store(str(target), str(RECIPE), output)
            shutil.rmtree(target / ".partial")
    expect((target / "aa/x.caf").read_bytes() == RECIPE.read_bytes(), "another output was stored")
    try:
        module.store(str(target), str(RECIPE), "bb/x.caf")
    except OSError:
        pass
    expect(not list((target / ".partial").iterdir()), "a failure left a partial output")
    shutil.rmtree(target)


def check_wrong_root(folder: Path, cluster: Cluster, program: str) -> None:
    """A worker that hasn't mounted the uploads refuses none of them."""
    here, ledger, there = folder / "here", folder / "mount.db", folder / "mount"
    for path in (here, there):
        shutil.rmtree(path, ignore_errors=True)
    make_sounds(program, here / "mount", 3)
    # Relative to each process, so that the leader and the workers see different folders.
    command = [
        sys.executable, str(RECIPE), "file:///proc/self/cwd/mount", str(folder / "converted"), "--ledger", str(ledger),
        "--scheduler", cluster.address, "--program", program,
    ]  # fmt: skip
    for what in ("no such folder", "an empty folder"):
        ledger.unlink(missing_ok=True)
        run = subprocess.run(
            command, cwd=here, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        database = sqlite3.connect(ledger)
        (rows,) = database.execute("SELECT count(*) FROM sounds").fetchone()
        database.close()
        expect(run.returncode == 1 and rows == 0, f"workers with {what}: {rows} rows: {run.stdout}")
        expect("0 converted, 0 refused, 0 unchanged, 3 left" in run.stdout, f"workers with {what}: {run.stdout}")
        there.mkdir(exist_ok=True)
    print("uploads that a worker hasn't mounted stay without a row")


def main(program: str, folder: Path, count: int) -> None:
    """Runs the recipe four times: two are interrupted, and the last has nothing to do."""
    for name in ("uploads", "converted", "reference", "dask"):
        shutil.rmtree(folder / name, ignore_errors=True)
    for name in ("ledger.db", "ledger.db-journal", "secret.wav", "run.log", "hacked"):
        (folder / name).unlink(missing_ok=True)
    make_sounds(program, folder / "uploads", count)
    refusals = add_hostile_uploads(folder / "uploads", folder)
    module = load_recipe()
    check_options(module)
    check_listing(module, folder)
    check_ledger(module, folder)
    check_store(module, folder)
    cluster = Cluster(folder)
    try:
        with open(folder / "run.log", "wb") as log:
            command = recipe(folder, cluster, program)

            # The machine that leads is lost.
            leader = subprocess.Popen(command, stdout=log, stderr=log)
            present = wait_for(folder, count // 4, leader)
            expect(leader.poll() is None, TOO_FEW)
            leader.send_signal(signal.SIGKILL)
            leader.wait()
            print(f"killed the leader after {present} outputs")

            # A worker is lost.
            leader = subprocess.Popen(command, stdout=log, stderr=log)
            present = wait_for(folder, count // 2, leader)
            expect(leader.poll() is None, TOO_FEW)
            victim = cluster.workers[0]
            victim.send_signal(signal.SIGKILL)
            victim.wait()
            print(f"killed a worker of {WORKERS} after {present} outputs")
            expect(leader.wait(timeout=300) == 0, f"the recipe failed; see {folder}/run.log")
        check_results(folder, program, refusals)
        check_wrong_root(folder, cluster, program)

        before = outputs(folder)
        again = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
        print("again:", again.stdout.strip())

        # Another run has the ledger.
        database = sqlite3.connect(folder / "ledger.db", isolation_level=None)
        database.execute("BEGIN EXCLUSIVE")
        refused = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        database.close()
        expect(refused.returncode == 1 and b"another run" in refused.stdout, "two runs used one ledger")
        expect(again.stdout.startswith("0 converted, 0 refused, "), "a second run wasn't idle")
        expect(outputs(folder) == before, "a second run changed outputs")
        expect(not list(folder.rglob("hacked")) and not Path("hacked").exists(), "a name was run by a shell")
    finally:
        cluster.stop()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1], Path(sys.argv[2]).resolve(), int(sys.argv[3]))
