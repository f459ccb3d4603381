#!/bin/sh
# Installs a release over loopback with install.sh, then altered, truncated and missing files, which must be refused:
# check-install.sh FOLDER, which contains SHA256SUMS and an archive for this machine. Needs openssl for a server that is
# trusted here only.
set -eu
release=$(cd "$1" && pwd)
scripts=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
servers=''
# shellcheck disable=SC2086 # Each server is a word.
trap '[ -z "$servers" ] || kill $servers; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

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

# Cut short, it does nothing, in any shell. Before its first command there is nothing to do.
mkdir "$work/short"
first=$(sed -n '/^{$/=' "$scripts/install.sh")
lines=$(wc -l <"$scripts/install.sh")
if [ "$(tail -n 1 "$scripts/install.sh")" != '}' ] || [ "$first" -gt 15 ]; then
  fail 'install.sh is not one block of commands'
fi
for shell in dash 'busybox sh' 'bash --posix'; do
  command -v "${shell%% *}" >/dev/null || continue
  count=$first
  while [ "$count" -lt "$lines" ]; do
    if head -n "$count" "$scripts/install.sh" | (cd "$work/short" && HOME=$work/short TMPDIR=$work/short \
      ALERTSOUND_BASE_URL=http://127.0.0.1:9 $shell) >"$work/out" 2>&1; then
      fail "its first $count lines succeed in $shell"
    fi
    if grep -q '^install.sh:' "$work/out"; then fail "its first $count lines run in $shell: $(cat "$work/out")"; fi
    count=$((count + 1))
  done
done
[ -z "$(ls -A "$work/short")" ] || fail "cut short, it makes $(ls -A "$work/short")"

# The addresses of releases, from a curl that only tells.
mkdir "$work/tells"
cat >"$work/tells/curl" <<'SCRIPT'
#!/bin/sh
echo "$*" >>"$TOLD"
exit 1
SCRIPT
chmod +x "$work/tells/curl"
for words in '' '--version v1.2.3'; do
  # shellcheck disable=SC2086
  if (unset ALERTSOUND_BASE_URL && TOLD=$work/told PATH=$work/tells:$PATH \
    sh "$scripts/install.sh" --to "$work/none" $words) >"$work/out" 2>&1; then
    fail 'it installs without a download'
  fi
done
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$scripts/dist python3 -c 'if True:
  import identity
  print(f"{identity.HOME}/releases/latest/download/SHA256SUMS")
  print(identity.download("1.2.3", "SHA256SUMS"))' >"$work/addresses"
sed 's/.* //' "$work/told" | diff "$work/addresses" - >&2 || fail 'it downloads from elsewhere'
[ "$(grep -c -e ' --proto =https ' "$work/told")" = 2 ] || fail "curl may leave https: $(cat "$work/told")"

mkdir "$work/served" "$work/home" "$work/temporary"
cp "$release/$archive" "$work/served"
# Without the archives for Macs, which a release may have: one of the checks is that there is none.
grep -v -e -macos- "$release/SHA256SUMS" >"$work/sums"
cp "$work/sums" "$work/served/SHA256SUMS"
# The system chooses the port, and the server says which.
: >"$work/port"
python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$work/served" >"$work/port" 2>"$work/requests" &
servers=$!
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
install_with sh --version "v$version" --to "$bin//" >"$work/out"
[ "$(grep -c "'$HOME/.local/share/man/man1/" "$work/out")" = 1 ] || fail "a slash at the end of --to: $(cat "$work/out")"
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
expect_refusal nowhere '--to needs a value' --to ''
expect_refusal latest '--version needs a value' --version v
expect_refusal nothing '--version needs a value' --version
expect_refusal backslash 'a.c: no such option' 'a\c'
grep -qF 'a\c:' "$work/out" || fail "a backslash is interpreted: $(cat "$work/out")"

# A program that can't be run where it was unpacked.
if [ "$(id -u)" = 0 ] && command -v unshare >/dev/null; then
  mkdir "$work/mounted"
  # shellcheck disable=SC2016 # The inner shell has these values.
  if unshare -m sh -c 'mount -t tmpfs -o noexec tmpfs "$1" && TMPDIR=$1 sh "$2" --to "$3"' sh \
    "$work/mounted" "$scripts/install.sh" "$work/none" >"$work/out" 2>&1; then
    fail 'a program that was not tried is installed'
  fi
  grep -q 'runs no programs, set TMPDIR$' "$work/out" || fail "where no programs run: $(cat "$work/out")"
  [ ! -e "$work/none" ] || fail 'a program that was not tried is installed'
fi

# Over https: first as it is, then the archive is elsewhere, without https. Each download goes to a server of its own
# with a certificate that only these commands trust.
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
  -keyout "$work/key.pem" -out "$work/certificate.pem" 2>/dev/null
echo "ca_certificate = $work/certificate.pem" >"$work/wgetrc"
: >"$work/secure"
python3 -u - "$work/served" "$work/certificate.pem" "$work/key.pem" "$port" >"$work/secure" 2>"$work/requests" <<'PYTHON' &
import functools, http.server, ssl, sys
served, certificate, key, port = sys.argv[1:]

class Handler(http.server.SimpleHTTPRequestHandler):
  def do_GET(self):
    if self.path.startswith("/straight/"):
      self.path = self.path[len("/straight"):]
    elif self.path.endswith(".tar.gz"):
      self.send_response(302)
      self.send_header("Location", f"http://127.0.0.1:{port}{self.path[len('/redirected'):]}")
      self.end_headers()
      return
    else:
      self.path = self.path[len("/redirected"):]
    super().do_GET()

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=served))
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1])
server.serve_forever()
PYTHON
servers="$servers $!"
for _ in 1 2 3 4 5 6 7 8 9 10; do
  [ ! -s "$work/secure" ] || break
  sleep 0.5
