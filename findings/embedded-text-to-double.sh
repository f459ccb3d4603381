#!/bin/bash
# Swift 6.3.1 for Linux: Embedded Swift prints a `Double`, but a program that reads one from a text doesn't link, and a `Set` needs
# libm.
#
# Guess: `Double("0.1")` works wherever `print(0.1)` and `Int("12")` do. Reading is easier than the shortest text.
# Seen: `Double.init` compiles without a warning, and the linker misses `_swift_stdlib_strtod_clocale`, which is in no library of the
# toolchain's folder `embedded`. A `Set` misses `ceil`, until -lm is given.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "couldn't run: $(tail -n 1 "$dir/log")"; exit 2; }
swift --version 2>&1 | grep -q 'Swift version 6\.3\.1 ' || { echo "needs Swift 6.3.1 for Linux (swift.org)" >"$dir/log"; fail; }
cd "$dir"
attempt() { # name, code, options: whether it links, and what it prints or lacks
  echo "@main struct M { static func main() { $2 } }" >"$1.swift"
  if swiftc -enable-experimental-feature Embedded -wmo -parse-as-library "$1.swift" -o "$1" ${3:-} >"$1.log" 2>&1; then
    echo "$1: $("./$1")"
  else
    echo "$1 lacks $(sed -n "s/.*undefined reference to '\\(.*\\)'.*/\\1/p" "$1.log" | sort -u | tr '\n' ' ')"
  fi
}
echo "the linker's message has another form" >"$dir/log"
seen="$(attempt print 'print(0.1 + 0.2)'); $(attempt int 'print(Int("12") ?? -1)'); $(attempt double 'print(Double("0.1") ?? -1)'); "
seen+="$(attempt set 'print(Set([1, 2]).count)'); $(attempt setm 'print(Set([1, 2]).count)' -lm)"
expected="print: 0.30000000000000004; int: 12; double lacks _swift_stdlib_strtod_clocale ; set lacks ceil ; setm: 2"
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
