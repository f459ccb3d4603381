"""Converts a folder or bucket of untrusted sounds on the workers of a Dask cluster.

    python3 convert_uploads.py uploads converted --ledger ledger.db --workers 8 -- -q 0 --over-limit trim
    python3 convert_uploads.py s3://in/uploads s3://out/alerts --ledger ledger.db --scheduler tcp://head:8786

Options of `alertsound convert` follow --. The ledger is an SQLite database on this machine, with one row for
each input: its output, or the tool's reason for refusing it. It serves one pair of folders, which every worker must
have mounted at the same paths. A fault of a worker's, such as a missing mount, leaves an input without a row.
Outputs are named after the content and the options, so converting a sound twice gives the same file again, and equal
uploads share one.

Run the same command again to go on after an interruption, and to convert what is new or has changed. The exit
status is 0 if every input has an output or a reason, and 1 if any has neither.
"""

from __future__ import annotations

import argparse
import errno
import hashlib
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
import uuid
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

import fsspec
from distributed import Client, Future, KilledWorker, LocalCluster, as_completed
from fsspec.implementations.local import LocalFileSystem

# A task converts this many sounds, which makes Dask's time for a task small beside it.
BATCH = 32
# The folder in that of the outputs for what is being written.
PARTIAL = ".partial"
# The exit statuses of alertsound: the sound is at fault, or the command line.
REFUSED, USAGE = 1, 64
# Options that would read or write other files, name the output, or leave one out.
FORBIDDEN = {
    "--": "the sounds are those of the folder",
    "--declared-outputs": "it is passed already",
    "--default-sound": "workers don't have the file",
    "--depfile": "the ledger has what became of each input",
    "--dry-run": "",
    "--exclude": "every file of the folder is an input",
    "--file": "the container is that of --extension",
    "--help": "",
    "--manifest": "the ledger has what became of each input",
    "--options": "list the options here",
    "--output": "outputs are named after their content",
    "--shard": "Dask distributes the sounds",
    "--version": "",
    "-f": "the container is that of --extension",
    "-h": "",
    "-o": "outputs are named after their content",
}
# The other options that have a value.
VALUED = {
    "--channels", "--data", "--diagnostics", "--jobs", "--limit", "--max-bytes", "--max-seconds", "--over-limit",
    "--quality", "--resampler", "--src-quality", "-c", "-d", "-q", "-r",
}  # fmt: skip


class SystemFailure(Exception):
    """The machine is at fault and not the sound, so the task is tried again."""


class UsageFailure(Exception):
    """The options are at fault, so no sound can be converted."""


@dataclass(frozen=True)
class Job:
    """What every task needs to know."""

    source: str
    target: str
    program: str
    version: str
    max_bytes: int
    max_seconds: float
    timeout: float
    extension: str
    options: Tuple[str, ...]

    @property
    def recipe(self) -> str:
        """Identifies everything but the sound that an output depends on."""
        return hashlib.sha256(json.dumps([self.version, self.extension, self.options]).encode()).hexdigest()[:16]

    @property
    def limits(self) -> str:
        """What a refusal may depend on, too."""
        return json.dumps([self.max_bytes, self.max_seconds, self.timeout])


@dataclass(frozen=True)
class Sound:
    """An input, and what tells whether it was replaced."""

    path: str
    size: int
    stamp: str


@dataclass(frozen=True)
class Row:
    """What became of an input."""

    sound: Sound
    status: str
    digest: str = ""
    output: str = ""
    messages: str = ""


# On a worker


def convert_batch(job: Job, sounds: List[Sound]) -> List[Row]:
    """Converts sounds one after the other. Each has a process of its own, so none can harm another."""
    check_version(job)
    with tempfile.TemporaryDirectory(prefix="alertsound-") as folder:
        return [convert(job, sound, folder) for sound in sounds]


def check_version(job: Job) -> None:
    """Refuses to work with another version, whose outputs could differ."""
    version = program_version(job.program)
    if version != job.version:
        raise UsageFailure(f"this worker has alertsound {version}, not {job.version}; install the same on all")


