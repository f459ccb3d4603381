"""Runs the Dask recipe on this machine's workers and kills some of them: check_dask.py PROGRAM FOLDER COUNT"""

import hashlib
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import wave
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHIME = (ROOT / "Samples/Chime.wav").read_bytes()


def main(program, folder, count):
    subprocess.run(["rm", "-rf", folder], check=True)
    uploads, converted = folder / "uploads", folder / "converted"
    for index in range(count):
        (uploads / str(index % 7)).mkdir(parents=True, exist_ok=True)
        with wave.open(str(uploads / f"{index % 7}/{index}.wav"), "wb") as sound:
            sound.setparams((1, 2, 8000, 0, "NONE", ""))
            sound.writeframes(random.Random(index).randbytes(16_000))
    refused = add_hostile(uploads, folder)
    good = {path for path in regular(uploads) if path not in refused}

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
    log = open(folder / "cluster.log", "wb")

    def dask(command, *words):
        return subprocess.Popen([sys.executable, "-m", f"distributed.cli.dask_{command}", *words], stdout=log, stderr=log)

    scheduler = dask("scheduler", "--host", "127.0.0.1", "--port", address.rpartition(":")[2], "--no-dashboard")
    # Without nannies, a killed worker isn't restarted.
    options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0", "--local-directory", str(folder / "dask")]
    workers = [dask("worker", address, *options) for _ in range(3)]
    recipe = [sys.executable, str(ROOT / "Samples/Recipes/Dask/convert_uploads.py"), "uploads", "converted", "--ledger", "ledger.db",
              "--scheduler", address, "--program", program, "--"]
    # The recipe once had a hand-written list of options that lacked these.
    options = ["-q", "0", "--trim", "0:0.8", "--repeat", "2", "--for", "notification"]

    def run(*words, cwd=folder):
        done = subprocess.run([*recipe, *words], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout.splitlines()[-1:]

    try:
        for share, victim in ((4, None), (2, workers[0])):
            leader = subprocess.Popen([*recipe, *options], cwd=folder, stdout=log, stderr=log)
            end = time.monotonic() + 120
            while len(list(converted.glob("??/*"))) < count // share:
                assert leader.poll() is None and time.monotonic() < end, f"the recipe ended before it was killed; see {log.name}"
                time.sleep(0.01)
            (victim or leader).send_signal(signal.SIGKILL)
            assert leader.wait(300) == (0 if victim else -signal.SIGKILL), f"the recipe failed; see {log.name}"
        check(program, folder, uploads, converted, good, refused, options)
        before = {path: path.stat().st_mtime_ns for path in converted.glob("??/*")}
        assert run(*options) == (0, ["0 converted, 0 refused, 0 left"]), "a second run wasn't idle"
        assert before == {path: path.stat().st_mtime_ns for path in converted.glob("??/*")}
        elsewhere = folder / "elsewhere"
        (elsewhere / "uploads").mkdir(parents=True)
        (elsewhere / "uploads/a.wav").write_bytes(CHIME)
        # If the options write nothing, nothing counts as converted.
        _, lines = run("--dry-run", cwd=elsewhere)
        assert lines and lines[0].startswith("0 converted"), lines
        # Options that name files, and words that are no options, are refused.
        for words in (["--android=/any/folder"], ["-q", "0", "--options", "x"], ["-vo", "x"], ["y.wav"], ["--no-such-option"]):
            status, lines = run(*words, cwd=elsewhere)
            assert status == 2 and lines and "can't be used here" in lines[0], f"{words}: {lines}"
        # In this run, the leader and the workers see different folders of uploads.
        subprocess.run(["unshare", "-m", "sh", "-c", 'mount --bind elsewhere/uploads uploads && exec "$@"', "-", *recipe, *options],
                       cwd=folder, check=False, stdout=log, stderr=log)
        with sqlite3.connect(folder / "ledger.db") as ledger:
            assert ledger.execute("SELECT count(*) FROM sounds WHERE input = ?", (b"a.wav",)).fetchone() == (0,), "a row for an upload that no worker can see"
        hacked = subprocess.run(["find", folder, Path.cwd(), "-name", "hacked"], stdout=subprocess.PIPE, check=True).stdout
        assert not hacked, "a shell ran a command in a file name"
    finally:
        for process in (scheduler, *workers):
            process.kill()
            process.wait()


def add_hostile(uploads, folder):
    """Adds uploads that must be refused and uploads with hostile names. Returns the refused uploads' reasons."""
    reasons = {b"noise.wav": "", b"empty.wav": "", b"cut.wav": "", b"song.ogg": "--no-import", b"large.wav": "larger"}
    contents = [b"no sound", b"", CHIME[:len(CHIME) // 2], b"OggS" + bytes(60),
                CHIME + bytes(20_000_000)]
    for name, content in zip(reasons, contents):
        (uploads / os.fsdecode(name)).write_bytes(content)
    for name in (b"-o.wav", b"$(touch hacked).wav", b"new\nline.wav", b"\xff.wav", b"d/" * 1100 + b"deep.wav"):
        path = os.fsencode(uploads)
        for part in name.split(b"/")[:-1]:
            path += b"/" + part
            os.mkdir(path)
        with open(path + b"/" + name.rpartition(b"/")[2], "wb") as file:
            file.write(CHIME)
    (folder / "secret.wav").write_bytes(CHIME)
    (uploads / "link.wav").symlink_to(folder / "secret.wav")
    (uploads / "linked").symlink_to(folder)
    os.mkfifo(uploads / "pipe.wav")
    return reasons


def regular(root):
    listing = subprocess.run(["find", root, "-type", "f", "-printf", r"%P\0"], stdout=subprocess.PIPE, check=True)
    return set(listing.stdout.split(b"\0")[:-1])


def check(program, folder, uploads, converted, good, refused, options):
    """Each upload has one row. Each output has one row and the bytes that `alertsound convert` makes."""
    with sqlite3.connect(folder / "ledger.db") as ledger:
        rows = {row[0]: row[1:] for row in ledger.execute("SELECT input, status, sha256, output, messages FROM sounds")}
    assert set(rows) == good | set(refused), "the rows don't match the uploads"
    for path, (status, digest, output, messages) in rows.items():
        assert status == ("refused" if path in refused else "converted"), f"{path}: {status}: {messages}"
        if path in refused:
            assert messages and refused[path] in messages, f"{path}: {messages}"
            continue
        content = open(os.fsencode(uploads) + b"/" + path, "rb").read()
        assert digest == hashlib.sha256(content).hexdigest() and output.startswith(f"{digest[:2]}/{digest}-")
        if len(rows) % 7 == 0 or path.endswith(b"0.wav"):
            # The program refuses an argument that isn't UTF-8, such as the path of an upload may be.
            (folder / "one").write_bytes(content)
            subprocess.run([program, "convert", "--quiet", *options, "-o", "one.caf", "one"], cwd=folder, check=True)
            assert (folder / "one.caf").read_bytes() == (converted / output).read_bytes(), f"{path}: other bytes"
    outputs = {str(path.relative_to(converted)) for path in converted.glob("??/*")}
    assert outputs == {row[2] for row in rows.values() if row[0] == "converted"}, "an output without a row, or a row without one"
    print(f"{len(rows)} uploads: {len(outputs)} outputs and {len(refused)} reasons, with the leader and a worker killed")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]).resolve(), int(sys.argv[3]))
