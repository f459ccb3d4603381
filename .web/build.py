#!/usr/bin/env python3
"""Bundles the page: .web/build.py CORE.WASM BUILD.

Writes BUILD/page (a folder for a server) and BUILD/alertsound.html (all in one file). The same input gives
the same bytes.
"""

import base64
import gzip
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources/Web/Page"


def fail(reason):
    sys.exit(f"build.py: error: {reason}")


def bundled(entry):
    """A minified script with the modules that an entry needs, or a minified style."""
    command = ["esbuild", SOURCES / entry, "--bundle", "--minify", "--charset=utf8", "--target=es2022", "--loader:.mp3=binary", "--log-level=warning"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


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
    source = (SOURCES / "index.html").read_text(encoding="utf-8")
    text = "".join(f"{line.strip()}\n" for line in source.splitlines())
    for name, value in (("policy", policy), ("style", style), ("scripts", scripts)):
        marker = f"<!-- {name} -->"
        if text.count(marker) != 1:
            fail(f"index.html needs {marker} once")
        text = text.replace(marker, value)
    return text


def packed(path):
    """Compresses a file for the browser's DecompressionStream. Zopfli's files are 4 % smaller than gzip's."""
    return subprocess.run(["zopfli", "--i5", "-c", path], check=True, stdout=subprocess.PIPE).stdout


def main(core, build):
    build = pathlib.Path(build)
    style, script, worker = [bundled(entry) for entry in ("style.css", "main.js", "worker.js")]
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
