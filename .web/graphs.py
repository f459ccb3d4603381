#!/usr/bin/env python3
"""Usage: graphs.py GRAPHS SYMBOLS

Sorts the compiler's symbol graphs for DocC: SYMBOLS/MODULE gets the symbols of MODULE's reference. A graph also has the symbols
that its module re-exports. So AlertSound's reference shows AlertCore's symbols, and AlertCheck's doesn't repeat AlertSound's symbols.
"""
import json
import pathlib
import re
import sys

graphs, symbols = map(pathlib.Path, sys.argv[1:])
documented = set()
for module in ['SoundFormat', 'AlertSound', 'AlertCheck']:
    folder = symbols / module
    folder.mkdir(parents=True)
    for path in sorted([*graphs.glob(f'{module}.symbols.json'), *graphs.glob(f'{module}@*.symbols.json')]):
        graph = json.loads(path.read_text().replace('"AlertCore"', '"AlertSound"'))
        names = {symbol['identifier']['precise'] for symbol in graph['symbols']}
        # Of other packages' symbols, only FilePath is re-exported.
        names = {name for name in names if not re.match('s:13SystemPackage', name.split('::SYNTHESIZED::')[-1])} - documented
        graph['symbols'] = [symbol for symbol in graph['symbols'] if symbol['identifier']['precise'] in names]
        graph['relationships'] = [link for link in graph['relationships'] if link['source'] in names]
        documented |= names
        (folder / path.name).write_text(json.dumps(graph))