done
secure=https://127.0.0.1:$(cat "$work/secure")
plain=$ALERTSOUND_BASE_URL
# The commands that the script needs, with one that downloads.
only() {
  mkdir "$work/with-$1"
  for tool in cat chmod cp cut grep gzip head ln mkdir mktemp mv rm sed sh sha256sum tar uname "$1"; do
    ln -s "$(command -v "$tool")" "$work/with-$1/$tool"
  done
}
tried=''
for client in curl wget; do
  command -v $client >/dev/null || continue
  only $client
  if [ $client = wget ] && ! wget --version 2>/dev/null | grep -q GNU; then continue; fi
  # shellcheck disable=SC2123
  PATH=$work/with-$client
  export CURL_CA_BUNDLE="$work/certificate.pem" WGETRC="$work/wgetrc"
  export ALERTSOUND_BASE_URL="$secure/straight"
  install_with sh --to "$work/secure-$client/bin" >"$work/out" 2>&1 || fail "$client and https: $(cat "$work/out")"
  # As users of a proxy have it: no_proxy would be a way around one that isn't there.
  export no_proxy=127.0.0.1 ALERTSOUND_BASE_URL="$secure/redirected"
  expect_refusal "left-$client" "$archive can't be downloaded"
  unset no_proxy CURL_CA_BUNDLE WGETRC
  export ALERTSOUND_BASE_URL="$secure/straight"
  expect_refusal "unknown-$client" "SHA256SUMS can't be downloaded"
  PATH=$path
  tried="$tried $client"
done
[ -n "$tried" ] || fail 'neither curl nor wget could be tried with https'
if command -v busybox >/dev/null; then
  # shellcheck disable=SC2123
  PATH=$work/busybox
  expect_refusal uncertified "this wget doesn't check certificates; install curl"
  PATH=$path
fi
export ALERTSOUND_BASE_URL="$plain"

# A command of another program stays.
mkdir -p "$work/taken/bin"
echo mine >"$work/taken/bin/afconvert"
if install_with sh --to "$work/taken/bin" >"$work/out" 2>&1; then fail "another program's afconvert was replaced"; fi
grep -q 'afconvert belongs to another program' "$work/out" || fail "taken: the message is $(cat "$work/out")"
[ "$(ls -A "$work/taken/bin")$(cat "$work/taken/bin/afconvert")" = afconvertmine ] || fail 'taken: something was installed'

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
echo "install.sh installs $archive and removes it, also over https with$tried, and refuses changed, truncated" \
  "and missing files"
