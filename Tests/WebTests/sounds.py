"""The sounds that the tests convert, and the targets of the conversions."""

import functools
import math
import os
import random
import shutil
import struct
import subprocess
import wave
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("CORPUS", ROOT.parent / "shared/corpus"))
NO_CORPUS = f"the corpus of sounds by others isn't at {CORPUS}; CORPUS=FOLDER names another place"


@dataclass(frozen=True)
class Target:
    """A target of conversions."""

    name: str
    container: str
    format: str
    extension: str
    quality: int | None = None

    @property
    def options(self):
        """The options of `alertsound convert`. Like the page by default, they trim sounds that are too long."""
        return ["-f", self.container, "-d", self.format, "--over-limit", "trim"] + ([] if self.quality is None else ["-q", str(self.quality)])

    @property
    def keys(self):
        """The keys of the core's request `convert`."""
        keys = {"container": self.container, "format": self.format, "over_limit": "trim"}
        return keys if self.quality is None else keys | {"quality": self.quality}


TARGETS = [
    Target("caf-ima4", "caff", "ima4", "caf", 63),
    Target("caf-ima4-apple", "caff", "ima4", "caf", 0),
    Target("caf-ulaw", "caff", "ulaw", "caf"),
    Target("caf-alaw", "caff", "alaw", "caf"),
    Target("caf-LEI16", "caff", "LEI16", "caf"),
    Target("wav-LEI16", "WAVE", "LEI16", "wav"),
]


@functools.cache
def corpus():
    """The corpus: sounds of other projects, which we must not copy. Empty if it isn't installed."""
    if not CORPUS.is_dir():
        return ()
    return tuple(sorted(path for path in CORPUS.resolve().iterdir() if path.suffix in (".wav", ".caf", ".aif", ".aiff", ".aifc")))


@functools.cache
def samples():
    """This project's sounds."""
    return tuple(sorted(path for path in (ROOT / "Samples").iterdir() if path.suffix in (".wav", ".caf", ".aiff", ".aifc")))


@functools.cache
def all_sounds():
    return samples() + corpus()


def wave_file(path, channels, rate=44100):
    """Writes a 16-bit WAVE file. Each channel is a list of samples from -32768 to 32767."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(len(channels))
        file.setsampwidth(2)
        file.setframerate(rate)
        frames = [sample for frame in zip(*channels) for sample in frame]
        file.writeframes(struct.pack(f"<{len(frames)}h", *frames))
    return path


def music(seconds, rate=44100, seed=1):
    """Notes with noise. The search takes as long for them as for real sounds."""
    numbers = random.Random(seed)
    samples = []
    for index in range(round(seconds * rate)):
        time = index / rate
        pitch = 220 * 2 ** (int(time * 4 + seed) % 12 / 12)
        value = 0.5 * math.sin(2 * math.pi * pitch * time) * math.exp(-3 * (time * 4 % 1)) + numbers.gauss(0, 0.02)
        samples.append(round(max(-1, min(1, value)) * 32767))
    return samples


def ffmpeg(*arguments):
    """Runs ffmpeg without messages."""
    subprocess.run([shutil.which("ffmpeg"), "-nostdin", "-v", "error", "-y", *map(str, arguments)], check=True)


def first_difference(made, expected):
    """A sentence about the first byte where two files differ; None if they are equal."""
    if made == expected:
        return None
    at = next((i for i, (a, b) in enumerate(zip(made, expected)) if a != b), min(len(made), len(expected)))
    return f"{len(made)} bytes, the command's are {len(expected)}; they differ from byte {at}: {made[at:at + 8].hex()}, not {expected[at:at + 8].hex()}"