def convert(job: Job, sound: Sound, folder: str) -> Row:
    """Converts a sound and stores its output."""
    if sound.size > job.max_bytes:
        return Row(sound, "refused", messages=f"{sound.size} bytes; the limit is {job.max_bytes}")
    # The tool reads a copy with a name of ours. What is hashed is what is converted, even if the upload changes.
    copy, result = os.path.join(folder, "sound"), os.path.join(folder, f"result.{job.extension}")
    if os.path.exists(result):
        os.remove(result)
    with open(copy, "wb") as target:
        try:
            digest = fetch(job, sound, target)
        except FileNotFoundError:
            return Row(sound, "refused", messages="it was removed before it could be read")
        except NotAFile as error:
            return Row(sound, "refused", messages=str(error))
    command = [
        find(job.program), "convert", *job.options, "--no-import", "--max-bytes", str(job.max_bytes), "--max-seconds",
        str(job.max_seconds), "--declared-outputs", "--diagnostics", "json", "--quiet", "--jobs", "1", "-o", result,
        "--", copy,
    ]  # fmt: skip
    try:
        run = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=job.timeout,
            env={}, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Row(sound, "refused", digest, messages=f"converting took longer than {job.timeout:g} s")
    messages = said(run.stderr)
    if run.returncode == 0:
        name = f"{digest}-{job.recipe}.{job.extension}"
        output = f"{name[:2]}/{name}"
        store(job.target, result, output)
        return Row(sound, "converted", digest, output, messages)
    if run.returncode == REFUSED:
        return Row(sound, "refused", digest, messages=messages or "alertsound gave no reason")
    if run.returncode == USAGE:
        raise UsageFailure(messages)
    # Another process may have killed it for its memory, but a program that traps would do so again.
    if run.returncode < 0 and -run.returncode not in (1, 2, 9, 15):
        return Row(sound, "refused", digest, messages=f"alertsound was stopped by signal {-run.returncode}")
    raise SystemFailure(f"{sound.path}: alertsound ended with {run.returncode}: {messages}")


class NotAFile(Exception):
    """The input isn't a file any more."""


def fetch(job: Job, sound: Sound, target: BinaryIO) -> str:
    """Copies an input, at most a byte more than the limit, and returns the SHA-256 of its bytes."""
    digest = hashlib.sha256()
    remaining = job.max_bytes + 1
    with open_input(job.source, sound.path) as source:
        while remaining > 0:
            block = source.read(min(remaining, 1 << 20))
            if not block:
                break
            digest.update(block)
            target.write(block)
            remaining -= len(block)
    return digest.hexdigest()


def open_input(source: str, path: str) -> BinaryIO:
    """Opens an input. On a shared folder, it must be a file in it: a link could lead anywhere."""
    filesystem, root = fsspec.url_to_fs(source)
    if not isinstance(filesystem, LocalFileSystem):
        return filesystem.open(f"{root}/{path}", "rb")
    # Each folder on the way is opened without following a link, too.
    *folders, name = path.split("/")
    try:
        descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise SystemFailure(f"{root}: {error.strerror}") from None
    try:
        for part in folders:
            below = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = below
        file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=descriptor)
    except FileNotFoundError:
        # The folder in which a disk is to be mounted has no files.
        if not os.listdir(root):
            raise SystemFailure(f"{root}: empty; mount the folder of the uploads on every worker") from None
        raise
    except OSError as error:
        # Anything else is no fault of the sound's: too many open files, a disk that can't be read, no permission.
        if error.errno not in (errno.ELOOP, errno.ENOTDIR, errno.ENXIO):
            raise
        raise NotAFile(f"{path}: {error.strerror}; links aren't followed") from None
    finally:
        os.close(descriptor)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise NotAFile(f"{path}: not a file")
    return open(file, "rb")


def store(target: str, result: str, output: str) -> None:
    """Stores an output atomically: readers see all of it or nothing, however often it is stored."""
    filesystem, root = fsspec.url_to_fs(target)
    if not isinstance(filesystem, LocalFileSystem):
        filesystem.put_file(result, f"{root}/{output}")
        return
    path = os.path.join(root, output)
    partial = os.path.join(root, PARTIAL, uuid.uuid4().hex)
    try:
        # The leader made this folder. On a worker where it is missing, the folder of the outputs isn't mounted.
        with open(result, "rb") as source, open(partial, "wb") as copy:
            shutil.copyfileobj(source, copy)
            copy.flush()
            os.fsync(copy.fileno())
        with suppress(FileExistsError):
            os.mkdir(os.path.dirname(path))
        os.replace(partial, path)
    except BaseException:
        with suppress(OSError):
            os.remove(partial)
        raise
    # The ledger must not name an output that a power failure takes away.
    sync(os.path.dirname(path))
    sync(root)


