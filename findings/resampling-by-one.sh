#!/bin/bash
# samplerate 0.2.4 (libsamplerate 0.2.2): converting a sound to the rate that it has changes it, with each converter.
#
# Guess: a ratio of exactly 1 copies the samples.
# Seen: of white noise, the best sinc converter leaves a difference only 16 dB below the sound: it always filters just below
# half the rate. `linear` and `zero_order_hold` are a frame late: the first frame comes twice, and the last is lost.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "couldn't run: $(tail -n 1 "$dir/log")"; exit 2; }
{ python3 -m venv "$dir/venv" && "$dir/venv/bin/pip" install -q --disable-pip-version-check samplerate==0.2.4 numpy==2.4.6; } >"$dir/log" 2>&1 || fail
cd "$dir"
seen=$("$dir/venv/bin/python" - 2>"$dir/log" <<'PYTHON'
import numpy, samplerate
sound = numpy.random.default_rng(1).normal(size=4410).astype("f4") / 10
for converter in ("sinc_best", "linear", "zero_order_hold"):
    made = samplerate.resample(sound, 1.0, converter)
    def level(difference): return f"{10 * numpy.log10((difference ** 2).sum() / (sound ** 2).sum() + 1e-20):.0f}"
    print(converter, len(made), level(made - sound), level(made[1:] - sound[:-1]), end="; ")
PYTHON
) || fail
expected="sinc_best 4410 -16 3; linear 4410 3 -200; zero_order_hold 4410 3 -200; "
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
