#!/bin/bash
# imageio-ffmpeg 0.8.1 (FFmpeg 9.0.2): a sound of 16 frames at 44.1 kHz becomes an Opus file that FFmpeg itself can't open.
#
# Guess: one packet of 20 ms is written, and the granule position cuts it to 17 frames at 48 kHz.
# Seen: exit status 0, no warning, and a file of 137 bytes: two headers, and no packet. Reading it fails with "End of file". A
# sound of 63 frames is right.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "couldn't run: $(tail -n 1 "$dir/log")"; exit 2; }
{ python3 -m venv "$dir/venv" && "$dir/venv/bin/pip" install -q --disable-pip-version-check imageio-ffmpeg==0.8.1; } >"$dir/log" 2>&1 || fail
cd "$dir"
ffmpeg=$("$dir/venv/bin/python" -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())' 2>"$dir/log") || fail
seen=$(for count in 16 63; do
  written=0
  "$ffmpeg" -v error -y -f lavfi -i "sine=f=1000:r=44100,atrim=end_sample=$count" -c:a libopus s.opus </dev/null || written=$?
  "$ffmpeg" -v error -i s.opus -f s16le frames.raw -y </dev/null 2>errors || : >frames.raw
  printf '%s: status %s, %s frames, %s; ' $count $written $(($(stat -c %s frames.raw) / 2)) "$(grep -q 'End of file' errors && echo fails || echo opens)"
done)
expected="16: status 0, 0 frames, fails; 63: status 0, 69 frames, opens; "
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
