"""Converts six sounds, lets other programs and libraries read them, and compares each answer with the article's table. Then
seven of them read IMA4 of 20 lengths, mono and stereo.

    check_readers.py PROGRAM FOLDER ARTICLE

A reader that has changed fails the check, also if it has become better: then the article's table must change.
"""

import json
import pathlib
import re
import subprocess
import sys
import wave

import numpy

PROGRAM, FOLDER, ARTICLE = (pathlib.Path(argument).absolute() for argument in sys.argv[1:4])
RATE, FRAME_COUNT = 44_100, 10_007
LENGTHS = [1, 2, 31, 63, 64, 65, 100, 127, 128, 129, 1000, 1023, 1024, 4095, 4097, 10_007, 10_048, 20_000, 30_001, 44_100]

# The table's columns, with the options and the extension of each sound.
SOUNDS = {
    "IMA4 CAF": ("-f caff -d ima4", "caf"),
    "IMA4 AIFC": ("-f AIFC -d ima4", "aifc"),
    "µ-law WAVE": ("-f WAVE -d ulaw", "wav"),
    "16-bit CAF": ("-f caff -d LEI16", "caf"),
    "16-bit AIFF": ("-f AIFF -d BEI16", "aiff"),
    "16-bit WAVE": ("-f WAVE -d LEI16", "wav"),
}


def run(*command):
    result = subprocess.run(command, cwd=FOLDER, capture_output=True, timeout=60)
    error = result.stderr.decode(errors="replace")
    if "ModuleNotFoundError" in error or "ImportError" in error:
        raise ImportError(error)
    if result.returncode:
        raise RuntimeError(error[-200:])
    return result.stdout


def raw(data):
    """Interleaved samples of 16 bits, in the unit of such a sample."""
    return numpy.frombuffer(data, "<i2").astype(float)


def ffmpeg(path, program="ffmpeg"):
    return raw(run(program, "-v", "error", "-i", path, "-ar", str(RATE), "-f", "s16le", "-c:a", "pcm_s16le", "-"))


def through(*command):
    """A reader that writes a file, which FFmpeg then reads. OUT is the file's name, IN the sound's."""

    def read(path):
        output = next(word for word in command if word.startswith("out."))
        (FOLDER / output).unlink(missing_ok=True)
        run(*(path if word == "IN" else word for word in command))
        return ffmpeg(output)

    return read


def pyav(path):
    code = (
        "import av, sys\n"
        "resampler = av.AudioResampler('s16')\n"
        "with av.open(sys.argv[1]) as file:\n"
        "    for frame in file.decode(audio=0):\n"
        "        for part in resampler.resample(frame): sys.stdout.buffer.write(part.to_ndarray().tobytes())\n"
    )
    return lambda sound: raw(run(path, "-c", code, sound))


def imageio(path):
    import imageio_ffmpeg

    return ffmpeg(path, imageio_ffmpeg.get_ffmpeg_exe())


def soundfile(path):
    import soundfile

    return soundfile.read(FOLDER / path)[0].reshape(-1) * 32_768


def pedalboard(path):
    import pedalboard.io

    with pedalboard.io.AudioFile(str(FOLDER / path)) as file:
        return file.read(file.frames).T.reshape(-1) * 32_768


def miniaudio(path):
    import miniaudio

    return raw(miniaudio.decode_file(str(FOLDER / path), sample_rate=RATE).samples.tobytes())


def pygame(path):
    code = "import pygame, sys; pygame.mixer.init(44100, -16, 2, allowedchanges=0); "
    code += "sys.stdout.buffer.write(pygame.mixer.Sound(sys.argv[1]).get_raw())"
    quiet = ("env", "SDL_AUDIODRIVER=dummy", "PYGAME_HIDE_SUPPORT_PROMPT=1")
    return raw(run(*quiet, sys.executable, "-c", code, path))


def scipy(path):
    import scipy.io.wavfile

    return scipy.io.wavfile.read(FOLDER / path)[1].astype(float).reshape(-1)


def standard_wave(path):
    with wave.open(str(FOLDER / path)) as file:
        return raw(file.readframes(file.getnframes()))


def gstreamer(path):
    steps = f"filesrc location={path} ! decodebin ! audioconvert ! audio/x-raw,format=S16LE,channels=2 ! filesink location=out.raw"
    # After an error, gst-launch-1.0 sometimes doesn't end.
    run("timeout", "20", "gst-launch-1.0", "-q", *steps.split())
    return raw((FOLDER / "out.raw").read_bytes())


def ffprobe(path):
    """Silence of as many frames as it counts."""
    frames = json.loads(run("ffprobe", "-v", "error", "-show_frames", "-of", "json", path))["frames"]
    return numpy.zeros(sum(frame["nb_samples"] * frame["channels"] for frame in frames))


