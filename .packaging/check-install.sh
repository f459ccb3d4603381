#!/bin/sh
# Installs a release over loopback with install.sh, then altered, truncated and missing files, which must be refused:
# check-install.sh FOLDER, which contains SHA256SUMS and an archive for this machine.
set -eu
release=$(cd "$1" && pwd)
scripts=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
server=''
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT

fail() {
  echo "check-install: $1" >&2
  exit 1
}

machine=$(uname -m | sed 's/amd64/x86_64/; s/arm64/aarch64/')
set -- "$release"/alertsound-[0-9]*-linux-"$machine".tar.gz
archive=$(basename "$1")
if [ $# != 1 ] || [ ! -f "$release/$archive" ]; then fail "$release contains no single archive for linux-$machine"; fi
version=${archive#alertsound-}
version=${version%"-linux-$machine.tar.gz"}

mkdir "$work/served" "$work/home" "$work/temporary"
cp "$release/$archive" "$work/served"
# Without the archives for Macs, which a release may have: one of the checks is that there is none.
grep -v -e -macos- "$release/SHA256SUMS" >"$work/sums"
cp "$work/sums" "$work/served/SHA256SUMS"
# The system chooses the port, and the server says which.
: >"$work/port"
python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$work/served" >"$work/port" 2>"$work/requests" &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
  port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$work/port")
  [ -z "$port" ] || break
  sleep 0.5
done
[ -n "$port" ] || fail 'the server did not start'
export ALERTSOUND_BASE_URL="http://127.0.0.1:$port" HOME="$work/home" TMPDIR="$work/temporary"

# Runs the script as users do, from a pipe. A first word may be another shell.
install_with() {
  shell=$1
  shift
  $shell -s -- "$@" <"$scripts/install.sh"
}

expect_refusal() {
  name=$1 message=$2
  shift 2
  if install_with sh --to "$work/$name/bin" "$@" >"$work/out" 2>&1; then fail "$name: it was installed"; fi
  grep -q "^install.sh: .*$message" "$work/out" || fail "$name: the message is $(cat "$work/out")"
  [ ! -e "$work/$name" ] || fail "$name: something was installed: $(find "$work/$name")"
}

install_with sh >"$work/out"
grep -q "^alertsound $version is in $HOME/.local/bin$" "$work/out" || fail "it says $(cat "$work/out")"
bin=$HOME/.local/bin
[ "$("$bin/alertsound" --version)" = "$version" ] || fail 'another version was installed'
"$bin/afconvert" "$scripts/../Samples/Sonar.aiff" "$work/sub.caf" -d ima4 -f caff
"$bin/afinfo" -b "$work/sub.caf" >/dev/null
"$bin/alertsound" check "$work/sub.caf" >/dev/null
[ -f "$HOME/.local/share/man/man1/alertsound.1" ] || fail 'there is no manual page'
[ -f "$HOME/.local/share/bash-completion/completions/alertsound" ] || fail 'there are no completions'

# Once more, over what is there; then by the command that it names for removal.
install_with sh --version "v$version" >"$work/out"
[ "$(find "$HOME" -name '.*' ! -name .local ! -path "$HOME" | wc -l)" = 0 ] || fail 'temporary files were left'
removal=$(sed -n 's/^To remove it: //p' "$work/out")
sh -c "$removal"
[ -z "$(find "$HOME" ! -type d)" ] || fail "after its removal there is $(find "$HOME" ! -type d)"

# A folder with spaces and quotes, in a relative path, in other shells.
for shell in dash 'busybox sh' 'bash --posix'; do
  command -v "${shell%% *}" >/dev/null || continue
  (cd "$work" && install_with "$shell" --to "a folder's/programs" >/dev/null)
  [ "$("$work/a folder's/programs/alertsound" --version)" = "$version" ] || fail "$shell: it isn't there"
  rm -r "$work/a folder's"
done

# With nothing but busybox: its wget, its sha256sum, its tar.
if command -v busybox >/dev/null; then
  mkdir "$work/busybox"
  busybox --install -s "$work/busybox"
  PATH=$work/busybox sh "$scripts/install.sh" --to "$work/small/bin" >/dev/null
  "$work/small/bin/afinfo" -b "$work/sub.caf" >/dev/null
fi

# Other systems, as uname names them.
mkdir "$work/uname"
system() {
  cat >"$work/uname/uname" <<SCRIPT
#!/bin/sh
case \$1 in -s) echo $1 ;; *) echo $2 ;; esac
SCRIPT
  chmod +x "$work/uname/uname"
}
path=$PATH
PATH=$work/uname:$PATH
system FreeBSD amd64
expect_refusal freebsd 'there is no program for FreeBSD'
system Linux riscv64
expect_refusal riscv 'there is no program for riscv64'
system Darwin arm64
expect_refusal mac 'this release has no program for macos-aarch64'
PATH=$path
expect_refusal version "no program for linux-$machine and version 0.0.999" --version 0.0.999
expect_refusal words 'not a version' --version '0.1.0/../..'
expect_refusal option 'no such option' --prefix

# What isn't as SHA256SUMS says: one bit changed, cut short, another file.
python3 - "$work/served/$archive" <<'PYTHON'
import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(-5000, 2)
    byte = file.read(1)[0]
    file.seek(-1, 1)
    file.write(bytes([byte ^ 1]))
PYTHON
expect_refusal changed "$archive is damaged or was changed"
head -c 100000 "$release/$archive" >"$work/served/$archive"
expect_refusal truncated "$archive is damaged or was changed"
rm "$work/served/$archive"
expect_refusal missing "$archive can't be downloaded"
cp "$release/$archive" "$work/served"
: >"$work/served/SHA256SUMS"
expect_refusal empty "this release has no program for linux-$machine"
rm "$work/served/SHA256SUMS"
expect_refusal unlisted "SHA256SUMS can't be downloaded"

# What was installed stays as it was when an update is refused.
cp "$work/sums" "$work/served/SHA256SUMS"
install_with sh >/dev/null
before=$(ls -l "$bin")
echo more >>"$work/served/$archive"
if install_with sh >/dev/null 2>&1; then fail 'a changed update was installed'; fi
[ "$(ls -l "$bin")" = "$before" ] || fail 'a refused update changed what was installed'
[ -z "$(ls -A "$TMPDIR")" ] || fail "temporary files were left: $(ls -A "$TMPDIR")"
echo "install.sh installs $archive, removes it, and refuses changed, truncated and missing files"
