"""The page's size and files."""

import gzip
import re

BUDGET = 480_000


def test_the_folder_is_small(web):
    """The compressed size of all files, as a server sends them, stays within the budget."""
    files = {path.name: path.read_bytes() for path in (web / "page").rglob("*") if path.is_file()}
    assert set(files) == {"index.html", "style.css", "page.js", "worker.js", "core.gzip"}
    sizes = {name: len(gzip.compress(content, 9)) for name, content in files.items()}
    print(sizes)
    assert sum(sizes.values()) <= BUDGET, sizes
    assert gzip.decompress(files["core.gzip"]) == (web / "core/core.wasm").read_bytes()


def test_the_single_file_is_small(web):
    """Base64 makes the core a third larger, but compressing the file mostly undoes that."""
    content = (web / "alertsound.html").read_bytes()
    assert len(gzip.compress(content, 9)) <= BUDGET


def test_no_address_is_loaded(web):
    """Neither form loads a font, picture, script or style from anywhere else."""
    for path in [web / "alertsound.html", *(web / "page").glob("*.html"), *(web / "page").glob("*.css")]:
        text = path.read_text()
        markup = re.sub(r"<script.*?</script>", "", text, flags=re.S)
        assert not re.search(r"""(src|href)=["']?(https?:)?//(?![^"'>]*\brel=)""", re.sub(r"<a\b[^>]*>", "", markup)), path
        assert not re.search(r"url\(\s*['\"]?(https?:)?//|@import", markup), path
