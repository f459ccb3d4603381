"""DocC's content as HTML: paragraphs, tables, listings, links."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote, urlsplit

from . import frame
from .archive import Archives, Page
from .errors import SiteError


class Content:
  """Renders the content of one page. `images` collects the files that it shows."""

  def __init__(self, page: Page, archives: Archives, repository: Path, images: dict[str, Path]) -> None:
    self.page = page
    self.archives = archives
    self.repository = repository
    self.images = images
    self.headings: list[tuple[int, str, str]] = []

  # Text

  def inline(self, items: list[dict]) -> str:
    return "".join(self.inline_item(item) for item in items)

  def inline_item(self, item: dict) -> str:
    match item["type"]:
      case "text":
        return escape(item["text"], quote=False)
      case "codeVoice":
        return f"<code>{code(item['code'])}</code>"
      case "strong" | "newTerm":
        return f"<strong>{self.inline(item['inlineContent'])}</strong>"
      case "emphasis":
        return f"<em>{self.inline(item['inlineContent'])}</em>"
      case "strikethrough":
        return f"<s>{self.inline(item['inlineContent'])}</s>"
      case "reference":
        return self.link(item)
      case "image":
        return self.image(item["identifier"])
      case kind:
        raise SiteError(f"{self.page.url}: text of the unknown kind {kind}")

  def link(self, item: dict) -> str:
    reference = self.reference(item["identifier"])
    label = self.label(reference)
    if "overridingTitleInlineContent" in item:
      label = self.inline(item["overridingTitleInlineContent"])
    target = self.target(reference) if item.get("isActive", True) else None
    return f'<a href="{escape(target)}">{label}</a>' if target else label

  def reference(self, identifier: str) -> dict:
    try:
      return self.page.references[identifier]
    except KeyError:
      raise SiteError(f"{self.page.url}: nothing is known about {identifier}") from None

  def label(self, reference: dict) -> str:
    if reference["type"] == "link":
      return self.inline(reference["titleInlineContent"])
    title = code(reference["title"]) if reference.get("kind") != "article" else escape(reference["title"], quote=False)
    return f"<code>{title}</code>" if is_code(reference) else title

  def target(self, reference: dict) -> str | None:
    """The link to a symbol or article; None if it isn't in the site, like a symbol of the standard library."""
    match reference["type"]:
      case "unresolvable":
        return None
      case "link":
        return self.outside(reference["url"])
      case _:
        url, _, fragment = reference["url"].partition("#")
        return frame.relative(self.page.path, self.archives.path(url), unquote(fragment))

  def outside(self, url: str) -> str:
    """The target of an article's link: another site, or a file of the repository, relative to the article's folder."""
    if urlsplit(url).scheme:
      return url
    path, mark, fragment = url.partition("#")
    source = self.repository / "Sources" / self.page.archive.stem / f"{self.page.archive.stem}.docc" / path
    try:
      name = PurePosixPath(source.resolve().relative_to(self.repository.resolve()))
    except ValueError:
      raise SiteError(f"{self.page.url}: {url} is outside the repository") from None
    return f"{frame.HOME}/blob/main/{name}{mark}{fragment}"

  def image(self, identifier: str) -> str:
    reference = self.reference(identifier)
    url = reference["variants"][0]["url"]
    target = f"articles/images/{PurePosixPath(url).name}"
    file = self.page.archive / url.lstrip("/")
    if self.images.setdefault(target, file).read_bytes() != file.read_bytes():
      raise SiteError(f"{file} and {self.images[target]} have one name")
    size = dimensions(file)
    return f'<img src="{frame.relative(self.page.path, target)}" alt="{escape(reference.get("alt", ""))}"{size}>'

  # Blocks

  def blocks(self, items: list[dict]) -> str:
    return "".join(f"{self.block(item)}\n" for item in items)

  def block(self, item: dict) -> str:
    match item["type"]:
      case "paragraph":
        return f"<p>{self.inline(item['inlineContent'])}</p>"
      case "heading":
        return self.heading(item["level"], item["text"], item["anchor"])
      case "codeListing":
        language = f' class="language-{escape(item["syntax"])}"' if item.get("syntax") else ""
        return f'<pre tabindex="0"><code{language}>{escape(chr(10).join(item["code"]), quote=False)}</code></pre>'
      case "aside":
        name = item.get("name") or item["style"].capitalize()
        return (f'<div class="aside {escape(item["style"])}" role="note"><p class="label">{escape(name)}</p>\n'
                f'{self.blocks(item["content"])}</div>')
      case "unorderedList":
        return f"<ul>{self.items(item['items'])}</ul>"
      case "orderedList":
        start = f' start="{item["start"]}"' if item.get("start", 1) != 1 else ""
        return f"<ol{start}>{self.items(item['items'])}</ol>"
      case "termList":
        return "<dl>" + "".join(
          f"<dt>{self.inline(each['term']['inlineContent'])}</dt><dd>{self.blocks(each['definition']['content'])}</dd>"
          for each in item["items"]) + "</dl>"
      case "table":
        return self.table(item)
      case "thematicBreak":
        return "<hr>"
      case kind:
        raise SiteError(f"{self.page.url}: a block of the unknown kind {kind}")

  def heading(self, level: int, text: str, anchor: str) -> str:
    # DocC's anchors are percent-encoded.
    anchor = unquote(anchor)
    self.headings.append((level, text, anchor))
    return f'<h{level} id="{escape(anchor)}"><a href="#{quote(anchor)}">{frame.title(text)}</a></h{level}>'

  def items(self, items: list[dict]) -> str:
    return "".join(f"<li>{self.cell(item['content'])}</li>" for item in items)

  def cell(self, content: list[dict]) -> str:
    """Renders blocks. A single paragraph is rendered without its element."""
    if len(content) == 1 and content[0]["type"] == "paragraph":
      return self.inline(content[0]["inlineContent"])
    return self.blocks(content)

  def table(self, item: dict) -> str:
    rows = [[self.cell(cell) for cell in row] for row in item["rows"]]
    head = ""
    if item["header"] in ("row", "both"):
      head = "<thead><tr>" + "".join(f'<th scope="col">{cell}</th>' for cell in rows.pop(0)) + "</tr></thead>"
    first = 'th scope="row"' if item["header"] in ("column", "both") else "td"
    body = "".join(
      f"<tr><{first}>{row[0]}</{first.split()[0]}>" + "".join(f"<td>{cell}</td>" for cell in row[1:]) + "</tr>\n"
      for row in rows)
    return f'<div class="scroll" tabindex="0"><table>{head}<tbody>\n{body}</tbody></table></div>'

  # Declarations and lists of symbols

  def declaration(self, tokens: list[dict]) -> str:
    """A declaration with links to its types."""
    parts = []
    for token in tokens:
      text = escape(token["text"], quote=False)
      target = None
      if "identifier" in token:
        target = self.target(self.reference(token["identifier"]))
      if target:
        parts.append(f'<a href="{escape(target)}">{text}</a>')
      elif token["kind"] in ("keyword", "attribute"):
        parts.append(f'<span class="keyword">{text}</span>')
      else:
        parts.append(text)
    return f'<pre class="declaration" tabindex="0"><code>{"".join(parts)}</code></pre>'

  def entries(self, identifiers: list[str]) -> str:
    """A list of pages with their abstracts."""
    items = []
    for identifier in identifiers:
      reference = self.reference(identifier)
      text = self.inline(reference.get("abstract", []))
      tokens = reference.get("fragments")
      if tokens and tokens[0]["text"] == "extension":
        tokens = extension(reference["title"])
      label = fragments(tokens) or self.label(reference)
      target = self.target(reference)
      link = f'<a href="{escape(target)}">{label}</a>' if target else label
      items.append(f"<li>{link}{f'<p>{text}</p>' if text else ''}</li>")
    return f'<ul class="entries">\n{chr(10).join(items)}\n</ul>\n'


