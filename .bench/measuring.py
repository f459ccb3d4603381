"""Runs programs in turn and compares their time and memory."""

import ctypes
import math
import os
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

import numpy as np


class Failure(Exception):
    pass


@dataclass
class Cost:
    """Times in seconds, memory in bytes. The times are numbers for one run, and arrays for several."""

    wall: float
    cpu: float
    memory: int = 0


@dataclass
class Program:
    """A program to run. `files` are removed after each run."""

    arguments: list
    files: list = field(default_factory=list)
    before: Callable = lambda: None
    after: Callable = lambda: None

    def run(self, apart=False):
        """Raises Failure if the program fails.

        On Linux, a process starts with the peak memory of its parent process. With `apart`, a small shell starts
        the program and ends, and this process adopts the program."""
        self.before()
        arguments = [str(word) for word in self.arguments]
        if apart:
            adopt_orphans()
            arguments = ["/bin/sh", "-c", '"$0" "$@" &', *arguments]
        with tempfile.TemporaryFile() as output:
            redirections = [
                (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
                (os.POSIX_SPAWN_DUP2, output.fileno(), 1),
                (os.POSIX_SPAWN_DUP2, output.fileno(), 2),
            ]
            start = time.perf_counter()
            process = os.posix_spawnp(arguments[0], arguments, os.environ, file_actions=redirections)
            if apart:
                os.waitpid(process, 0)
                process = -1
            _, status, usage = os.wait4(process, 0)
            wall = time.perf_counter() - start
            if status != 0:
                output.seek(0)
                text = output.read().decode(errors="replace")
                raise Failure(f"{' '.join(map(str, self.arguments))}: {text[-2000:]}")
        self.after()
        for file in self.files:
            remove(file)
        return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


@dataclass
class Call:
    """Work inside this process, repeated until it takes long enough to be measured."""

    function: Callable
    count: int = 1

    def run(self, apart=False):
        start, cpu = time.perf_counter(), time.process_time()
        for _ in range(self.count):
            self.function()
        cost = Cost((time.perf_counter() - start) / self.count, (time.process_time() - cpu) / self.count)
        self.count = max(1, math.ceil(0.02 / max(cost.wall, 1e-6)))
        return cost


def adopt_orphans():
    set_child_subreaper = 36
    if ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0) != 0:
        raise Failure("memory can't be measured on this system")


def measure(trials, rounds, patience=math.inf):
    """Returns each trial's costs, by name. The first round warms up and measures the memory. Trials that take longer than
    `patience` seconds aren't repeated.

    Every other round runs backwards, so that no trial gains if the machine gets slower or faster."""
    first = {name: trial.run(apart=True) for name, trial in trials.items()}
    costs = {name: [cost] if cost.wall > patience else [] for name, cost in first.items()}
    repeated = [name for name, cost in first.items() if cost.wall <= patience]
    for number in range(rounds):
        for name in repeated if number % 2 == 0 else reversed(repeated):
            costs[name].append(trials[name].run())
    return {
        name: Cost(np.array([cost.wall for cost in own]), np.array([cost.cpu for cost in own]), first[name].memory)
        for name, own in costs.items()
    }


def compare(operation, ours, theirs):
    """Applies an operation to the two times of each round, and returns the median: a machine may be fast in one round
    and slow in the next. If the numbers of rounds differ, the operation gets the medians of the times."""
    if len(ours) != len(theirs):
        ours, theirs = np.median(ours), np.median(theirs)
    return float(np.median(operation(ours, theirs)))


def ratio(ours, theirs):
    return compare(np.divide, ours, theirs)


def median(times):
    return float(np.median(times))


def excess(ours, theirs):
    """Subtracts the costs of `theirs` from the costs of `ours`, round by round."""
    if len(ours.cpu) == len(theirs.cpu):
        return Cost(ours.wall - theirs.wall, ours.cpu - theirs.cpu, ours.memory)
    return Cost(
        *(np.array([compare(np.subtract, getattr(ours, kind), getattr(theirs, kind))]) for kind in ("wall", "cpu"))
    )


def best(times, own, others):
    """Returns the name and the ratio of the fastest of `others`; None if none of them was measured."""
    ratios = {name: ratio(times[own], times[name]) for name in others if name in times}
    name = max(ratios, key=ratios.get, default=None)
    return name and (name, ratios[name])


def is_ahead(ratio):
    """Whether another program is faster. A ratio that is shown as 1.00 is a tie."""
    return ratio >= 1.005


def command(text, **values):
    """Splits a command at its spaces, and replaces the words in capitals."""
    return [str(values.get(word, word)) for word in text.split()]


def remove(path):
    if Path(path).is_dir():
        shutil.rmtree(path)
    else:
        Path(path).unlink(missing_ok=True)


def find(name):
    return shutil.which(name)


def output_of(*arguments):
    """A program's output, whatever its exit status; empty if it can't be started."""
    words = [str(word) for word in arguments]
    try:
        return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace").stdout
    except OSError:
        return ""


def processor_ticks():
    """The ticks in which this machine had work, and the ticks that the virtual machine's host gave to others.

    Source: proc(5), the first line of /proc/stat."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().split()[1:9]]
    idle, waiting, stolen = ticks[3], ticks[4], ticks[7]
    return sum(ticks) - idle - waiting, stolen
