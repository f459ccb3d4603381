"""The parts of every page: head, navigation and footer."""

from __future__ import annotations

import posixpath
import re
from html import escape
from urllib.parse import quote

HOME = "https://github.com/alertsound/alertsound"
SECTIONS = [
  ("Converter", "convert/index.html"),
  ("Articles", "articles/index.html"),
  ("Reference", "reference/index.html"),
  ("Manual", "manual/index.html"),
]
CONTENTS_FROM = 3


def relative(page: str, target: str, fragment: str = "") -> str:
  """The link from one page to another. Paths are relative to the site's folder."""
  path = posixpath.relpath(target, posixpath.dirname(page) or ".")
  if path == posixpath.basename(page) and fragment:
    path = ""
  return quote(path) + (f"#{quote(fragment)}" if fragment else "")


def document(
  path: str, title: str, description: str, body: str, crumbs: list[tuple[str, str]] | None = None, contents: str = ""
) -> str:
  """A complete page. `crumbs` are the titles and paths of the pages above it, outermost first."""
  head = path.split("/")[0] if "/" in path else ""
  sections = "".join(
    f'<li><a href="{relative(path, target)}"{current(path, target, head)}>{escape(name)}</a></li>'
    for name, target in SECTIONS)
  trail = ""
  if crumbs:
    items = "".join(f'<li><a href="{relative(path, target)}">{escape(name)}</a></li>' for name, target in crumbs)
    trail = f'<nav class="crumbs" aria-label="Breadcrumbs"><ol>{items}</ol></nav>\n'
  name = title if path == "index.html" else f"{title} – alertsound"
  return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{escape(description)}">
<title>{escape(name)}</title>
<link rel="icon" href="{relative(path, "icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="{relative(path, "style.css")}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="site"><div>
<a class="name" href="{relative(path, "index.html")}"{' aria-current="page"' if path == "index.html" else ""}>alertsound</a>
<nav aria-label="Site"><ul>{sections}</ul></nav>
</div></header>
<div class="page{" has-contents" if contents else ""}">
<main id="content">
{trail}{body}</main>
{contents}</div>
<footer class="site"><div>
<p>alertsound is free software under the Apache License 2.0. <a href="{HOME}">Source</a></p>
<p>These pages have no scripts and no cookies, and load nothing from elsewhere.</p>
</div></footer>
</body>
</html>
"""


def current(path: str, target: str, head: str) -> str:
  if path == target:
    return ' aria-current="page"'
  return ' aria-current="true"' if target.startswith(f"{head}/") else ""


def entry(page: str, target: str, label: str, text: str = "") -> str:
  """An item of a list of pages: label and text are HTML."""
  return f'<li><a href="{relative(page, target)}">{label}</a>{f"<p>{text}</p>" if text else ""}</li>'


def title(text: str) -> str:
  """A heading as HTML. DocC leaves backticks around code in headings."""
  return re.sub("`([^`]*)`", r"<code>\1</code>", escape(text, quote=False))


def contents(headings: list[tuple[int, str, str]]) -> str:
  """A list of the page's headings if there are enough of them. Each heading is a level, a text and an anchor."""
  if len(headings) < CONTENTS_FROM:
    return ""
  items, outermost = [], headings[0][0]
  for level, text, anchor in headings:
    outermost = min(outermost, level)
    inner = ' class="inner"' if level > outermost else ""
    items.append(f'<li{inner}><a href="#{quote(anchor)}">{title(text)}</a></li>')
  return f'<nav class="contents" aria-label="On this page"><p>On this page</p>\n<ul>\n{chr(10).join(items)}\n</ul></nav>\n'
