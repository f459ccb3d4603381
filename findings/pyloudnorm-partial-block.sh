#!/bin/bash
# pyloudnorm 0.2.0: a steady tone of 0.46 s is 0.22 LU quieter than the same tone of 0.45 or 0.5 s.
#
# Guess: blocks of 0.4 s that overlap by 75 % end inside the sound, so a steady tone has the same loudness at any length.
# Seen: -15.09, -15.31 and -15.09 LUFS. The number of blocks is rounded to the nearest, so the last one may reach beyond the end,
# where it counts as silence. libebur128 (pyebur128 0.1.1) says -15.04 for all three.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "couldn't run: $(tail -n 1 "$dir/log")"; exit 2; }
{ python3 -m venv "$dir/venv" && "$dir/venv/bin/pip" install -q --disable-pip-version-check pyloudnorm==0.2.0 pyebur128==0.1.1 numpy==2.4.6 scipy==1.17.1; } >"$dir/log" 2>&1 || fail
cd "$dir"
seen=$("$dir/venv/bin/python" - 2>"$dir/log" <<'PYTHON'
import numpy, pyebur128, pyloudnorm
for seconds in (0.45, 0.46, 0.5):
    count = round(seconds * 44100)
    tone = 0.25 * numpy.sin(2 * numpy.pi * 1000 * numpy.arange(count) / 44100)
    state = pyebur128.R128State(1, 44100, pyebur128.MeasurementMode.MODE_I)
    state.add_frames(tone, count)
    other = pyebur128.get_loudness_global(state)
    print(f"{seconds}: {pyloudnorm.Meter(44100).integrated_loudness(tone):.2f} {other:.2f}", end="; ")
PYTHON
) || fail
expected="0.45: -15.09 -15.04; 0.46: -15.31 -15.04; 0.5: -15.09 -15.04; "
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
