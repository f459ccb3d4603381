#!/bin/sh
# Installs alertsound from a release: install.sh [--version VERSION] [--to FOLDER]
#
# FOLDER is ~/.local/bin by default. If its name is bin, the manual pages and completions go to the folder share beside
# it. Without a version, the latest release is installed. ALERTSOUND_BASE_URL is another address with the files of one
# release.
set -eu

# The braces make the shell read the whole script first. So a script that is cut short by its download does nothing.
{
repository=alertsound/alertsound

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

version='' folder=''
while [ $# -gt 0 ]; do
  case $1 in
    --version | --to)
      value=${2-}
      if [ "$1" = --version ]; then value=${value#v}; fi
      [ -n "$value" ] || fail "$1 needs a value"
      if [ "$1" = --to ]; then folder=$value; else version=$value; fi
      shift 2
      ;;
    -h | --help)
      echo 'usage: install.sh [--version VERSION] [--to FOLDER]'
      exit
      ;;
    *) fail "$1: no such option; use --version VERSION or --to FOLDER" ;;
  esac
done
case $version in
  *[!0-9A-Za-z.-]*) fail "$version: not a version; give one like 1.2.3" ;;
esac
if [ -z "$folder" ]; then
  [ -n "${HOME-}" ] || fail 'HOME is not set; name a folder with --to'
  folder=$HOME/.local/bin
fi
# Make the path absolute, because other folders' commands also use it.
case $folder in
  /*) ;;
  *) folder=$PWD/$folder ;;
esac
while [ "${folder%/}" != "$folder" ]; do folder=${folder%/}; done

case $(uname -s) in
  Linux) system=linux names='alertsound afconvert afinfo' ;;
  # A Mac has Apple's own afconvert and afinfo.
  Darwin) system=macos names=alertsound ;;
  *) fail "there is no program for $(uname -s), only for Linux and macOS" ;;
esac
case $(uname -m) in
  x86_64 | amd64) platform=$system-x86_64 ;;
  aarch64 | arm64) platform=$system-aarch64 ;;
  *) fail "there is no program for $(uname -m), only for x86_64 and aarch64" ;;
esac

if [ -n "${ALERTSOUND_BASE_URL-}" ]; then
  base=${ALERTSOUND_BASE_URL%/}
elif [ -n "$version" ]; then
  base=https://github.com/$repository/releases/download/v$version
else
  base=https://github.com/$repository/releases/latest/download
fi

# Don't let a redirection leave https.
case $base in
  https:*) protocols=https ;;
  *) protocols=http,https,file ;;
esac
if command -v curl >/dev/null 2>&1; then
  fetch() { curl -fsSL --retry 3 --proto "=$protocols" -o "$2" "$1"; }
elif ! command -v wget >/dev/null 2>&1; then
  fail 'needs curl or wget; install one of them'
elif [ "$protocols" != https ]; then
  fetch() { wget -q -O "$2" "$1"; }
elif wget --version 2>/dev/null | grep -q GNU; then
  # A proxy that doesn't exist keeps wget from following a redirection to http. busybox's wget would also use that proxy
  # for https.
  fetch() { wget -q -e http_proxy=http://127.0.0.1:9 -e no_proxy= -O "$2" "$1"; }
else
  fail "this wget doesn't check certificates; install curl"
fi
if command -v sha256sum >/dev/null 2>&1; then
  digest() { sha256sum <"$1" | cut -d ' ' -f 1; }
elif command -v shasum >/dev/null 2>&1; then
  digest() { shasum -a 256 <"$1" | cut -d ' ' -f 1; }
else
  fail 'needs sha256sum or shasum; install one of them'
fi

work=$(mktemp -d)
staged=''
cleanup() {
  rm -rf "$work"
  for part in $staged; do rm -f "$folder/$part"; done
}
trap cleanup EXIT
trap 'exit 1' HUP INT TERM

fetch "$base/SHA256SUMS" "$work/SHA256SUMS" ||
  fail "$base/SHA256SUMS can't be downloaded; check the version and the connection"

# SHA256SUMS has a line for each file: the digest, two spaces, the name.
archive='' expected=''
while read -r sum name; do
  name=${name#\*}
  case $name in
    alertsound-*-"$platform".tar.gz) ;;
    *) continue ;;
  esac
  found=${name#alertsound-}
  found=${found%"-$platform.tar.gz"}
  case $found in
    '' | *[!0-9A-Za-z.-]*) continue ;;
  esac
  [ -z "$version" ] || [ "$found" = "$version" ] || continue
  [ -z "$archive" ] || fail "$base/SHA256SUMS lists several archives for $platform; choose one with --version"
  archive=$name expected=$sum
done <"$work/SHA256SUMS"
[ -n "$archive" ] ||
  fail "this release has no program for $platform${version:+ and version $version}; $base/SHA256SUMS lists its files"

fetch "$base/$archive" "$work/$archive" || fail "$base/$archive can't be downloaded; try again"
actual=$(digest "$work/$archive")
[ "$actual" = "$expected" ] ||
  fail "$archive is damaged or was changed: its SHA-256 is $actual, and SHA256SUMS says $expected; nothing was installed"
tar -xzf "$work/$archive" -C "$work" || fail "$archive can't be unpacked; nothing was installed"
unpacked=$work/${archive%.tar.gz}
program=$unpacked/bin/alertsound
[ -f "$program" ] || fail "$archive contains no bin/alertsound; nothing was installed"
installed=$("$program" --version) ||
  fail "the program of $archive doesn't run on this system; nothing was installed; if $work is on a file system that \
runs no programs, set TMPDIR"

mkdir -p "$folder" || fail "$folder can't be created; name another folder with --to"
for name in $names; do
  [ ! -d "$folder/$name" ] || fail "$folder/$name is a folder; nothing was installed"
  # Only the program and links to it are from this script.
  case $name,$(readlink "$folder/$name") in
    alertsound,* | *,alertsound) ;;
    *)
      [ ! -e "$folder/$name" ] ||
        fail "$folder/$name belongs to another program; remove it, or name another folder with --to"
      ;;
  esac
done
# Switch each name from the old to the new version in one step.
for name in $names; do
  part=.$name.$$
  staged="$staged $part"
  if [ "$name" = alertsound ]; then
    cp "$program" "$folder/$part" || fail "$folder can't be written to; name another folder with --to"
    chmod 755 "$folder/$part"
  else
    ln -s alertsound "$folder/$part" || fail "$folder can't be written to; name another folder with --to"
  fi
done
removal=''
# Adds a quoted path to the command that removes everything, so that the command can be pasted.
note() { removal="$removal '$(printf '%s' "$1" | sed "s/'/'\\\\''/g")'"; }
for name in $names; do
  mv -f "$folder/.$name.$$" "$folder/$name"
  note "$folder/$name"
done

case $folder in
  */bin)
    share=${folder%/bin}/share
    set -- "$unpacked/share/man/man1"/*.1 "$unpacked/share/bash-completion/completions/alertsound" \
      "$unpacked/share/zsh/site-functions/_alertsound" "$unpacked/share/fish/vendor_completions.d/alertsound.fish"
    for file; do
      [ -f "$file" ] || continue
      target=$share/${file#"$unpacked/share/"}
      # The program works without these files.
      if mkdir -p "${target%/*}" && cp "$file" "$target"; then note "$target"; fi
    done
    ;;
esac

printf '%s\n' "alertsound $installed is in $folder" "To remove it: rm$removal"
case :$PATH: in
  *":$folder:"*) ;;
  *) printf '%s\n' "$folder isn't in PATH; add it to run alertsound by its name" ;;
esac
}
