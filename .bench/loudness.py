"""How exactly programs reach a loudness, measured by other meters than ours, and how long that takes."""

import json
import math
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pyebur128
import soundfile

from measuring import Program, command, output_of, ratio, remove
from page import cells, seconds, times
from signals import angles, distortion_and_noise
from sounds import Instruments, mix, softened, write_any
from speed import Folder, measure_folders

TARGET, TOLERANCE = -16, 0.2
# True peaks over -1 dBTP count only from here on, because two meters may differ by almost 0.05 dB.
PEAK_LIMIT = -1 + 0.05
FORMATS = {"LEI16": "-d LEI16", "IMA4, `-q 0`": "-d ima4 -q 0", "IMA4, the search": "-d ima4"}

# Two passes of loudnorm. The second pass gets the first pass's measurements. If FFmpeg fails, nothing is written.
LOUDNORM = r"""
for file in "$IN"/*; do name=${file##*/}
set -- $(ffmpeg -hide_banner -nostats -nostdin -i "$file" -af loudnorm=I=-16:TP=-1:LRA=20:print_format=json -f null - 2>&1 |
sed -n 's/^\t"\(input_[a-z]*\|target_offset\)" : "\([-0-9.inf]*\)".*/\2/p')
rate=$(ffprobe -v error -show_entries stream=sample_rate -of csv=p=0 "$file")
ffmpeg -v quiet -nostdin -y -i "$file" -af "loudnorm=I=-16:TP=-1:LRA=20:measured_I=$1:measured_TP=$2:measured_LRA=$3:\
measured_thresh=$4:offset=$5:linear=true" -ar "$rate" -c:a pcm_s16le "$OUT/${name%.*}.wav" || rm -f "$OUT/${name%.*}.wav"
done; true"""


