"""How fast and how well the sample rate is changed."""

import os
import re

import numpy as np
import samplerate
import soundfile
import soxr

from measuring import Call, Failure, Program, command, compare, excess, find, is_ahead, measure, ratio, remove
from page import bold, cells, seconds, times
from signals import Signals, distortion_and_noise
from sounds import write_batch
from speed import Folder, converting, grow, measure_folders

RATES = [
    (48_000, 44_100), (44_100, 48_000), (8000, 48_000), (44_100, 16_000), (96_000, 44_100), (44_100, 22_050),
    (48_000, 8000), (44_100, 48_001), (11_025, 44_111),
]
# The changes of rate whose quality is also measured.
TELLING = [(48_000, 44_100), (44_100, 48_000), (44_100, 22_050), (44_100, 48_001)]
SUBTYPES = {"64-bit": "DOUBLE", "32-bit": "FLOAT", "16-bit": "PCM_16"}
OURS = "afconvert"


def title(rates):
    return f"{rates[0]} → {rates[1]} Hz"


def words(bench, name, source, target, rate, depth):
    """A program's command line to write a WAVE file, at a rate or without a change of rate; None if it can't."""
    bits = depth.removesuffix("-bit")
    kind = "I" if depth == "16-bit" else "F"
    if name.startswith("afconvert"):
        format = f"LE{kind}{bits}" + (f"@{rate}" if rate else "")
        text = f"{bench.program('afconvert')} IN OUT -f WAVE -d {format} {name.removeprefix('afconvert')}"
    elif name.startswith("sox"):
        # Without -D, sox adds dither, which no other program does by default.
        effect = f"{name.removeprefix('sox')} {rate}" if rate else ""
        text = f"sox -V1 -D IN -b {bits} -e {'signed' if kind == 'I' else 'float'} OUT {effect}"
    elif name.startswith("ffmpeg"):
        soxr = ":resampler=soxr:precision=28" if "soxr" in name else ""
        filter = f"-af aresample={rate}{soxr}" if rate else ""
        text = f"ffmpeg -v error -nostdin -y -i IN {filter} -c:a pcm_{'s' if kind == 'I' else 'f'}{bits}le OUT"
    elif rate and kind == "F":
        # sndfile-resample keeps the type of its input, a float, and always changes the rate.
        text = f"sndfile-resample -to {rate} {name.removeprefix('sndfile-resample').split(',')[0]} IN OUT"
    else:
        return None
    return command(text, IN=source, OUT=target)


def programs():
    """This package's program and the other programs that are installed."""
    all = [OURS, "sox rate -v", "ffmpeg, soxr", "ffmpeg, swr", "sndfile-resample -c 0, best"]
    all += ["sndfile-resample -c 2, fast", "afconvert --resampler libsamplerate"]
    return [name for name in all if name.startswith(OURS) or find(re.split("[ ,]", name)[0])]


