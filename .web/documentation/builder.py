"""Writes the site's files."""

from __future__ import annotations

import re
import shutil
from html import escape, unescape
from pathlib import Path

from . import frame, manuals, reference
from .archive import Archives, Page
from .content import Content, plain
from .errors import SiteError

HERE = Path(__file__).resolve().parent


class Builder:
  def __init__(self, output: Path, repository: Path) -> None:
    self.output = output
    self.repository = repository
    self.images: dict[str, Path] = {}

  def build(
    self, start: Path, archives: list[Path], page: Path, single: Path | None, manual_files: list[Path]
  ) -> None:
    if self.output.exists() and any(self.output.iterdir()):
      raise SiteError(f"{self.output} isn't empty")
    self.converter(page, single)
    self.documentation(Archives(archives))
    self.manuals([manuals.Manual(file) for file in sorted(manual_files, key=lambda file: file.stem)])
    self.write("index.html", "alertsound: sounds that iOS plays", "Apple's afconvert and afinfo for Linux, and a check of "
               "what iOS plays: the converter in the browser, the articles, the reference and the manual pages.", start.read_text(encoding="utf-8"))
    for name in ("style.css", "icon.svg"):
      self.copy(HERE / name, name)

  def converter(self, page: Path, single: Path | None) -> None:
    """Copies the converter's page, which has its own files."""
    if not (page / "index.html").is_file():
      raise SiteError(f"{page}: no index.html; run `make web`")
    for file in sorted(page.rglob("*")):
      if file.is_file():
        self.copy(file, f"convert/{file.relative_to(page).as_posix()}")
    if single:
      self.copy(single, "convert/alertsound.html")

  def documentation(self, archives: Archives) -> None:
    articles = archives.articles()
    for page in archives.pages.values():
      content = Content(page, archives, self.repository, self.images)
      self.put(page.path, reference.render(page, content, articles))
    for target, file in sorted(self.images.items()):
      self.copy(file, target)
    self.article_list(articles)
    self.reference_list(archives)

  def article_list(self, articles: list[Page]) -> None:
    path = "articles/index.html"
    items = "\n".join(
      frame.entry(path, page.path, escape(page.title, quote=False), escape(plain(page.node.get("abstract", [])), quote=False))
      for page in articles)
    self.write(path, "Articles", "How to convert and check alert sounds.", "<h1>Articles</h1>\n"
               '<p class="abstract">How to convert and check alert sounds, what iOS plays, and how well all of this is known.'
               f'</p>\n<ul class="entries prose">\n{items}\n</ul>\n')

  def reference_list(self, archives: Archives) -> None:
    """Both modules with their types."""
    path = "reference/index.html"
    parts = ['<h1>Reference</h1>\n<p class="abstract">The Swift modules that the commands are made of.</p>\n']
    for module in archives.modules:
      abstract = Content(module, archives, self.repository, self.images).inline(module.node.get("abstract", []))
      parts.append(f'<h2 id="{module.module}"><a href="{frame.relative(path, module.path)}">{escape(module.title)}</a></h2>\n'
                   f'<p>{abstract}</p>\n<ul class="columns">\n')
      types = [page for page in archives.pages.values() if page.module == module.module and page.node["kind"] == "symbol"
               and len(page.url.split("/")) == 4 and page.node["metadata"].get("fragments")]
      for page in sorted(types, key=lambda page: page.title.lower()):
        parts.append(frame.entry(path, page.path, f"<code>{escape(page.title)}</code>") + "\n")
      parts.append("</ul>\n")
    self.write(path, "Reference", "The modules AlertSound, AlertCheck and SoundFormat.", "".join(parts))

  def manuals(self, pages: list[manuals.Manual]) -> None:
    names = {page.name for page in pages}
    for page in pages:
      body = manuals.render(page, names)
      self.put(page.path, frame.document(
        page.path, f"{page.name}({page.section})", unescape(re.sub("<[^>]*>", "", page.description)),
        f'<div class="manual">\n{body}</div>\n', [("Manual pages", "manual/index.html")], manuals.contents(body)))
    path = "manual/index.html"
    items = "\n".join(
      frame.entry(path, page.path, f"<code>{page.name}</code>", page.description[:1].upper() + page.description[1:])
      for page in pages)
    self.write(path, "Manual pages", "The commands' manual pages.", "<h1>Manual pages</h1>\n"
               '<p class="abstract">What <code>man</code> shows, if the commands are installed.</p>\n'
               f'<ul class="entries prose">\n{items}\n</ul>\n')

  def write(self, path: str, title: str, description: str, body: str) -> None:
    self.put(path, frame.document(path, title, description, body))

  def put(self, path: str, text: str) -> None:
    file = self.output / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")

  def copy(self, file: Path, path: str) -> None:
    target = self.output / path
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, target)