# Each row of the table: the package and its version, "pip" or "deb", and how it reads.
OTHER_PYTHON = FOLDER / "old/venv/bin/python"
READERS = {
    "ffmpeg": ("deb ffmpeg 7:5.1.9-0+deb12u1", ffmpeg),
    "PyAV 16.1": ("other av 16.1.0", pyav(OTHER_PYTHON)),
    "PyAV 18.1": ("pip av 18.1.0", pyav(sys.executable)),
    "imageio-ffmpeg": ("pip imageio-ffmpeg 0.8.1", imageio),
    "soundfile": ("pip soundfile 0.14.0", soundfile),
    "sfconvert": ("deb audiofile-tools 0.3.6-5+deb12u1", through("sfconvert", "IN", "out.wav", "format", "wave", "integer", "16", "2scomp")),
    "SoX": ("deb sox 14.4.2+git20190427-3.5", through("sox", "-D", "IN", "-b", "16", "-e", "signed", "out.wav")),
    "GStreamer": ("deb gstreamer1.0-plugins-good 1.22.0-5+deb12u4", gstreamer),
    "flac": ("deb flac 1.4.2+ds-2", through("flac", "-s", "-f", "IN", "-o", "out.flac")),
    "WavPack": ("deb wavpack 5.6.0-1", through("wavpack", "-q", "-y", "IN", "-o", "out.wv")),
    "oggenc": ("deb vorbis-tools 1.4.2-1+b1", through("oggenc", "-Q", "-q", "9", "IN", "-o", "out.ogg")),
    "opusenc": ("deb opus-tools 0.2-1+b1", through("opusenc", "--quiet", "--bitrate", "256", "IN", "out.opus")),
    "LAME": ("deb lame 3.100-6", through("lame", "--quiet", "-b", "320", "IN", "out.mp3")),
    "pedalboard": ("pip pedalboard 0.9.26", pedalboard),
    "miniaudio": ("pip miniaudio 1.71", miniaudio),
    "pygame-ce": ("pip pygame-ce 2.5.8", pygame),
    "scipy": ("pip scipy 1.17.1", scipy),
    "wave": (None, standard_wave),
}
# Encoders with loss, and how many frames more or fewer they may give. FFmpeg 5.1 plays all of the last packet of Vorbis.
LOSSY = {"oggenc": 1024, "opusenc": 1, "LAME": 0}


def is_pinned(package):
    """Whether the reader has the version that the table is about."""
    if package is None:
        return True
    source, name, version = package.split(" ")
    if source == "deb":
        return run("dpkg-query", "-W", "-f", "${Version}", name).decode() == version
    python = OTHER_PYTHON if source == "other" else sys.executable
    code = "import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))"
    return run(python, "-c", code, name).decode().strip() == version


