#!/bin/bash
# soundfile 0.14.0 (libsndfile 1.2.2): floats above full scale don't clip in A-law and µ-law. They wrap round, and A-law turns
# +1.5 into -0.16.
#
# Guess: they clip at the codec's highest step, as they do in linear PCM.
# Seen: the peak 1.5 is 1.0 in 16 bits, and 0.17 in µ-law. In A-law, +1.5 and -1.5 both become -0.16. The index into the table of
# codes isn't limited. So a normal float mix with a few peaks above full scale gets holes and clicks.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "couldn't run: $(tail -n 1 "$dir/log")"; exit 2; }
{ python3 -m venv "$dir/venv" && "$dir/venv/bin/pip" install -q --disable-pip-version-check soundfile==0.14.0 numpy==2.4.6; } >"$dir/log" 2>&1 || fail
cd "$dir"
seen=$("$dir/venv/bin/python" - 2>"$dir/log" <<'PYTHON'
import io, numpy, soundfile
for subtype in ("PCM_16", "ULAW", "ALAW"):
    file = io.BytesIO()
    soundfile.write(file, numpy.array([0.99, 1.2, 1.5, -1.5]), 44100, subtype, format="WAV")
    file.seek(0)
    print(subtype, *(f"{sample:.2f}" for sample in soundfile.read(file)[0]), end="; ")
PYTHON
) || fail
expected="PCM_16 0.99 1.00 1.00 -1.00; ULAW 0.98 0.21 0.17 -0.17; ALAW 0.98 -0.17 -0.16 -0.16; "
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
