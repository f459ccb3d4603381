"""The page that `alertsound preview` writes: it opens from a disk, with every sound original and converted."""

import subprocess

import pytest

import listening
import sounds

SAMPLES = sounds.ROOT / "Samples"


@pytest.fixture(scope="module")
def sent(program, tmp_path_factory):
    """A folder of sounds as a project might have it, and the page made of it."""
    folder = tmp_path_factory.mktemp("preview")
    source = folder / "sounds"
    # A path with `</script>` in it, and a name of markup.
    (source / "a<").mkdir(parents=True)
    for name, sample in {"chime.wav": "Chime.wav", "siren.caf": "Siren.caf", "a</script><b>.wav": "Knock.wav",
                         "<!--<script> & ♪.wav": "Knock.wav"}.items():
        (source / name).write_bytes((SAMPLES / sample).read_bytes())
    sounds.ffmpeg("-i", SAMPLES / "Chime.wav", "-c:a", "libmp3lame", source / "song.mp3")
    sounds.ffmpeg("-i", SAMPLES / "Chime.wav", "-c:a", "alac", source / "lossless.m4a")
    page = folder / "preview.html"
    printed = subprocess.run([program, "preview", source, "-o", page], capture_output=True, text=True)
    assert page.exists(), printed.stderr
    return source, page


@pytest.fixture
def preview(open_page, sent):
    driver = open_page(file=sent[1], before=listening.SCRIPT)
    driver.wait_until_done(count=6)
    return driver


def test_every_sound_is_there(preview, sent):
    """All sounds are listed under their names, as text; those with problems come first."""
    names = preview.page.locator(".card [data-part=name]").all_inner_texts()
    assert len(names) == 6
    assert any("</script><b>" in name for name in names)
    assert any("<!--<script> & ♪" in name for name in names)
    assert preview.page.locator(".card b").count() == 0
    verdicts = [preview.verdict(preview.cards().nth(index)) for index in range(6)]
    order = {"default": 0, "undocumented": 1, "plays": 2}
    assert verdicts == sorted(verdicts, key=order.get), names
    assert "default" in verdicts and "plays" in verdicts


def test_the_converted_files_are_the_commands(preview, sent, native):
    """Each card's download is what `alertsound convert` makes of the same file."""
    source, _ = sent
    for index in range(6):
        card = preview.cards().nth(index)
        name = card.locator("[data-part=name]").inner_text()
        file = next(path for path in source.rglob("*") if str(path).endswith(name))
        assert card.locator(".choice.kept").get_attribute("data-candidate") == "converted"
        _, made = preview.download(card)
        assert sounds.first_difference(made, native.convert(file)) is None, name


def test_originals_and_conversions_play(preview):
    """Offline, each sound is heard, as it was and as it is converted: also those that the browser doesn't decode."""
    output = listening.Output(preview)
    for index in range(6):
        card = preview.cards().nth(index)
        for choice in ("original", "converted"):
            preview.select(card, choice)
            preview.play(card)
            assert any(output.hear())
            slider = card.locator("[role=slider]").element_handle()
            preview.until("(slider) => Number(slider.getAttribute('aria-valuenow')) > 0", slider)
            card.locator("[data-action=play]").click()
        assert card.locator("[data-part=error]").inner_text() == ""
