"""Converts a folder of untrusted sounds on the workers of a Dask cluster.

    python3 convert_uploads.py uploads converted --ledger ledger.db --scheduler tcp://head:8786 -- -q 0

Options of `alertsound convert` that name no files follow --. All workers must have both folders at the same paths as this
machine. The ledger is an SQLite database on this machine. Each upload gets a row with its output, or with the reason for
refusing it. If a machine's fault made an upload fail, the upload gets no row and is left. Run the command again to convert
uploads that are left, new or changed. The exit status is 1 if any upload is left.
"""

import argparse
import errno
import hashlib
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

from distributed import Client, LocalCluster, as_completed

MAX_BYTES, MAX_SECONDS, TIMEOUT, BATCH = 20_000_000, 300, 60, 32


def ask(*command):
    return subprocess.run(command, env={}, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def convert_batch(job, batch):
    """Runs on a worker. Converts each upload in its own process. Returns each one's (status, digest, output, messages)."""
    if ask(job["program"], "--version") != job["version"]:
        raise RuntimeError(f"alertsound isn't version {job['version']} on this worker")
    return [convert(job, path) for path, _, _ in batch]


def convert(job, path):
    try:
        with open_upload(job["source"], path) as upload:
            content = upload.read(MAX_BYTES + 1)
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENOTDIR, errno.ENXIO, errno.ENAMETOOLONG):
            raise  # This machine is at fault.
        return "refused", "", "", "not a file; links aren't followed"
    if len(content) > MAX_BYTES:
        return "refused", "", "", f"larger than {MAX_BYTES} bytes"
    digest = hashlib.sha256(content).hexdigest()
    with tempfile.TemporaryDirectory(prefix="alertsound-") as folder:
        # The program reads a copy under our own name, so it converts exactly the hashed bytes.
        with open(f"{folder}/sound", "wb") as copy:
            copy.write(content)
        limits = ["--no-import", "--max-bytes", str(MAX_BYTES), "--max-seconds", str(MAX_SECONDS), "--jobs", "1", "--quiet"]
        command = [job["program"], "convert", *limits, *job["options"], "-o", "result.caf", "--", "sound"]
        try:
            done = subprocess.run(command, cwd=folder, env={}, capture_output=True, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return "refused", digest, "", f"converting took longer than {TIMEOUT} s"
        messages = done.stderr.decode(errors="replace").strip()
        if done.returncode == 0 and os.path.exists(f"{folder}/result.caf"):
            return "converted", digest, store(job, f"{folder}/result.caf", digest), messages
    # A program that trapped would trap again. A program that was killed may have lacked memory on this worker.
    if done.returncode in (-1, -2, -9, -15) or done.returncode > 1:
        raise RuntimeError(f"alertsound ended with {done.returncode}: {messages}")
    return "refused", digest, "", messages or f"alertsound ended with {done.returncode}"


def open_upload(root, path):
    """Opens an upload, which must be a regular file at exactly this path. A link could lead anywhere."""
    place = os.path.join(os.fsencode(root), path)
    upload = open(os.open(place, os.O_NOFOLLOW | os.O_NONBLOCK), "rb")
    if os.readlink(f"/proc/self/fd/{upload.fileno()}".encode()) != place or not os.path.isfile(upload.fileno()):
        upload.close()
        raise OSError(errno.ELOOP, "not a file")
    return upload


def store(job, result, digest):
    """Stores an output atomically. Its name contains all inputs of the conversion, so storing it twice does no harm."""
    output = f"{digest[:2]}/{digest}-{job['recipe']}.caf"
    # If the outputs aren't mounted, this folder is missing.
    with open(result, "rb") as source, tempfile.NamedTemporaryFile(dir=f"{job['target']}/.partial", delete=False) as copy:
        copy.write(source.read())
        os.fchmod(copy.fileno(), 0o644)
        os.fsync(copy.fileno())
    os.makedirs(f"{job['target']}/{digest[:2]}", exist_ok=True)
    os.replace(copy.name, f"{job['target']}/{output}")
    return output


def convert_all(client, job, ledger):
    """Runs on this machine. Keeps the workers busy and records their results. Returns the number of uploads by result."""
    # find follows no links, and reads folders of any depth.
    listing = subprocess.run(["find", job["source"], "-type", "f", "-printf", r"%P\0%s\0%T@\0"], stdout=subprocess.PIPE)
    fields = iter(listing.stdout.split(b"\0"))
    query = "SELECT 1 FROM sounds WHERE (input, size, time, recipe) = (?, ?, ?, ?)"
    new = (upload for upload in zip(fields, fields, fields) if not ledger.execute(query, (*upload, job["recipe"])).fetchone())
    counts, running, completed = {"converted": 0, "refused": 0, "left": listing.returncode}, {}, as_completed()

    def submit(batch):
        completed.add(future := client.submit(convert_batch, job, batch, pure=False, retries=2))
        running[future] = batch

    def fill():  # Only a few tasks for each worker, because a million would fill the scheduler's memory.
        while len(running) < 4 * max(1, len(client.nthreads())) and (batch := [each for _, each in zip(range(BATCH), new)]):
            submit(batch)
    fill()
    for future in completed:
        batch, error = running.pop(future), future.exception()
        if error is None:
            with ledger:
                for upload, result in zip(batch, future.result()):
                    counts[result[0]] += 1
                    ledger.execute("REPLACE INTO sounds VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*upload, job["recipe"], *result))
        elif len(batch) > 1:
            for upload in batch:  # One upload may have been too much for its worker.
                submit([upload])
        else:
            counts["left"] += 1
            print(f"{os.fsdecode(batch[0][0])!r}: left: {error}", file=sys.stderr)
        fill()
    return counts


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("source", "target"):
        parser.add_argument(name, type=os.path.realpath)
    parser.add_argument("--ledger", required=True)
    parser.add_argument("--scheduler", help="its address; without one, workers are started here")
    parser.add_argument("--program", default="/usr/bin/alertsound")
    end = [*sys.argv, "--"].index("--")
    job = {**vars(parser.parse_args(sys.argv[1:end])), "options": sys.argv[end + 1 :]}
    # Options that name files would read and write those of the workers.
    known = {("-" if name["kind"] == "short" else "--") + name["name"]: each["kind"]
             for each in json.loads(ask(job["program"], "convert", "--experimental-dump-help"))["command"]["arguments"]
             if "file" not in each.get("completionKind", {}) for name in each.get("names", [])}
    words = iter(job["options"])
    for word in words:
        if word.partition("=")[0] not in known:
            parser.error(f"{word} can't be used here; remove it")
        if known.get(word) == "option":
            next(words, None)  # its value
    ledger, scheduler = sqlite3.connect(job.pop("ledger")), job.pop("scheduler")
    job["version"] = ask(job["program"], "--version")
    job["recipe"] = hashlib.sha256(repr((job["version"], job["options"], MAX_BYTES, MAX_SECONDS, TIMEOUT)).encode()).hexdigest()[:16]
    ledger.execute("CREATE TABLE IF NOT EXISTS sounds (input PRIMARY KEY, size, time, recipe, status, sha256, output, messages)")
    os.makedirs(job["target"] + "/.partial", exist_ok=True)
    counts = convert_all(Client(scheduler or LocalCluster(threads_per_worker=1, dashboard_address=None)), job, ledger)
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    sys.exit(counts["left"] > 0)
