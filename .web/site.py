"""Builds the documentation's site: site.py OUTPUT --archive FOLDER... --page FOLDER [--single FILE] [--manual FILE]...

Articles and references come from DocC archives, the manual pages from their sources, the converter from `make web`. All
pages are static HTML with relative links: they work under any prefix, from a disk, and without JavaScript. The same
inputs give the same bytes. Fails, with a list, if a link or a fragment is broken.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

# Don't write compiled copies of these files into the repository's folder.
sys.dont_write_bytecode = True

from documentation import documents, links
from documentation.builder import Builder
from documentation.errors import SiteError

HERE = Path(__file__).resolve().parent


def main() -> int:
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("output", type=Path, help="the folder to write; must not exist, or be empty")
  parser.add_argument("--archive", type=Path, action="append", required=True, help="a DocC archive")
  parser.add_argument("--page", type=Path, required=True, help="the converter's folder")
  parser.add_argument("--single", type=Path, help="the converter as a single file")
  parser.add_argument("--manual", type=Path, action="append", default=[], help="a manual page")
  parser.add_argument("--start", type=Path, default=HERE / "documentation/start.html", help="the first page's content")
  parser.add_argument("--repository", type=Path, default=HERE.parent)
  options = parser.parse_args()
  start = time.monotonic()
  try:
    builder = Builder(options.output, options.repository)
    builder.build(options.start, options.archive, options.page, options.single, options.manual)
  except (SiteError, OSError) as error:
    print(f"site: error: {error}", file=sys.stderr)
    return 1
  report = links.check(options.output, documents.repository_files(options.repository))
  problems = report.problems + documents.check(options.repository)
  for problem in problems:
    print(f"site: error: {problem}", file=sys.stderr)
  print(f"site: {report.pages} pages, {report.links} links and {report.fragments} fragments checked, "
        f"{len(problems)} broken, {time.monotonic() - start:.0f} s")
  return 1 if problems else 0


if __name__ == "__main__":
  sys.exit(main())
