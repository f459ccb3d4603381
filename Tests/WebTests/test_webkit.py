"""In Debian's WebKitGTK, the engine of Safari, pages from a disk convert sounds to equal files. There, WebKit doesn't let
workers read blobs."""

import subprocess

import sounds

SAMPLES = sounds.ROOT / "Samples"
SOUND = SAMPLES / "Chime.wav"


def test_the_single_file_from_a_disk(webkit, web, native):
    """The page reads a sound, shows its verdict and makes the command's file."""
    webkit.open(web / "alertsound.html")
    webkit.choose(SOUND)
    webkit.until("return document.querySelector('.choice.kept')?.dataset.state === 'ready'")
    assert "plays it" in webkit.evaluate("return document.querySelector('.card [data-part=verdict]').textContent")
    webkit.click(".card [data-part=download]")
    assert sounds.first_difference(webkit.downloaded("Chime.caf"), native.convert(SOUND)) is None


def test_a_preview_from_a_disk(webkit, program, native, tmp_path):
    """The page that `alertsound preview` writes shows each sound, and has the command's file."""
    page = tmp_path / "preview.html"
    subprocess.run([program, "preview", SOUND, "-o", page], check=True, capture_output=True)
    webkit.open(page)
    webkit.until("return document.querySelector('.choice.kept')?.dataset.state === 'ready'")
    webkit.click(".card [data-part=download]")
    assert sounds.first_difference(webkit.downloaded("Chime.caf"), native.convert(SOUND)) is None
    assert "plays it" in webkit.evaluate("return document.querySelector('.card [data-part=verdict]').textContent")
