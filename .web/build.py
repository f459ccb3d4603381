#!/usr/bin/env python3
"""Bundles the page: .web/build.py CORE.WASM BUILD.

Writes BUILD/page (a folder for a server) and BUILD/alertsound.html (all in one file). The same input gives
the same bytes.
"""

import base64
import collections
import gzip
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources/Web/Page"
IMPORT = re.compile(r"^import \{([^}]*)\} from '\./([\w-]+\.js)';\n", re.MULTILINE)
DECLARATION = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) +(\w+)", re.MULTILINE)
DESTRUCTURED = re.compile(r"^(?:export )?(?:const|let) *[\[{]([^=]*)[\]}] *=", re.MULTILINE)


def fail(reason):
    sys.exit(f"build.py: error: {reason}")


def modules(entry):
    """The sources of the modules that an entry needs, each after the modules it imports."""
    order, pending = {}, set()

    def visit(name):
        if name in order:
            return
        if name in pending:
            fail(f"{name} imports itself through others")
        pending.add(name)
        text = (SOURCES / name).read_text(encoding="utf-8")
        for names, imported in IMPORT.findall(text):
            visit(imported)
            for each in filter(None, map(str.strip, names.split(","))):
                if not re.search(rf"^export (?:async )?(?:function|class|const) {each}\b", order[imported], re.M):
                    fail(f"{name}: {imported} doesn't export {each}")
        order[name] = text

    visit(entry)
    return order


def bundle(entry):
    """One script made of an entry and its modules, whose top-level names share one scope."""
    owners, parts = {}, []
    for name, text in modules(entry).items():
        body = re.sub(r"^export ", "", IMPORT.sub("", text), flags=re.MULTILINE)
        if re.search(r"^(?:import|export)\b", body, re.MULTILINE):
            fail(f"{name}: an import or export of another form")
        declared = DECLARATION.findall(body)
        for names in DESTRUCTURED.findall(body):
            declared += re.findall(r"\w+", names)
        for each in declared:
            if owners.setdefault(each, name) != name:
                fail(f"{each} is declared in {owners[each]} and in {name}")
        parts.append(body)
    return "(() => {\n'use strict';\n" + shortened(minified("".join(parts), r"//.*|/\*\*?(?: .*\*/)?|\*/|\*(?: .*)?")) + "})();\n"


def shortened(script):
    """The script with short names for private members, which nothing outside can use."""
    names = collections.Counter(re.findall(r"(?<=[.\s])#(\w+)", script)).most_common()
    short = {name: f"{'abcdefghijklmnopqrstuvwxyz'[index % 26]}{index // 26 or ''}" for index, (name, _) in enumerate(names)}
    return re.sub(r"(?<=[.\s])#(\w+)", lambda match: "#" + short[match[1]], script)


def minified(text, comment=r"/\*.*\*/"):
    """The source without indentation, empty lines, and comments on lines of their own."""
    lines = (line.strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not re.fullmatch(comment, line))


def digest(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def policy(script, style, connect):
    rules = [
        "default-src 'none'",
        f"script-src {script} 'wasm-unsafe-eval'",
        f"style-src {style}",
        "img-src data:",
        "media-src blob:",
        "worker-src blob:",
        f"connect-src {connect}",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(rules)}">'


def page(policy, style, scripts):
    text = (SOURCES / "index.html").read_text(encoding="utf-8")
    for name, value in (("policy", policy), ("style", style), ("scripts", scripts)):
        marker = f"<!-- {name} -->"
        if text.count(marker) != 1:
            fail(f"index.html needs {marker} once")
        text = text.replace(marker, value)
    return minified(text)


def packed(path):
    """Compresses a file for the browser's DecompressionStream. Zopfli's files are 4 % smaller than gzip's."""
    return subprocess.run(["zopfli", "--i5", "-c", path], check=True, stdout=subprocess.PIPE).stdout


def main(core, build):
    build = pathlib.Path(build)
    style = re.sub(r"(?<=[:,;{]) | (?=\{)", "", minified((SOURCES / "style.css").read_text(encoding="utf-8")))
    script, worker = bundle("main.js"), bundle("worker.js")
    for text in (script, worker):
        # In the single file, the script is inside a script element, which these texts would break.
        if re.search(r"</script|<!--", text, re.IGNORECASE):
            fail("a script contains </script or <!--")

    compressed = packed(core)
    folder = build / "page"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    files = {
        "index.html": page(
            policy("'self'", "'self'", "'self'"),
            '<link rel="stylesheet" href="style.css">',
            '<script src="page.js"></script>',
        ).encode(),
        "style.css": style.encode(),
        "page.js": script.encode(),
        "worker.js": worker.encode(),
        "core.gzip": compressed,
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)

    (build / "alertsound.html").write_bytes(
        page(
            policy(digest(script), digest(style), "'none'"),
            # A compressor looks back only 32 KB, so the core isn't put between the texts that are alike.
            f'<script type="text/plain" id="core-source">{base64.b64encode(compressed).decode()}</script>\n'
            f'<script type="text/plain" id="worker-source">{worker}</script>\n'
            f"<style>{style}</style>",
            f"<script>{script}</script>",
        ).encode()
    )
    print(f"page {sum(len(gzip.compress(data, 9, mtime=0)) for data in files.values()):,} bytes with gzip")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: build.py CORE.WASM BUILD")
    main(sys.argv[1], sys.argv[2])
