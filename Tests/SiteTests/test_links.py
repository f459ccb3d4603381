"""The link check finds all broken links, and only those."""

import tempfile
import unittest
from pathlib import Path

import fixture
from documentation import documents, links

START = '<a href="sub/page.html#part">page</a><link href="style.css">'
PAGE = '<h2 id="part">Part</h2><a href="../index.html">back</a>'


class LinkTests(unittest.TestCase):
  def problems(self, **files: str) -> list[str]:
    """The problems of a site with a start page and another page. In the parameters' names, __ stands for a slash and _ for a
    dot."""
    site = {"index.html": START, "sub/page.html": PAGE, "style.css": ""}
    site.update({name.replace("__", "/").replace("_", "."): content for name, content in files.items()})
    with tempfile.TemporaryDirectory() as folder:
      return links.check(fixture.write(Path(folder), site), {"README.md", "Sources"}).problems

  def fault(self, link: str) -> str:
    """The problem with one more link on the start page, or an empty text."""
    found = self.problems(index_html=f'{START}\n<a href="{link}">x</a>')
    self.assertLessEqual(len(found), 1, found)
    return found[0].removeprefix(f"index.html:2: {link or '(empty)'}: ") if found else ""

  def test_accepts_what_is_right(self):
    self.assertEqual(self.problems(), [])
    for link in ("sub/page.html", "./sub/page.html?x#part", "sub/page.html#p%61rt", "https://example.com/a?b#c",
                 "mailto:a@example.com", "data:,x", f"{links.frame.HOME}/blob/main/README.md#x",
                 f"{links.frame.HOME}/tree/main/Sources/", f"{links.frame.HOME}/releases"):
      self.assertEqual(self.fault(link), "", link)

  def test_finds_broken_links(self):
    self.assertEqual(self.fault("sub/other.html"), "no such file")
    self.assertEqual(self.fault("Sub/page.html"), "no such file")
    self.assertEqual(self.fault("sub/"), "is a folder; name its index.html")
    self.assertEqual(self.fault(""), "no target")

  def test_finds_broken_fragments(self):
    self.assertEqual(self.fault("sub/page.html#Part"), 'no id "Part" in sub/page.html')
    self.assertEqual(self.fault("#nothing"), 'no id "nothing" in index.html')
    self.assertEqual(self.fault("style.css#part"), "a fragment, but no page")

  def test_finds_links_that_depend_on_the_prefix(self):
    self.assertEqual(self.fault("/sub/page.html"), "isn't relative, so it breaks under a prefix")
    self.assertEqual(self.fault("//example.com/"), "isn't relative, so it breaks under a prefix")
    self.assertEqual(self.fault("../index.html"), "leads out of the site")
    self.assertIn("base element", self.problems(index_html=f'<base href="x">{START}')[0])

  def test_finds_bad_links_to_elsewhere(self):
    self.assertEqual(self.fault("https:///x"), "names no host")
    self.assertEqual(self.fault("https://example .com"), "has a character that must be percent-encoded")
    self.assertEqual(self.fault("javascript:alert(1)"), "unknown scheme javascript")
    self.assertEqual(self.fault("mailto:nobody"), "no address")
    self.assertEqual(self.fault(f"{links.frame.HOME}/blob/main/NONE.md"), "no such file in the repository")

  def test_finds_broken_images_scripts_and_styles(self):
    for element in ('<img src="x.svg">', '<script src="x.svg"></script>', '<img srcset="x.svg 2x">'):
      self.assertEqual(self.problems(index_html=START + element), ["index.html:1: x.svg: no such file"])
    self.assertEqual(self.problems(style_css="a { background: url('x.svg') }"), ["style.css: x.svg: no such file"])

  def test_finds_ids_that_occur_twice(self):
    self.assertEqual(self.problems(sub__page_html=f'{PAGE}<p id="part">'), ['sub/page.html: the id "part" occurs twice'])

  def test_finds_pages_that_no_link_leads_to(self):
    alone = '<a href="index.html">x</a>'
    self.assertEqual(self.problems(alone_html=alone), ["alone.html: no link leads to this page"])


class DocumentTests(unittest.TestCase):
  def problems(self, text: str, article: str = "") -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
      files = {"README.md": text, "Sources/A b.md": "# Some `code`, here\n", "Sources/x.docc/Y.md": article}
      return documents.check(fixture.repository(Path(folder), files))

  def test_accepts_what_is_right(self):
    self.assertEqual(self.problems(
      "# Top\n[a](Sources) [b](Sources/A%20b.md#some-code-here) [c](#top) [d](https://example.com/none)\n"
      "`[no](link)`\n```\n[no](link)\n```\n"), [])

  def test_finds_broken_links(self):
    self.assertEqual(self.problems("x\n[a](Source)"), ["README.md:2: Source: no such file in the repository"])
    self.assertEqual(self.problems("![a](a.png)"), ["README.md:1: a.png: no such file in the repository"])
    self.assertEqual(self.problems("[a](../README.md)"), ["README.md:1: ../README.md: no such file in the repository"])

  def test_articles_link_files(self):
    self.assertEqual(self.problems("", "[a](Y.md) [b](../A%20b.md#some-code-here)"), [])
    for link, target in (("<doc:Y>", "doc:Y"), ("[a](doc:Y)", "doc:Y"), ("[a](<doc:Y>)", "doc:Y"), ("![a](Picture)", "Picture")):
      problem = "no such file in the repository" if link[0] == "!" else "code hosts don't know such links; link the article's file"
      self.assertEqual(self.problems("", link), [f"Sources/x.docc/Y.md:1: {target}: {problem}"])

  def test_finds_broken_fragments(self):
    self.assertEqual(self.problems("# Top\n[a](#bottom)"), ["README.md:2: #bottom: no such heading in README.md"])


if __name__ == "__main__":
  unittest.main()
