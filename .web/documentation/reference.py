"""The page of a symbol or of an article."""

from __future__ import annotations

from html import escape

from . import frame
from .archive import Page
from .content import Content, code, extension, plain
from .errors import SiteError


def render(page: Page, content: Content, articles: list[Page]) -> str:
  """The page as HTML."""
  node, metadata = page.node, page.node["metadata"]
  parts = []
  if not page.is_article and metadata.get("roleHeading"):
    parts.append(f'<p class="role">{escape(role(page))}</p>\n')
  symbol = node["kind"] == "symbol" and not page.is_module
  title = f"<code>{code(page.title)}</code>" if symbol else escape(page.title, quote=False)
  parts.append(f"<h1>{title}</h1>\n")
  if node.get("abstract"):
    parts.append(f'<p class="abstract">{content.inline(node["abstract"])}</p>\n')
  parts.append(availability(metadata, content))
  for section in node.get("primaryContentSections", []):
    parts.append(primary(section, content))
  if not page.is_article:
    for name, heading in (("topicSections", "Topics"), ("defaultImplementationsSections", "Default Implementations")):
      parts.append(groups(node.get(name, []), heading, content))
    parts.append(groups(node.get("relationshipsSections", []), "Relationships", content))
    parts.append(groups(node.get("seeAlsoSections", []), "See Also", content))
  else:
    parts.append(groups(node.get("topicSections", []), "Topics", content))
    parts.append(neighbours(page, articles))
  description = plain(node.get("abstract", [])) or f"{page.title}, a part of {metadata['modules'][0]['name']}"
  return frame.document(page.path, page.title, description, "".join(parts), crumbs(page, content), contents(page, content))


def role(page: Page) -> str:
  if page.is_module:
    return "Module"
  role = page.node["metadata"]["roleHeading"]
  # DocC's title for the symbols that a type gets from protocols.
  return "Group of symbols" if role == "API Collection" else role


def availability(metadata: dict, content: Content) -> str:
  lines = []
  if metadata.get("required"):
    lines.append("Required")
  if conformance := metadata.get("conformance"):
    lines.append(content.inline(conformance["availabilityPrefix"]) + " " + content.inline(conformance["constraints"]))
  return "".join(f'<p class="availability">{line}</p>\n' for line in lines)


def primary(section: dict, content: Content) -> str:
  match section["kind"]:
    case "declarations":
      if content.page.node["metadata"].get("symbolKind") == "extension":
        return content.declaration(extension(content.page.title)) + "\n"
      return "".join(f"{content.declaration(each['tokens'])}\n" for each in section["declarations"])
    case "parameters":
      items = "".join(
        f"<dt><code>{escape(each['name'])}</code></dt><dd>{content.cell(each['content'])}</dd>\n"
        for each in section["parameters"])
      return f"{content.heading(2, 'Parameters', 'parameters')}\n<dl class=\"parameters\">\n{items}</dl>\n"
    case "content":
      return content.blocks(section["content"])
    case "mentions":
      return f"{content.heading(2, 'Mentioned In', 'mentions')}\n{content.entries(section['mentions'])}"
    case kind:
      raise SiteError(f"{content.page.url}: a section of the unknown kind {kind}")


def groups(sections: list[dict], heading: str, content: Content) -> str:
  """Sections that list symbols. A section's heading has DocC's anchor, unless another heading has this anchor."""
  if not sections:
    return ""
  parts = [content.heading(2, heading, unique(heading.lower().replace(" ", "-"), content)), "\n"]
  for section in sections:
    title = section.get("title")
    if title:
      parts += [content.heading(3, title, unique(section.get("anchor") or title.replace(" ", "-"), content)), "\n"]
    parts.append(content.entries(section["identifiers"]))
  return "".join(parts)


def unique(anchor: str, content: Content) -> str:
  taken = {each for _, _, each in content.headings}
  candidate, number = anchor, 2
  while candidate in taken:
    candidate, number = f"{anchor}-{number}", number + 1
  return candidate


def crumbs(page: Page, content: Content) -> list[tuple[str, str]]:
  if page.is_article:
    return [("Articles", "articles/index.html")]
  trail = [("Reference", "reference/index.html")]
  for identifier in (page.node["hierarchy"]["paths"] or [[]])[0]:
    reference = content.reference(identifier)
    trail.append((reference["title"], content.archives.path(reference["url"])))
  return trail


def contents(page: Page, content: Content) -> str:
  """The headings of an article or a module, without the "Overview" above all of them."""
  if not (page.is_article or page.is_module):
    return ""
  return frame.contents([each for each in content.headings if each[0] <= 3 and each[1] != "Overview"])


def neighbours(page: Page, articles: list[Page]) -> str:
  index = articles.index(page)
  links = []
  if index > 0:
    links.append(neighbour("prev", "Previous", page, articles[index - 1]))
  if index + 1 < len(articles):
    links.append(neighbour("next", "Next", page, articles[index + 1]))
  return f'<nav class="neighbours" aria-label="Articles">{"".join(links)}</nav>\n' if links else ""


def neighbour(relation: str, word: str, page: Page, other: Page) -> str:
  target = frame.relative(page.path, other.path)
  return f'<a rel="{relation}" href="{target}"><span>{word}</span> {escape(other.title, quote=False)}</a>'
