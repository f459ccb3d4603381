"""The smallest possible repository, documentation archive and converter."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / ".web"))

MANUAL = """.Dd November 1, 2026
.Dt RING 1
.Os
.Sh NAME
.Nm ring
.Nd make a sound
.Sh DESCRIPTION
See
.Xr bell 1
and
.Xr missing 1 .
.Ss Details
More.
"""


def text(words: str) -> dict:
  return {"type": "text", "text": words}


def paragraph(*items: dict) -> dict:
  return {"type": "paragraph", "inlineContent": list(items)}


def link(name: str) -> dict:
  return {"type": "reference", "identifier": name, "isActive": True}


def topic(url: str, title: str, role: str = "symbol") -> dict:
  return {"type": "topic", "identifier": url, "url": url, "title": title, "role": role,
          "kind": "article" if role == "article" else "symbol", "abstract": []}


def node(url: str, title: str, kind: str = "symbol", content: tuple = (), topics: tuple = (), references: tuple = ()) -> dict:
  parents = url.split("/")[2:-1]
  trail = ["/documentation/" + "/".join(parents[:count]) for count in range(1, len(parents) + 1)]
  known = {each["identifier"]: each for each in references}
  known.update({each: topic(each, each.split("/")[-1]) for each in trail})
  return {
    "identifier": {"url": f"doc://Bells{url}"}, "kind": kind, "variants": [{"paths": [url]}], "references": known,
    "metadata": {"title": title, "role": kind, "roleHeading": "Article" if kind == "article" else "Structure",
                 "modules": [{"name": "Bells"}], "fragments": [{"kind": "identifier", "text": title}]},
    "hierarchy": {"paths": [trail]}, "abstract": [text(f"About {title}.")],
    "primaryContentSections": [{"kind": "content", "content": list(content)}],
    "topicSections": [{"title": "All", "anchor": "All", "identifiers": list(topics)}] if topics else [],
  }


def nodes() -> list[dict]:
  """A module, a type with an initializer and two operators, and an article."""
  module, bell, article = "/documentation/bells", "/documentation/bells/bell", "/documentation/bells/ringing"
  members = {f"{bell}/init(_:at:)": "init(_:at:)", f"{bell}/!=(_:_:)": "!=(_:_:)", f"{bell}/_=(_:_:)-2gp0s": "<=(_:_:)"}
  heading = {"type": "heading", "level": 2, "text": "Über <all> `x`", "anchor": "%C3%9Cber-all"}
  return [
    node(module, "Bells", topics=(bell, article), references=(topic(bell, "Bell"), topic(article, "Ringing", "article"))),
    node(bell, "Bell", topics=tuple(members), references=tuple(topic(url, title) for url, title in members.items())),
    *[node(url, title) for url, title in members.items()],
    node(article, "Ringing", "article", (heading, paragraph(text("a < b & c "), link("overview"), link(bell))), (),
         (topic(bell, "Bell"), {**topic(f"{article}#%C3%9Cber-all", "Über", "article"), "identifier": "overview"})),
  ]


def write(folder: Path, files: dict[str, str]) -> Path:
  for name, content in files.items():
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(content, encoding="utf-8")
  return folder


def repository(folder: Path, files: dict[str, str]) -> Path:
  write(folder, files)
  subprocess.run(["git", "init", "-q", str(folder)], check=True)
  return folder


def inputs(folder: Path, pages: list[dict] | None = None) -> dict[str, Path]:
  """All inputs of a site."""
  archive = folder / "Bells.doccarchive"
  for number, page in enumerate(pages or nodes()):
    write(archive / "data/documentation", {f"{number}.json": json.dumps(page)})
  write(folder / "page", {"index.html": '<!doctype html><title>Converter</title><script src="page.js"></script>', "page.js": ""})
  manuals = {"ring.1": MANUAL, "bell.1": MANUAL.replace("RING", "BELL").replace("Nm ring", "Nm bell")}
  write(folder / "manuals", manuals)
  return {"archive": archive, "page": folder / "page", "manuals": folder / "manuals",
          "repository": repository(folder / "repository", {"README.md": "# Bells\n"})}