def is_code(reference: dict) -> bool:
  """Whether a title is source text. Titles of articles and names of modules aren't."""
  return reference.get("role") == "symbol" or reference["type"] == "unresolvable"


def code(text: str) -> str:
  """Source text with line breaks allowed after punctuation, so that long names fit a phone's screen."""
  return re.sub(r"([a-z0-9][:./_](?=[\w(])|[a-z](?=[A-Z]))", r"\1<wbr>", escape(text, quote=False)) \
    if len(text) > 24 and " " not in text and "&" not in escape(text, quote=False) else escape(text, quote=False)


def extension(title: str) -> list[dict]:
  """The declaration of a type's extensions. DocC shows only one extension, and not always the same extension."""
  return [{"kind": "keyword", "text": "extension"}, {"kind": "text", "text": " "}, {"kind": "identifier", "text": title}]


def fragments(tokens: list[dict] | None) -> str:
  """A symbol's short declaration."""
  if not tokens:
    return ""
  return "<code>" + "".join(
    f'<span class="keyword">{escape(token["text"], quote=False)}</span>' if token["kind"] in ("keyword", "attribute")
    else f'<span class="own">{escape(token["text"], quote=False)}</span>' if token["kind"] == "identifier"
    else escape(token["text"], quote=False) for token in tokens) + "</code>"


def plain(items: list[dict]) -> str:
  """Text without its markup, for a page's description."""
  return "".join(
    item.get("text") or item.get("code") or plain(item.get("inlineContent", [])) or item.get("identifier", "").split("/")[-1]
    for item in items)


def dimensions(file: Path) -> str:
  """A drawing's size, so that the layout doesn't change once it is loaded."""
  if file.suffix != ".svg":
    return ""
  size = re.search(r'<svg[^>]* width="(\d+)" height="(\d+)"', file.read_text(encoding="utf-8"))
  return f' width="{size[1]}" height="{size[2]}"' if size else ""
