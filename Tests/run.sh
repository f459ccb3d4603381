#!/bin/sh
# Runs tests that are built: each suite in a process of its own, as many at a time as there are processors.
# So a crash costs one suite, and a suite's time doesn't include another's.
#
#     Tests/run.sh BUILD LOG
#
# BUILD is the folder of the built tests. LOG is the file for everything they print. This script prints a
# line for each suite when it ends, then what was skipped, the failures, and a total. The exit status is 0
# only if every test ran and none failed.
#
# In the environment, ONLY and SKIP choose suites by name. They are extended regular expressions; names
# look like `SoundFormatTests.ByteReaderTests`.

# On systems other than Linux, the tests are a bundle, which only `swift test` can load. Background jobs of a
# script ignore SIGINT; restore it, because tests send it to the commands.
tests() {
  if [ "$(uname -s)" = Linux ]; then
    env --default-signal=INT "$build/alertsoundPackageTests.xctest" --testing-library swift-testing "$@"
  elif [ "$1" = --list-tests ]; then
    swift test list --disable-xctest --skip-build --ignore-lock -c "${build##*/}" --scratch-path "${build%/*}"
  else
    # The patterns below are for the symbols of other systems, not for those of Apple's font.
    SWT_SF_SYMBOLS_ENABLED=0 swift test --disable-xctest --skip-build --ignore-lock -c "${build##*/}" \
      --scratch-path "${build%/*}" "$@"
  fi
}

# Runs a suite and prints its line. Beside its log, writes its result for the summary: verdict, tests, skipped
# tests, seconds; and if there are any, the skipped tests and the failures.
run_suite() {
  tests --no-parallel --filter "^$(echo "$1" | sed 's/\./\\./g')/" >"$parts/$1.log" 2>&1
  # Process bytes, not characters: a test may print invalid UTF-8.
  LC_ALL=C awk -v suite="$1" -v status=$? -v base="$parts/$1" '
    # A recorded issue extends to the next line that starts, skips or ends a test or suite.
    /^[^ ]+ (Test|Suite) .*( started\.| skipped(: ".*"|\.)| (passed|failed) after .*)$/ { inIssue = 0 }
    /^[^ ]+ (Test|Suite) .* recorded an issue / { inIssue = 1 }
    inIssue { failures = failures "  " $0 "\n" }

    /^[^ ]+ Test [^ ]+\) started\.$/ { unfinished[$3] }
    /^[^ ]+ Test [^ ]+\) .*(passed|failed) after / { delete unfinished[$3] }
    /^[^ ]+ Test [^ ]+ skipped(: ".*"|\.)$/ {
      reason = $0
      if (!sub(/^[^"]*skipped: "/, "", reason)) reason = "no reason given\""
      print substr(reason, 1, length(reason) - 1) "\t" suite "/" $3 >(base ".skipped")
      skipped++
    }
    match($0, / Test run with [0-9]+ tests? in /) {
      count = substr($0, RSTART + 15) + 0
      match($0, / after [0-9.]+ seconds/)
      seconds = substr($0, RSTART + 7) + 0
      ended = 1
    }
    { last[NR % 40] = $0 }

    END {
      if (status >= 128) note = ", signal " status - 128
      else if (!ended) note = ", exit status " status
      if (!ended || status >= 128) {
        verdict = "CRASHED"
        for (test in unfinished) failures = failures "  " test " did not end\n"
        failures = failures "  The last lines of its log:\n"
        for (i = NR < 40 ? 1 : NR - 39; i <= NR; i++) failures = failures "    " last[i % 40] "\n"
      } else verdict = status == 0 ? "ok" : "FAILED"
      if (verdict != "ok") printf "%s %s%s\n%s", verdict, suite, note, failures >(base ".failures")
      if (skipped) note = note ", " skipped " skipped"
      printf "%-8s%7.1f s %4d test%-3s%s%s\n", verdict, seconds, count, count == 1 ? "" : "s", suite, note
      print verdict, count + 0, skipped + 0, seconds + 0 >(base ".result")
    }' "$parts/$1.log"
}

if [ "$1" = --suite ]; then
  build=$2 parts=$3
  run_suite "$4"
  exit
fi

build=$1 log=$2 parts=$2.parts
rm -rf "$parts"
mkdir -p "$parts" || exit
tests --list-tests >"$parts/listed" || exit
cut -d/ -f1 "$parts/listed" | sort | uniq -c | awk '{ print $2, $1 }' | grep -E "${ONLY:-.}" >"$parts/named"
grep -vE "${SKIP:-^ }" "$parts/named" >"$parts/suites"
[ -s "$parts/suites" ] || { echo "no suite matches ONLY and SKIP" >&2; exit 1; }

# An interruption ends the tests, not the summary.
trap : INT TERM
start=$(date +%s)
cut -d' ' -f1 "$parts/suites" \
  | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 1 sh "$0" --suite "$build" "$parts"
seconds=$(($(date +%s) - start))

while read -r suite count; do
  [ -f "$parts/$suite.log" ] || continue
  echo "== $suite"
  cat "$parts/$suite.log"
  [ -f "$parts/$suite.result" ] || echo "UNFINISHED $suite" >"$parts/$suite.failures"
done <"$parts/suites" >"$log"

echo
awk 'NR == FNR { runs[$1]; next }
  !($1 in runs) { print "left out: " $1 ", " $2 " test" ($2 == 1 ? "" : "s") }' \
  "$parts/suites" "$parts/named"
cat "$parts"/*.skipped 2>/dev/null | LC_ALL=C sort | awk -F'\t' '
  $1 != reason { reason = $1; print "skipped: " reason }
  { print "  " $2 }'
cat "$parts"/*.failures 2>/dev/null && echo
cat "$parts"/*.result 2>/dev/null | awk -v seconds="$seconds" -v log_file="$log" \
  -v listed="$(awk '{ sum += $2 } END { print sum }' "$parts/suites")" '
  function counted(count, noun) { return count " " noun (count == 1 ? "" : "s") }
  { suites++; tests += $2; skipped += $3 }
  $1 != "ok" { failed++ }
  END {
    lost = listed - tests
    printf "%s: %s in %s", failed || lost ? "FAILED" : "ok", counted(tests, "test"), counted(suites, "suite")
    printf ", %d skipped", skipped
    if (failed) printf ", %s failed", counted(failed, "suite")
    if (lost) printf ", %s did not run", counted(lost, "test")
    printf "; %d s; log: %s\n", seconds, log_file
    exit failed || lost
  }'
