"""Sounds, the same on every run, synthesised or with a library's help."""

import subprocess

import numpy as np
import soundfile

RATE = 48_000
PATTERN_SECONDS = 10


def long_pattern():
    """Ten seconds of stereo with a little noise, in which a note is struck twice a second and fades."""
    time = np.arange(PATTERN_SECONDS * RATE) / RATE
    level = 0.5 * np.exp2(-4 * ((2 * time) % 1))
    tones = np.stack([level * np.sin(2 * np.pi * frequency * time) for frequency in (440, 659.3)], axis=1)
    return tones + 0.02 * (np.random.default_rng(7).random(tones.shape) - 0.5)


def write_long(file, seconds, subtype="PCM_16"):
    """Writes a stereo sound of any length by repeating `long_pattern`."""
    if subtype == "AAC":
        wave = file.with_suffix(".wav")
        write_long(wave, seconds)
        subprocess.run(f"ffmpeg -v error -nostdin -y -i {wave} -c:a aac -b:a 128k {file}".split(), check=True)
        return wave.unlink()
    pattern, count = long_pattern(), int(seconds * RATE)
    with soundfile.SoundFile(file, "w", RATE, 2, subtype) as sound:
        while count > 0:
            sound.write(pattern[:count])
            count -= len(pattern)


def long_byte_count(seconds):
    return int(seconds * RATE) * 4


def write_batch(folder, count):
    """Writes a folder of short sounds like a large app's: AIFF, WAVE and CAF at usual rates and depths.

    Returns the size of all files in bytes."""
    folder.mkdir()
    random = np.random.default_rng(20)
    for index in range(count):
        rate = int(random.choice([22_050, 44_100, 48_000]))
        time = np.arange(int((0.3 + 2.7 * random.random()) * rate)) / rate
        tone = 0.7 * np.exp2(-4 * time / time[-1]) * np.sin(2 * np.pi * (200 + 2000 * random.random()) * time)
        channels = np.repeat(tone[:, None], random.integers(1, 3), axis=1)
        write_any(folder, index, channels + 0.02 * (random.random(channels.shape) - 0.5), rate, random)
    return sum(file.stat().st_size for file in folder.iterdir())


def write_any(folder, index, frames, rate, random):
    """Writes a sound in a random format."""
    file = folder / f"sound-{index:04}.{random.choice(['aiff', 'wav', 'caf'])}"
    endian = "LITTLE" if file.suffix == ".caf" else "FILE"
    soundfile.write(file, frames, rate, str(random.choice(["PCM_16", "PCM_24", "FLOAT"])), endian)


class Instruments:
    """Each function returns one note, as an array with a full scale of 1."""

    def __init__(self, rate):
        self.rate = rate

    def silence(self, seconds):
        return np.zeros(int(seconds * self.rate + 0.5))

    def time(self, seconds):
        return np.arange(int(seconds * self.rate + 0.5)) / self.rate

    def tone(self, frequency, seconds):
        """A sine; its frequency may be an array."""
        turns = np.cumsum(np.broadcast_to(frequency, self.time(seconds).shape)) / self.rate
        return np.sin(2 * np.pi * turns)

    def struck(self, frequency, partials, seconds):
        """A note whose partials begin together and fade separately: (ratio, level, half-life in seconds)."""
        time = self.time(seconds)
        return sum(
            level * np.exp2(-time / half_life) * np.sin(2 * np.pi * frequency * ratio * time)
            for ratio, level, half_life in partials
        )

    def falling(self, frequency, drop, half_life, seconds):
        """A tone whose frequency falls by `drop` Hz as it fades."""
        level = np.exp2(-self.time(seconds) / half_life)
        return level * self.tone(frequency - drop * (1 - level), seconds)

    def bell(self, frequency, seconds=1.2):
        """A bell by frequency modulation, after Chowning."""
        time, ratio = self.time(seconds), 1.4
        deviation = 2.4 * np.exp2(-time / 0.1) * ratio * np.cos(2 * np.pi * frequency * ratio * time)
        return np.exp2(-time / 0.2) * self.tone(frequency * (1 + deviation), seconds)

    def plucked(self, period, seconds, random):
        """A string by Karplus and Strong: noise in a delay line that averages its neighbours."""
        string = random.uniform(-1, 1, period)
        string -= string.mean()
        rounds = []
        for _ in range(int(seconds * self.rate) // period + 1):
            rounds.append(string)
            string = 0.498 * (string + np.roll(string, -1))
        return softened(np.concatenate(rounds)[: len(self.time(seconds))], 0.6)

    def burst(self, half_life, seconds, random):
        time = self.time(seconds)
        return np.exp2(-time / half_life) * random.uniform(-1, 1, len(time))

    def wail(self, low, high, seconds):
        """A siren, up and down between two frequencies, with a soft octave above it."""
        frequency = low + (high - low) * (1 - np.cos(2 * np.pi * self.time(seconds) / 1.3)) / 2
        return self.tone(frequency, seconds) + 0.3 * self.tone(2 * frequency, seconds)

    def drum(self, random):
        drum = self.falling(90, 40, 0.09, 0.6)
        return mix(drum, 0.6 * softened(self.burst(0.008, 0.1, random), 0.5), 0)

    def faded(self, signal, fade_in, fade_out):
        """The signal, faded in and out."""
        signal = signal.copy()
        for part, seconds in ((signal, fade_in), (signal[::-1], fade_out)):
            count = min(len(part), int(seconds * self.rate))
            ramp = np.arange(count) / max(1, count)
            part[:count] *= ramp * ramp * (3 - 2 * ramp)
        return signal


def mix(signal, other, start):
    """Adds another signal, beginning at a frame. The other signal is truncated where this signal ends."""
    count = max(0, min(len(other), len(signal) - start))
    signal[start : start + count] += other[:count]
    return signal


def softened(signal, part):
    """The signal with less treble: each frame moves only part of the way to its value."""
    return np.convolve(signal, part * (1 - part) ** np.arange(60))[: len(signal)]
