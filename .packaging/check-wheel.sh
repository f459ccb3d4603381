#!/bin/sh
# Installs the wheel with pip as its user would, without a network: check-wheel.sh RELEASE PROGRAMS WORK
set -eu
release=$(realpath "$1")
programs=$(realpath "$2")
mkdir -p "$3"
top=$(realpath "$3")
work=$top/wheel
packaging=$(realpath "$(dirname "$0")")

fail() {
  echo "check-wheel: $1" >&2
  exit 1
}

machine=$(uname -m)
set -- "$release"/alertsound-*manylinux*"$machine".whl
[ -f "$1" ] || fail "there is no wheel for this machine"
wheel=$1
rm -rf "$work"
mkdir -p "$work"

if [ ! -x "$top/venv/bin/python" ]; then python3 -m venv "$top/venv"; fi
"$top/venv/bin/python" -m pip install -q twine==6.2.0 check-wheel-contents==0.6.3 license-expression==30.4.4 wheel==0.46.3
"$top/venv/bin/twine" --no-color check --strict "$wheel" >"$work/log" || { cat "$work/log" >&2; exit 1; }
# Licences may have the same text. There is no Python inside: W007.
"$top/venv/bin/check-wheel-contents" --ignore W002,W007 "$wheel" >"$work/log" || { cat "$work/log" >&2; exit 1; }
"$top/venv/bin/python" -m wheel unpack -d "$work/unpacked" "$wheel" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
(cd "$work"/unpacked/*/*.dist-info && sed -n 's|^License-File: |licenses/|p' METADATA) >"$work/licences"
grep -q NOTICES "$work/licences" || fail "the wheel's metadata don't name NOTICES"
# Every package of this program has the same licence.
sed -n 's/^License-Expression: //p' "$work"/unpacked/*/*.dist-info/METADATA >"$work/expression"
"$top/venv/bin/python" -c '
import sys
from license_expression import get_spdx_licensing
errors = get_spdx_licensing().validate(sys.stdin.read().strip()).errors
sys.exit("; ".join(errors) or None)' <"$work/expression" || fail "the licence is no SPDX expression"
for package in "$release"/alertsound-linux-*.tgz; do
  tar -xzOf "$package" package/package.json | grep -qF "\"license\": \"$(cat "$work/expression")\"" ||
    fail "$package: its licence isn't that of the wheel"
done
while read -r file; do
  [ -s "$(echo "$work"/unpacked/*/*.dist-info)/$file" ] || fail "$file is missing, which its metadata name"
done <"$work/licences"

# pip chooses it on these systems, and on no others.
tries() {
  "$top/venv/bin/python" -m pip download -q --no-index --find-links "$release" --no-deps --only-binary :all: \
    --platform "$1" -d "$work/chosen" alertsound >"$work/log" 2>&1
}
case $wheel in *musllinux*)
  for platform in manylinux_2_17 manylinux2014 musllinux_1_1; do
    tries "${platform}_$machine" || fail "pip doesn't take it on ${platform}_$machine: $(cat "$work/log")"
  done ;;
esac
if tries win_amd64; then fail "pip takes it on Windows"; fi

python3 -m venv "$work/venv"
pip() { "$work/venv/bin/python" -m pip --disable-pip-version-check "$@"; }
find "$work/venv" | sort >"$work/before"
pip install -q --no-index "$wheel"
pip check >/dev/null || fail "pip check complains"
[ "$(pip show alertsound | sed -n 's/^Version: //p')" = "$("$programs/alertsound" --version)" ] || fail "pip shows another version"
# Without what the caller has set: scripts find the program beside them.
PATH=$work/venv/bin:/usr/bin:/bin "$packaging/try.sh" "$programs" "$work/try" "$work/try"
# pipx and uv link to the commands, maybe to some of them only.
mkdir "$work/linked"
ln -s "$work/venv/bin/afinfo" "$work/linked/afinfo"
(cd / && PATH=$work/linked:/usr/bin:/bin afinfo -b "$work/try/there/out/Chime.caf") >/dev/null || fail "a link to afinfo doesn't run"
[ -s "$work/venv/share/man/man1/afconvert.1" ] || fail "the manual pages are missing"
pip uninstall -q -y alertsound
find "$work/venv" -type f -name '*.pyc' -delete
# pip leaves empty folders.
find "$work/venv" ! -type d | sort >"$work/after"
left=$(comm -13 "$work/before" "$work/after")
[ -z "$left" ] || fail "pip uninstall leaves $left"
echo "wheel: pip installs it without a network, its commands run, links to them too, and it goes without a trace"
