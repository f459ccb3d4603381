# Part of check.sh: installs a release over loopback with install.sh. Then tries altered, truncated and missing files,
# and checks that they are refused.

# Runs the script from a pipe, like users do: install_with SHELL WORDS...
install_with() { local shell=$1; shift; $shell -s -- "$@" <"$packaging/install.sh"; }

refused() {
  local name=$1 message=$2
  shift 2
  ! install_with sh --to "$work/$name/bin" "$@" >"$work/out" 2>&1 || fail "$name: it was installed"
  grep -q "^install.sh: .*$message" "$work/out" || fail "$name: the message is $(cat "$work/out")"
  [ ! -e "$work/$name" ] || fail "$name: something was installed"
}

# Serves served/ on http, and on https with a certificate that only these commands trust. Below /redirected/, archives
# are redirected to http.
serve() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
    -keyout "$work/key.pem" -out "$work/certificate.pem" 2>/dev/null
  python3 -u - "$work" >"$work/ports" 2>"$work/requests" <<'END' &
import functools, http.server, ssl, sys, threading
work = sys.argv[1]

class Handler(http.server.SimpleHTTPRequestHandler):
  def do_GET(self):
    if self.path.startswith("/redirected/"):
      self.path = self.path.removeprefix("/redirected")
      if self.path.endswith(".tar.gz"):
        self.send_response(302)
        self.send_header("Location", f"http://127.0.0.1:{plain.server_address[1]}{self.path}")
        return self.end_headers()
    super().do_GET()

plain, secure = (http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=f"{work}/served")) for _ in "ab")
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(f"{work}/certificate.pem", f"{work}/key.pem")
secure.socket = context.wrap_socket(secure.socket, server_side=True)
threading.Thread(target=plain.serve_forever, daemon=True).start()
print(plain.server_address[1], secure.server_address[1])
secure.serve_forever()
END
  servers+=($!)
  for _ in {1..50}; do [ -s "$work/ports" ] && break; sleep 0.1; done
  read -r plain secure <"$work/ports"
}

