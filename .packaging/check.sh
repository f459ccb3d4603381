#!/bin/bash
# Installs every package of a release as its user would: check.sh RELEASE PROGRAMS WORK [OPTION...], as root.
#
# RELEASE is the folder that .packaging/dist made from PROGRAMS with the OPTIONs. PROGRAMS is a list of paths with spaces
# between them, and the first program is the one for this machine. ONLY="wheel deb" chooses checks. Checks compare the
# output and the files of the installed commands with those of the program that was built.
#
# `ONLY=static USUAL=FOLDER check.sh RELEASE PROGRAMS WORK` only compares the static program with the usual build in
# FOLDER.
set -euo pipefail
packaging=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$packaging")
samples=$root/Samples
release=$(realpath -m "$1")
built=$2
mkdir -p "$3"
top=$(realpath "$3")
shift 3
machine=$(uname -m)
path=/usr/sbin:/usr/bin:/sbin:/bin
mounted=() servers=()
trap 'for place in "${mounted[@]}"; do umount "$place"; done; for server in "${servers[@]}"; do kill "$server"; done' EXIT
trap 'exit 1' HUP INT TERM

fail() {
  echo "check-dist: $check: $1" >&2
  exit 1
}

# Mounts /proc in a system's folder. Every container or chroot has it, and Swift's runtime reads a program's arguments
# from there.
mount_proc() { mkdir -p "$1/proc" && mount -t proc proc "$1/proc" && mounted+=("$1/proc"); }
unmount() { for place in "${mounted[@]}"; do umount "$place"; done; mounted=(); }

# Runs words without the caller's environment variables, and without a network.
offline() { env -i PATH="${PATH_THERE:-$path}" HOME=/root LC_ALL=C.UTF-8 unshare -n "$@"; }

# Creates a fresh, minimal Debian system in a folder. It is built once and kept in .build-debian.
fresh_debian() {
  local kept=$root/.build-debian mirror
  mkdir -p "$kept"
  (
    flock 9
    if [ ! -e "$kept/$1.complete" ]; then
      rm -rf --one-file-system "${kept:?}/$1"
      mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1)
      debootstrap --variant=minbase "$1" "$kept/$1" "$mirror" >"$kept/$1.log" 9>&- || { tail "$kept/$1.log" >&2; exit 1; }
      touch "$kept/$1.complete"
    fi
  ) 9>"$kept/lock"
  cp -a "$kept/$1" "$2"
}

