#!/bin/bash
# soundfile 0.14.0 (libsndfile 1.2.2): an MP2 after an ID3 tag without a frame isn't recognised. With 2 bytes of padding in the tag,
# it is.
#
# Guess: a tag is skipped by the size that it states, whatever the size.
# Seen: with 0 bytes (and 1), "Format not recognised"; with 2 and with 100, the sound. The signature's 12 bytes were read before, and a
# tag of 10 or 11 bytes ends among them.
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
for count in (0, 1, 2, 100):
    open("s.mp2", "wb").write(tagged(count))
    try: answer = f"{len(soundfile.read('s.mp2')[0]) > 44000}"
    except soundfile.LibsndfileError as error: answer = error.error_string
    print(count, answer, end="; ")
PYTHON
)
expected="0 Format not recognised.; 1 Format not recognised.; 2 True; 100 True; "
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