check_install() {
  local archive version count first bin plain secure words client shell
  archive=$(basename "$release"/alertsound-[0-9]*-linux-"$machine".tar.gz)
  version=$("$programs/alertsound" --version)
  mkdir "$work"/{short,tells,served,home,temporary,uname,busybox}

  # If the script is cut short, it must do nothing. There is nothing to test before its first command.
  first=$(sed -n '/^{$/=' "$packaging/install.sh")
  [ "$(tail -n 1 "$packaging/install.sh")" = '}' ] && [ "$first" -le 15 ] || fail 'install.sh is not one block of commands'
  for ((count = first; count < $(wc -l <"$packaging/install.sh"); count++)); do
    ! head -n $count "$packaging/install.sh" | HOME=$work/short TMPDIR=$work/short ALERTSOUND_BASE_URL=http://127.0.0.1:9 sh \
      >"$work/out" 2>&1 || fail "its first $count lines succeed"
    ! grep -q '^install.sh:' "$work/out" || fail "its first $count lines run"
  done
  [ -z "$(ls -A "$work/short")" ] || fail "cut short, it makes $(ls -A "$work/short")"

  # Record the addresses of releases with a curl that only writes its arguments to a file.
  printf '%s\n' '#!/bin/sh' "echo \"\$*\" >>$work/told" 'exit 1' >"$work/tells/curl"
  chmod +x "$work/tells/curl"
  for words in '' '--version v1.2.3'; do
    # shellcheck disable=SC2086
    ! PATH=$work/tells:$PATH sh "$packaging/install.sh" --to "$work/none" $words >/dev/null 2>&1 || fail 'it installs without a download'
  done
  PYTHONPATH=$packaging/dist python3 -Bc 'import identity
print(f"{identity.HOME}/releases/latest/download/SHA256SUMS", identity.download("1.2.3", "SHA256SUMS"), sep="\n")' |
    diff - <(grep -e ' --proto =https ' "$work/told" | sed 's/.* //') >&2 || fail 'it downloads from elsewhere, or may leave https'

  cp "$release/$archive" "$work/served"
  # Leave out the archives for Macs, which a release may have, because one of the checks needs a system without an
  # archive.
  grep -v -e -macos- "$release/SHA256SUMS" >"$work/served/SHA256SUMS"
  cp "$work/served/SHA256SUMS" "$work/sums"
  serve
  export ALERTSOUND_BASE_URL="http://127.0.0.1:$plain" HOME="$work/home" TMPDIR="$work/temporary"
  bin=$HOME/.local/bin
  install_with sh >"$work/out"
  grep -q "^alertsound $version is in $bin$" "$work/out" || fail "it says $(cat "$work/out")"
  PATH_THERE=$bin:$path try "$work/try" "$work/try" offline
  [ -f "$HOME/.local/share/man/man1/alertsound.1" ] && [ -f "$HOME/.local/share/bash-completion/completions/alertsound" ] ||
    fail 'there are no manual pages or completions'
  # Install again over the first installation, then remove it with the command that the script prints.
  install_with sh --version "v$version" --to "$bin//" >"$work/out"
  [ -z "$(find "$HOME" -mindepth 1 -name '.*' ! -name .local)" ] || fail 'temporary files were left'
  sh -c "$(sed -n 's/^To remove it: //p' "$work/out")"
  [ -z "$(find "$HOME" ! -type d)" ] || fail "after its removal there is $(find "$HOME" ! -type d)"
  # Use a folder with spaces and quotes, a relative path and other shells. Then use only busybox.
  for shell in dash 'busybox sh' 'bash --posix'; do
    (cd "$work" && install_with "$shell" --to "a folder's/programs" >/dev/null)
    [ "$("$work/a folder's/programs/alertsound" --version)" = "$version" ] || fail "$shell: it isn't there"
    rm -r "$work/a folder's"
  done
  busybox --install -s "$work/busybox"
  PATH=$work/busybox sh "$packaging/install.sh" --to "$work/small/bin" >/dev/null

  # Try other systems, as uname names them.
  for words in 'FreeBSD amd64 no program for FreeBSD' 'Linux riscv64 no program for riscv64' 'Darwin arm64 no program for macos-aarch64'; do
    # shellcheck disable=SC2086
    set -- $words
    printf '%s\n' '#!/bin/sh' "case \$1 in -s) echo $1 ;; *) echo $2 ;; esac" >"$work/uname/uname"
    chmod +x "$work/uname/uname"
    PATH=$work/uname:$PATH refused system "${words#* * }"
  done
  refused version "no program for linux-$machine and version 0.0.999" --version 0.0.999
  refused words 'not a version' --version '0.1.0/../..'
  refused option 'no such option' --prefix
  refused nowhere '--to needs a value' --to ''
  refused nothing '--version needs a value' --version
  # Try a folder in which the unpacked program can't run.
  mkdir "$work/mounted"
  # shellcheck disable=SC2016 # The inner shell has these values.
  ! unshare -m sh -c 'mount -t tmpfs -o noexec tmpfs "$1" && TMPDIR=$1 sh "$2" --to "$3"' sh \
    "$work/mounted" "$packaging/install.sh" "$work/none" >"$work/out" 2>&1 || fail 'a program that was not tried is installed'
  grep -q 'runs no programs, set TMPDIR$' "$work/out" || fail "where no programs run: $(cat "$work/out")"

  # Over https, try each client three times: with the certificate, with a redirection to http, and without the
  # certificate.
  echo "ca_certificate = $work/certificate.pem" >"$work/wgetrc"
  for client in curl wget; do
    mkdir "$work/with-$client"
    for words in cat chmod cp cut grep gzip head ln mkdir mktemp mv readlink rm sed sh sha256sum tar uname $client; do
      ln -s "$(command -v "$words")" "$work/with-$client/$words"
    done
    (
      export PATH="$work/with-$client" ALERTSOUND_BASE_URL="https://127.0.0.1:$secure"
      refused "unknown-$client" "SHA256SUMS can't be downloaded"
      export CURL_CA_BUNDLE="$work/certificate.pem" WGETRC="$work/wgetrc"
      install_with sh --to "$work/secure-$client/bin" >"$work/out" 2>&1 || fail "$client and https: $(cat "$work/out")"
      # Set no_proxy like users of a proxy do. It would make wget bypass the proxy that doesn't exist.
      no_proxy=127.0.0.1 ALERTSOUND_BASE_URL=$ALERTSOUND_BASE_URL/redirected refused "left-$client" "$archive can't be downloaded"
    )
  done
  ALERTSOUND_BASE_URL="https://127.0.0.1:$secure" PATH=$work/busybox refused uncertified "this wget doesn't check certificates"

  # Another program's command must stay.
  mkdir -p "$work/taken/bin"
  echo mine >"$work/taken/bin/afconvert"
  ! install_with sh --to "$work/taken/bin" >"$work/out" 2>&1 || fail "another program's afconvert was replaced"
  [ "$(ls -A "$work/taken/bin")$(cat "$work/taken/bin/afconvert")" = afconvertmine ] || fail 'taken: something was installed'

  # Files that differ from SHA256SUMS must be refused, and a refused update must change nothing.
  install_with sh >/dev/null
  ls -lR "$HOME" >"$work/before"
  printf '\1' | dd of="$work/served/$archive" bs=1 seek=100000 conv=notrunc status=none
  refused changed "$archive is damaged or was changed"
  ! install_with sh >/dev/null 2>&1 || fail 'a changed update was installed'
  ls -lR "$HOME" | diff "$work/before" - >&2 || fail 'a refused update changed what was installed'
  head -c 100000 "$release/$archive" >"$work/served/$archive"
  refused truncated "$archive is damaged or was changed"
  rm "$work/served/$archive"
  refused missing "$archive can't be downloaded"
  : >"$work/served/SHA256SUMS"
  refused empty "this release has no program for linux-$machine"
  [ -z "$(ls -A "$TMPDIR")" ] || fail "temporary files were left: $(ls -A "$TMPDIR")"
  echo "install: installs $archive and removes it, also over https, and refuses changed, truncated and missing files"
}
