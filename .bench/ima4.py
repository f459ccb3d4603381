"""How much IMA4 encoders' noise is heard, how close they come to the original, and how long they take."""

import numpy as np
import soundfile
import soxr

from measuring import Program, command, find, median, remove
from page import cells
from sounds import Instruments, mix

RATE = 44_100

# How decoders treat a packet's header. Apple's, FFmpeg's and ours use the header only if it differs clearly from the
# state. libsndfile and audiofile always reload the state from the header.
RULES = ["Apple's rule", "headers reloaded"]


def likeness(copy, original):
    """Returns the noise-to-mask ratio, and the signal-to-noise ratios of the sound and of its worst 20 ms, all in decibels.
    Nearly silent windows don't count."""
    # Frames missing at the end count as silence: audiofile drops a packet that isn't full.
    copy = np.pad(copy[: len(original)], (0, max(0, len(original) - len(copy))))
    powers = original.astype(float) ** 2
    errors = (copy.astype(float) - original) ** 2
    windows = [slice(start, start + 882) for start in range(0, len(original) - 881, 882)]
    levels = [np.clip(ratio(powers[part], errors[part]), -10, 60) for part in windows if powers[part].mean() >= 30**2]
    return noise_to_mask(copy, original), ratio(powers, errors), min(levels, default=60)


def ratio(powers, errors):
    return 10 * np.log10(max(powers.sum(), 1e-9) / max(errors.sum(), 1e-9))


def noise_to_mask(copy, original, rate=RATE, size=1024):
    """The noise relative to what the original masks, in decibels: the mean of windows and bands of half a Bark. Each
    band's noise has to be as far below the original as in BS.1387. Bands mask 8 dB less per Bark upwards and 25 dB less
    downwards. A full-scale sine has 92 dB SPL."""
    half = size // 2
    frequencies = np.arange(half + 1) * rate / size
    bands, band_of = np.unique((14 * np.arcsinh(frequencies / 650)).astype(int), return_inverse=True)
    centres = (bands + 0.5) / 2
    kilohertz = np.maximum(20, 650 * np.sinh(centres / 7)) / 1000
    quiet = 3.64 * kilohertz**-0.8 - 6.5 * np.exp(-0.6 * (kilohertz - 3.3) ** 2) + 0.001 * kilohertz**4
    quiet = 0.5 * 10 ** ((np.minimum(quiet, 100) - 92) / 10) * (32768 * size / 4) ** 2
    distances = centres[:, None] - centres[None, :]
    spread = 10 ** np.where(distances >= 0, -0.8 * distances, 2.5 * distances)
    spread *= 10 ** (-(3 + np.maximum(0, (centres - 12) / 4)) / 10)[:, None]
    window = np.hanning(size + 1)[:size]

    def energies(signal):
        windows = np.lib.stride_tricks.sliding_window_view(np.pad(signal, (half, size + half)), size)[::half] * window
        powers = abs(np.fft.rfft(windows)) ** 2
        return np.stack([powers[:, band_of == band].sum(1) for band in range(len(bands))], 1)

    signal, noise = energies(original.astype(float)), energies(copy.astype(float) - original)
    ratios = (noise / (signal @ spread.T + quiet))[(signal.sum(1) > 0) | (noise.sum(1) > 0)]
    return 10 * np.log10(max(ratios.mean(), 1e-9)) if len(ratios) else -90


def encoders(bench):
    """The commands of the installed encoders. The first encoder writes the same bytes as Apple's."""
    afconvert = f"{bench.program('afconvert')} IN OUT -f AIFC -d ima4 -q "
    all = {"Apple's = afconvert, -q 0": afconvert + "0"}
    all |= {"search, -q 63": afconvert + "63"}
    for depth in (0, 8, 16):
        all[f"ffmpeg -trellis {depth}"] = f"ffmpeg -v error -nostdin -y -i IN -c:a adpcm_ima_qt -trellis {depth} OUT"
    all |= {"sndfile-convert": "sndfile-convert -ima-adpcm IN OUT"}
    all |= {"sfconvert": "sfconvert IN OUT format aifc compression ima"}
    return {name: text for name, text in all.items() if find(text.split()[0])}


def measure_all(bench):
    sounds = made_sounds() | speech(bench)
    if bench.is_quick:
        sounds = dict(list(sounds.items())[:2])
    source, target = bench.folder / "in.wav", bench.folder / "out.aifc"

    def encode(text, samples):
        remove(target)
        soundfile.write(source, samples, RATE, "PCM_16")
        return Program(command(text, IN=source, OUT=target)).run().cpu

    def decoded(file, rule):
        if rule == "headers reloaded":
            return soundfile.read(file, dtype="int16")[0]
        plain = bench.folder / "plain.wav"
        Program(command(f"{bench.program('afconvert')} IN OUT -f WAVE -d LEI16", IN=file, OUT=plain)).run()
        return soundfile.read(plain, dtype="int16")[0]

    joined = np.concatenate(list(sounds.values()))
    scores, speeds = {rule: {} for rule in RULES}, {}
    for name, text in encoders(bench).items():
        likenesses = []
        for samples in sounds.values():
            encode(text, samples)
            likenesses.append([likeness(decoded(target, rule), samples) for rule in RULES])
        for rule, own in zip(RULES, np.array(likenesses).swapaxes(0, 1)):
            scores[rule][name] = own
        cpu = encode(text, joined) - median([encode(text, np.zeros(1, np.int16)) for _ in range(6)])
        speeds[name] = f"{len(joined) / cpu / 1e6:.3g}" if cpu > 0.001 else "-"
    report(bench, sounds, scores, speeds)


