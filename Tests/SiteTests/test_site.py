"""Builds a complete site from a small archive."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import fixture
from documentation.archive import slug


class SiteTests(unittest.TestCase):
  def setUp(self):
    temporary = tempfile.TemporaryDirectory()
    self.addCleanup(temporary.cleanup)
    self.folder = Path(temporary.name)

  def build(self, pages=None, seed="0", name="site", start=None):
    """Runs the script with a start page that links the sections of the small archive."""
    inputs = fixture.inputs(self.folder, pages)
    self.output = self.folder / name
    sections = "".join(f'<a href="{each}/index.html">{each}</a>' for each in ("articles", "reference", "manual"))
    manuals = [argument for file in sorted(inputs["manuals"].iterdir()) for argument in ("--manual", str(file))]
    first = fixture.write(self.folder / "start", {"start.html": start or sections}) / "start.html"
    return subprocess.run(
      [sys.executable, str(fixture.ROOT / ".web/site.py"), str(self.output), "--archive", str(inputs["archive"]), "--start",
       str(first), "--page", str(inputs["page"]), "--repository", str(inputs["repository"]), *manuals],
      capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": seed})

  def text(self, name: str) -> str:
    return (self.output / name).read_text(encoding="utf-8")

  def files(self) -> dict[str, bytes]:
    return {str(file.relative_to(self.output)): file.read_bytes() for file in self.output.rglob("*") if file.is_file()}

  def test_builds_every_page(self):
    result = self.build()
    self.assertEqual((result.returncode, result.stderr), (0, ""))
    self.assertEqual({name for name in self.files() if name.endswith(".html")}, {
      "index.html", "articles/index.html", "articles/ringing.html", "convert/index.html",
      "manual/index.html", "manual/bell.html", "manual/ring.html",
      "reference/index.html", "reference/bells/index.html", "reference/bells/bell.html",
      "reference/bells/bell/init-_-at.html", "reference/bells/bell/not-equal-_-_.html",
      "reference/bells/bell/less-equal-_-_-2gp0s.html"})

  def test_links_are_relative_and_text_is_escaped(self):
    self.build()
    article = self.text("articles/ringing.html")
    self.assertIn("a &lt; b &amp; c", article)
    self.assertIn('<h2 id="Über-all"><a href="#%C3%9Cber-all">Über &lt;all&gt; <code>x</code></a></h2>', article)
    self.assertIn('<a href="../reference/bells/bell.html"><code>Bell</code></a>', article)
    self.assertIn('<link rel="stylesheet" href="../../../style.css">', self.text("reference/bells/bell/init-_-at.html"))

  def test_manual_pages_link_each_other_only(self):
    self.build()
    manual = self.text("manual/ring.html")
    self.assertIn('<a class="Xr" href="bell.html">bell(1)</a>', manual)
    self.assertIn('<span class="Xr">missing(1)</span>', manual)
    self.assertEqual(re.findall(r"<h([1-6])", manual), ["1", "2", "2", "3"])

  def test_needs_no_scripts_and_gets_nothing_from_elsewhere(self):
    self.build()
    for name, content in self.files().items():
      if name.endswith(".html") and not name.startswith("convert/"):
        self.assertNotRegex(content.decode(), r"<script|(?:src|<link[^>]*href)=\"(?:https?:|//)", name)

  def test_gives_the_same_bytes_twice(self):
    self.build(name="one", seed="1")
    first = self.files()
    self.build(name="two", seed="2")
    self.assertEqual(first, self.files())

  def test_shows_no_choice_of_docc_among_extensions(self):
    built = []
    for constraint in ("", " where Element == Int"):
      pages = fixture.nodes()
      pages[1]["metadata"]["symbolKind"] = "extension"
      tokens = [{"kind": "keyword", "text": "extension"}, {"kind": "text", "text": f" Bell{constraint}"}]
      pages[1]["primaryContentSections"].append({"kind": "declarations", "declarations": [{"tokens": tokens}]})
      pages[0]["references"]["/documentation/bells/bell"]["fragments"] = tokens
      self.assertEqual(self.build(pages, name=f"site{len(built)}").returncode, 0)
      built.append(self.files())
    self.assertIn(b"extension", built[0]["reference/bells/bell.html"])
    self.assertEqual(built[0], built[1])

  def test_fails_on_a_page_that_is_missing(self):
    pages = [page for page in fixture.nodes() if not page["variants"][0]["paths"][0].endswith("init(_:at:)")]
    result = self.build(pages)
    self.assertEqual(result.returncode, 1)
    self.assertRegex(result.stderr, r"reference/bells/bell\.html:\d+: bell/init-_-at\.html: no such file")

  def test_fails_on_a_fragment_that_is_missing(self):
    pages = fixture.nodes()
    pages[-1]["references"]["overview"]["url"] += "-not"
    result = self.build(pages)
    self.assertEqual(result.returncode, 1)
    self.assertIn('no id "Über-all-not" in articles/ringing.html', result.stderr)

  def test_fails_on_a_broken_link_of_the_start_page(self):
    result = self.build(start='<a href="articles/index.html">x</a><a href="reference/none.html">x</a>')
    self.assertEqual(result.returncode, 1)
    self.assertIn("reference/none.html: no such file", result.stderr)

  def test_fails_on_content_that_it_does_not_know(self):
    pages = fixture.nodes()
    pages[-1]["primaryContentSections"][0]["content"].append({"type": "video", "identifier": "x"})
    result = self.build(pages)
    self.assertEqual(result.returncode, 1)
    self.assertIn("/documentation/bells/ringing: a block of the unknown kind video", result.stderr)

  def test_replaces_no_folder_with_files(self):
    fixture.write(self.folder / "site", {"mine": "x"})
    result = self.build()
    self.assertEqual(result.returncode, 1)
    self.assertIn("isn't empty", result.stderr)

  def test_names_are_safe_and_differ(self):
    names = [("run(jobs:monitor:)", ""), ("f(_:)", ""), ("f(_:_:)", ""), ("f", ""), ("!=(_:_:)", "!=(_:_:)"),
             ("_(_:_:)", "<(_:_:)"), ("_(_:_:)", ">(_:_:)"), ("'...(_:)-1j9lc", "...(_:)"), ("code-swift.enum", "Code")]
    slugs = [slug(*each) for each in names]
    self.assertEqual(len(set(slugs)), len(names))
    for each in slugs:
      self.assertRegex(each, "^[a-z0-9_-]+$")


if __name__ == "__main__":
  unittest.main()
