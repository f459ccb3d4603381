#!/bin/sh
# Installs a package in fresh, minimal Debian systems and runs it: check-deb.sh PACKAGE FOLDER [PROGRAMS [RELEASE...]],
# as root. Without names of releases, the system is this machine's release.
#
# PROGRAMS is the folder of the static program, which must do the same without any other package and without a network.
# A package that recommends libraries is tried without and with them.
set -eu
package=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
programs=${3-}
packaging=$(realpath "$(dirname "$0")")
samples=$packaging/../Samples
shift $(($# > 3 ? 3 : $#))
if [ $# = 0 ]; then
  . /etc/os-release
  set -- "$VERSION_CODENAME"
fi
root=
trap 'if [ -n "$root" ]; then umount "$root/proc"; fi' EXIT
trap 'exit 1' HUP INT TERM

fail() {
  echo "check-deb: $1" >&2
  exit 1
}

clean() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
run() { clean chroot "$root" "$@"; }

for release; do
  fresh=$("$packaging/fresh-debian.sh" "$release")
  rm -rf --one-file-system "${folder:?}/$release"
  cp -a "$fresh" "$folder/$release"
  cp "$package" "$folder/$release/alertsound.deb"
  # Swift's runtime reads a program's arguments from /proc.
  mount -t proc proc "$folder/$release/proc"
  root=$folder/$release

  if [ -n "$programs" ]; then
    for field in Depends Pre-Depends Recommends Suggests; do
      value=$(dpkg-deb --field "$package" "$field")
      [ -z "$value" ] || fail "the static package has $field: $value"
    done
    clean unshare -n chroot "$root" dpkg -i /alertsound.deb >"$folder/log" 2>&1 || fail "$release: $(cat "$folder/log")"
    clean "$packaging/try.sh" "$programs" "$root/tmp/try" /tmp/try unshare -n chroot "$root"
    [ -s "$root/usr/share/doc/alertsound/licences/glibc" ] || fail "the package has no licence of glibc"
  else
    cp "$samples/Sonar.aiff" "$samples/Siren.caf" "$root/tmp/"
    run dpkg -i /alertsound.deb
    # Without the C libraries: what needs only Swift code.
    run afconvert /tmp/Sonar.aiff /tmp/sub.caf -d ima4 -f caff
    run afinfo -b /tmp/sub.caf
    run alertsound convert /tmp/Sonar.aiff /tmp/Siren.caf -o /tmp/alerts
    run alertsound check /tmp/alerts
    run afconvert /tmp/Sonar.aiff /tmp/low.wav -d LEI16@22050
    run afinfo -b /tmp/low.wav
    # With the C libraries: another resampler.
    # The new system uses this machine's proxies.
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
    run apt-get update -q >>"$folder/log"
    run apt-get install -q -y --no-install-recommends libsamplerate0 libsndfile1 zlib1g >>"$folder/log"
    run afconvert /tmp/Sonar.aiff /tmp/other.wav -d LEI16@22050 --resampler libsamplerate
    run afinfo -b /tmp/other.wav
  fi
  [ -s "$root/usr/share/bash-completion/completions/alertsound" ] || fail "bash's completion is missing"
  [ -z "$(run dpkg --verify alertsound)" ] || fail "$release: the files aren't those of the package"
  run dpkg -r alertsound >>"$folder/log"
  if run sh -c 'command -v afconvert alertsound || ls -d /usr/share/doc/alertsound' 2>/dev/null; then
    fail "$release: the package leaves files"
  fi
  umount "$root/proc"
  root=
  echo "deb: in a fresh $release, the package installs, runs and goes"
done
