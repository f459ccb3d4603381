#!/bin/sh
# Installs npm packages as their users would, without a network, and runs them: check-npm.sh FOLDER, which contains
# alertsound-VERSION.tgz and the package of this platform. Tests the Expo plugin of the installed package, too.
set -eu
packages=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
tests=$root/.packaging/npm/test
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

fail() {
  echo "check-npm: $1" >&2
  exit 1
}

# Nothing comes from the user's settings, or from a registry.
export HOME="$work/home" npm_config_cache="$work/cache" npm_config_offline=true npm_config_registry=http://127.0.0.1:9/
export npm_config_update_notifier=false npm_config_fund=false npm_config_audit=false
unset ALERTSOUND_BINARY
mkdir "$work/home"

platform=$(node -p 'process.platform + "-" + process.arch')
set -- "$packages"/alertsound-[0-9]*.tgz
main=$1
if [ $# != 1 ] || [ ! -f "$main" ]; then fail "$packages contains no single alertsound-VERSION.tgz"; fi
version=$(basename "$main" .tgz)
version=${version#alertsound-}
program=$packages/alertsound-$platform-$version.tgz
[ -f "$program" ] || fail "$program is missing"

project() {
  mkdir "$work/$1"
  cd "$work/$1"
  printf '{ "name": "%s", "version": "1.0.0", "private": true }\n' "$1" >package.json
}

project both
npm install --silent "$main" "$program"
npm ls --all >out 2>&1 || fail "the packages don't fit each other: $(cat out)"
for file in LICENSE NOTICES licences/libsndfile; do
  [ -s "node_modules/@alertsound/$platform/$file" ] || fail "the program's package has no $file"
done
[ "$(npx --no-install alertsound --version)" = "$version" ] || fail "the program isn't version $version"
npx --no-install alertsound convert "$root/Samples/Sonar.aiff" -o alerts --quiet
npx --no-install alertsound check alerts >/dev/null
if npx --no-install alertsound check "$root/Samples/Siren.caf" >/dev/null; then
  fail "the exit status of the program is lost"
fi
node -e '
  const { convert } = require("alertsound");
  const [{ output }] = convert([process.argv[1]], "converted");
  if (output !== "converted/Sonar.caf") throw new Error(output);
' "$root/Samples/Sonar.aiff"
cmp alerts/Sonar.caf converted/Sonar.caf
[ ! -e node_modules/.bin/afconvert ] || fail "the package hides Apple's afconvert on a Mac"

# As npm does where there is no package for the platform.
project alone
npm install --silent --omit=optional "$main"
if npx --no-install alertsound --version >out 2>&1; then
  fail "a program ran although its package is missing"
fi
grep -q "^alertsound: the package @alertsound/$platform is not installed; install without --omit=optional" out ||
  fail "a missing package is reported as: $(cat out)"
npm install --silent "$main"
if npx --no-install alertsound --version >out 2>&1; then
  fail "a program ran although its package can't be fetched"
fi
own=$work/both/node_modules/@alertsound/$platform/bin/alertsound
ALERTSOUND_BINARY=$own npx --no-install alertsound --version >/dev/null

# Every file that the packages promise is in them, and nothing else. NOTICES names the libraries' licences.
printf '%s\n' LICENSE README.md app.plugin.d.ts app.plugin.js bin/alertsound.js index.d.ts index.js lib/apple.js \
  lib/names.js lib/outputs.js lib/project.js package.json >"$work/expected"
(cd "$work/both/node_modules/alertsound" && find . ! -type d | sed 's|^\./||' | LC_ALL=C sort) |
  diff "$work/expected" - >&2 || fail "the package has other files"
cd "$work/both/node_modules/@alertsound/$platform"
{
  printf '%s\n' LICENSE NOTICES README.md bin/alertsound package.json
  sed -n 's/.*(\(licences\/.*\))$/\1/p' NOTICES
} | LC_ALL=C sort -u >"$work/expected"
find . ! -type d ! -path './licences/common-licenses/*' | sed 's|^\./||' | LC_ALL=C sort |
  diff "$work/expected" - >&2 || fail "the program's package has other files"

if [ -z "${PBXPROJ_PYTHON-}" ]; then
  PBXPROJ_PYTHON=$root/.build-npm/venv/bin/python
  [ -x "$PBXPROJ_PYTHON" ] || python3 -m venv "$root/.build-npm/venv"
  "$PBXPROJ_PYTHON" -c 'import pbxproj' 2>/dev/null || "$PBXPROJ_PYTHON" -m pip install -q pbxproj==4.3.3
fi
export PBXPROJ_PYTHON
cd "$work"
ALERTSOUND_PACKAGE=$work/both/node_modules/alertsound \
  ALERTSOUND_BINARY=$own \
  node --test --test-reporter=tap "$tests/index.test.js" "$tests/plugin.test.js" >"$work/tests" || {
  cat "$work/tests" >&2
  exit 1
}
grep -q '^# skipped 0$' "$work/tests" || fail "tests were skipped: $(grep SKIP "$work/tests")"
count=$(sed -n 's/^# pass //p' "$work/tests")
echo "npm installs and runs the packages; $count tests of the Expo plugin and the commands pass"