def report(bench, sounds, scores, speeds):
    rows = [cells(
        "encoder | noise to mask | the same, headers reloaded | relative to Apple's, median | relative to Apple's, most | SNR"
        " | the same, headers reloaded | worst 20 ms, relative to Apple's, least | Msamples/s on one core")]
    apple = next(iter(scores[RULES[0]].values()))
    for name in speeds:
        checked, reloaded = (scores[rule][name] for rule in RULES)
        changes = checked - apple
        figures = [checked[:, 0].mean(), reloaded[:, 0].mean(), np.median(changes[:, 0]), changes[:, 0].max()]
        figures += [checked[:, 1].mean(), reloaded[:, 1].mean(), changes[:, 2].min()]
        rows.append([name] + [f"{figure:.2f}" for figure in figures] + [speeds[name]])
    bench.page.replace("How accurate IMA4 is", rows)
    for rule in RULES:
        rows = [["sound", *speeds]]
        for number, sound in enumerate(sounds):
            likenesses = [scores[rule][name][number] for name in speeds]
            rows.append([sound] + [f"{noise:.1f} ({whole:.1f}; {worst:.1f})" for noise, whole, worst in likenesses])
        bench.page.replace(f"Sound by sound, {rule}", rows)


def made_sounds():
    """Typical alert sounds, mono, at -3 dBFS unless the name says otherwise."""
    play, random = Instruments(RATE), np.random.default_rng(5)
    chime = [(1, 1, 0.25), (2, 0.35, 0.12), (3.01, 0.18, 0.06), (5.42, 0.1, 0.03)]
    glass = [(1, 1, 0.1), (2.32, 0.7, 0.06), (4.25, 0.5, 0.04), (6.63, 0.35, 0.02)]
    marimba = [(1, 1, 0.07), (3.99, 0.3, 0.018), (9.9, 0.12, 0.006)]
    steel = [(1, 1, 0.3), (2.756, 0.4, 0.1), (5.404, 0.2, 0.04)]

    def notes(frequencies, interval, seconds, partials):
        signal = play.silence(seconds)
        for number, frequency in enumerate(frequencies):
            mix(signal, play.struck(frequency, partials, seconds), int(number * interval * RATE))
        return play.faded(signal, 0, 0.1)

    def scattered(seconds, starts, make):
        signal = play.silence(seconds)
        for start in starts:
            mix(signal, make(), int(start * RATE))
        return signal

    def swelling(frequency, beat):
        return (1 + 0.3 * play.tone(beat, 2)) * play.tone(frequency, 2)

    time = play.time(1)
    alarm = np.sign(play.tone(np.where(time // 0.25 % 2 == 0, 660, 880), 1) + 1e-9) * (time % 0.25 < 0.2)
    bell = play.faded(play.bell(880), 0, 0.1)
    whistle = play.tone(2200 + 60 * play.tone(6, 1), 1) + 0.03 * random.uniform(-1, 1, RATE)
    signals = {
        "bell": bell,
        "bell at -40 dB": bell,
        "chime": notes([1319, 1047], 0.4, 1.5, chime),
        "glass": play.faded(play.struck(2100, glass, 0.8), 0, 0.1),
        "pluck": play.plucked(100, 0.9, random),
        "marimba": notes([523.25, 659.26, 783.99], 0.12, 0.9, marimba),
        "glockenspiel": play.struck(2093, steel, 1.2),
        "noise bursts": scattered(
            1.2, [0.113, 0.457, 0.809], lambda: play.faded(play.burst(0.04, 0.12, random), 0, 0.02)
        ),
        "chirp": play.faded(play.tone(200 * 2 ** (5 * play.time(1.5) / 1.5), 1.5), 0.01, 0.05),
        "alarm": alarm,
        "pad": play.faded(
            sum(swelling(*pair) for pair in [(220, 0.7), (277.2, 0.9), (329.6, 0.6), (440.7, 1.1)]), 0.6, 0.8
        ),
        "drum": play.faded(play.drum(random), 0, 0.1),
        "whistle": play.faded(whistle, 0.03, 0.1),
        "drop": play.faded(play.falling(1400, 500, 0.08, 0.8), 0.005, 0.1),
        "siren": play.faded(play.wail(480, 1150, 2), 0.05, 0.1),
        "clicks": scattered(0.4, [0.053, 0.207, 0.311], lambda: play.struck(3000, [(1, 1, 0.0003)], 0.01)),
    }
    return {name: samples(signal, -40 if "-40" in name else -3) for name, signal in signals.items()}


def samples(signal, level):
    """The signal as 16-bit integers with its peak at `level` dBFS."""
    return np.round(signal / abs(signal).max() * 32767 * 10 ** (level / 20)).astype(np.int16)


def speech(bench):
    """Two spoken sounds; empty without espeak-ng."""
    spoken, sounds = bench.folder / "spoken.wav", {}
    for name, voice in (("speech, male", "en"), ("speech, female", "en+f3")) if find("espeak-ng") else ():
        Program(["espeak-ng", "-v", voice, "-w", spoken, "You have a new message from Anna."]).run()
        frames, rate = soundfile.read(spoken)
        sounds[name] = samples(soxr.resample(frames, rate, RATE), -3)
    return sounds
