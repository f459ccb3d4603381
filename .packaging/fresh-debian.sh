#!/bin/sh
# Prints the folder of a fresh, minimal Debian system, for a check to copy: fresh-debian.sh RELEASE, as root. It is made the
# first time that a check needs it, and is kept in .build-debian.
set -eu
release=$1
folder=$(realpath "$(dirname "$0")/..")/.build-debian
mkdir -p "$folder"
# Checks that run side by side wait for each other.
exec 9>"$folder/lock"
flock 9
if [ ! -e "$folder/$release.complete" ]; then
  rm -rf --one-file-system "${folder:?}/$release"
  # The new system uses this machine's apt mirror, which has the other releases, too.
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1)
  debootstrap --variant=minbase "$release" "$folder/$release" "$mirror" >"$folder/$release.log" 9>&- || {
    tail "$folder/$release.log" >&2
    exit 1
  }
  touch "$folder/$release.complete"
fi
echo "$folder/$release"
