#!/bin/bash
# imageio-ffmpeg 0.8.1 (FFmpeg 9.0.2) and soundfile 0.14.0 (libsndfile 1.2.2): of a tone of one second in Ogg Vorbis, FFmpeg
# leaves out the last 128 frames. libsndfile decodes all of them.
#
# Guess: an Ogg file states its exact length, so both give 44,100 frames.
# Seen: FFmpeg gives 43,972, and they are the first ones. It is right at 10 s, where the audio takes more than one page. At 16
# frames it gives 128, and at 63 it gives 576: the length isn't applied to the first two packets, either.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "couldn't run: $(tail -n 1 "$dir/log")"; exit 2; }
{ python3 -m venv "$dir/venv" && "$dir/venv/bin/pip" install -q --disable-pip-version-check imageio-ffmpeg==0.8.1 soundfile==0.14.0 numpy==2.4.6; } >"$dir/log" 2>&1 || fail
cd "$dir"
seen=$("$dir/venv/bin/python" - 2>"$dir/log" <<'PYTHON'
import imageio_ffmpeg, numpy, soundfile, subprocess
for count in (16, 63, 44100, 441000):
    sound = 0.3 * numpy.sin(numpy.arange(count) * 0.05)
    soundfile.write("s.ogg", sound, 44100, "VORBIS", format="OGG")
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-i", "s.ogg", "-f", "f32le", "-"]
    frames = numpy.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, "f4")
    whole = soundfile.read("s.ogg", dtype="float32")[0]
    shared = min(len(frames), len(whole))
    same = numpy.allclose(frames[:shared], whole[:shared], atol=1e-4)
    print(count, len(whole), len(frames), same, end="; ")
PYTHON
) || fail
expected="16 16 128 True; 63 63 576 True; 44100 44100 43972 True; 441000 441000 441000 True; "
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
