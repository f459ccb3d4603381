"""Damaged headers with 32-bit integers. Numbers overflow that fit in native tests, but nothing may trap."""

import json
import os
import subprocess
from pathlib import Path

import pytest

import sounds

SEED = int(os.environ.get("SEED", 20261124))
COUNT = int(os.environ.get("MUTATIONS", 12_000))
MEBIBYTE = 1 << 20


def seeds(folder):
    """A small file of each kind that the core reads."""
    samples = sounds.ROOT / "Samples"
    chime = sounds.wave_file(folder / "short.wav", [sounds.music(0.05), sounds.music(0.05, seed=2)])
    files = [chime, samples / "Marimba.caf", samples / "Knock.wav"]
    for name, options in {
        "ima4.caf": ["-c:a", "adpcm_ima_qt"],
        "alaw.caf": ["-c:a", "pcm_alaw"],
        "aac.m4a": ["-c:a", "aac"],
        "alac.m4a": ["-c:a", "alac"],
        "alac.caf": ["-c:a", "alac"],
        "24.aiff": ["-c:a", "pcm_s24be"],
        "float.aif": ["-c:a", "pcm_f32be", "-f", "aiff"],
        "sowt.aifc": ["-c:a", "pcm_s16le", "-f", "aiff"],
        "extensible.wav": ["-c:a", "pcm_s24le"],
        "mp3.wav": ["-c:a", "libmp3lame"],
        "frames.mp3": ["-c:a", "libmp3lame"],
        "stream.flac": ["-c:a", "flac"],
        "vorbis.ogg": ["-c:a", "libvorbis"],
        "opus.ogg": ["-c:a", "libopus"],
    }.items():
        sounds.ffmpeg("-i", chime, *options, folder / name)
        files.append(folder / name)
    return files


@pytest.mark.slow
def test_damaged_headers(web, tmp_path):
    """The core answers every damaged file, and the calls after it, with status 0 or 1 and JSON, in bounded memory."""
    files = seeds(tmp_path)
    printed = subprocess.run(
        ["node", Path(__file__).parent / "node/mutations.mjs", web / "core/core.wasm", str(SEED), str(COUNT), *files],
        capture_output=True, text=True)
    assert printed.returncode == 0, printed.stderr
    report = json.loads(printed.stdout)
    print(f"{report['calls']} calls, {report['succeeded']} succeeded, {report['memory'] / MEBIBYTE:.1f} MiB")
    assert report["failures"] == []
    assert report["calls"] == 2 * COUNT
    # If nearly all calls succeeded, the mutations would be too weak. If nearly none did, they would
    # be too strong.
    assert 0.2 < report["succeeded"] / report["calls"] < 0.9
    largest = max(file.stat().st_size for file in files)
    assert report["memory"] < 48 * MEBIBYTE + 16 * largest


def test_every_short_file(core, tmp_path):
    """Files of a few bytes or none are described, or refused with a message."""
    for content in [b"", b"\0", b"caff", b"RIFF", b"RIFF\0\0\0\0WAVE", b"FORM\0\0\0\0AIFF", b"fLaC", b"OggS", b"ID3\4\0\0", b"\xff\xfb\x90\x64",
                    b"\0\0\0\x18ftypM4A "]:
        file = tmp_path / "file"
        file.write_bytes(content)
        for verb, keys in {"describe": {}, "decode": {}, "convert": {"container": "caff", "format": "ima4"}}.items():
            status, answer, _ = core.call(verb, file, name="file.wav", **keys)
            assert status == 0 or answer["error"]
