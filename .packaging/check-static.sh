# Part of check.sh: checks that the static program needs nothing but /proc, and does the same as the usual build. USUAL
# is the folder of the usual build.
#
# The program runs in an empty folder, in Debian 11 and 13, in a system whose only C library is musl, and on an emulated
# processor of the oldest kind. Its output, exit statuses and files must equal those of the usual build, which loads this
# system's libraries.

# Prints the commands, one on each line, as words without spaces. Folders are relative to the program's working
# directory.
commands() {
  for sound in "$sounds"/*.[!i]*; do
    sound=${sound##*/}
    printf '%s\n' "afconvert sounds/$sound out/$sound-ima4.caf -d ima4 -f caff" "afconvert sounds/$sound out/$sound-int16.wav -d LEI16 -f WAVE" \
      "afconvert sounds/$sound out/$sound-float.caf -d LEF32@22050 -f caff" "afinfo sounds/$sound" "alertsound info sounds/$sound"
  done
  cat <<'END'
alertsound convert sounds -o out/alerts --jobs 2
alertsound convert sounds/Chime.wav -o out/Chime.caf --android out/raw
alertsound check sounds
alertsound check --json sounds/ping.ipa
alertsound afconvert sounds/Chime.wav out/named.aifc -d alaw -f AIFC
alertsound afinfo -b out/named.aifc
afconvert sounds/Chime.wav out/libsamplerate.wav -d LEI16@22050 --resampler libsamplerate
alertsound --version
afconvert --help
END
}

# Runs all commands in a folder: compare NAME PROGRAMS [WORDS...]. The words start a program of the folder PROGRAMS.
compare() {
  local name=$1 place=$2 status program words
  shift 2
  mkdir -p "$work/$name"
  rm -rf "$work/$name/out"
  mkdir "$work/$name/out"
  cp -r "$sounds" "$work/$name/sounds"
  while read -r program words; do
    echo "== $program $words"
    status=0
    # shellcheck disable=SC2086 # The words are meant to be split.
    (cd "$work/$name" && env -i LC_ALL=C.UTF-8 "$@" "$place/$program" $words) 2>&1 </dev/null || status=$?
    echo "== status $status"
  done <"$work/commands" >"$work/$name.txt"
  [ "$name" = usual ] && return
  diff "$work/usual.txt" "$work/$name.txt" >&2 || fail "$name: the static program printed something else"
  # Exclude the records, because they contain the files' times.
  diff -r -x .alertsound-records "$work/usual/out" "$work/$name/out" >&2 || fail "$name: the static program wrote something else"
  echo "static: $name: $(wc -l <"$work/commands") commands, $(find "$work/$name/out" -type f | wc -l) files as the usual build's"
}

in_root() {
  mkdir -p "$work/$1/bin"
  cp -a "$programs/." "$work/$1/bin"
  mount_proc "$work/$1"
  compare "$1" /bin "$(command -v chroot)" "$work/$1"
  unmount
}

check_static() {
  local sounds=$work/sounds
  file -b "$programs/alertsound" | grep -q 'statically linked' || fail "it isn't linked statically"
  mkdir -p "$sounds/Payload/Ping.app"
  (
    cd "$sounds"
    encode() { ffmpeg -nostdin -v error -i "$samples/Knock.wav" "$@"; }
    encode -c:a libmp3lame -b:a 128k -metadata genre=Acid mp3.mp3
    encode -c:a libmp3lame -b:a 64k -ar 22050 -ac 1 -id3v2_version 0 -write_id3v1 1 -metadata genre=Acid low.mp3
    encode -c:a aac aac.m4a
    encode -c:a flac flac.flac
    encode -c:a flac -sample_fmt s32 deep.flac
    encode -c:a libvorbis vorbis.ogg
    encode -c:a libopus opus.opus
    encode -c:a adpcm_ms adpcm.wav
    encode -f au sun.au
    encode -f w64 wave64.w64
    # Neither program reads the ALAC that ffmpeg writes into a CAF, so sndfile-convert writes it.
    sndfile-convert -alac16 "$samples/Chime.wav" alac.caf
    sox "$samples/Knock.wav" -r 8000 -c 1 -e gsm-full-rate gsm.wav
    cp "$samples"/{Chime.wav,Sonar.aiff,Pluck.aifc,Bell.caf} .
    cp mp3.mp3 Chime.wav Payload/Ping.app
    printf '<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.ping</string></dict></plist>' \
      >Payload/Ping.app/Info.plist
    python3 -m zipfile -c ping.ipa Payload
    rm -r Payload
  )
  commands >"$work/commands"
  compare usual "$(realpath "$USUAL")" || true
  # Check that the conversions succeed, because two programs that fail alike prove nothing.
  awk '/^== afconvert sounds\// { command = $0; count++ } /^== status / { if (command && $3 != 0) failed = failed command "\n"; command = "" }
    END { if (failed || count < 40) { print count " conversions; failed: " failed; exit 1 } }' "$work/usual.txt" >&2 || fail 'the usual build fails'
  in_root empty
  if [ "$machine" = x86_64 ]; then compare emulated "$programs" "$(command -v qemu-x86_64)" -cpu qemu64; fi
  for system in bullseye trixie; do
    fresh_debian $system "$work/$system"
    in_root $system
  done
  # Debian's package of musl, without any file of glibc.
  (cd "$work" && apt-get download -qq musl 2>/dev/null && dpkg -x musl_*.deb musl)
  in_root musl
}
