"""Measures this package's programs and other installed programs, and writes the results into a page's tables."""

import argparse
import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

import ima4
import loudness
import resampling
import speed
from measuring import best, find, output_of, processor_ticks
from page import Page, listed, seconds, times

PARTS = {
    "start-up": speed.start_up,
    "batch": speed.batch,
    "throughput": speed.throughput,
    "decoding": speed.decoding,
    "growth": speed.growth,
    "limit": speed.limit,
    "resampling": resampling.measure_all,
    "ima4": ima4.measure_all,
    "loudness": loudness.measure_all,
}


class Bench:
    """The settings and methods that all measurements share."""

    # How many rounds to run if a run takes milliseconds, tenths of a second, or seconds. Even numbers, or 1.
    brief_rounds, rounds, long_rounds, resampling_rounds = 100, 10, 8, 24
    batch_count = 1000
    # Lengths in seconds. 5593 s are 1 GiB of 16-bit stereo at 48 kHz.
    sound_seconds, resampling_seconds = 600, 10
    growth_seconds, limit_seconds = [1, 60, 600, 5593], [20, 40, 600, 18_000]

    def __init__(self, programs, folder, page, is_quick):
        self.programs, self.folder, self.page, self.is_quick = programs, folder, page, is_quick
        if is_quick:
            self.brief_rounds, self.rounds, self.long_rounds, self.resampling_rounds = 10, 1, 1, 1
            self.batch_count, self.sound_seconds, self.resampling_seconds = 60, 20, 4
            self.growth_seconds, self.limit_seconds = [1, 5, 20], [20, 40, 120]

    def program(self, name):
        return self.programs / name if (self.programs / name).exists() else find(name)

    def free_bytes(self):
        return shutil.disk_usage(self.folder).free

    def summarise(self, work, runs, own, others, remark=""):
        """Adds a row to the summary. `runs` are the times by name."""
        winner = best(runs, own, others)
        if winner:
            row = [work, seconds(runs[own]) + remark, f"{seconds(runs[winner[0]])}, {winner[0]}", times(winner[1])]
            self.page.merge("Overview", [["what", "here", "the best of the others", "ratio"], row])


def machine():
    def field(file, name):
        found = re.search(rf'^{name}\s*[:=]\s*"?([^"\n]*)', Path(file).read_text(), re.MULTILINE)
        return found[1] if found else "unknown"

    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    system = field("/etc/os-release", "PRETTY_NAME")
    return f"{field('/proc/cpuinfo', 'model name')}, {os.cpu_count()} cores, {memory:.0f} GiB, {system}"


def peers():
    """The other programs, with their versions if they print them."""
    commands = {"ffmpeg": "ffmpeg -version", "sox": "sox --version", "sndfile-convert": "", "sndfile-resample": ""}
    commands |= {"mpg123": "mpg123 --version", "flac": "flac --version"}
    commands |= {"sfconvert": "sfconvert --version", "cp": "cp --version"}
    versions = []
    for name, text in commands.items():
        version = text and re.search(r"\d+\.\d+\S*", output_of(*text.split()))
        versions += [f"{name} {version[0]}" if version else name] if find(name) else []
    return listed(versions)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="short sounds and few rounds")
    parser.add_argument("programs", type=Path, help="the folder of the programs")
    parser.add_argument("page", type=Path, help="the page with the tables")
    parser.add_argument("output", type=Path, help="where to write the page")
    parser.add_argument("parts", nargs="*", help=f"{', '.join(PARTS)}; all by default")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {' '.join(unknown)}")
    page = Page(options.page, options.output)
    for name in options.parts or PARTS:
        start, ticks = time.monotonic(), processor_ticks()
        with tempfile.TemporaryDirectory(prefix="alertsound-benchmark-") as folder:
            PARTS[name](Bench(options.programs.resolve(), Path(folder), page, options.quick))
        wanted, stolen = (after - before for before, after in zip(ticks, processor_ticks()))
        page.merge(
            "The machines",
            [
                ["part", "machine", "other programs", "processor time that the host gave to others"],
                [name, machine(), peers(), f"{100 * stolen / max(1, wanted):.0f} %"],
            ],
        )
        print(f"{name}: measured in {time.monotonic() - start:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
