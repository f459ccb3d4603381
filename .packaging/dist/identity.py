"""The project's repository and summary. `check` finds other files that name a different repository."""

import re
from pathlib import Path

from files import DistError

REPOSITORY = "alertsound/alertsound"
HOME = f"https://github.com/{REPOSITORY}"
SUMMARY = "Apple's afconvert and afinfo for Linux, and alert sounds for iOS"
LICENCE = "Apache-2.0"

# Files that name the repository themselves, because people get them unchanged or because they work without this module.
NAMING = [
  "Samples/Recipes/Bazel/MODULE.bazel",
  "Samples/Recipes/Bazel/WORKSPACE",
  ".packaging/install.sh",
  ".packaging/npm/README.md",
  ".packaging/npm/package.json",
  ".packaging/npm/platform/package.json",
  ".web/documentation/frame.py",
  "Samples/Recipes/GitHubActions/sounds.yml",
  "Sources/AlertSound/AlertSound.docc/Installing.md",
]
NAME = r"[\w-]+/[\w-]+(?:\.[\w-]+)*?"
NAMED = re.compile(
  rf"github\.com/({NAME})(?=\.git\b|[/:)\s\"`]|$)|^repository=(.+)$"
  rf"|({NAME})/\.packaging/action@|--repo (\S+)", re.MULTILINE)


def check(root: Path) -> None:
  """Refuses files that name another repository."""
  for name in [*NAMING, "README.md"]:
    found = {"".join(groups) for groups in NAMED.findall((root / name).read_text())}
    # README need not name it, since nothing is published.
    if found != {REPOSITORY} and (found or name in NAMING):
      raise DistError(
        f"{name}: names {', '.join(sorted(found)) or 'no repository'}, and .packaging/dist/identity.py {REPOSITORY}; "
        "change one of them")


def tag(version: str) -> str:
  return f"v{version}"


def release_page(version: str) -> str:
  return f"{HOME}/releases/tag/{tag(version)}"


def download(version: str, name: str) -> str:
  return f"{HOME}/releases/download/{tag(version)}/{name}"