def ima4(path, channel_count=2):
    """Decodes the packets of a CAF as Apple does: a header that fits the state changes nothing."""
    table = [7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118]
    table += [130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060]
    table += [1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484]
    table += [7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767]
    data = (FOLDER / path).read_bytes()
    packets = data[data.index(b"data") + 16 :]
    channels, states = [[] for _ in range(channel_count)], [[0, 0] for _ in range(channel_count)]
    for number in range(len(packets) // 34):
        packet, state = packets[number * 34 :][:34], states[number % channel_count]
        header = int.from_bytes(packet[:2], "big", signed=True)
        predictor, index = header & ~0x7F, min(header & 0x7F, 88)
        if index != state[1] or abs(predictor - state[0]) > 0x7F:
            state[:] = [predictor, index]
        for nibble in (half for byte in packet[2:] for half in (byte & 15, byte >> 4)):
            step = table[state[1]]
            difference = sum(step >> shift for bit, shift in ((4, 0), (2, 1), (1, 2)) if nibble & bit) + (step >> 3)
            state[0] = max(-32_768, min(32_767, state[0] + (-difference if nibble & 8 else difference)))
            state[1] = max(0, min(88, state[1] + (-1, -1, -1, -1, 2, 4, 6, 8)[nibble & 7]))
            channels[number % channel_count].append(state[0])
    return numpy.array(channels, float).T


def ulaw(path):
    data = (FOLDER / path).read_bytes()
    codes = ~numpy.frombuffer(data[data.index(b"data") + 8 :], "u1")
    magnitudes = (((codes & 15).astype(int) * 2 + 33) << (codes >> 4 & 7)) - 33 << 2
    return numpy.where(codes & 128, -magnitudes, magnitudes).reshape(-1, 2).astype(float)


def answer(name, read, path, expected):
    """The table's word for what a reader makes of a sound."""
    try:
        samples = read(path)
    except (FileNotFoundError, ImportError, subprocess.TimeoutExpired):
        raise
    except Exception:
        return "no"
    if len(samples) % expected.shape[1]:
        return "wrong"
    frames = samples.reshape(-1, expected.shape[1])
    count = len(frames) - len(expected)
    if abs(count) > LOSSY.get(name, 0):
        return "wrong" if name in LOSSY else f"{count:+d}"
    if name in LOSSY:
        # Each channel at its place, at the same level, and less than 2 % of its power is noise.
        size = min(len(frames), len(expected))
        noise = ((frames[:size] - expected[:size]) ** 2).sum(0) / (expected[:size] ** 2).sum(0)
        return "yes" if noise.max() < 0.02 else "wrong"
    difference = numpy.abs(frames - expected).max()
    return "yes" if difference <= 1 else "yes~" if difference < 128 else "wrong"


def source(frame_count, channel_count):
    """Writes a WAVE file, and returns its frames."""
    time = numpy.arange(frame_count) / RATE
    tones = [amplitude * numpy.exp(-3 * time) * numpy.cos(2 * numpy.pi * f * time) for amplitude, f in ((14_000, 440), (9000, 661))]
    frames = numpy.round(numpy.array(tones[:channel_count]).T)
    with wave.open(str(FOLDER / "source.wav"), "wb") as file:
        file.setparams((channel_count, 2, RATE, 0, "NONE", None))
        file.writeframes(frames.astype("<i2").tobytes())
    return frames


def convert(options, output):
    run(PROGRAM, "convert", "source.wav", *options.split(), "-o", output, "--force")
    return output


def packets(path, frames):
    """What an IMA4 CAF must give: its packets, as long as our reader says. They hold the source, and fall to silence."""
    decoded = ima4(path, frames.shape[1])
    count = json.loads(run(PROGRAM, "info", path, "--json"))["files"][0]["frameCount"]
    noise = ((decoded[: len(frames)] - frames) ** 2).sum() / (frames**2).sum()
    if not len(frames) <= count == len(decoded) < len(frames) + 64:
        raise SystemExit(f"{path} has {len(decoded)} frames, states {count}, and {len(frames)} were converted")
    # The codec needs a packet to follow a sound that begins loudly.
    if len(frames) > 64 and noise > 0.02:
        raise SystemExit(f"{path} isn't the sound that was converted")
    return decoded


def check_lengths():
    """What the readers of IMA4 make of many lengths: the faults."""
    readers = {name: READERS[name] for name in ("PyAV 16.1", "PyAV 18.1", "imageio-ffmpeg", "ffmpeg", "sfconvert")}
    for frame_count in LENGTHS:
        for channel_count in (1, 2):
            frames = source(frame_count, channel_count)
            sound, other = (convert(SOUNDS["IMA4 " + kind.upper()][0], "length." + kind) for kind in ("caf", "aifc"))
            expected = packets(sound, frames)
            cells = {reader: answer(reader, read, sound, expected) for reader, (_, read) in readers.items()}
            cells["ffprobe"] = answer("ffprobe", ffprobe, sound, 0 * expected)
            cells["soundfile"] = answer("soundfile", soundfile, other, expected)
            for reader in (reader for reader, cell in cells.items() if not cell.startswith("yes")):
                yield f"{reader}: {cells[reader]} of {frame_count} frames, {channel_count} channels"


def stated():
    """The rows of the article's table: the reader's first words, and the cells."""
    rows = [line.strip("| ").split(" | ") for line in ARTICLE.read_text().splitlines() if line.startswith("| ")]
    header = next(row for row in rows if row[1:] == list(SOUNDS))
    return {row[0]: row[1:] for row in rows if len(row) == len(header) and row is not header and "---" not in row[0]}


def main():
    frames = source(FRAME_COUNT, 2)
    paths = {sound: convert(options, f"sound{n}.{extension}") for n, (sound, (options, extension)) in enumerate(SOUNDS.items())}
    expected = dict.fromkeys(SOUNDS, frames)
    expected["IMA4 CAF"] = expected["IMA4 AIFC"] = packets(paths["IMA4 CAF"], frames)
    expected["µ-law WAVE"] = ulaw(paths["µ-law WAVE"])
    rows, faults = stated(), []
    if len(rows) != len(READERS):
        faults.append(f"the article has {len(rows)} rows, and the check {len(READERS)} readers")
    for name, (package, read) in READERS.items():
        row, cells = next(((row, cells) for row, cells in rows.items() if row.startswith(name)), ("", []))
        seen = [answer(name, read, paths[sound], expected[sound]) for sound in SOUNDS]
        print("|", name, "|", " | ".join(seen), "|")
        if not is_pinned(package):
            faults.append(f"{name}: not the version {package}")
        if package and re.match(r"(?:\d+:)?([\d.]+)", package.split(" ")[2])[1] not in row:
            faults.append(f"{name}: the article doesn't name {package}")
        if seen != cells:
            faults.append(f"{name}: the article says {cells}")
    faults += check_lengths()
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