def sync(folder: str) -> None:
    """Writes the names in a folder to the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def said(errors: bytes) -> str:
    """Returns the tool's messages, without the name of the copy, which means nothing to anybody."""
    messages = []
    for line in errors.decode(errors="replace").splitlines():
        try:
            messages.append(str(json.loads(line)["message"]))
        except (ValueError, KeyError, TypeError):
            messages.append(line)
    return "; ".join(messages)


def find(program: str) -> str:
    """Returns the path of a program. It gets an empty environment, which has no PATH."""
    return shutil.which(program) or program


def program_version(program: str) -> str:
    """Returns what the program says its version is."""
    try:
        run = subprocess.run([find(program), "--version"], capture_output=True, text=True, check=True, env={}, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        raise UsageFailure(f"{program} doesn't run: {error}; install alertsound, or name it with --program") from None
    return run.stdout.strip()


# On the machine that leads


class Ledger:
    """What became of each input. Its rows are written in one transaction for each task, by this process alone."""

    def __init__(self, path: str, job: Job) -> None:
        self.database = sqlite3.connect(path, timeout=1, isolation_level=None)
        self.database.execute("PRAGMA locking_mode = EXCLUSIVE")
        # Takes the lock now, and not with the first row.
        self.database.execute("BEGIN EXCLUSIVE")
        self.database.execute(
            "CREATE TABLE IF NOT EXISTS sounds (input PRIMARY KEY, size INTEGER NOT NULL, stamp TEXT NOT NULL,"
            " recipe TEXT NOT NULL, limits TEXT NOT NULL, status TEXT NOT NULL, sha256 TEXT NOT NULL,"
            " output TEXT NOT NULL, messages TEXT NOT NULL) WITHOUT ROWID"
        )
        # Its rows mean nothing for other folders.
        self.database.execute("CREATE TABLE IF NOT EXISTS folders (source NOT NULL, target NOT NULL)")
        here = (text(job.source), text(job.target))
        row = self.database.execute("SELECT source, target FROM folders").fetchone()
        if row is None:
            self.database.execute("INSERT INTO folders VALUES (?, ?)", here)
        elif row != here:
            self.database.close()
            source, target = map(os.fsdecode, row)
            raise UsageFailure(f"{path} is the ledger of {source} and {target}; use another")
        self.database.execute("COMMIT")

    def has(self, sound: Sound, job: Job) -> bool:
        """Whether an input was dealt with as it is now. Other limits may admit what was refused."""
        row = self.database.execute(
            "SELECT 1 FROM sounds WHERE input = ? AND size = ? AND stamp = ? AND recipe = ?"
            " AND (status = 'converted' OR limits = ?)",
            (text(sound.path), sound.size, sound.stamp, job.recipe, job.limits),
        ).fetchone()
        return row is not None

    def record(self, rows: Iterable[Row], job: Job) -> None:
        """Records what became of a task's inputs; on disk when it returns."""
        self.database.execute("BEGIN")
        for row in rows:
            self.database.execute(
                "INSERT OR REPLACE INTO sounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    text(row.sound.path), row.sound.size, row.sound.stamp, job.recipe, job.limits, row.status,
                    row.digest, row.output, row.messages.encode(errors="backslashreplace").decode(),
                ),
            )  # fmt: skip
        self.database.execute("COMMIT")


