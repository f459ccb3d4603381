"""Checks every link of a site."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from . import frame

LINKS = {"href", "src", "poster", "action", "data"}
OWN_FILE = re.compile(re.escape(frame.HOME) + r"/(?:blob|tree|raw)/(?:main|HEAD)/([^#?]*)")


@dataclass
class Report:
  pages: int = 0
  links: int = 0
  fragments: int = 0
  problems: list[str] = field(default_factory=list)


class Parser(HTMLParser):
  """Collects a page's links and anchors."""

  def __init__(self) -> None:
    super().__init__()
    self.links: list[tuple[int, str]] = []
    self.anchors: set[str] = set()
    self.repeated: list[str] = []
    self.base = False

  def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
    self.base = self.base or tag == "base"
    for name, value in attributes:
      if name == "id" or (name == "name" and tag == "a"):
        if value in self.anchors:
          self.repeated.append(value or "")
        self.anchors.add(value or "")
      elif name in LINKS:
        self.links.append((self.getpos()[0], value or ""))
      elif name == "srcset":
        self.links += [(self.getpos()[0], each.split()[0]) for each in (value or "").split(",") if each.strip()]


def check(root: Path, repository_files: set[str]) -> Report:
  """Checks links, fragments, and that all pages can be reached from index.html."""
  report = Report()
  # Names are case-sensitive on servers, so don't rely on the file system to compare them.
  files = {file.relative_to(root).as_posix() for file in root.rglob("*") if file.is_file()}
  pages: dict[str, Parser] = {}
  for name in sorted(file for file in files if file.endswith(".html")):
    pages[name] = Parser()
    pages[name].feed((root / name).read_text(encoding="utf-8"))
  report.pages = len(pages)
  targets: dict[str, set[str]] = {name: set() for name in pages}
  for name, page in pages.items():
    report.problems += [f'{name}: the id "{each}" occurs twice' for each in page.repeated]
    if page.base:
      report.problems.append(f"{name}: has a base element, so its links depend on where the site is")
    for line, link in page.links:
      report.links += 1
      problem = fault(name, link, files, pages, repository_files, targets[name], report)
      if problem:
        report.problems.append(f"{name}:{line}: {link or '(empty)'}: {problem}")
  for name in sorted(file for file in files if file.endswith(".css")):
    text = re.sub(r"/\*.*?\*/", "", (root / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    for link in re.findall(r"""url\(\s*["']?(.*?)["']?\s*\)""", text):
      report.links += 1
      problem = None if link.startswith("data:") else fault(name, link, files, pages, repository_files, set(), report)
      if problem:
        report.problems.append(f"{name}: {link}: {problem}")
  report.problems += unreached(targets)
  return report


def fault(
  page: str, link: str, files: set[str], pages: dict[str, Parser], repository_files: set[str], targets: set[str],
  report: Report
) -> str | None:
  """The problem with a link; None if the link is correct."""
  try:
    parts = urlsplit(link)
  except ValueError as error:
    return str(error)
  if re.search(r"[\s<>\"\\^`{|}]", link):
    return "has a character that must be percent-encoded"
  if parts.scheme in ("http", "https"):
    if not re.fullmatch(r"[\w-]+(\.[\w-]+)+|localhost", parts.hostname or ""):
      return "names no host"
    own = OWN_FILE.match(link)
    if own and unquote(own[1]).rstrip("/") not in repository_files:
      return "no such file in the repository"
    return None
  if parts.scheme == "mailto":
    return None if "@" in parts.path else "no address"
  if parts.scheme in ("data", "blob"):
    return None
  if parts.scheme:
    return f"unknown scheme {parts.scheme}"
  if link.startswith("/"):
    return "isn't relative, so it breaks under a prefix"
  if not link:
    return "no target"
  target = page
  if parts.path:
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path)))
  if target.startswith(".."):
    return "leads out of the site"
  if target not in files:
    return "no such file" if not any(file.startswith(f"{target}/") for file in files) else "is a folder; name its index.html"
  if target in pages:
    targets.add(target)
  if parts.fragment:
    report.fragments += 1
    if target not in pages:
      return "a fragment, but no page"
    if unquote(parts.fragment) not in pages[target].anchors:
      return f'no id "{unquote(parts.fragment)}" in {target}'
  return None


def unreached(targets: dict[str, set[str]]) -> list[str]:
  """The pages that can't be reached from index.html."""
  if "index.html" not in targets:
    return ["index.html: no such file"]
  reached, waiting = {"index.html"}, ["index.html"]
  while waiting:
    for target in targets[waiting.pop()] - reached:
      reached.add(target)
      waiting.append(target)
  return [f"{page}: no link leads to this page" for page in sorted(set(targets) - reached)]
