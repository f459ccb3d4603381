#!/bin/bash
# pyebur128 0.1.1 (libebur128): the true peak of a sound's last frames isn't found: two loud frames have +1.9 dB in the middle of a
# sound, and 0 dB at its end.
#
# Guess: the filter is flushed, or the peak is found when it is asked for, so that the place doesn't matter.
# Seen: 1.25 in the middle and 30 frames before the end, 1.00 at the end. Silence after the sound brings the peak back. So
# what a player makes of a short sound that ends abruptly can be above a limit that this meter checked. Above 96 kHz, it
# gives the sample peak.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "couldn't run: $(tail -n 1 "$dir/log")"; exit 2; }
{ python3 -m venv "$dir/venv" && "$dir/venv/bin/pip" install -q --disable-pip-version-check pyebur128==0.1.1 numpy==2.4.6; } >"$dir/log" 2>&1 || fail
cd "$dir"
seen=$("$dir/venv/bin/python" - 2>"$dir/log" <<'PYTHON'
import numpy, pyebur128
def peak(frames, rate=44100):
    state = pyebur128.R128State(1, rate, pyebur128.MeasurementMode.MODE_TRUE_PEAK)
    state.add_frames(frames, len(frames))
    return f"{pyebur128.get_true_peak(state, 0):.2f}"
def sound(place):
    frames = numpy.zeros(1000)
    frames[place - 1:place + 1] = 1
    return frames
print(*(f"{place}: {peak(sound(place))}" for place in (500, 970, 999)), "padded:", peak(numpy.append(sound(999), numpy.zeros(30))),
      "192 kHz:", peak(sound(500), 192000))
PYTHON
) || fail
expected="500: 1.25 970: 1.25 999: 1.00 padded: 1.25 192 kHz: 1.00"
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