def text(path: str) -> Union[str, bytes]:
    """Returns a path as the ledger has it: as bytes if it isn't UTF-8."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path)
    return path


def inputs(source: str, leave: Callable[[str, str], None]) -> Iterator[Sound]:
    """Lists the inputs. Links, and what is neither a file nor a folder, are left out.

    `leave` is called for a subfolder that can't be read, with its path and the reason.
    """
    filesystem, root = fsspec.url_to_fs(source)
    if not filesystem.isdir(root):
        raise UsageFailure(f"{source} isn't a folder; name the one with the uploads")
    if isinstance(filesystem, LocalFileSystem):
        yield from local_inputs(root, leave)
        return

    def stop(error: Exception) -> None:
        raise error

    for folder, _, files in filesystem.walk(root, detail=True, on_error=stop):
        for name, entry in files.items():
            # What changes when an object is replaced; stores name it differently.
            stamps = [entry.get(field) for field in ("ETag", "etag", "LastModified", "updated", "mtime", "created")]
            stamp = next((str(stamp) for stamp in stamps if stamp), "")
            yield Sound(f"{folder}/{name}"[len(root) + 1 :], int(entry["size"]), stamp)


def local_inputs(root: str, leave: Callable[[str, str], None]) -> Iterator[Sound]:
    """Lists the files of a shared folder. A folder isn't sorted, so that it needn't be in memory."""
    # A list, since untrusted folders may be nested deeper than Python's calls.
    folders = [""]
    while folders:
        parent = folders.pop()
        try:
            with os.scandir(os.path.join(root, parent)) as entries:
                for entry in entries:
                    path = f"{parent}/{entry.name}" if parent else entry.name
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(path)
                    elif entry.is_file(follow_symlinks=False):
                        try:
                            status = entry.stat(follow_symlinks=False)
                        except FileNotFoundError:
                            continue
                        yield Sound(path, status.st_size, str(status.st_mtime_ns))
                    else:
                        print(f"{path!r}: skipped: not a file; links aren't followed", file=sys.stderr)
        except OSError as error:
            if not parent:
                raise
            # A folder may be removed while others are listed.
            if not isinstance(error, FileNotFoundError):
                leave(parent, error.strerror or str(error))


def batches(sounds: Iterable[Sound], size: int) -> Iterator[List[Sound]]:
    """Groups sounds. Reads no further than it must, so that a long listing isn't kept in memory."""
    waiting = iter(sounds)
    while batch := list(islice(waiting, size)):
        yield batch


class Run:
    """Keeps the workers busy, and records what they did."""

    def __init__(self, client: Client, job: Job, ledger: Ledger) -> None:
        self.client = client
        self.job = job
        self.ledger = ledger
        self.counts = {"converted": 0, "refused": 0, "unchanged": 0, "left": 0}
        self.tasks: Dict[Future, List[Sound]] = {}
        self.completed = as_completed()

    def submit(self, batch: List[Sound]) -> None:
        """Gives a batch to a worker. A worker that is lost, or whose machine is at fault, is replaced."""
        future = self.client.submit(convert_batch, self.job, batch, pure=False, retries=2)
        self.tasks[future] = batch
        self.completed.add(future)

    def convert(self, sounds: Iterable[Sound]) -> None:
        """Converts all sounds that aren't in the ledger."""
        waiting = batches(self.new(sounds), BATCH)
        self.fill(waiting)
        for future in self.completed:
            batch = self.tasks.pop(future)
            self.finish(future, batch)
            self.fill(waiting)

    def new(self, sounds: Iterable[Sound]) -> Iterator[Sound]:
        """Leaves out what the ledger has."""
        for sound in sounds:
            if self.ledger.has(sound, self.job):
                self.counts["unchanged"] += 1
            else:
                yield sound

    def fill(self, waiting: Iterator[List[Sound]]) -> None:
        """Submits a few tasks for each worker, and no more: a million would fill the scheduler's memory."""
        workers = max(1, len(self.client.nthreads()))
        while len(self.tasks) < 4 * workers:
            batch = next(waiting, None)
            if batch is None:
                return
            self.submit(batch)

    def finish(self, future: Future, batch: List[Sound]) -> None:
        """Records a task's rows, or decides what to do about its failure."""
        error: Optional[BaseException] = future.exception()
        if error is None:
            rows: List[Row] = future.result()
            self.ledger.record(rows, self.job)
            for row in rows:
                self.counts[row.status] += 1
                if row.status == "refused":
                    print(f"{row.sound.path!r}: {row.messages}", file=sys.stderr)
        elif isinstance(error, UsageFailure):
            raise error
        elif len(batch) > 1:
            # One sound may have been too much for its workers, so each is tried by itself.
            for sound in batch:
                self.submit([sound])
        else:
            self.leave(batch[0].path, "its workers were lost" if isinstance(error, KilledWorker) else str(error))

    def leave(self, path: str, reason: str) -> None:
        """Counts an input, or a folder, that stays without a row."""
        self.counts["left"] += 1
        print(f"{path!r}: not converted: {reason}; run this again", file=sys.stderr)


