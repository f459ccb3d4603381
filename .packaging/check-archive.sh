#!/bin/sh
# Unpacks the release's archive and runs it where nothing else is: check-archive.sh RELEASE PROGRAMS WORK, as root.
#
# Checks SHA256SUMS and the archive of the sources, too. PROGRAMS is the folder of the built program.
set -eu
release=$(realpath "$1")
programs=$(realpath "$2")
mkdir -p "$3"
work=$(realpath "$3")/archive
packaging=$(realpath "$(dirname "$0")")

fail() {
  echo "check-archive: $1" >&2
  exit 1
}

rm -rf --one-file-system "$work"
mkdir -p "$work"
(cd "$release" && sha256sum --quiet -c SHA256SUMS) || fail "the files aren't those of SHA256SUMS"
for path in "$release"/*; do
  name=${path##*/}
  [ "$name" = SHA256SUMS ] || grep -q "^[0-9a-f]\{64\}  $name\$" "$release/SHA256SUMS" || fail "$name isn't in SHA256SUMS"
done

set -- "$release"/alertsound-*-linux-"$(uname -m)".tar.gz
[ -f "$1" ] || fail "there is no archive for this machine"
top=$(basename "$1" .tar.gz)
# Whoever is root gets the owners and permissions that the archive says.
(umask 077 && tar -xpzf "$1" -C "$work")
[ "$(ls "$work")" = "$top" ] || fail "the archive has more than the folder $top: $(ls "$work")"
[ -z "$(find "$work/$top" ! -user 0 -o ! -group 0 -o -perm /022 ! -type l)" ] || fail "owners or permissions are wrong"
[ -z "$(find "$work/$top" ! -perm -004)" ] || fail "not everybody can read the files"
cd "$work/$top"
for file in LICENSE NOTICES README.md CHANGELOG.md; do [ -s "$file" ] || fail "$file is missing"; done
for page in alertsound afconvert afinfo; do
  [ "$(head -c 3 "share/man/man1/$page.1")" = .Dd ] || fail "the manual page $page is missing"
done
bash -n share/bash-completion/completions/alertsound || fail "bash can't read its completion"
grep -q '^#compdef alertsound' share/zsh/site-functions/_alertsound || fail "zsh's completion is missing"
grep -q 'complete -c .*alertsound' share/fish/vendor_completions.d/alertsound.fish || fail "fish's completion is missing"

# Each library's licence is where NOTICES says, and so is each text to which one refers.
sed -n 's/.*(\(licences\/.*\))$/\1/p' NOTICES >"$work/licences"
[ "$(wc -l <"$work/licences")" -ge 5 ] || fail "NOTICES names only $(wc -l <"$work/licences") libraries"
while read -r file; do [ -s "$file" ] || fail "$file is missing, which NOTICES names"; done <"$work/licences"
find licences -maxdepth 1 -type f -exec grep -aoh 'common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' {} + | sort -u >"$work/common"
while read -r file; do [ -s "licences/$file" ] || fail "licences/$file is missing, to which a licence refers"; done <"$work/common"

mkdir proc tmp
mount -t proc proc proc
trap 'umount "$work/$top/proc"' EXIT
trap 'exit 1' HUP INT TERM
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$packaging/try.sh" "$programs" "$work/$top/tmp/try" /tmp/try \
  unshare -n chroot "$work/$top"
umount proc
trap - EXIT

# The sources are those that the decoders are built from, and this commit's.
if grep -q '^You may change' NOTICES; then
  set -- "$release"/alertsound-*-sources.tar.gz
  [ -f "$1" ] || fail "NOTICES offers sources, and there are none"
  mkdir "$work/sources"
  tar -xzf "$1" -C "$work/sources" --strip-components=1
  cd "$work/sources"
  [ -s README ] || fail "the sources have no README"
  { tr '\n' ' ' <"$work/$top/NOTICES" && echo; } | sed 's/.*You may change \(.*\) and link .*/\1/; s/, /\n/g' >"$work/relinkable"
  [ "$(wc -l <"$work/relinkable")" -ge 1 ] || fail "NOTICES names no library whose source it offers"
  while read -r name; do
    [ -n "$(find . -name "${name}_*.orig.tar.*" -size +100k)" ] || fail "the source of $name is missing"
  done <"$work/relinkable"
  if [ -e alertsound/.packaging/decoders/SHA256SUMS ]; then
    (cd alertsound/.build-decoders && sha256sum --quiet -c ../.packaging/decoders/SHA256SUMS) ||
      fail "the sources aren't those that the decoders are built from"
  fi
  for file in system/*.dsc; do
    sed -n '/^Checksums-Sha256:/,/^[^ ]/s/^ \([0-9a-f]\{64\}\) [0-9]* \(.*\)$/\1  \2/p' "$file" >"$work/sums"
    [ -s "$work/sums" ] || fail "$file names no files"
    # A signature of the original's author may be left out.
    (cd system && grep -v '\.asc$' "$work/sums" | sha256sum --quiet -c) || fail "$file: its source isn't complete"
  done
  cmp alertsound/CHANGELOG.md "$work/$top/CHANGELOG.md" || fail "the sources aren't those of this version"
fi
echo "archive: runs in an empty root, with its manual pages, completions, licences and sources"
