#!/bin/sh
# Builds static libraries that read foreign formats and write Ogg Vorbis, from the sources of Debian's packages: build.sh
# FOLDER. The libraries and their headers go to FOLDER/root, their licences to FOLDER/licences. The archives of the
# sources are kept in FOLDER/pool, because the LGPL requires us to offer them.
#
# Except for Vorbis, the libraries only decode. Stand-ins refuse to encode, so that the linker leaves the encoders out.
# Code that would compute different samples on another processor of the same kind is left out.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
root=$folder/root
sums=$here/SHA256SUMS

cd "$folder"

# Debian removes a version from its pool when a newer version replaces it. Debian's archive of all versions keeps it
# below every time at which the version was current. If SHA256SUMS changes, choose a later time.
sites="$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null | head -n 1)
https://deb.debian.org/debian
https://snapshot.debian.org/archive/debian/20260101T000000Z"

is_intact() { printf '%s  %s\n' "$2" "$1" | sha256sum -c --status 2>/dev/null; }

while read -r sum archive; do
  # Don't replace an archive, because somebody may have changed it.
  if [ -e "$archive" ] && ! is_intact "$archive" "$sum"; then
    echo "$folder/$archive: not the archive whose sum is in $sums; remove it, or put its own sum there" >&2
    exit 1
  fi
  for site in $sites; do
    if [ -e "$archive" ]; then break; fi
    mkdir -p "$(dirname "$archive")"
    curl -fsSL --retry 2 --max-time 120 -o "$archive.partial" "$site/$archive" 2>/dev/null || continue
    if is_intact "$archive.partial" "$sum"; then mv "$archive.partial" "$archive"; fi
  done
  rm -f "$archive.partial"
  if [ ! -e "$archive" ]; then
    # shellcheck disable=SC2086 # Each site is a word.
    echo "$archive: not found with the sum in $sums; check the network, or put the file into $folder; tried:" $sites >&2
    exit 1
  fi
done <"$sums"
# Remove versions that SHA256SUMS no longer lists.
find pool -name '*.tar.*' | while read -r archive; do
  grep -q "  $archive\$" "$sums" || rm "$archive"
done

# A checksum of everything on which the libraries depend. If it is unchanged, there is nothing to build.
state=$(cd "$here" && { cat SHA256SUMS build.sh stand-ins/*.c && ${CC:-cc} --version; } | cksum)
if [ "$state" = "$(cat "$root/state" 2>/dev/null)" ]; then exit; fi
rm -rf "$root" "$folder/licences" "$folder/sources" "$folder/build"
mkdir -p "$root/lib" "$root/include" "$folder/licences" "$folder/sources" "$folder/build"

# Unpacks a library's source and applies Debian's patches.
unpack() {
  mkdir "sources/$1"
  tar -xf pool/main/*/"$1"/*.orig.tar.* -C "sources/$1" --strip-components=1
  tar -xf pool/main/*/"$1"/*.debian.tar.xz -C "sources/$1"
  sed 's/#.*//' "sources/$1/debian/patches/series" 2>/dev/null | while read -r patch; do
    if [ -n "$patch" ]; then patch -s -p 1 -d "sources/$1" <"sources/$1/debian/patches/$patch"; fi
  done
  cp "sources/$1/debian/copyright" "licences/$1"
}

# Runs a step. Shows the step's output only if it fails.
run() {
  "$@" >"$folder/build/log" 2>&1 || { cat "$folder/build/log" >&2; exit 1; }
}

# Hardened like Debian's libraries, because sounds are untrusted. Without contractions, sums are rounded in the same way
# whether or not a processor can fuse them.
export CFLAGS="-O2 -ffunction-sections -fdata-sections -fstack-protector-strong -D_FORTIFY_SOURCE=2 \
  -ffp-contract=off -ffile-prefix-map=$folder=."
export PKG_CONFIG_PATH="$root/lib/pkgconfig"
export CPPFLAGS="-I$root/include" LDFLAGS="-L$root/lib"
jobs=$(getconf _NPROCESSORS_ONLN)

configure() {
  unpack "$1"
  (cd "sources/$1" && shift && run ./configure --prefix="$root" --libdir="$root/lib" --disable-shared \
    --enable-static --disable-dependency-tracking "$@" && run make -j "$jobs" && run make install)
}

build_with_cmake() {
  name=$1
  shift
  run cmake -S "sources/$name" -B "build/$name" -D CMAKE_BUILD_TYPE=None -D BUILD_SHARED_LIBS=OFF -D BUILD_TESTING=OFF \
    -D CMAKE_INSTALL_PREFIX="$root" -D CMAKE_INSTALL_LIBDIR=lib -D CMAKE_PREFIX_PATH="$root" \
    -D CMAKE_POLICY_VERSION_MINIMUM=3.5 "$@"
  run cmake --build "build/$name" -j "$jobs"
  run cmake --install "build/$name"
}

unpack zlib
(cd sources/zlib && run ./configure --prefix="$root" --static && run make -j "$jobs" libz.a && run make install)
configure libogg
configure libvorbis --disable-docs --disable-examples --disable-oggtest
unpack flac
build_with_cmake flac -D BUILD_CXXLIBS=OFF -D BUILD_PROGRAMS=OFF -D BUILD_EXAMPLES=OFF -D BUILD_DOCS=OFF \
  -D INSTALL_MANPAGES=OFF -D WITH_ASM=OFF
# Opus must not choose code by the processor at run time. So it uses only instructions that all processors of a kind
# have.
configure opus --disable-doc --disable-extra-programs --disable-rtcd
unpack libsamplerate
build_with_cmake libsamplerate -D LIBSAMPLERATE_EXAMPLES=OFF

mkdir build/stand-ins
# shellcheck disable=SC2086 # Each flag is a word.
"${CC:-cc}" $CFLAGS -c "$here/stand-ins/encoders.c" -o build/stand-ins/encoders.o
ar rcsD "$root/lib/libstand-ins.a" build/stand-ins/encoders.o

unpack libsndfile
build_with_cmake libsndfile -D BUILD_PROGRAMS=OFF -D BUILD_EXAMPLES=OFF -D ENABLE_CPACK=OFF -D ENABLE_MPEG=OFF

echo "$state" >"$root/state"
