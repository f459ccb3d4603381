#!/bin/bash
# Debian 12's loudgain 0.6.8+ds-3+b1: with -k, a sound of 0.2 s gets the ReplayGain tag `-nan dB`, which isn't a number.
#
# Guess: a sound shorter than a block of 0.4 s has no loudness, so loudgain leaves it alone, or ends with an error.
# Seen: exit status 0, and replaygain_track_gain is "-nan dB" with -k, "inf dB" without it. A sound of 0.4 s gets "-2.96 dB".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "couldn't run: $(tail -n 1 "$dir/log")"; exit 2; }
need() { # package version: unpacks Debian 12's package and what it depends on below $dir/debian; its programs run in there, in /box
  mkdir -p "$dir/debs/partial" "$dir/debian/box" "$dir/debian/dev" "$dir/debian/tmp" "$dir/bin"
  : >"$dir/status"
  apt-get -qq -y -d --no-install-recommends -o Dir::State::status="$dir/status" -o Dir::Cache::archives="$dir/debs" \
    -o APT::Sandbox::User=root install coreutils "$1=$2" >"$dir/apt.log" 2>&1 \
    || { echo "needs Debian 12's $1 $2 (and root, for chroot): $(tail -n 1 "$dir/apt.log")"; exit 2; }
  local deb name
  for deb in "$dir"/debs/*.deb; do
    [ -e "$deb.unpacked" ] || { dpkg -x "$deb" "$dir/debian" && touch "$deb.unpacked"; }
  done
  [ -e "$dir/debian/dev/null" ] || mknod -m 666 "$dir/debian/dev/null" c 1 3 2>/dev/null || : >"$dir/debian/dev/null"
  for deb in "$dir"/debs/"$1"_*.deb; do
    for name in $(dpkg-deb -c "$deb" | sed -n 's|^.* \./usr/bin/\([^ /]*\).*|\1|p'); do
      printf '#!/bin/sh\nexec chroot "%s" /usr/bin/env -C /box HOME=/tmp LD_LIBRARY_PATH="%s" "%s" "$@"\n' "$dir/debian" \
        "/usr/lib/x86_64-linux-gnu/blas:/usr/lib/x86_64-linux-gnu/lapack:/usr/lib/x86_64-linux-gnu/pulseaudio" "$name" >"$dir/bin/$name"
      chmod +x "$dir/bin/$name"
    done
  done
  cd "$dir/debian/box"
  PATH=$dir/bin:$PATH
}
export PATH
{ python3 -m venv "$dir/venv" && "$dir/venv/bin/pip" install -q --disable-pip-version-check soundfile==0.14.0 numpy==2.4.6 mutagen==1.48.1; } >"$dir/log" 2>&1 || fail
need loudgain 0.6.8+ds-3+b1
"$dir/venv/bin/python" - 2>"$dir/log" <<'PYTHON' || fail
import numpy, soundfile
for seconds in ("0.2", "0.4"):
    tone = 0.25 * numpy.sin(2 * numpy.pi * 1000 * numpy.arange(round(float(seconds) * 44100)) / 44100)
    for name in ("k", "plain"): soundfile.write(f"{seconds}-{name}.flac", tone, 44100)
PYTHON
seen=
for seconds in 0.2 0.4; do
  loudgain -s i -k $seconds-k.flac >/dev/null 2>&1 || seen+="status $?; "
  loudgain -s i $seconds-plain.flac >/dev/null 2>&1 || seen+="status $?; "
  for name in k plain; do
    gain=$("$dir/venv/bin/python" -c "import mutagen; print(mutagen.File('$seconds-$name.flac')['replaygain_track_gain'][0])" 2>"$dir/log") || fail
    seen+="$seconds $name: $gain; "
  done
done
expected="0.2 k: -nan dB; 0.2 plain: inf dB; 0.4 k: -2.96 dB; 0.4 plain: -2.96 dB; "
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
