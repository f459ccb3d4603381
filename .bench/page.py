"""The page of results. Its sentences are written by hand; this program replaces its tables."""

from pathlib import Path

import numpy as np

from measuring import Failure


class Page:
    def __init__(self, source, target):
        self.target = Path(target)
        self.lines = Path(source).read_text().splitlines()

    def replace(self, heading, rows):
        """Replaces a table below a heading: the table whose first column has the same title."""
        start, end = self.find(heading, rows[0][0])
        self.lines[start:end] = [line(row) for row in [rows[0], ["---"] * len(rows[0]), *rows[1:]]]
        self.write()

    def merge(self, heading, rows):
        """Replaces the rows that have the same first cell as a new row, and appends the other new rows."""
        start, end = self.find(heading, rows[0][0])
        for row in rows[1:]:
            same = [index for index in range(start + 2, end) if cells(self.lines[index])[0] == row[0]]
            if same:
                self.lines[same[0]] = line(row)
            else:
                self.lines.insert(end, line(row))
                end += 1
        self.write()

    def find(self, heading, title):
        """Returns the lines of a table."""
        headings = [number for number, text in enumerate(self.lines) if text.lstrip("#").strip() == heading]
        if not headings:
            raise Failure(f"the page has no heading {heading}")
        for start in range(headings[0] + 1, len(self.lines)):
            if self.lines[start].startswith("#"):
                break
            if self.lines[start].startswith("|") and cells(self.lines[start])[0] == title:
                end = start
                while end < len(self.lines) and self.lines[end].startswith("|"):
                    end += 1
                return start, end
        raise Failure(f"the page has no table with a column {title} below {heading}")

    def write(self):
        self.target.parent.mkdir(parents=True, exist_ok=True)
        self.target.write_text("\n".join(self.lines) + "\n")


def line(row):
    return "| " + " | ".join(row) + " |"


def cells(line):
    """The cells of a table's line, without the bars at its ends if there are any."""
    return [cell.strip() for cell in line.strip("|").split("|")]


def seconds(times):
    """Formats a time, or the median of several times."""
    value = float(np.median(times))
    if value < 0.01:
        return f"{value * 1000:.2f} ms"
    if value < 0.9995:
        return f"{value * 1000:.0f} ms"
    return f"{value:.2f} s" if value < 100 else f"{value:.0f} s"


def megabytes(count):
    return f"{count / 1e6:.1f} MB"


def times(ratio):
    return f"× {ratio:.2f}" if ratio < 99.95 else f"× {ratio:.0f}"


def duration(value):
    return f"{value:.0f} s" if value < 60 or value % 60 and value < 600 else f"{value / 60:.0f} min"


def bold(text, condition):
    return f"**{text}**" if condition else text


def listed(words):
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)
