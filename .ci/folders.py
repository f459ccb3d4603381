#!/usr/bin/env python3
"""Fails on a cycle between the folders at the top of a module, and prints the types that cause it.

A folder uses another folder if one of its files contains the name of a type or a global function that the other
folder declares. Files beside the folders may use all folders.

    .ci/folders.py [MODULE...]

If a module is given, also prints the uses that are still allowed.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "Sources"
MODULES = ["Platform", "SoundFormat", "AlertCore", "AlertSound", "AlertCheck", "AlertSoundCommand"]

# The uses that are still to be removed, such as "Module: Folder -> Folder". Don't add any.
KNOWN: list[str] = []

STRING = re.compile(r'(#*)""".*?"""\1|"(?:\\.|[^"\\\n])*"', re.DOTALL)
INTERPOLATION = re.compile(r"\\\(((?:[^()]|\([^()]*\))*)\)")
COMMENT = re.compile(r"//[^\n]*")
DECLARATION = re.compile(
    r"^([ ]*)(?:@\w+ )*((?:\w+(?:\(set\))? )*)(actor|class|enum|func|protocol|struct|typealias) (\w+)", re.MULTILINE
)
NAME = re.compile(r"(?<![\w.])(?:[A-Z]\w+|[a-z]\w+(?=\())")

Edge = tuple[str, str]


def code(path: Path) -> str:
    """Returns a file's text without comments. Strings are reduced to their interpolations."""
    text = STRING.sub(lambda match: " ".join(INTERPOLATION.findall(match[0])), path.read_text())
    return COMMENT.sub("", text)


def uses(module: Path) -> dict[Edge, set[str]]:
    """Returns the uses between folders, with the names of the types."""
    files = [(path.relative_to(module).parts[0], code(path)) for path in sorted(module.glob("*/**/*.swift"))]
    owners: dict[str, set[str]] = defaultdict(set)
    for folder, text in files:
        for indentation, modifiers, _, name in DECLARATION.findall(text):
            if not indentation and "private" not in modifiers:
                owners[name].add(folder)
    result: dict[Edge, set[str]] = defaultdict(set)
    for folder, text in files:
        # A nested or private type hides a type of the same name in another folder.
        own = {name for _, _, _, name in DECLARATION.findall(text)}
        for name in set(NAME.findall(text)) - own:
            if folder not in owners[name]:
                for other in owners[name]:
                    result[folder, other].add(name)
    return result


def reachable(start: str, edges: set[Edge]) -> set[str]:
    """Returns the folders that a folder uses, directly or indirectly."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        folder = waiting.pop()
        new = {other for user, other in edges if user == folder} - found
        found |= new
        waiting += new
    return found


def main() -> int:
    failures = []
    for module in sys.argv[1:] or MODULES:
        names = uses(SOURCES / module)
        edges = set(names)
        if not sys.argv[1:]:
            edges = {edge for edge in edges if f"{module}: {edge[0]} -> {edge[1]}" not in KNOWN}
        for folder, other in sorted(edges):
            if folder in reachable(other, edges):
                failures.append(f"{module}: {folder} -> {other}: {', '.join(sorted(names[folder, other]))}")
    if failures:
        print("These folders use each other in a circle:", *failures, sep="\n")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
