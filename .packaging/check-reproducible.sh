#!/bin/sh
# Packs the release again from the same programs, elsewhere and as another user might, and compares all checksums:
# check-reproducible.sh RELEASE WORK PROGRAMS [OPTION...]. PROGRAMS are paths with spaces between them, the first of which
# is in SwiftPM's scratch folder. The options are those of .packaging/dist.
set -eu
release=$(realpath "$1")
mkdir -p "$2"
work=$(realpath "$2")/another
programs=$3
root=$(realpath "$(dirname "$0")/..")
shift 3
# shellcheck disable=SC2086 # Each program is a word.
programs=$(realpath $programs)
program=$(echo "$programs" | head -n 1)
others=$(echo "$programs" | tail -n +2)

if [ -n "$(git -C "$root" status --porcelain --untracked-files=no)" ]; then
  echo "check-reproducible: there are changes that aren't committed; commit them and build the release again" >&2
  exit 1
fi
rm -rf "$work"
mkdir -p "$work/a longer name/scratch/release"
# A clone has other times, other permissions and no files that the commit lacks.
(umask 077 && git clone -q --no-hardlinks "$root" "$work/a longer name/source")
# SwiftPM's folder for a build is a link to one that is deeper.
scratch=$(dirname "$program")
while [ ! -e "$scratch/workspace-state.json" ]; do
  if [ "$scratch" = / ]; then
    echo "check-reproducible: $program isn't in SwiftPM's scratch folder" >&2
    exit 1
  fi
  scratch=$(dirname "$scratch")
done
cp "$program" "$work/a longer name/scratch/release/alertsound"
cp "$program.map" "$work/a longer name/scratch/release/alertsound.map"
cp "$scratch/workspace-state.json" "$work/a longer name/scratch/"
cp -r "$scratch/checkouts" "$work/a longer name/scratch/"
# The other user has none of the files that git ignores, but the options name some.
# shellcheck disable=SC2086
(umask 077 && env -i PATH="$PATH" HOME="$work" TZ=Asia/Kathmandu LC_ALL=C.UTF-8 PYTHONHASHSEED=7 \
  DEBFULLNAME='Somebody Else' DEBEMAIL=somebody@example.org \
  GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*' \
  python3 "$work/a longer name/source/.packaging/dist" "$work/a longer name/scratch/release/alertsound" $others "$work/dist" "$@" \
  >/dev/null)
diff "$release/SHA256SUMS" "$work/dist/SHA256SUMS" >&2 || {
  echo "check-reproducible: the same commit and programs have other bytes when packed elsewhere" >&2
  exit 1
}
echo "reproducible: $(wc -l <"$release/SHA256SUMS") files have the same bytes when packed elsewhere, from the same programs"
