#!/bin/sh
# Runs an installed program as its users would, and compares with another: try.sh OTHER HOST INSIDE [COMMAND...]
#
# OTHER is the folder of the program to compare with, under all its names. HOST is a new folder, which the installed
# program sees as INSIDE. COMMAND, if given, runs words in the place where the program is installed, such as
# `chroot FOLDER`. The names alertsound, afconvert and afinfo must be found there. What both print, their exit statuses
# and their files must be the same.
set -eu
other=$(realpath "$1")
host=$2
inside=$3
shift 3
samples=$(realpath "$(dirname "$0")/../Samples")
: "${NAMES:=alertsound afconvert afinfo}"

fail() {
  echo "$host: $1" >&2
  exit 1
}

[ ! -e "$host" ] || fail "exists; name a new folder"
mkdir -p "$host/there/in" "$host/here/in"
chmod -R a+rwX "$host"
for folder in here there; do
  cp "$samples/Sonar.aiff" "$samples/Siren.caf" "$samples/Chime.wav" "$host/$folder/in"
  # A sound that only libsndfile reads: a header and a short silence.
  { printf '.snd\0\0\0\030\0\0\021\072\0\0\0\003\0\0\254\104\0\0\0\001' && head -c 4410 /dev/zero; } \
    >"$host/$folder/in/silence.au"
done

# The command lines, a line each: words without spaces.
# All but those with missing sounds succeed.
successes=4
commands='alertsound --version
alertsound convert FOLDER/in -o FOLDER/out
alertsound check FOLDER/out
alertsound info FOLDER/in/silence.au
alertsound convert FOLDER/in/missing.wav -o FOLDER/out'
case $NAMES in *afconvert*)
  successes=8
  commands="$commands
afconvert FOLDER/in/Sonar.aiff FOLDER/sub.caf -d ima4 -f caff
afconvert FOLDER/in/Chime.wav FOLDER/low.wav -d LEI16@22050 -f WAVE
afinfo -b FOLDER/sub.caf
afinfo FOLDER/in/silence.au
afconvert FOLDER/in/missing.wav FOLDER/none.caf -d ima4 -f caff" ;;
esac

run_all() {
  folder=$1
  shift
  echo "$commands" | sed "s|FOLDER|$folder|g" | while read -r words; do
    status=0
    # shellcheck disable=SC2086 # The words are meant to be split.
    "$@" $words 2>&1 </dev/null || status=$?
    echo "status $status"
  done
}

run_other() {
  program=$other/$1
  shift
  "$program" "$@"
}

run_all "$host/here" run_other | sed "s|$host/here|FOLDER|g" >"$host/here.txt"
[ "$(grep -c '^status 0$' "$host/here.txt")" = $successes ] || fail "the program to compare with fails: $(cat "$host/here.txt")"
run_all "$inside/there" "$@" | sed "s|$inside/there|FOLDER|g" >"$host/there.txt"
diff "$host/here.txt" "$host/there.txt" >&2 || fail "the installed program printed something else"
# Records have the files' times.
diff -r -x .alertsound-state "$host/here" "$host/there" >&2 || fail "the installed program wrote something else"
