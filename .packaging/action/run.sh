#!/bin/sh
# The steps of the action: run.sh install|convert|check. The environment has the action's inputs. They are words for
# alertsound and are never evaluated, so globs and variables in them stay as they are.
set -eu
set -f
folder=$RUNNER_TEMP/alertsound
alertsound=$folder/bin/alertsound
# Split only at line breaks.
IFS='
'

# Prints a message as a GitHub error. Line breaks in values would end it, so they become spaces.
fail() {
  printf '::error title=alertsound::%s\n' "$(printf '%s' "$1" | tr '\r\n' '  ')" >&2
  exit 1
}

# Sets an output of the step to a value, on one line.
give() {
  printf '%s=%s\n' "$1" "$(printf '%s' "$2" | tr -d '\r\n')" >>"$GITHUB_OUTPUT"
}

# Prints the words of the options, one on each line. xargs reads quotes like a shell, and evaluates nothing. Some
# versions print an empty word if there is no word, so return first.
words() {
  case ${ALERTSOUND_OPTIONS-} in *[![:space:]]*) ;; *) return ;; esac
  printf '%s\n' "$ALERTSOUND_OPTIONS" | xargs printf '%s\n' >"$folder/words" ||
    fail "options: a quote isn't closed in $ALERTSOUND_OPTIONS"
  files=$("$alertsound" convert --help | sed -nE 's/^  (-.*) <(file|folder|path)>.*/\1/p' | tr -s ', ' '\n' |
    grep -Fvx -e --default-sound)
  while IFS= read -r word; do
    name=${word%%=*}
    refusal="options: $name can't be used here; remove it"
    # Refuse options that write files, because other steps rely on the paths of the outputs and of the manifest. One may
    # also hide in a word with several options, such as -vo.
    case $name in
      '') fail "options: an empty word can't be used here; remove it" ;;
      -h | --help | --version | -- | -[a-zA-Z]?*) fail "$refusal" ;;
    esac
    ! printf '%s\n' "$files" | grep -Fqx -e "$name" || fail "$refusal"
    printf '%s\n' "$word"
  done <"$folder/words"
}

# Runs a command, and prints its standard output so that the runner finds no command in a file's name. The runner takes
# ##[command] anywhere in a line, and ::command at its beginning. The program prints its own ::commands on standard
# error.
logged() {
  status=0
  "$@" >"$folder/log" || status=$?
  LC_ALL=C sed -e 's/##\[/# #[/g' -e 's/^\([[:space:]]*\)::/\1: :/' "$folder/log"
  return $status
}

# Prints a digest of the names and bytes of all sounds. The conversion depends on them.
digest_of_sounds() {
  for path in ${ALERTSOUND_SOUNDS-}; do
    # Add ./ to a path that looks like an option, so that find takes it for a path.
    case $path in -*) path=./$path ;; esac
    [ -e "$path" ] || continue
    find "$path" -type f -exec cksum {} +
  done | LC_ALL=C sort | cksum | tr -cs '0-9' '-'
}

install() {
  set -- --to "$folder/bin"
  version=${ALERTSOUND_VERSION-}
  # uses: …@v1.2.3 requests that release, not the latest.
  if [ -z "$version" ] && printf '%s\n' "${ALERTSOUND_REF-}" | grep -Eqx 'v[0-9]+\.[0-9]+\.[0-9]+'; then
    version=$ALERTSOUND_REF
  fi
  [ -z "$version" ] || set -- "$@" --version "$version"
  # The script prints how to remove the program, which is of no use in a job.
  sh "$GITHUB_ACTION_PATH/../install.sh" "$@" >/dev/null || fail 'alertsound was not installed; the log says why'
  echo "$folder/bin" >>"$GITHUB_PATH"
  version=$("$alertsound" --version)
  give version "$version"
  # A cache of another version, other options or another folder is of no use.
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
