#!/bin/sh
# Checks that the static program needs nothing but /proc, and does what the usual build does:
# check-static.sh STATIC-FOLDER USUAL-FOLDER WORK-FOLDER, as root. Both folders hold the program under its names.
#
# It runs in an empty folder, in Debian 11 and 13, in a system whose only C library is musl, and on an emulated
# processor of the oldest kind. There it converts sounds of all formats, changes a rate, describes and checks sounds,
# and reads an .ipa. What it prints, its exit statuses and its files must be those of the usual build, which loads this
# system's libraries.
set -eu
static=$(realpath "$1")
usual=$(realpath "$2")
mkdir -p "$3"
work=$(realpath "$3")
samples=$(realpath Samples)
chroot=$(command -v chroot)
qemu=$(command -v qemu-x86_64)
names="alertsound afconvert afinfo"

if file -b "$static/alertsound" | grep -qv 'statically linked'; then
  echo "$1/alertsound isn't linked statically" >&2
  exit 1
fi

# Sounds in all formats that libraries read, and in our own.
sounds=$work/sounds
rm -rf "$sounds"
mkdir -p "$sounds/Payload/Ping.app"
encode() { ffmpeg -nostdin -v error -i "$samples/Knock.wav" "$@"; }
(
  cd "$sounds"
  encode -c:a libmp3lame -b:a 128k -metadata genre=Acid mp3.mp3
  encode -c:a libmp3lame -b:a 64k -ar 22050 -ac 1 -id3v2_version 0 -write_id3v1 1 -metadata genre=Acid low.mp3
  encode -c:a flac flac.flac
  encode -c:a flac -sample_fmt s32 deep.flac
  encode -c:a libvorbis vorbis.ogg
  encode -c:a libopus opus.opus
  # Neither program reads the ALAC that ffmpeg writes into a CAF.
  sndfile-convert -alac16 "$samples/Chime.wav" alac.caf
  encode -c:a adpcm_ms adpcm.wav
  encode -f au sun.au
  encode -f w64 wave64.w64
  sox "$samples/Knock.wav" -r 8000 -c 1 -e gsm-full-rate gsm.wav
  cp "$samples/Chime.wav" "$samples/Sonar.aiff" "$samples/Pluck.aifc" "$samples/Bell.caf" .
  cp mp3.mp3 Chime.wav Payload/Ping.app
  printf '<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.ping</string></dict></plist>' \
    >Payload/Ping.app/Info.plist
  python3 -m zipfile -c ping.ipa Payload
  rm -r Payload
)

# The commands, a line each: words without spaces. Folders are relative to where a program runs.
commands() {
  for sound in "$sounds"/*.[!i]*; do
    sound=${sound##*/}
    echo "afconvert sounds/$sound out/$sound-ima4.caf -d ima4 -f caff"
    echo "afconvert sounds/$sound out/$sound-int16.wav -d LEI16 -f WAVE"
    echo "afconvert sounds/$sound out/$sound-float.caf -d LEF32@22050 -f caff"
    echo "afinfo sounds/$sound"
    echo "alertsound info sounds/$sound"
  done
  echo "alertsound convert sounds -o out/alerts --jobs 2"
  echo "alertsound convert sounds/Chime.wav -o out/Chime.caf --android out/raw"
  echo "alertsound check sounds"
  echo "alertsound check --json sounds/ping.ipa"
  echo "alertsound afconvert sounds/Chime.wav out/named.aifc -d alaw -f AIFC"
  echo "alertsound afinfo -b out/named.aifc"
  echo "afconvert sounds/Chime.wav out/libsamplerate.wav -d LEI16@22050 --resampler libsamplerate"
  echo "alertsound --version"
  echo "afconvert --help"
}

# Runs all commands in a folder, each started by what the arguments say. Prints what they print.
run_all() {
  rm -rf "$1/out"
  mkdir "$1/out"
  commands >"$work/commands"
  folder=$1
  shift
  while read -r name words; do
    echo "== $name $words"
    status=0
    # shellcheck disable=SC2086 # The words are meant to be split.
    (cd "$folder" && "$@" "$name" $words) 2>&1 </dev/null || status=$?
    echo "== status $status"
  done <"$work/commands"
}