def library_calls(frames, rates):
    """Calls of libraries that convert a sound in memory, in 32-bit floats, inside this process."""
    frames = frames.astype(np.float32)
    calls = {f"soxr {quality}": lambda q=quality: soxr.resample(frames, *rates, quality=q) for quality in ("VHQ", "HQ")}
    for name, converter in (("best", "sinc_best"), ("medium", "sinc_medium"), ("fast", "sinc_fastest")):
        calls[f"libsamplerate {name}"] = lambda c=converter: samplerate.resample(frames, rates[1] / rates[0], c)

    def checked(name, convert):
        # Libraries round the length differently, and some end a few frames early.
        if abs(len(convert()) - len(frames) * rates[1] // rates[0]) > 64:
            raise Failure(f"{name}: wrong length")

    return {name: Call(lambda n=name, c=convert: checked(n, c)) for name, convert in calls.items()}


def measure_all(bench):
    names = programs()
    measure_speed(bench, names)
    measure_short_sound(bench, [name for name in names if name in (OURS, "sox rate -v")])
    measure_batch(bench)
    measure_memory(bench, [name for name in names[:4] if "sndfile" not in name])
    for rates in TELLING[: 1 if bench.is_quick else None]:
        measure_quality(bench, names, rates)


def two_tones(length, rate):
    time = np.arange(int(length * rate)) / rate
    return np.stack([np.sin(2 * np.pi * frequency * time) / 2 for frequency in (997, 1511)], axis=1)


def measure_speed(bench, names):
    """Measures the processor time of programs, and of the change of rate alone. The latter is the difference from the
    time in which the same program copies the sound at its rate."""
    source, target = bench.folder / "in.wav", bench.folder / "out.wav"
    whole, alone = [], []
    for rates in [RATES[0], RATES[7]] if bench.is_quick else RATES:
        frames = two_tones(bench.resampling_seconds, rates[0])
        soundfile.write(source, frames, rates[0], "FLOAT")

        def trials(rate):
            all = {name: words(bench, name, source, target, rate, "32-bit") for name in names}
            return {name: Program(own, [target]) for name, own in all.items() if own}

        changing, copying, calls = trials(rates[1]), trials(None), library_calls(frames, rates)
        plain = {(name, "copied"): trial for name, trial in copying.items()}
        costs = measure(changing | plain | calls, bench.resampling_rounds, patience=0.5)
        whole.append((title(rates), {name: costs[name] for name in changing}))
        changes = {name: excess(costs[name], costs[name, "copied"]) for name in copying}
        called = {name: costs[name] for name in calls}
        alone.append((title(rates), {OURS: changes.pop(OURS)} | called | changes))
    for heading, results in (("Whole programs", whole), ("Without start-up and files", alone)):
        columns = list(results[0][1])
        bench.page.replace(heading, [["rates", *columns]] + [[name, *row(costs)] for name, costs in results])
    first = {name: cost.cpu for name, cost in alone[0][1].items()}
    for other in ("soxr VHQ", "sox rate -v"):
        work = f"a change of rate, {alone[0][0]}, processor time without start-up and files"
        if other in first:
            bench.summarise(work + (", for soxr in memory" if other == "soxr VHQ" else ""), first, OURS, [other])


def row(costs):
    """A cell for each program, the fastest in bold."""
    ratios = {name: ratio(costs[OURS].cpu, cost.cpu) for name, cost in costs.items()}
    winner = max(ratios, key=ratios.get)
    winner = winner if is_ahead(ratios[winner]) else OURS
    return [
        bold(seconds(cost.cpu) + ("" if name == OURS else f", {times(ratios[name])}"), name == winner)
        for name, cost in costs.items()
    ]


def relative(own, cost):
    return ["", ""] if cost is own else [times(ratio(own.wall, cost.wall)), times(ratio(own.cpu, cost.cpu))]


def measure_short_sound(bench, names):
    source, target = bench.folder / "in.wav", bench.folder / "out.wav"
    soundfile.write(source, two_tones(0.5, RATES[0][0])[:, 0], RATES[0][0], "PCM_16")
    trials = {
        (name, rate): Program(words(bench, name, source, target, rate, "16-bit"), [target])
        for name in names
        for rate in (RATES[0][1], None)
    }
    costs = measure(trials, bench.brief_rounds)
    rows = [cells(
        "program | elapsed time | processor time | afconvert's relative to it, elapsed | processor"
        " | elapsed, above no change | processor, above no change")]
    own = costs[OURS, RATES[0][1]]
    for name in names:
        cost, plain = costs[name, RATES[0][1]], costs[name, None]
        more = [compare(np.subtract, cost.wall, plain.wall), compare(np.subtract, cost.cpu, plain.cpu)]
        rows.append([name, seconds(cost.wall), seconds(cost.cpu), *relative(own, cost), *map(seconds, more)])
    bench.page.replace("One short sound at another rate", rows)


def measure_batch(bench):
    source = bench.folder / "batch"
    write_batch(source, bench.batch_count)
    jobs = {
        "`alertsound convert -d LEI16@44100`": Folder(bench, source, converting(bench, "-d LEI16@44100")),
        "`alertsound convert -d LEI16`, no change of rate": Folder(bench, source, converting(bench, "-d LEI16")),
    }
    for name in ("sox rate -v", "sox rate") if find("sox") else ():
        own = " ".join(words(bench, name, '"$IN"/{}', '"$OUT"/{}.caf', 44_100, "16-bit"))
        # A file that fails must not end the run.
        lines = f'ls "$IN" | xargs -P{os.cpu_count()} -I{{}} {own}; true'
        jobs[f"{name} by `xargs -P{os.cpu_count()}`"] = Folder(bench, source, lines)
    costs = measure_folders(jobs, bench.long_rounds)
    own = next(iter(costs.values()))
    rows = [cells(
        "what | elapsed time | processor time | alertsound's relative to it, elapsed | processor | sounds written")]
    for name, cost in costs.items():
        rows.append([name, seconds(cost.wall), seconds(cost.cpu), *relative(own, cost), str(jobs[name].count)])
    bench.page.replace("A batch at one rate", rows)


def measure_memory(bench, names):
    def make_trials(source, length):
        target = bench.folder / "grown.wav"
        return {name: Program(words(bench, name, source, target, 44_100, "16-bit"), [target]) for name in names}

    grow(bench, "Memory", [bench.growth_seconds[0], bench.growth_seconds[-1]], make_trials)


def measure_quality(bench, names, rates):
    signals = Signals(*rates)
    tones = (997, 10_000)
    columns = [f"THD+N {tone} Hz, {depth}" for tone in tones for depth in SUBTYPES]
    rows = [[title(rates), *columns, "sweep SNR", "stray tones", "flat", "delay", "length"]]
    for name in names:

        def converted(signal, depth):
            """Returns a signal at the new rate; None if the program can't write the type."""
            source, target = bench.folder / "in.wav", bench.folder / "out.wav"
            own = words(bench, name, source, target, rates[1], depth)
            if not own:
                return None
            soundfile.write(source, signal, rates[0], "DOUBLE" if depth == "64-bit" else "FLOAT")
            remove(target)
            Program(own).run()
            if (written := soundfile.info(target).subtype) != SUBTYPES[depth]:
                raise Failure(f"{name} writes {written} instead of {depth}")
            return soundfile.read(target)[0]

        levels = []
        for tone in tones:
            for depth in SUBTYPES:
                samples = converted(signals.tone(tone), depth)
                levels.append("-" if samples is None else f"{distortion_and_noise(samples, tone, rates[1]):.1f} dB")
        stray = max(
            signals.stray_level(converted(signals.tone(tone), "64-bit"), tone) for tone in signals.stray_tones()
        )
        pulse = converted(signals.pulse(), "32-bit")
        delay = signals.delay(pulse)
        ratio = signals.sweep_signal_to_noise(converted(signals.sweep(rates[0]), "32-bit"))
        flat = signals.flat_share(converted(signals.comb(), "64-bit"))
        stray_level = "below -200 dB" if stray < -200 else f"{stray:.1f} dB"
        delay = f"{0 if abs(delay) < 0.0005 else delay:+.3f}"
        length = f"{len(pulse) - signals.frame_count():+d}"
        rows.append([name, *levels, f"{ratio:.1f} dB", stray_level, f"{flat:.3f}", delay, length])
    bench.page.replace("Quality", rows)
