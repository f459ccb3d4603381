#!/bin/sh
# Builds the sample app with the release's plugins and program, without compiling the program:
# check-bundle.sh RELEASE PROGRAMS WORK
set -eu
release=$(realpath "$1")
programs=$(realpath "$2")
mkdir -p "$3"
work=$(realpath "$3")/bundle
root=$(realpath "$(dirname "$0")/..")

fail() {
  echo "check-bundle: $1" >&2
  exit 1
}

rm -rf "$work"
mkdir -p "$work"
set -- "$release"/alertsound-plugins-*.zip
python3 -m zipfile -e "$1" "$work"
plugins=$(basename "$1" .zip)
set -- "$release"/alertsound-*.artifactbundle.zip
bundle=$1
cmp "$root/LICENSE" "$work/$plugins/LICENSE"
diff -r "$root/Sources/Plugins" "$work/$plugins/Sources/Plugins" || fail "the plugins were changed"

# SwiftPM would download the program and compare its checksum. Here the file is beside the package.
manifest=$work/$plugins/Package.swift
grep -q "^      url: \"https://.*/$(basename "$bundle")\",$" "$manifest" || fail "the package names another program"
sum=$(cd "$work/$plugins" && swift package compute-checksum "$bundle")
grep -q "^      checksum: \"$sum\")" "$manifest" || fail "the package has the checksum of another program"
cp "$bundle" "$work/$plugins/program.artifactbundle.zip"
sed -i -e '/^      url: /d' -e 's|^      checksum: .*|      path: "program.artifactbundle.zip"),|' "$manifest"

cp -r "$root/Samples/DemoApp" "$work/App"
sed -i 's|path: "../.."|path: "../'"$plugins"'"|' "$work/App/Package.swift"
grep -q "\"../$plugins\"" "$work/App/Package.swift" || fail "the sample app depends on something else"
# Root can cut off the network; SwiftPM needs none, and its sandbox needs rights that a container lacks.
offline=''
if [ "$(id -u)" = 0 ]; then offline='unshare -n'; fi
$offline swift build --package-path "$work/App" --scratch-path "$work/build" >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  exit 1
}
if grep -E 'Compiling (AlertCore|SoundFormat|AlertSound)|error:' "$work/log"; then fail "the program was compiled"; fi
"$work/build/debug/DemoApp" >"$work/sounds"
"$programs/alertsound" convert --quiet "$root/Samples/DemoApp/Sources/DemoApp/Sounds" -o "$work/expected"
count=0
find "$work/expected" -name '*.caf' >"$work/list"
while read -r sound; do
  name=${sound##*/}
  grep -qF "$name" "$work/sounds" || fail "$name isn't in the app: $(cat "$work/sounds")"
  found=$(find "$work/build/debug/" -path '*.resources/*' -name "$name")
  cmp "$sound" "$found" || fail "$name was converted to something else"
  count=$((count + 1))
done <"$work/list"
[ "$count" -ge 2 ] || fail "the app has $count sounds"
echo "bundle: the sample app is built with $count sounds, and the program isn't compiled"
