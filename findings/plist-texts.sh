#!/bin/bash
# Swift 6.3.1 for Linux, FoundationEssentials, and Python 3.11's plistlib: `PropertyListDecoder` refuses a comment inside a string,
# spaces around an integer, and Latin-1; and it keeps the line ends of Windows, where XML asks for \n.
#
# Guess: both read all valid XML alike, since CDATA, entities and comments elsewhere work.
# Seen: four differences. plistlib reads all four as XML says.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "couldn't run: $(tail -n 1 "$dir/log")"; exit 2; }
swift --version 2>&1 | grep -q 'Swift version 6\.3\.1 ' || { echo "needs Swift 6.3.1 for Linux (swift.org)" >"$dir/log"; fail; }
cd "$dir"
cat >texts.py <<'PYTHON'
import plistlib
def file(name, body, encoding="UTF-8"):
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n<plist version="1.0"><dict>{body}</dict></plist>'.encode(encoding)
    open(name, "wb").write(text)
    value, = plistlib.loads(text).values()
    print(name, ascii(value), end="; ")
file("cdata", "<key>text</key><string>a<![CDATA[&]]>b</string>")
file("comment", "<key>text</key><string>a<!-- c -->b</string>")
file("lines", "<key>text</key><string>a\r\nb</string>")
file("spaces", "<key>number</key><integer> 10 </integer>")
file("latin", "<key>text</key><string>\xe9</string>", "ISO-8859-1")
PYTHON
cat >texts.swift <<'SWIFT'
import FoundationEssentials
struct Values: Decodable { var text: String?; var number: Int? }
for name in ["cdata", "comment", "lines", "spaces", "latin"] {
  let data = try Data(contentsOf: URL(filePath: name))
  do {
    let values = try PropertyListDecoder().decode(Values.self, from: data)
    print(name, values.text?.debugDescription ?? values.number.map { "\($0)" } ?? "", terminator: "; ")
  } catch { print(name, "refused", terminator: "; ") }
}
SWIFT
swiftc texts.swift -o texts >"$dir/log" 2>&1 || fail
seen="plistlib: $(python3 texts.py 2>"$dir/log")" || fail
seen+="Swift: $(./texts 2>"$dir/log")" || fail
expected=$'plistlib: cdata \'a&b\'; comment \'ab\'; lines \'a\\nb\'; spaces 10; latin \'\\xe9\'; Swift: cdata "a&b"; comment refused; lines "a\\r\\nb"; spaces refused; latin refused; '
[ "$seen" = "$expected" ] || { printf 'changed: %s\n' "$seen"; exit 1; }
echo "as expected: $seen"
