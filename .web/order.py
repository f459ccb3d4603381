#!/usr/bin/env python3
"""Reorders the functions of a WebAssembly module in text form, so that it compresses better: .web/order.py <IN >OUT.

Gzip finds repetitions only within 32 KB. So each function is followed by the one that has the most in common, relative to
its size, with the functions before it in that window. The same input gives the same order.
"""

import collections
import re
import sys

# How many lines of text, which are about as many instructions, make 32 KB.
WINDOW = 15_000
# How many lines in a row make a piece. Pieces that more functions have say nothing.
PIECE, MOST = 4, 60


def ordered(functions):
    lines = [[line.strip() for line in function.splitlines()[1:]] for function in functions]
    pieces = [set(zip(*(each[start:] for start in range(PIECE)))) for each in lines]
    owners = collections.defaultdict(list)
    for index, each in enumerate(pieces):
        for piece in each:
            owners[piece].append(index)
    # For each function that has no place yet, how many of its pieces are in the window.
    common = dict.fromkeys(range(len(functions)), 0)
    counts = collections.Counter()
    order, first, size = [], 0, 0

    def count(index, change):
        for piece in pieces[index]:
            was = counts[piece] > 0
            counts[piece] += change
            if was != (counts[piece] > 0) and len(owners[piece]) <= MOST:
                for other in owners[piece]:
                    if other in common:
                        common[other] += change

    while common:
        # Short functions have little in common with any, so don't prefer them.
        best = max(common, key=lambda index: (common[index] / (len(lines[index]) + 20), -index))
        del common[best]
        order.append(best)
        count(best, 1)
        size += len(lines[best])
        while size > WINDOW and first < len(order) - 1:
            size -= len(lines[order[first]])
            count(order[first], -1)
            first += 1
    return [functions[index] for index in order]


def main():
    text = sys.stdin.read()
    functions = re.findall(r"^ \(func .*?^ \)\n", text, re.MULTILINE | re.DOTALL)
    before, found, after = text.partition("".join(functions))
    if not found:
        sys.exit("order.py: error: other text is between the functions")
    sys.stdout.write(before + "".join(ordered(functions)) + after)


main()
