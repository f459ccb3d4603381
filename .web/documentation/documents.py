"""Checks the links of the repository's Markdown files to other files in it."""

from __future__ import annotations

import posixpath
import re
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

LINK = re.compile(r"(?<!\\)!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+\"[^\"]*\")?\)")


def repository_files(root: Path) -> set[str]:
  """All files that git tracks or doesn't ignore, and their folders."""
  names = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                         check=True, capture_output=True, text=True).stdout.split("\0")
  files = {name for name in names if name and (root / name).exists()}
  folders = {"/".join(name.split("/")[:count]) for name in files for count in range(1, name.count("/") + 1)}
  return files | folders


def check(root: Path) -> list[str]:
  """Broken relative links and fragments, and DocC's own links, which code hosts don't know."""
  files = repository_files(root)
  problems = []
  for name in sorted(file for file in files if file.endswith(".md")):
    problems += check_document(root, name, files)
  return problems


def check_document(root: Path, name: str, files: set[str]) -> list[str]:
  problems = []
  for number, line in enumerate(prose((root / name).read_text(encoding="utf-8")), 1):
    for link in [link.strip("<>") for link in LINK.findall(line)] + re.findall(r"(?<!\()<(doc:[^>]*)>", line):
      parts = urlsplit(link)
      if parts.scheme == "doc":
        problems.append(f"{name}:{number}: {link}: code hosts don't know such links; link the article's file")
      if parts.scheme or parts.netloc:
        continue
      target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path))) if parts.path else name
      if target not in files and target != ".":
        problems.append(f"{name}:{number}: {link}: no such file in the repository")
      elif parts.fragment and target.endswith(".md") and unquote(parts.fragment) not in anchors(root / target):
        problems.append(f"{name}:{number}: {link}: no such heading in {target}")
  return problems


def prose(text: str) -> list[str]:
  """The lines without code: lines of code blocks are empty, and code in other lines is removed."""
  lines, fence = [], None
  for line in text.splitlines():
    mark = re.match(r"\s*(```+|~~~+)", line)
    if mark and (fence is None or mark[1].startswith(fence)):
      fence = mark[1] if fence is None else None
      lines.append("")
    else:
      lines.append("" if fence else re.sub(r"`[^`]*`", "", line))
  return lines


def anchors(file: Path) -> set[str]:
  """The fragments by which GitHub links to a document's headings."""
  found: set[str] = set()
  fence = False
  for line in file.read_text(encoding="utf-8").splitlines():
    fence ^= bool(re.match(r"\s*(```|~~~)", line))
    heading = None if fence else re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
    if heading:
      base = re.sub(r"[^\w\- ]", "", heading[1].lower()).replace(" ", "-")
      anchor, number = base, 1
      while anchor in found:
        anchor, number = f"{base}-{number}", number + 1
      found.add(anchor)
  return found