# Runs command lines with the built program and with the installed program, and compares the results: try HOST INSIDE
# [COMMAND...]. HOST is a new folder, which the installed program sees as INSIDE. COMMAND runs the installed program, for
# example `chroot FOLDER`.
try() {
  local host=$1 inside=$2 folder
  shift 2
  for folder in here there; do
    mkdir -p "$host/$folder/in"
    cp "$samples"/{Sonar.aiff,Siren.caf,Chime.wav} "$host/$folder/in"
    # A sound that only libsndfile reads: an AU header and a short silence.
    { printf '.snd\0\0\0\030\0\0\021\072\0\0\0\003\0\0\254\104\0\0\0\001' && head -c 4410 /dev/zero; } >"$host/$folder/in/silence.au"
  done
  run_all() {
    local folder=$1 words status
    shift
    while read -r words; do
      status=0
      # shellcheck disable=SC2086 # The words are meant to be split.
      "$@" ${words//FOLDER/$folder} 2>&1 </dev/null || status=$?
      echo "status $status"
    done <<'END' | sed "s|$folder|FOLDER|g"
alertsound --version
alertsound convert FOLDER/in -o FOLDER/out
alertsound check FOLDER/out
alertsound info FOLDER/in/silence.au
alertsound preview FOLDER/in -o FOLDER/page.html --markdown
alertsound convert FOLDER/in/missing.wav -o FOLDER/out
afconvert FOLDER/in/Sonar.aiff FOLDER/sub.caf -d ima4 -f caff
afconvert FOLDER/in/Chime.wav FOLDER/low.wav -d LEI16@22050 -f WAVE
afinfo -b FOLDER/sub.caf
afinfo FOLDER/in/silence.au
END
  }
  PATH=$programs:$path run_all "$host/here" env >"$host/here.txt"
  [ "$(grep -c '^status 0$' "$host/here.txt")" = 9 ] || fail "the built program fails: $(cat "$host/here.txt")"
  run_all "$inside/there" "$@" >"$host/there.txt"
  diff "$host/here.txt" "$host/there.txt" >&2 || fail 'the installed program printed something else'
  # Exclude the records, because they contain the files' times, and the page, because it contains the command line.
  diff -r -x .alertsound-records -x page.html "$host/here" "$host/there" >&2 || fail 'the installed program wrote something else'
}

# Installs tools from PyPI in a virtual environment of this check.
venv() {
  [ -x "$top/venv/bin/python" ] || python3 -m venv "$top/venv"
  "$top/venv/bin/python" -m pip install -q "$@"
}

# Unpacks the archive as root, which applies its owners and permissions, and runs the program in an empty root.
check_archive() {
  (cd "$release" && sha256sum --quiet -c SHA256SUMS && diff <(ls | grep -vx SHA256SUMS) <(cut -c 67- SHA256SUMS)) ||
    fail 'the files are not those of SHA256SUMS'
  local name here file
  name=$(basename "$release"/alertsound-*-linux-"$machine".tar.gz .tar.gz)
  (umask 077 && tar -xpzf "$release/$name.tar.gz" -C "$work")
  [ "$(ls "$work")" = "$name" ] || fail "the archive has more than the folder $name"
  here=$work/$name
  [ -z "$(find "$here" ! -type l \( ! -user 0 -o ! -group 0 -o -perm /022 -o ! -perm -004 \))" ] || fail 'owners or permissions are wrong'
  cd "$here"
  for file in LICENSE NOTICES README.md CHANGELOG.md share/man/man1/{alertsound,afconvert,afinfo}.1 \
    share/zsh/site-functions/_alertsound share/fish/vendor_completions.d/alertsound.fish; do
    [ -s "$file" ] || fail "$file is missing"
  done
  bash -n share/bash-completion/completions/alertsound || fail "bash can't read its completion"
  # Each library's licence must exist where NOTICES says, and so must each common licence to which a licence refers.
  { sed -n 's/.*(\(licences\/.*\))$/\1/p' NOTICES
    find licences -maxdepth 1 -type f -exec grep -aoh 'common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' {} + | sort -u | sed 's|^|licences/|'
  } >"$work/licences"
  [ "$(wc -l <"$work/licences")" -ge 5 ] || fail 'NOTICES names few libraries'
  while read -r file; do [ -s "$file" ] || fail "$file is missing, which NOTICES or a licence names"; done <"$work/licences"
  mount_proc "$here"
  mkdir tmp
  try "$here/tmp/try" /tmp/try offline chroot "$here"
  unmount
  cd "$work"
  if grep -q '^You may change' "$here/NOTICES"; then
    mkdir sources
    tar -xzf "$release"/alertsound-*-sources.tar.gz -C sources --strip-components=1
    [ -s sources/README ] || fail 'the sources have no README'
    { tr '\n' ' ' <"$here/NOTICES" && echo; } | sed 's/.*You may change \(.*\) and link .*/\1/; s/, /\n/g' >relinkable
    while read -r name; do
      [ -n "$(find sources -name "${name}_*.orig.tar.*" -size +100k)" ] || fail "the source of $name is missing"
    done <relinkable
    (cd sources/alertsound/.build-decoders && sha256sum --quiet -c ../.packaging/decoders/SHA256SUMS) ||
      fail "the sources aren't those that the decoders are built from"
    for file in sources/system/*.dsc; do
      # The original author's signature may be missing.
      (cd sources/system && sed -n '/^Checksums-Sha256:/,/^[^ ]/s/^ \([0-9a-f]\{64\}\) [0-9]* \(.*[^c]\)$/\1  \2/p' "../../$file" |
        sha256sum --quiet -c) || fail "$file: its source isn't complete"
    done
    cmp sources/alertsound/CHANGELOG.md "$here/CHANGELOG.md" || fail "the sources aren't those of this version"
  fi
  echo 'archive: runs in an empty root, with its manual pages, completions, licences and sources'
}

check_wheel() {
  local wheel=("$release"/alertsound-*manylinux*"$machine".whl) package
  venv twine==6.2.0 check-wheel-contents==0.6.3 license-expression==30.4.4
  "$top/venv/bin/twine" --no-color check --strict "${wheel[0]}" >"$work/log" || fail "$(cat "$work/log")"
  # Allow files with the same text, because licences may be equal (W002), and a wheel without Python (W007).
  "$top/venv/bin/check-wheel-contents" --ignore W002,W007 "${wheel[0]}" >"$work/log" || fail "$(cat "$work/log")"
  python3 -m zipfile -e "${wheel[0]}" "$work/unpacked"
  cd "$work"/unpacked/*.dist-info
  grep -q '^License-File: NOTICES$' METADATA || fail "the metadata don't name NOTICES"
  sed -n 's|^License-File: |licenses/|p' METADATA | while read -r file; do [ -s "$file" ] || fail "$file is missing"; done
  # All packages of this program must have the same licence.
  sed -n 's/^License-Expression: //p' METADATA >"$work/expression"
  "$top/venv/bin/python" -c 'import sys; from license_expression import get_spdx_licensing
sys.exit("; ".join(get_spdx_licensing().validate(sys.stdin.read().strip()).errors) or None)' <"$work/expression" ||
    fail 'the licence is no SPDX expression'
  for package in "$release"/alertsound-linux-*.tgz; do
    tar -xzOf "$package" package/package.json | grep -qF "\"license\": \"$(cat "$work/expression")\"" || fail "$package: another licence"
  done
  taken() {
    "$top/venv/bin/python" -m pip download -q --no-index --find-links "$release" --no-deps --only-binary :all: \
      --platform "$1" -d "$work/chosen" alertsound >"$work/log" 2>&1
  }
  for platform in manylinux_2_17 manylinux2014 musllinux_1_1; do
    taken "${platform}_$machine" || fail "pip doesn't take it on ${platform}_$machine: $(cat "$work/log")"
  done
  ! taken win_amd64 || fail 'pip takes it on Windows'
  python3 -m venv "$work/venv"
  find "$work/venv" ! -type d ! -name '*.pyc' | sort >"$work/before"
  "$work/venv/bin/python" -m pip install -q --no-index "${wheel[0]}"
  PATH_THERE=$work/venv/bin:$path try "$work/try" "$work/try" offline
  # pipx and uv link to the commands, possibly to only some of them.
  ln -s "$work/venv/bin/afinfo" "$work/linked"
  "$work/linked" -b "$work/try/there/out/Chime.caf" >/dev/null || fail "a link to afinfo doesn't run"
  "$work/venv/bin/python" -m pip uninstall -q -y alertsound
  find "$work/venv" ! -type d ! -name '*.pyc' | sort | diff "$work/before" - >&2 || fail 'pip uninstall leaves files'
  echo 'wheel: pip installs it without a network, its commands run, links to them too, and it goes without a trace'
}

check_npm() {
  local platform main program own version
  platform=$(node -p 'process.platform + "-" + process.arch')
  main=$(ls "$release"/alertsound-[0-9]*.tgz)
  version=$("$programs/alertsound" --version)
  program=$release/alertsound-$platform-$version.tgz
  # Use neither the user's settings nor a registry.
  export HOME="$work" npm_config_offline=true npm_config_registry=http://127.0.0.1:9/ npm_config_update_notifier=false
  mkdir "$work/both" "$work/alone"
  cd "$work/both"
  npm install --silent "$main" "$program"
  npm ls --all >out 2>&1 || fail "the packages don't fit each other: $(cat out)"
  [ "$(npx --no-install alertsound --version)" = "$version" ] || fail "the program isn't version $version"
  npx --no-install alertsound convert "$samples/Sonar.aiff" -o alerts --quiet
  ! npx --no-install alertsound check "$samples/Siren.caf" >/dev/null || fail 'the exit status of the program is lost'
  node -e 'require("alertsound").convert([process.argv[1]], "converted")' "$samples/Sonar.aiff"
  cmp alerts/Sonar.caf converted/Sonar.caf
  # The packages must have every promised file, and no other file.
  diff <(printf '%s\n' LICENSE README.md app.plugin.{d.ts,js} bin/alertsound.js index.{d.ts,js} lib/{apple,names,outputs,project}.js \
    package.json) <(cd node_modules/alertsound && find . -type f -printf '%P\n' | LC_ALL=C sort) >&2 || fail 'the package has other files'
  for file in LICENSE NOTICES licences/libsndfile; do [ -s "node_modules/@alertsound/$platform/$file" ] || fail "there is no $file"; done
  [ ! -e node_modules/.bin/afconvert ] || fail "the package hides Apple's afconvert on a Mac"
  # Install as npm does if there is no package for the platform.
  cd "$work/alone"
  npm install --silent --omit=optional "$main"
  ! npx --no-install alertsound --version >out 2>&1 || fail 'a program ran although its package is missing'
  grep -q "^alertsound: the package @alertsound/$platform is not installed" out || fail "a missing package is reported as: $(cat out)"
  own=$work/both/node_modules/@alertsound/$platform/bin/alertsound
  venv pbxproj==4.3.3
  PBXPROJ_PYTHON=$top/venv/bin/python ALERTSOUND_PACKAGE=$work/both/node_modules/alertsound ALERTSOUND_BINARY=$own \
    node --test --test-reporter=tap "$root"/Tests/NpmTests/*.test.js >"$work/tests" ||
    fail "$(cat "$work/tests")"
  grep -q '^# skipped 0$' "$work/tests" || fail 'tests were skipped'
  echo "npm: installs and runs the packages; $(sed -n 's/^# pass //p' "$work/tests") tests of the Expo plugin and the commands pass"
}

check_deb() {
  local package system codename there
  package=$(ls "$release"/alertsound_*_"$(dpkg --print-architecture)".deb)
  for field in Depends Pre-Depends Recommends Suggests; do
    [ -z "$(dpkg-deb --field "$package" "$field")" ] || fail "the static package has $field"
  done
  # Ignore statically linked libraries, because they are intended.
  lintian --allow-root --fail-on error --suppress-tags embedded-library,statically-linked-binary "$package" >"$work/lintian" ||
    fail "$(cat "$work/lintian")"
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  for system in $(printf '%s\n' bullseye trixie "$codename" | sort -u); do
    there=$work/$system
    fresh_debian "$system" "$there"
    cp "$package" "$there/alertsound.deb"
    mount_proc "$there"
    offline chroot "$there" dpkg -i /alertsound.deb >"$work/log" 2>&1 || fail "$system: $(cat "$work/log")"
    try "$there/tmp/try" /tmp/try offline chroot "$there"
    [ -s "$there/usr/share/doc/alertsound/licences/glibc" ] || fail 'the package has no licence of glibc'
    [ -z "$(offline chroot "$there" dpkg --verify alertsound)" ] || fail "$system: the files aren't those of the package"
    offline chroot "$there" dpkg -r alertsound >>"$work/log"
    [ -z "$(find "$there/usr" -name '*alertsound*' -o -name afconvert)" ] || fail "$system: the package leaves files"
    unmount
    echo "deb: in a fresh $system, the package installs, runs and goes"
  done
}

# Builds the sample app with the release's plugins and program, without compiling the program.
check_bundle() {
  local bundle plugins sum sound count=0
  bundle=$(ls "$release"/alertsound-*.artifactbundle.zip)
  plugins=$(basename "$release"/alertsound-plugins-*.zip .zip)
  cd "$work"
  python3 -m zipfile -e "$release/$plugins.zip" .
  diff -r "$root/Sources/Plugins" "$plugins/Sources/Plugins" || fail 'the plugins were changed'
  # SwiftPM would download the program and compare its checksum. In this check, the file is beside the package.
  sum=$(cd "$plugins" && swift package compute-checksum "$bundle")
  grep -A 1 "^      url: \"https://.*/${bundle##*/}\",$" "$plugins/Package.swift" | grep -q "\"$sum\"" || fail 'it names another program'
  cp "$bundle" "$plugins/program.artifactbundle.zip"
  sed -i -e '/^      url: /d' -e 's|^      checksum: .*|      path: "program.artifactbundle.zip"),|' "$plugins/Package.swift"
  cp -r "$samples/DemoApp" App
  sed -i 's|path: "../.."|path: "../'"$plugins"'"|' App/Package.swift
  unshare -n swift build --package-path App --scratch-path build >log 2>&1 || fail "$(cat log)"
  ! grep -E 'Compiling (AlertCore|SoundFormat|AlertSound)|error:' log || fail 'the program was compiled'
  build/debug/DemoApp >sounds
  "$programs/alertsound" convert --quiet "$samples/DemoApp/Sources/DemoApp/Sounds" -o expected
  while read -r sound; do
    grep -qF "${sound##*/}" sounds || fail "$sound isn't in the app"
    cmp "$sound" "$(find build/debug/ -path '*.resources/*' -name "${sound##*/}")" || fail "$sound is another one"
    count=$((count + 1))
  done < <(find expected -name '*.caf')
  [ $count -ge 2 ] || fail "the app has $count sounds"
  echo "bundle: the sample app is built with $count sounds, and the program isn't compiled"
}

check_action() {
  venv check-jsonschema==0.39.0 zizmor==1.32.0 ruamel.yaml
  "$top/venv/bin/check-jsonschema" -q --builtin-schema vendor.github-actions "$packaging/action/action.yml"
  "$top/venv/bin/check-jsonschema" -q --builtin-schema vendor.github-workflows \
    "$samples/Recipes/GitHubActions/sounds.yml" "$root"/.github/workflows/*.yml
  "$top/venv/bin/zizmor" --offline -q "$packaging/action/action.yml" "$root"/.github/workflows/*.yml
  "$top/venv/bin/python" -B "$packaging/action/check.py" "$release"
}

# Packs the release again, in another place and like another user, and compares all checksums.
check_reproducible() {
  local there="$work/a longer name" program scratch
  # shellcheck disable=SC2206 # Each program is a word.
  local given=($built)
  [ -z "$(git -C "$root" status --porcelain --untracked-files=no)" ] || fail "changes aren't committed; commit them and pack again"
  mkdir -p "$there/scratch/release"
  # A clone has other times and permissions, and only the files of the commit.
  (umask 077 && git clone -q --no-hardlinks "$root" "$there/source")
  program=$(realpath "${given[0]}")
  scratch=$(dirname "$program")
  while [ ! -e "$scratch/workspace-state.json" ]; do scratch=$(dirname "$scratch"); done
  cp "$program" "$program.map" "$there/scratch/release/"
  cp -r "$scratch/workspace-state.json" "$scratch/checkouts" "$there/scratch/"
  cd "$root"
  (umask 077 && env -i PATH="$PATH" HOME="$work" TZ=Asia/Kathmandu LC_ALL=C.UTF-8 PYTHONHASHSEED=7 \
    python3 "$there/source/.packaging/dist" "$there/scratch/release/alertsound" "${given[@]:1}" "$work/dist" "$@" >/dev/null)
  diff "$release/SHA256SUMS" "$work/dist/SHA256SUMS" >&2 || fail 'the same commit and programs have other bytes when packed elsewhere'
  echo "reproducible: $(wc -l <"$release/SHA256SUMS") files have the same bytes when packed elsewhere, from the same programs"
}

. "$packaging/check-install.sh"
. "$packaging/check-static.sh"

programs=$top/programs
rm -rf "$programs"
mkdir "$programs"
cp "${built%% *}" "$programs/alertsound"
for name in afconvert afinfo; do ln -s alertsound "$programs/$name"; done
for check in ${ONLY:-archive install wheel npm deb bundle action reproducible}; do
  [ "$(type -t "check_$check")" = function ] || fail 'there is no such check'
  work=$top/$check
  rm -rf --one-file-system "$work"
  mkdir -p "$work"
  # Run in a separate process, because its folder and variables end with it.
  (
    trap 'for place in "${mounted[@]}"; do umount "$place"; done; for server in "${servers[@]}"; do kill "$server"; done' EXIT
    "check_$check" "$@"
  )
done
