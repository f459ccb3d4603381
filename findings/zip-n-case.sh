#!/bin/bash
# Debian 12's zip 3.0-13+deb12u1: `zip -n .caf` stores ring.caf, and compresses RING.CAF.
#
# Guess: suffixes are compared without case, since the built-in list is for names like X.ZIP as well.
# Seen: only the lowercase name is stored. So an app archive whose sounds must stay uncompressed needs each spelling. A suffix
# without a point counts, too: `-n caf` stores a file named `decaf`.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
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
need zip 3.0-13+deb12u1
head -c 20000 /dev/zero | tee ring.caf decaf >RING.CAF
methods() { python3 -c "
import zipfile
print(*(i.filename + ('=stored' if i.compress_type == 0 else '=deflated') for i in zipfile.ZipFile('$1').infolist()))"; }
zip -q -n .caf point.zip ring.caf RING.CAF decaf
zip -q -n caf plain.zip ring.caf RING.CAF decaf
seen="$(methods point.zip); $(methods plain.zip)"
expected="ring.caf=stored RING.CAF=deflated decaf=deflated; ring.caf=stored RING.CAF=deflated decaf=stored"
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
