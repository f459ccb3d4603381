#!/bin/sh
# Builds the libraries that read foreign formats as static libraries, from the sources of Debian's packages:
# build.sh FOLDER. The libraries and their headers get below FOLDER/root, their licences below FOLDER/licences.
# The sources' archives are kept in FOLDER/pool, to be given to whoever gets the programs.
#
# The libraries only decode. Stand-ins refuse to encode, so that the linker leaves the encoders out. Code that
# would compute other samples on another processor of the same kind is left out, too.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
root=$folder/root
sums=$here/SHA256SUMS

# What the libraries are made of; nothing is done again if that is the same.
state=$(cd "$here" && { cat SHA256SUMS build.sh stand-ins/*.c stand-ins/*/*.h && ${CC:-cc} --version; } | cksum)
if [ "$state" = "$(cat "$root/state" 2>/dev/null)" ]; then exit; fi
rm -rf "$root" "$folder/licences" "$folder/sources" "$folder/build"
mkdir -p "$root/lib" "$root/include" "$folder/licences" "$folder/sources" "$folder/build"
cd "$folder"

# The mirror that apt uses, Debian's own, and its archive of all versions.
sites="$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null | head -n 1)
https://deb.debian.org/debian
https://snapshot.debian.org/archive/debian/20260101T000000Z"

is_intact() { printf '%s  %s\n' "$2" "$1" | sha256sum -c --status 2>/dev/null; }

while read -r sum archive; do
  for site in $sites; do
    if is_intact "$archive" "$sum"; then break; fi
    mkdir -p "$(dirname "$archive")"
    curl -fsSL --retry 2 --max-time 120 -o "$archive" "$site/$archive" || rm -f "$archive"
  done
  is_intact "$archive" "$sum" || { echo "$archive: can't be downloaded with the sum that SHA256SUMS has" >&2; exit 1; }
done <"$sums"

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

# Runs a step and shows what it printed only if it fails.
run() {
  "$@" >"$folder/build/log" 2>&1 || { cat "$folder/build/log" >&2; exit 1; }
}

# Hardened as Debian's libraries are, since sounds come from strangers. Without contractions, sums are rounded in the
# same way whether or not a processor can fuse them.
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
# Without its choice at run time, Opus uses the instructions that all processors of a kind have.
configure opus --disable-doc --disable-extra-programs --disable-rtcd
configure mpg123 --disable-components --enable-libmpg123 --with-cpu=generic
unpack libsamplerate
build_with_cmake libsamplerate -D LIBSAMPLERATE_EXAMPLES=OFF

mkdir build/stand-ins
for source in encoders genres; do
  "${CC:-cc}" $CFLAGS -I "$here/stand-ins" -c "$here/stand-ins/$source.c" -o "build/stand-ins/$source.o"
done
ar rcsD "$root/lib/libstand-ins.a" build/stand-ins/*.o

unpack libsndfile
cp "$here/stand-ins/mpeg_l3_encode.c" sources/libsndfile/src
build_with_cmake libsndfile -D BUILD_PROGRAMS=OFF -D BUILD_EXAMPLES=OFF -D ENABLE_CPACK=OFF -D ENABLE_MPEG=ON \
  -D MP3LAME_LIBRARY="$root/lib/libstand-ins.a" -D MP3LAME_INCLUDE_DIR="$here/stand-ins"

echo "$state" >"$root/state"
