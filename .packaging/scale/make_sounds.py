"""Makes many different sounds from those in Samples: make_sounds.py PROGRAM FOLDER COUNT

Each is a sample whose last 16 bits are a number, so no two are equal. They are the same on every machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import List, Tuple

# Linear PCM and µ-law, short enough for alerts: the last 16 bits may be anything.
SAMPLES = ["Chime.wav", "Sonar.aiff", "Bell.caf", "Knock.wav", "Pluck.aifc"]
FOLDERS = ["", "Calls", "Messages", "Messages/Groups"]


def main(program: str, folder: Path, count: int) -> None:
    """Writes the sounds into the folder and some folders below it."""
    samples = Path(__file__).resolve().parents[2] / "Samples"
    if not 0 < count <= len(SAMPLES) << 16:
        sys.exit(f"make_sounds.py: {count}: give a number of sounds from 1 to {len(SAMPLES) << 16}")
    report = subprocess.run(
        [program, "info", "--json", *(str(samples / name) for name in SAMPLES)], stdout=subprocess.PIPE, check=True
    )
    audio: List[Tuple[str, bytes, int]] = []
    for name, file in zip(SAMPLES, json.loads(report.stdout)["files"]):
        data = (samples / name).read_bytes()
        audio.append((name, data, file["audio"]["offset"] + file["audio"]["byteCount"] - 2))
    for name in FOLDERS:
        (folder / name).mkdir(parents=True, exist_ok=True)
    for index in range(count):
        name, data, end = audio[index % len(audio)]
        number = index // len(audio)
        stem, dot, extension = name.partition(".")
        path = folder / FOLDERS[number % len(FOLDERS)] / f"{stem}{number:05}{dot}{extension}"
        path.write_bytes(data[:end] + number.to_bytes(2, "big") + data[end + 2 :])


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
