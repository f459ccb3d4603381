#!/bin/sh
# Installs a package in a fresh, minimal Debian system and runs it: check-deb.sh PACKAGE FOLDER, as root.
set -eu
package=$1
root=$2
. /etc/os-release

rm -rf --one-file-system "$root"
mkdir -p "$root"
# The new system uses this machine's apt mirror and proxies.
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1)
debootstrap --variant=minbase "$VERSION_CODENAME" "$root" "$mirror" >"$root.log" || {
  tail "$root.log" >&2
  exit 1
}
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
cp "$package" "$root/alertsound.deb"
cp Samples/Sonar.aiff Samples/Siren.caf "$root/tmp/"

# Swift's runtime reads a program's arguments from /proc.
mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT

run() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
run dpkg -i /alertsound.deb
# Without the C libraries: what needs only Swift code.
run afconvert /tmp/Sonar.aiff /tmp/sub.caf -d ima4 -f caff
run afinfo -b /tmp/sub.caf
run alertsound convert /tmp/Sonar.aiff /tmp/Siren.caf -o /tmp/alerts
run alertsound check /tmp/alerts
run afconvert /tmp/Sonar.aiff /tmp/low.wav -d LEI16@22050
run afinfo -b /tmp/low.wav
# With the C libraries: another resampler.
run apt-get update -q >>"$root.log"
run apt-get install -q -y --no-install-recommends libsamplerate0 libsndfile1 zlib1g >>"$root.log"
run afconvert /tmp/Sonar.aiff /tmp/other.wav -d LEI16@22050 --resampler libsamplerate
run afinfo -b /tmp/other.wav
test -s "$root/usr/share/bash-completion/completions/alertsound"
run dpkg -r alertsound >>"$root.log"
if run sh -c 'command -v afconvert || ls -d /usr/share/doc/alertsound' 2>/dev/null; then exit 1; fi
echo "the package installs, runs and goes"