# The system's libmpg123 chooses a decoder by the processor. The static program has one for all, so the usual build is
# made to use that.
cat >"$work/decoder.c" <<'END'
#include <dlfcn.h>

void *mpg123_new (const char *decoder, int *error)
{
  void *library = dlopen ("libmpg123.so.0", RTLD_NOW | RTLD_NOLOAD) ;
  void *(*create) (const char *, int *) = dlsym (library, "mpg123_new") ;
  return create ("generic", error) ;
}
END
cc -shared -fPIC -o "$work/decoder.so" "$work/decoder.c" -ldl

# A program is found under its name where it was started from: /bin in another root, the usual build's folder here.
run_here() {
  program=$usual/$1
  shift
  env -i LC_ALL=C.UTF-8 LD_PRELOAD="$work/decoder.so" "$program" "$@"
}
run_emulated() {
  program=$static/$1
  shift
  env -i LC_ALL=C.UTF-8 "$qemu" -cpu qemu64 "$program" "$@"
}
run_there() {
  program=/bin/$1
  shift
  env -i LC_ALL=C.UTF-8 "$chroot" "$root" "$program" "$@"
}

rm -rf "$work/usual"
mkdir "$work/usual"
cp -r "$sounds" "$work/usual/sounds"
run_all "$work/usual" run_here >"$work/usual.txt"
# Two programs that fail alike prove nothing.
failed=$(awk '/^== afconvert sounds\// { command = $0; count++ }
  /^== status / { if (command && $3 != 0) print command; command = "" }
  END { if (count < 40) print "only " count " conversions" }' "$work/usual.txt")
if [ -n "$failed" ]; then
  cat "$work/usual.txt" >&2
  printf 'the usual build fails:\n%s\n' "$failed" >&2
  exit 1
fi

mounted=
trap 'if [ -n "$mounted" ]; then umount "$mounted"; fi' EXIT
trap 'exit 1' HUP INT TERM

# Compares the static program in a root with the usual build.
compare() {
  root=$work/$1
  mkdir -p "$root/bin" "$root/proc"
  rm -rf "$root/sounds"
  cp -r "$sounds" "$root/sounds"
  for name in $names; do rm -f "$root/bin/$name"; done
  cp "$static/alertsound" "$root/bin/alertsound"
  for name in afconvert afinfo; do ln -s alertsound "$root/bin/$name"; done
  mount -t proc proc "$root/proc"
  mounted=$root/proc
  run_all "$root" run_there >"$work/$1.txt"
  umount "$mounted"
  mounted=
  diff_with_usual "$1"
}

diff_with_usual() {
  root=$work/$1
  diff "$work/usual.txt" "$work/$1.txt" >&2 || { echo "$1: the static program printed something else" >&2; exit 1; }
  # Records have the files' times.
  diff -r -x .alertsound-state "$work/usual/out" "$root/out" >&2 || { echo "$1: the static program wrote something else" >&2; exit 1; }
  echo "$1: $(wc -l <"$work/commands") commands, $(find "$root/out" -type f | wc -l) files as the usual build's"
}

rm -rf --one-file-system "$work/empty"
compare empty

if [ "$(uname -m)" = x86_64 ]; then
  rm -rf "$work/emulated"
  mkdir "$work/emulated"
  cp -r "$sounds" "$work/emulated/sounds"
  run_all "$work/emulated" run_emulated >"$work/emulated.txt"
  diff_with_usual emulated
fi

for release in bullseye trixie; do
  fresh=$(.packaging/fresh-debian.sh "$release")
  rm -rf --one-file-system "${work:?}/$release"
  cp -a "$fresh" "$work/$release"
  compare "$release"
done

# Debian's package of musl, with nothing of glibc beside it.
if [ ! -e "$work/musl/lib/ld-musl-$(uname -m).so.1" ]; then
  rm -rf --one-file-system "$work/musl"
  (cd "$work" && rm -f musl_*.deb && apt-get download -qq musl 2>/dev/null && dpkg -x musl_*.deb musl)
fi
compare musl
