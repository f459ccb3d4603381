#!/bin/bash
# Dask 2026.7.1: `bag.from_sequence` of 1,000 names makes 1,000 partitions where 600 were asked for, and 5 of 10 names where 9 were.
#
# Guess: the number of partitions is the one that is asked for, and some have one name more than others.
# Seen: each partition has the same whole number of names, rounded down or up, so 199 names in 100 partitions become 199, and
# 101 names without a number 51, not "about 100". A sound a partition writes as many files as there are partitions.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "couldn't run: $(tail -n 1 "$dir/log")"; exit 2; }
{ python3 -m venv "$dir/venv" && "$dir/venv/bin/pip" install -q --disable-pip-version-check dask==2026.7.1 numpy==2.4.6; } >"$dir/log" 2>&1 || fail
cd "$dir"
seen=$("$dir/venv/bin/python" - 2>"$dir/log" <<'PYTHON'
import dask.bag
def count(names, **asked): return dask.bag.from_sequence(range(names), **asked).npartitions
print(*(f"{names} in {asked}: {count(names, npartitions=asked)};" for names, asked in ((10, 9), (100, 60), (199, 100), (1000, 600))),
      *(f"{names}: {count(names)};" for names in (100, 101, 1000)))
PYTHON
) || fail
expected="10 in 9: 5; 100 in 60: 50; 199 in 100: 199; 1000 in 600: 1000; 100: 100; 101: 51; 1000: 250;"
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
