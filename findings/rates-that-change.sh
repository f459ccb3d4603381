#!/bin/bash
# soundfile 0.14.0 (libsndfile 1.2.2): 44,100 Hz comes back as 45,454 Hz from a VOC file of 8 bits, and as 44,247 Hz from an HTK file,
# without a warning. 8SVX wraps 96,000 round to 30,464 Hz.
#
# Guess: a rate that a header can't hold is refused when the file is written.
# Seen: exit without an error, for each. A VOC of 16 bits keeps any rate, one of 8 bits has a divisor of 1,000,000 in a byte. HTK
# stores whole periods of 100 ns, and 8SVX 16 bits. The sound plays 3 % too fast, or three times too slowly.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "couldn't run: $(tail -n 1 "$dir/log")"; exit 2; }
{ python3 -m venv "$dir/venv" && "$dir/venv/bin/pip" install -q --disable-pip-version-check soundfile==0.14.0 numpy==2.4.6; } >"$dir/log" 2>&1 || fail
cd "$dir"
seen=$("$dir/venv/bin/python" - 2>"$dir/log" <<'PYTHON'
import io, numpy, soundfile
for format, subtype in (("VOC", "PCM_U8"), ("VOC", "PCM_16"), ("HTK", "PCM_16"), ("SVX", "PCM_16")):
    for rate in (44100, 96000):
        file = io.BytesIO()
        soundfile.write(file, numpy.zeros(300), rate, subtype, format=format)
        file.seek(0)
        print(format, subtype, soundfile.info(file).samplerate, end="; ")
PYTHON
) || fail
expected="VOC PCM_U8 45454; VOC PCM_U8 100000; VOC PCM_16 44100; VOC PCM_16 96000; HTK PCM_16 44247; HTK PCM_16 96153; SVX PCM_16 44100; SVX PCM_16 30464; "
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
