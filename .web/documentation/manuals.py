"""The manual pages as HTML, by mandoc."""

from __future__ import annotations

import re
import subprocess
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from . import frame
from .errors import SiteError


class Manual:
  def __init__(self, file: Path) -> None:
    self.name = file.stem
    self.section = file.suffix[1:]
    self.path = f"manual/{self.name}.html"
    self.html = self.rendered(file)
    described = re.search(r'<span class="Nd">(.*?)</span>', self.html, re.DOTALL)
    if not described:
      raise SiteError(f"{file}: no one-line description (.Nd)")
    self.description = " ".join(described[1].split())

  def rendered(self, file: Path) -> str:
    try:
      result = subprocess.run(
        ["mandoc", "-Thtml", "-O", "fragment,man=%N.html", "-W", "error", str(file)], capture_output=True, text=True)
    except FileNotFoundError:
      raise SiteError("mandoc isn't installed") from None
    if result.returncode != 0:
      raise SiteError(f"{file}: mandoc fails: {result.stdout}{result.stderr}".strip())
    return result.stdout


def render(manual: Manual, names: set[str]) -> str:
  """The page's body. References to pages that aren't in the site don't become links."""
  html = re.sub(r'<table class="(?:head|foot)">.*?</table>\n?', "", manual.html, flags=re.DOTALL)
  html = re.sub(r'<(/?)h2\b(?=[^>]*class="Ss"|>)', r"<\1h3", html)
  html = re.sub(r"<(/?)h1\b", r"<\1h2", html)
  html = re.sub(r"(<h3[^>]*>(?:(?!</h3>).)*)</h2>", r"\1</h3>", html, flags=re.DOTALL)

  def reference(match: re.Match) -> str:
    return match[0] if match[1] in names else f'<span class="Xr">{match[2]}</span>'

  html = re.sub(r'<a class="Xr" href="([^"]*)\.html">(.*?)</a>', reference, html, flags=re.DOTALL)
  html = re.sub(r"<pre(?=[ >])", '<pre tabindex="0"', html)
  return (f'<p class="role">Manual page, section {manual.section}</p>\n<h1><code>{manual.name}</code></h1>\n'
          f'<p class="abstract">{manual.description[:1].upper()}{manual.description[1:]}</p>\n{html}')


def contents(body: str) -> str:
  """The list of a manual page's headings, without NAME."""
  found = re.findall(r'<h([23]) class="S[hs]" id="([^"]*)">(.*?)</h[23]>', body, re.DOTALL)
  headings = [(int(level), unescape(re.sub("<[^>]*>", "", text)), unquote(unescape(anchor))) for level, anchor, text in found]
  return frame.contents([(level, " ".join(text.split()), anchor) for level, text, anchor in headings if text != "NAME"])
