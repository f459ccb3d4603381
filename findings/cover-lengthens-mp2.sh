#!/bin/bash
# soundfile 0.14.0 (libsndfile 1.2.2): the length that `info` states of an MP2 grows with the ID3 tag before it: with 1 MB, such as a
# cover, one second becomes 22.
#
# Guess: the length is that of the audio after the tag, since the tag is skipped to find the sound.
# Seen: `info(...).frames` is 1.0 s with a tag of 100 bytes, and 21.9 s with 1 MB. `read` returns 44,928 frames of both. The estimate
# divides the size of the whole file by the size of a frame.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install -q --disable-pip-version-check soundfile==0.14.0 numpy==2.4.6 av==16.1.0 || exit 2
cd "$dir"
seen=$("$dir/venv/bin/python" - 2>/dev/null <<'PYTHON'
import av, io, numpy, soundfile
memory = io.BytesIO()
with av.open(memory, "w", format="mp2") as output:
    stream = output.add_stream("mp2", rate=44100)
    stream.layout = "stereo"
    tone = (8000 * numpy.sin(numpy.arange(44100) * 0.05)).astype("int16").repeat(2).reshape(1, -1)
    frame = av.AudioFrame.from_ndarray(tone, format="s16", layout="stereo")
    frame.rate = 44100
    for packet in stream.encode(frame) + stream.encode(None): output.mux(packet)
sound = memory.getvalue()
def tagged(count): return b"ID3\3\0\0" + bytes(count >> 7 * shift & 127 for shift in (3, 2, 1, 0)) + bytes(count) + sound
for count in (100, 1000000):
    open("s.mp2", "wb").write(tagged(count))
    print(round(soundfile.info("s.mp2").frames / 44100, 1), len(soundfile.read("s.mp2")[0]), end="; ")
PYTHON
)
expected="1.0 44928; 21.9 44928; "
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
