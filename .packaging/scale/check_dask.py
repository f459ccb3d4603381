"""Runs the Dask recipe on processes of this machine and kills some: check_dask.py PROGRAM FOLDER COUNT"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Dict, List, Tuple

from make_sounds import main as make_sounds

ROOT = Path(__file__).resolve().parents[2]
RECIPE = ROOT / "Samples/Recipes/Dask/convert_uploads.py"
WORKERS = 3
# Fast, so that the check is short, and one over the length of the longest sample that isn't too long.
OPTIONS = ["-q", "0"]
LIMITS = ["--max-bytes", "400000", "--max-seconds", "31"]


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
    return {
        "noise.wav": "", "empty.wav": "", "truncated.wav": "", "song.mp3": "--no-import",
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
    good = [name for name in sorted(inputs) if name not in refusals and "Equal" not in name]
    command = [program, "convert", "--no-import", "--quiet", *OPTIONS, "-o", f"{reference}/", "--exclude", "?qual.wav"]
    command += ["--exclude", "pipe.wav", "--exclude", "link*"]
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


def main(program: str, folder: Path, count: int) -> None:
    """Runs the recipe four times: two are interrupted, and the last has nothing to do."""
    for name in ("uploads", "converted", "reference", "dask"):
        shutil.rmtree(folder / name, ignore_errors=True)
    for name in ("ledger.db", "ledger.db-journal", "secret.wav", "run.log", "hacked"):
        (folder / name).unlink(missing_ok=True)
    make_sounds(program, folder / "uploads", count)
    refusals = add_hostile_uploads(folder / "uploads", folder)
    cluster = Cluster(folder)
    try:
        with open(folder / "run.log", "wb") as log:
            command = recipe(folder, cluster, program)

            # The machine that leads is lost.
            leader = subprocess.Popen(command, stdout=log, stderr=log)
            present = wait_for(folder, count // 4, leader)
            leader.send_signal(signal.SIGKILL)
            leader.wait()
            print(f"killed the leader after {present} outputs")

            # A worker is lost.
            leader = subprocess.Popen(command, stdout=log, stderr=log)
            present = wait_for(folder, count // 2, leader)
            victim = cluster.workers[0]
            victim.send_signal(signal.SIGKILL)
            victim.wait()
            print(f"killed a worker of {WORKERS} after {present} outputs")
            expect(leader.wait(timeout=300) == 0, f"the recipe failed; see {folder}/run.log")
        check_results(folder, program, refusals)

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