def measure_all(bench):
    """Needs FFmpeg, which measures the results."""
    source, part = bench.folder / "loudness", bench.folder / "part"
    write_sounds(source, bench.batch_count)
    part.mkdir()
    first = sorted(source.iterdir())[: bench.batch_count // 20]
    for file in first:
        os.link(file, part / file.name)
    measure_accuracy(bench, source, part)
    measure_costs(bench, source, part)
    measure_limiter(bench)


def convert(bench, options):
    return f'{bench.program("alertsound")} convert "$IN" -o "$OUT" --quiet {options}'


def measure_accuracy(bench, source, part):
    rows = [cells(
        "data format | within 0.2 LU | quieter (limiter) | neither | limited | true peaks above -1 dBTP"
        " | the highest, dBTP | the highest by our meter | largest difference of the meters, loudness | true peak"
        " | by libebur128")]
    manifest, stems = bench.folder / "loudness.json", {file.stem for file in part.iterdir()}
    for name, options in FORMATS.items():
        # A sound that fails must not end the run.
        lines = convert(bench, f"{options} --loudness {TARGET} --manifest {manifest} || true")
        output = Folder(bench, source, lines, keeps_output=True)
        output.program.run()
        decoded = Folder(bench, output.target, convert(bench, "-f WAVE -d LEF32 || true"), keeps_output=True)
        decoded.program.run()
        sounds = json.loads(manifest.read_text())["sounds"]
        ours = {Path(sound["output"]).stem: sound["levels"] for sound in sounds if sound.get("levels")}
        levels = measured(decoded.target)
        rows.append([name, *accuracy(ours, levels)])
        if name == "LEI16":
            first = accuracy(ours, {stem: own for stem, own in levels.items() if stem in stems})
        for folder in (output, decoded):
            remove(folder.target)
    rows.append(["LEI16, the first sounds", *first])
    loop = Folder(bench, part, LOUDNORM, keeps_output=True)
    loop.program.run()
    rows.append(["ffmpeg `loudnorm`, LEI16, the first sounds", *accuracy({}, measured(loop.target))])
    bench.page.replace("Loudness", rows)


def accuracy(ours, levels):
    """Compares the levels in the manifest, if it exists, with the levels from other meters."""
    within, below, others, library_count = 0, [], 0, 0
    peaks, own_peaks, differences, peak_differences = [], [], [], []
    for stem, (loudness, peak, is_by_library) in levels.items():
        own = ours.get(stem, {})
        peaks.append(peak)
        if own.get("truePeakAfter") is not None and math.isfinite(peak):
            own_peaks.append(own["truePeakAfter"])
            peak_differences.append(abs(peak - own["truePeakAfter"]))
        if loudness is None:
            continue
        library_count += is_by_library
        if own.get("loudnessAfter") is not None:
            differences.append(abs(loudness - own["loudnessAfter"]))
        if abs(loudness - TARGET) <= TOLERANCE:
            within += 1
        elif own.get("shortfall") is not None and loudness < TARGET:
            below.append(own["shortfall"])
        else:
            others += 1
    limited = sum(ours[stem]["limiting"] > 0 for stem in levels if stem in ours)
    figures = [f"{within} of {within + len(below) + others}"]
    figures.append(f"{len(below)}, by {np.median(below):.2f} LU (median)" if below else "0")
    figures += [f"{others}", f"{limited}" if ours else "-", f"{sum(peak > PEAK_LIMIT for peak in peaks)}"]
    figures += [f"{max(peaks):.2f}", f"{max(own_peaks):.2f}" if ours else "-"]
    figures += [f"{max(differences):.2f} LU", f"{max(peak_differences):.2f} dB"] if ours else ["-", "-"]
    return figures + [f"{library_count}"]


# The first filter measures the loudness, the second filter the true peak, with silence around the sound. Without the
# silence before it, FFmpeg's resampler extends the sound by a mirror image, which raises the peak of an attack by up to
# 0.7 dB. Without the silence after it, the last peaks might be missing, because FFmpeg prints only every 100 ms.
FILTER = (
    "ebur128=metadata=1,ametadata=print:key=lavfi.r128.I:file=-,adelay=100:all=1,apad=pad_dur=0.3,"
    "ebur128=peak=true:metadata=1,ametadata=print:key=lavfi.r128.true_peak:file=-"
)


def measured(folder):
    """Returns for each name without extension: the loudness in LUFS or None, the true peak in dBTP, and whether
    libebur128 measured the loudness.

    libebur128 measures sounds shorter than a block of 400 ms, because FFmpeg has no figure for them. It also measures
    sounds at 11,025 Hz, where FFmpeg 5.1 is unreliable: resampling a file changes its loudness by up to 7 LU."""

    def levels(file):
        text = output_of("ffmpeg", "-v", "error", "-nostdin", "-i", file, "-af", FILTER, "-f", "null", "-")
        loudness, peak = last("lavfi.r128.I=", text), last("lavfi.r128.true_peak=", text)
        if peak is None:
            return None
        frames, rate = soundfile.read(file, always_2d=True)
        loudness = loudness if loudness is not None and loudness > -70 else None
        # FFmpeg measures in steps of a tenth of a second. A step must be an integral number of frames.
        needs_library = loudness is None or rate % 10 != 0
        return file.stem, (
            library_loudness(frames, rate) if needs_library else loudness,
            20 * math.log10(peak) if peak > 0 else -math.inf,
            needs_library,
        )

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(filter(None, pool.map(levels, sorted(folder.glob("*.wav")))))


def last(marker, text):
    found = re.findall(re.escape(marker) + r"(\S+)", text)
    return float(found[-1]) if found else None


def library_loudness(frames, rate):
    """Returns the loudness by libebur128. A sound no longer than a block is measured as one block. None if the
    loudness isn't above -70 LUFS."""
    modes = pyebur128.MeasurementMode
    meter = pyebur128.R128State(frames.shape[1], rate, modes.MODE_M | modes.MODE_I)
    if frames.shape[1] == 1:
        meter.set_channel(0, pyebur128.ChannelType.LEFT)
    meter.add_frames(np.ascontiguousarray(frames).reshape(-1), len(frames))
    # libebur128's block is a whole number of milliseconds. With the silence before the sound, it may be up to 1 ms
    # longer than the sound.
    milliseconds = -(-len(frames) * 1000 // rate)
    if milliseconds > 400:
        loudness = pyebur128.get_loudness_global(meter)
    else:
        loudness = pyebur128.get_loudness_window(meter, milliseconds)
        loudness += 10 * math.log10(rate * milliseconds // 1000 / len(frames))
    return loudness if loudness > -70 else None


def measure_costs(bench, source, part):
    jobs = {}
    for options in FORMATS.values():
        jobs[options, "without"] = Folder(bench, source, convert(bench, options))
        jobs[options, "with"] = Folder(bench, source, convert(bench, f"{options} --loudness {TARGET}"))
    peers = {}
    for options in ("-d LEI16", "-d ima4"):
        options = f"--loudness {TARGET} {options}"
        peers[f"`alertsound convert {options}`"] = Folder(bench, part, convert(bench, options))
    loop = "a loop of two passes of ffmpeg `loudnorm`, to LEI16"
    peers[loop] = Folder(bench, part, LOUDNORM)
    costs = measure_folders(jobs | peers, min(4, bench.long_rounds), patience=10)
    rows = [cells(
        "data format | elapsed time without `--loudness` | with it | ratio | processor time without | with it | ratio")]
    for name, options in FORMATS.items():
        row = [name]
        for kind in ("wall", "cpu"):
            plain, loud = (getattr(costs[options, key], kind) for key in ("without", "with"))
            row += [seconds(plain), seconds(loud), times(ratio(loud, plain))]
        rows.append(row)
    bench.page.replace("What it costs", rows)
    rows = [cells(
        "the first sounds | elapsed time | processor time | processor time per sound"
        " | relative to `loudnorm`, elapsed | processor")]
    count = len(list(part.iterdir()))
    for name in peers:
        cost, theirs = costs[name], costs[loop]
        relative = [times(ratio(cost.wall, theirs.wall)), times(ratio(cost.cpu, theirs.cpu))]
        rows.append([name, seconds(cost.wall), seconds(cost.cpu), seconds(cost.cpu / count), *relative])
    bench.page.replace("What it costs", rows)
    cpus = {name: costs[name].cpu for name in peers}
    bench.summarise("sounds to -16 LUFS, LEI16, processor time", cpus, next(iter(peers)), [loop])


def measure_limiter(bench):
    """The distortion of full-scale sines that a limiter has lowered to -1 dBTP."""
    rate, source, target = 48_000, bench.folder / "sine.wav", bench.folder / "limited.wav"
    ours = f"{bench.program('alertsound')} convert IN -o OUT -d LEF32 --true-peak -1 --quiet"
    theirs = "ffmpeg -v error -nostdin -y -i IN -af alimiter=limit=0.891251:level=disabled -c:a pcm_f32le OUT"
    limiters = {"`alertsound convert --true-peak -1`": ours, "ffmpeg `alimiter`": theirs}
    rows = [["full-scale sine, limited to -1 dBTP", *limiters]]
    for frequency in (20, 60, 440, 997, 5000, 15_000):
        soundfile.write(source, np.sin(angles(frequency, rate, 2 * rate)), rate, "FLOAT")
        row = [f"{frequency} Hz"]
        for text in limiters.values():
            Program(command(text, IN=source, OUT=target)).run()
            row.append(f"{distortion_and_noise(soundfile.read(target)[0], frequency, rate):.1f} dB")
        rows.append(row)
    bench.page.replace("The limiter", rows)


KINDS = ["bell", "marimba", "pluck", "burst", "drum", "click", "wail", "alarm", "pad", "noise"]


def write_sounds(folder, count):
    """Writes sounds of the kinds that apps get: from quiet recordings to clipping masters, struck and steady, at all usual
    rates, a third of them with silence at the beginning."""
    folder.mkdir()
    random = np.random.default_rng(16)
    for index in range(count):
        rate = int(random.choice([8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000]))
        length = 0.1 * 80 ** random.random()
        left = Instruments(rate).faded(
            make_sound(KINDS[index % len(KINDS)], length, rate, random), 0, min(0.05, length / 4)
        )
        # The right channel is a softer copy, up to 1 ms later, as if recorded with two microphones.
        right = mix(np.zeros(len(left)), left * random.uniform(0.3, 1), int(random.uniform(0, 0.001) * rate))
        frames = np.stack([left, right][: random.integers(1, 3)], axis=1)
        if random.integers(3) == 0:
            frames = np.pad(frames, ((int(random.uniform(0.05, 1) * rate), 0), (0, 0)))
        # A random power. Peaks exceed full scale by at most 6 dB, and clip.
        gain = 10 ** (random.uniform(-55, -5) / 20) / np.sqrt(np.mean(frames**2) + 1e-12)
        write_any(folder, index, frames * min(gain, 2 / max(abs(frames).max(), 1e-9)), rate, random)


def make_sound(kind, length, rate, random):
    """A steady sound, or a series of struck notes of different strength."""
    play = Instruments(rate)
    pitch, interval = random.uniform(200, min(2500, rate / 8)), random.uniform(0.2, 3)
    if kind == "wail":
        return play.wail(pitch / 2, pitch, length)
    if kind == "alarm":
        return np.sign(play.tone(pitch, length) + 1e-9)
    if kind == "pad":
        return sum(play.tone(pitch / 2 * ratio, length) for ratio in (1, 1.26, 1.498, 2.003))
    if kind == "noise":
        return softened(play.burst(1e9, length, random), 0.5)
    events = {
        "bell": lambda: play.bell(pitch),
        "marimba": lambda: play.struck(pitch, [(1, 1, 0.07), (1.99, 0.3, 0.02)], 0.8),
        "pluck": lambda: play.plucked(int(rate / pitch), 0.9, random),
        "burst": lambda: play.burst(0.04, 0.3, random),
        "drum": lambda: play.drum(random),
        "click": lambda: play.struck(pitch, [(1, 1, 0.0005)], 0.01),
    }
    signal, start = play.silence(length), 0.0
    while start < length:
        mix(signal, random.uniform(0.2, 1) * events[kind](), int(start * rate))
        start += interval * random.uniform(0.7, 1.3)
    return signal
