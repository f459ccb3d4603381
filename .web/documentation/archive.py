"""DocC archives: their pages, and the pages' paths in the site."""

from __future__ import annotations

import json
import re
from pathlib import Path

from .errors import SiteError

# Names of operators in paths.
OPERATORS = {
  "!": "not", "%": "percent", "&": "and", "*": "times", "+": "plus", "-": "minus", ".": "dot", "/": "slash", "<": "less",
  "=": "equal", ">": "greater", "?": "question", "^": "xor", "|": "or", "~": "tilde",
}


class Page:
  """A symbol, an article or a group of symbols: DocC's "render node"."""

  def __init__(self, node: dict, archive: Path) -> None:
    self.node = node
    self.archive = archive
    self.url: str = node["variants"][0]["paths"][0]
    self.title: str = node["metadata"]["title"]
    self.references: dict = node["references"]
    self.path = ""

  @property
  def is_module(self) -> bool:
    return len(self.url.split("/")) == 3

  @property
  def is_article(self) -> bool:
    """Whether a person wrote the page. DocC generates deeper articles, which list what a type gets from a protocol."""
    return self.node["kind"] == "article" and len(self.url.split("/")) == 4

  @property
  def module(self) -> str:
    return self.url.split("/")[2]

  def identifiers(self, sections: str) -> list[str]:
    """The pages that the topic sections list, in order."""
    return [each for section in self.node.get(sections, []) for each in section["identifiers"]]


class Archives:
  """All pages of several archives, which may refer to each other."""

  def __init__(self, folders: list[Path]) -> None:
    self.pages: dict[str, Page] = {}
    for folder in folders:
      files = sorted((folder / "data").rglob("*.json"))
      if not files:
        raise SiteError(f"{folder}: no documentation archive; run `make docs`")
      for file in files:
        page = Page(json.loads(file.read_text(encoding="utf-8")), folder)
        if page.url in self.pages:
          raise SiteError(f"{file}: {page.url} is also in {self.pages[page.url].archive}")
        self.pages[page.url] = page
    taken: dict[str, str] = {}
    for url, page in sorted(self.pages.items()):
      page.path = self.path(url)
      other = taken.setdefault(page.path, url)
      if other != url:
        raise SiteError(f"{other} and {url} would both become {page.path}")

  def path(self, url: str) -> str:
    """The path of a page in the site, whether or not it exists. Names suit every file system and every URL."""
    parts = url.strip("/").split("/")[1:]
    page = self.pages.get(url)
    if page and page.is_article:
      return f"articles/{slug(parts[-1], page.title)}.html"
    if len(parts) == 1:
      return f"reference/{parts[0]}/index.html"
    folders = [self.folder(parts[:count]) for count in range(2, len(parts))]
    return "/".join(["reference", parts[0], *folders, f"{slug(parts[-1], page.title if page else '')}.html"])

  def folder(self, parts: list[str]) -> str:
    parent = self.pages.get("/documentation/" + "/".join(parts))
    return slug(parts[-1], parent.title if parent else "")

  @property
  def modules(self) -> list[Page]:
    return [page for page in self.pages.values() if page.is_module]

  def articles(self) -> list[Page]:
    """The articles in the order of the modules' topics. Unlisted articles follow, by title."""
    listed: list[Page] = []
    for module in self.modules:
      for identifier in module.identifiers("topicSections"):
        page = self.pages.get(module.references[identifier].get("url", ""))
        if page and page.is_article and page not in listed:
          listed.append(page)
    rest = [page for page in self.pages.values() if page.is_article and page not in listed]
    return listed + sorted(rest, key=lambda page: page.title)


def slug(name: str, title: str) -> str:
  """A file's name for the last part of DocC's path: letters, digits and hyphens, and underscores for unnamed
  parameters."""
  base, parenthesis, rest = name.partition("(")
  if not re.search("[a-z0-9]", base, re.IGNORECASE):
    # DocC's path has underscores instead of some operators' characters, so use the title.
    base = "-".join(OPERATORS.get(character, "") for character in title.partition("(")[0])
  return re.sub("[^a-z0-9_]+", "-", f"{base}{parenthesis}{rest}".lower()).strip("-") or "symbol"