def arguments() -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        description="Converts untrusted sounds on a Dask cluster.", epilog="Options of alertsound convert follow --."
    )
    parser.add_argument("source", help="the folder of the uploads, or the URL of one that fsspec knows")
    parser.add_argument("target", help="the folder of the outputs, or its URL")
    parser.add_argument("--ledger", required=True, help="the database of what was done, on this machine")
    parser.add_argument("--scheduler", help="the address of a Dask scheduler; without it, workers are started here")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="how many workers to start here")
    parser.add_argument("--program", default="alertsound", help="the program, on every worker")
    parser.add_argument("--max-bytes", type=int, default=20_000_000, help="the largest upload (20000000)")
    parser.add_argument("--max-seconds", type=float, default=300, help="the longest upload (300)")
    parser.add_argument("--timeout", type=float, default=60, help="seconds that converting a sound may take (60)")
    parser.add_argument("--extension", choices=["caf", "wav", "aiff", "aifc"], default="caf", help="of outputs (caf)")
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:end])
    options.options = words[end + 1 :]
    return options


def check_options(words: List[str]) -> None:
    """Refuses options with which every sound would fail, or an output would be missing or elsewhere."""
    # The option whose value the next word is.
    waiting = ""
    for word in words:
        name, _, value = word.partition("=")
        if name in FORBIDDEN:
            refuse(name, FORBIDDEN[name])
        if waiting:
            name, value, waiting = waiting, word, ""
        elif not word.startswith("-") or word == "-":
            refuse(word, "the sounds are those of the folder")
        elif word in VALUED:
            waiting = word
        if (name, value) == ("--over-limit", "omit"):
            refuse("--over-limit omit", "every sound needs an output or a reason")


def refuse(option: str, advice: str) -> None:
    """Reports an option that has no place in the recipe."""
    raise UsageFailure(f"options: {option} can't be used here" + (f"; {advice}" if advice else ""))


def prepare(options: argparse.Namespace) -> Tuple[Job, Ledger]:
    """Checks what was asked for, before anything is written but the ledger."""
    check_options(options.options)
    source, target = absolute(options.source), absolute(options.target)
    for what, path in (("outputs", target), ("ledger", absolute(options.ledger))):
        if f"{path}/".startswith(f"{source}/"):
            raise UsageFailure(f"the {what} can't be among the uploads; name another folder than {path}")
    job = Job(
        source, target, options.program, program_version(options.program), options.max_bytes, options.max_seconds,
        options.timeout, options.extension, tuple(options.options),
    )  # fmt: skip
    try:
        return job, Ledger(options.ledger, job)
    except sqlite3.Error as error:
        raise UsageFailure(f"{options.ledger}: {error}; another run may be using it, or it isn't a ledger") from None


def prepare_target(target: str) -> None:
    """Makes the folder of the outputs, and removes what lost workers were writing a while ago."""
    filesystem, root = fsspec.url_to_fs(target)
    if not isinstance(filesystem, LocalFileSystem):
        return
    partial = os.path.join(root, PARTIAL)
    os.makedirs(partial, exist_ok=True)
    for entry in os.scandir(partial):
        # Its worker may be done with it meanwhile.
        with suppress(FileNotFoundError):
            if entry.stat(follow_symlinks=False).st_mtime < time.time() - 3600:
                os.remove(entry.path)


def main() -> int:
    """Converts what is new."""
    options = arguments()
    try:
        job, ledger = prepare(options)
        prepare_target(job.target)
        with ExitStack() as stack:
            scheduler = options.scheduler or stack.enter_context(
                LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None)
            )
            run = Run(stack.enter_context(Client(scheduler)), job, ledger)
            run.convert(inputs(job.source, run.leave))
    except (UsageFailure, OSError) as error:
        print(f"convert_uploads.py: {error}", file=sys.stderr)
        return 1
    print(", ".join(f"{count} {name}" for name, count in run.counts.items()))
    return 1 if run.counts["left"] else 0


def absolute(location: str) -> str:
    """Makes a path absolute, since workers have other working directories. A URL stays."""
    return location.rstrip("/") if "://" in location else os.path.realpath(location)


if __name__ == "__main__":
    sys.exit(main())
