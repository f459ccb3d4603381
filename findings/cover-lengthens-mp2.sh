#!/bin/bash
# soundfile 0.14.0 (libsndfile 1.2.2): the length that `info` states of an MP2 grows with the cover in the ID3 tag before it: with a
# picture of 1 MB, one second becomes 22.
#
# Guess: the length is that of the audio after the tag, since the tag is skipped to find the sound.
# Seen: `info(...).frames` is 1.0 s with a title only, and 21.9 s with the cover. `read` returns 44,928 frames of both. The estimate
# divides the size of the whole file by the size of a frame.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "couldn't run: $(tail -n 1 "$dir/log")"; exit 2; }
{ python3 -m venv "$dir/venv" && "$dir/venv/bin/pip" install -q --disable-pip-version-check soundfile==0.14.0 numpy==2.4.6 av==16.1.0 mutagen==1.48.1; } >"$dir/log" 2>&1 || fail
cd "$dir"
seen=$("$dir/venv/bin/python" - 2>"$dir/log" <<'PYTHON'
import av, io, numpy, soundfile
memory = io.BytesIO()
with av.open(memory, "w", format="mp2") as output:
    stream = output.add_stream("mp2", rate=44100)
    stream.layout = "stereo"
    tone = (8000 * numpy.sin(numpy.arange(44100) * 0.05)).astype("int16").repeat(2).reshape(1, -1)
    frame = av.AudioFrame.from_ndarray(tone, format="s16", layout="stereo")
    frame.rate = 44100
    for packet in stream.encode(frame) + stream.encode(None): output.mux(packet)
open("s.mp2", "wb").write(memory.getvalue())

import mutagen.id3
for cover in (b"", numpy.random.default_rng(1).bytes(1000000)):
    tag = mutagen.id3.ID3()
    tag.add(mutagen.id3.TIT2(encoding=3, text=["Tone"]))
    if cover: tag.add(mutagen.id3.APIC(encoding=3, mime="image/jpeg", type=3, desc="", data=cover))
    tag.save("s.mp2", v2_version=3)
    print(round(soundfile.info("s.mp2").frames / 44100, 1), len(soundfile.read("s.mp2")[0]), end="; ")
PYTHON
) || fail
expected="1.0 44928; 21.9 44928; "
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
