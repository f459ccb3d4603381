#!/bin/sh
# The steps of the action: run.sh install|convert|check. Inputs are in the environment. They are words for alertsound,
# and are never evaluated: globs and variables in them stay as they are.
set -eu
set -f
folder=$RUNNER_TEMP/alertsound
alertsound=$folder/bin/alertsound
# Splits lines, and nothing else.
IFS='
'

# A line in the form of GitHub's errors; line breaks in values would end it.
fail() {
  printf '::error title=alertsound::%s\n' "$(printf '%s' "$1" | tr '\r\n' '  ')" >&2
  exit 1
}

# The value as an output of the step, on one line.
give() {
  printf '%s=%s\n' "$1" "$(printf '%s' "$2" | tr -d '\r\n')" >>"$GITHUB_OUTPUT"
}

# The words of the options, one on each line. xargs reads quotes as a shell does, and evaluates nothing. Without any
# word, some print an empty one.
words() {
  case ${ALERTSOUND_OPTIONS-} in *[![:space:]]*) ;; *) return ;; esac
  printf '%s\n' "$ALERTSOUND_OPTIONS" | xargs printf '%s\n' >"$folder/words" ||
    fail "options: a quote isn't closed in $ALERTSOUND_OPTIONS"
  while IFS= read -r word; do
    # Other steps rely on where the outputs and the manifest are.
    case ${word%%=*} in
      '') fail "options: an empty word can't be used here; remove it" ;;
      -o | --output | --manifest | -h | --help | --version | --)
        fail "options: ${word%%=*} can't be used here; remove it" ;;
    esac
    printf '%s\n' "$word"
  done <"$folder/words"
}

# Runs words, and prints their standard output so that no name in it is a command for the runner: it takes ##[command]
# anywhere in a line, and ::command at its beginning. The program's own commands go to standard error.
logged() {
  status=0
  "$@" >"$folder/log" || status=$?
  LC_ALL=C sed -e 's/##\[/# #[/g' -e 's/^\([[:space:]]*\)::/\1: :/' "$folder/log"
  return $status
}

# A digest of the names and bytes of all sounds, on which the conversion depends.
digest_of_sounds() {
  for path in ${ALERTSOUND_SOUNDS-}; do
    # A path that looks like an option isn't one.
    case $path in -*) path=./$path ;; esac
    [ -e "$path" ] || continue
    find "$path" -type f -exec cksum {} +
  done | LC_ALL=C sort | cksum | tr -cs '0-9' '-'
}

install() {
  set -- --to "$folder/bin"
  version=${ALERTSOUND_VERSION-}
  # uses: …@v1.2.3 means this release, not the latest.
  if [ -z "$version" ] && printf '%s\n' "${ALERTSOUND_REF-}" | grep -Eqx 'v[0-9]+\.[0-9]+\.[0-9]+'; then
    version=$ALERTSOUND_REF
  fi
  [ -z "$version" ] || set -- "$@" --version "$version"
  # How to remove it, which the script prints, is of no use here.
  sh "$GITHUB_ACTION_PATH/../install.sh" "$@" >/dev/null || fail 'alertsound was not installed; the log says why'
  echo "$folder/bin" >>"$GITHUB_PATH"
  version=$("$alertsound" --version)
  give version "$version"
  # Caches of other versions, options and folders are of no use.
  settings=$(printf '%s\n' "${ALERTSOUND_OUTPUT-}" "${ALERTSOUND_OPTIONS-}" | cksum | cut -d ' ' -f 1)
  give cache "$(uname -s)-$version-$settings"
  give digest "$(digest_of_sounds)"
}

convert() {
  [ -n "$ALERTSOUND_OUTPUT" ] || fail 'output: name a folder'
  options=$(words)
  # shellcheck disable=SC2086
  set -- $options
  give manifest "$folder/manifest.json"
  # shellcheck disable=SC2086
  logged "$alertsound" convert "$@" --diagnostics github --manifest "$folder/manifest.json" -o "$ALERTSOUND_OUTPUT" \
    -- $ALERTSOUND_SOUNDS
}

check() {
  set --
  case $ALERTSOUND_STRICT in
    true) set -- --strict ;;
    false) ;;
    *) fail "strict: $ALERTSOUND_STRICT is neither true nor false" ;;
  esac
  # shellcheck disable=SC2086
  logged "$alertsound" check "$@" --diagnostics github -- ${ALERTSOUND_CHECK:-$ALERTSOUND_OUTPUT}
}

case ${1-} in
  install | convert | check) "$1" ;;
  *) fail 'usage: run.sh install|convert|check' ;;
esac
