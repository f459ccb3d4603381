#!/bin/bash
# imageio-ffmpeg 0.8.1 (FFmpeg 9.0.2 with LAME) and soundfile 0.14.0 (libsndfile 1.2.2 with LAME): FFmpeg makes an MP3 of 47 frames
# of any sound that has 1 to 46 frames. libsndfile keeps the length.
#
# Guess: both write a LAME tag with delay and padding, so that each length is kept.
# Seen: 47 frames from FFmpeg, in FFmpeg's own decoder and in libsndfile's; 1 and 30 from libsndfile. From 47 frames on, FFmpeg
# is exact, too.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install -q --disable-pip-version-check imageio-ffmpeg==0.8.1 soundfile==0.14.0 numpy==2.4.6 || exit 2
cd "$dir"
seen=$("$dir/venv/bin/python" - <<'PYTHON'
import imageio_ffmpeg, numpy, soundfile, subprocess
ffmpeg = imageio_ffmpeg.get_ffmpeg_exe()
for count in (1, 30, 47, 48):
    sound = 0.3 * numpy.sin(numpy.arange(1, count + 1) * 0.05)
    soundfile.write("s.wav", sound, 44100, "PCM_16")
    soundfile.write("own.mp3", sound, 44100, "MPEG_LAYER_III")
    subprocess.run([ffmpeg, "-v", "error", "-y", "-i", "s.wav", "-c:a", "libmp3lame", "s.mp3"], check=True)
    raw = subprocess.run([ffmpeg, "-v", "error", "-i", "s.mp3", "-f", "s16le", "-"], capture_output=True, check=True).stdout
    print(count, len(raw) // 2, len(soundfile.read("s.mp3")[0]), len(soundfile.read("own.mp3")[0]), end="; ")
PYTHON
)
expected="1 47 47 1; 30 47 47 30; 47 47 47 47; 48 48 48 48; "
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
