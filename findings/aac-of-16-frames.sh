#!/bin/bash
# imageio-ffmpeg 0.6.0 (FFmpeg 7.0.2) and 0.8.1 (FFmpeg 9.0.2): a sound of 16 frames that FFmpeg 7 writes as AAC in an m4a has no
# frame at all when FFmpeg 7 reads it. One of 63 frames has 1,024.
#
# Guess: the edit list keeps exactly 16 and 63 frames.
# Seen: FFmpeg 7.0.2 gives 0 and 1,024 frames, each with exit status 0: the edit's length is in milliseconds, rounded down to 0 for
# 16 frames. FFmpeg 9.0.2, which wrote the same sounds, gives 16 and 63.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
seen=$(for version in 0.6.0 0.8.1; do
  python3 -m venv "$dir/$version"
  "$dir/$version/bin/pip" install -q --disable-pip-version-check imageio-ffmpeg==$version || exit 2
  ffmpeg=$("$dir/$version/bin/python" -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
  for count in 16 63; do
    "$ffmpeg" -v error -y -f lavfi -i "sine=f=1000:r=44100,atrim=end_sample=$count" -c:a aac s.m4a </dev/null
    "$ffmpeg" -v error -i s.m4a -f s16le frames.raw -y </dev/null
    printf '%s: %s of %s; ' $version $(($(stat -c %s frames.raw) / 2)) $count
  done
done)
expected="0.6.0: 0 of 16; 0.6.0: 1024 of 63; 0.8.1: 16 of 16; 0.8.1: 63 of 63; "
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
