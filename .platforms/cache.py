"""Keeps files and folders with the digest of everything that they were made from."""

import hashlib
from pathlib import Path


def digest(parts):
  """The digest of texts and of files' contents."""
  sum = hashlib.sha256()
  for part in parts:
    data = part.read_bytes() if isinstance(part, Path) and part.is_file() else str(part).encode()
    sum.update(len(data).to_bytes(8, "little") + data)
  return sum.hexdigest()


def stamp(path):
  return path.with_name(path.name + ".made-from")


def is_current(path, wanted):
  return path.exists() and stamp(path).exists() and stamp(path).read_text() == wanted


def mark_current(path, made_from):
  path.parent.mkdir(parents=True, exist_ok=True)
  stamp(path).write_text(made_from)


def forget(path):
  stamp(path).unlink(missing_ok=True)
