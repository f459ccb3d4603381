#!/usr/bin/env python3
"""Copies a module's articles for DocC: articles.py MODULE.docc COPY [LINKED-MODULE]...

Articles refer to each other and to pictures by files, which code hosts understand. DocC understands only names:
`doc:Loudness`, `doc:/AlertSound/Loudness` in another module, and `Wave.svg`. An article of a module that isn't linked stays
a file.
"""

import os
import re
import shutil
import sys
from pathlib import Path


def named(article: Path, target: str, linked: list[str]) -> str:
  path, mark, fragment = target.partition("#")
  file = Path(os.path.normpath(article.parent / path))
  if file.parent.name == "Resources":
    return file.name
  if file.suffix == ".md" and file.parent == article.parent:
    return f"doc:{file.stem}{mark}{fragment}"
  if file.suffix == ".md" and file.parent.suffix == ".docc" and file.parent.stem in linked:
    return f"doc:/{file.parent.stem}/{file.stem}{mark}{fragment}"
  return target


def main() -> None:
  catalog, copy, linked = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
  shutil.copytree(catalog, copy)
  for article in copy.glob("*.md"):
    text = article.read_text(encoding="utf-8")
    source = catalog / article.name
    article.write_text(
      re.sub(r"(?<=\]\()[^()\s:]+(?=\))", lambda link: named(source, link[0], linked), text), encoding="utf-8")


if __name__ == "__main__":
  main()
