#!/bin/sh
# Builds a Debian package from a folder that `make install` or .packaging/dist has filled:
#
#     build-deb.sh ROOT OUTPUT-FOLDER
#
# VERSION and ARCHITECTURE are those of the program and of this machine, unless they are set: a program for
# another architecture can't be asked. A static program contains what others load, so its package depends on
# nothing.
#
# The build is reproducible: the same files give the same bytes. Every timestamp in the package is
# SOURCE_DATE_EPOCH. If that isn't set, it is the last commit's time, or else that of CHANGELOG.md.
set -eu
root=$1
output=$2
data=$(dirname "$0")/debian
umask 022

version=${VERSION:-$("$root/usr/bin/alertsound" --version)}-1
architecture=${ARCHITECTURE:-$(dpkg --print-architecture)}
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-The alertsound authors} <${DEBEMAIL:-nobody@alertsound.invalid}>"

documents=$root/usr/share/doc/alertsound
install -d "$documents" "$root/DEBIAN"
install -m 644 "$data/copyright" "$documents/copyright"
if [ -e "$documents/NOTICES" ]; then
  # Debian has the common licences, and one file for all copyrights.
  { echo ' .' && sed -e 's/^$/./' -e 's/^/ /' "$documents/NOTICES"; } >>"$documents/copyright"
  rm -rf "$documents/NOTICES" "$documents/LICENSE" "$documents/licences/common-licenses"
fi
gzip -9nc CHANGELOG.md >"$documents/changelog.gz"
gzip -9nc >"$documents/changelog.Debian.gz" <<END
alertsound ($version) unstable; urgency=medium

  * Built from its own sources; changelog.gz says what is new.

 -- $maintainer  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
END
gzip -9nf "$root"/usr/share/man/man1/*.1

relations=
foreign='libsndfile lets them read MP3, FLAC, Ogg and more, zlib opens .ipa archives,
 and libsamplerate can replace their own conversion of sample rates.
 Without these the rest works.'
if LC_ALL=C readelf -lW "$root/usr/bin/alertsound" | grep -q INTERP; then
  # dpkg-shlibdeps finds the linked libraries, but not those loaded on demand; Recommends and Suggests list them.
  shlibs=$(mktemp -d)
  trap 'rm -rf "$shlibs"' EXIT
  mkdir "$shlibs/debian"
  printf 'Source: alertsound\n\nPackage: alertsound\nArchitecture: any\n' >"$shlibs/debian/control"
  programs=$(realpath "$root"/usr/bin/* | sort -u)
  # shellcheck disable=SC2086
  depends=$(cd "$shlibs" && dpkg-shlibdeps -O $programs | sed -n 's/^shlibs:Depends=//p')
  relations="Depends: $depends
Recommends: libsndfile1, zlib1g
Suggests: libsamplerate0
"
elif [ -e "$documents/licences/libsndfile" ]; then
  foreign='They also read MP3, FLAC, Ogg and more, and need no other package.'
else
  foreign='They need no other package.'
fi

# Counted as dpkg-gencontrol does: a folder's own size depends on the file system.
size=$(find "$root/usr" -printf '%y %s\n' \
  | awk '{ kib += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print kib }')
cat >"$root/DEBIAN/control" <<END
Package: alertsound
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $size
${relations}Section: sound
Priority: optional
Description: Apple's afconvert and afinfo, and alert sounds for iOS
 afconvert and afinfo take the command lines of Apple's tools and write
 the same bytes: CAF, AIFF and WAVE with linear PCM, IMA4, mu-law or A-law.
 .
 alertsound converts folders of sounds for the builds of apps, and says
 which of them iOS would replace by its default sound, and why.
 .
 $foreign
END
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
# The compressor's memory, and so its choice of blocks, would otherwise depend on the machine.
DPKG_DEB_THREADS_MAX=1 dpkg-deb --root-owner-group -Zxz --build "$root" "$output"
