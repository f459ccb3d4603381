"""In Debian's Firefox, the page makes equal files, decodes FLAC in Ogg exactly, plays sound, and keeps to its policy."""

import io
import zipfile

import pytest

import sounds
from sounds import TARGETS

SAMPLES = sounds.ROOT / "Samples"


@pytest.fixture
def firefox_page(open_firefox):
    return open_firefox()


def test_makes_the_commands_files(firefox_page, native):
    """The samples are converted to a format with a search and to a format without, as single files and in a ZIP file."""
    driver = firefox_page
    driver.choose(*sounds.samples())
    for target in (TARGETS[0], TARGETS[5]):
        driver.choose_target(target)
        driver.wait_until_done(count=len(sounds.samples()))
        _, content = driver.download_all()
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            # The command refuses six channels in IMA4 unless it is told to mix them, as the page does.
            expected = {sound: native.bytes(sound, target) for sound in sounds.samples() if sound.name != "Surround.wav"}
            surround = SAMPLES / "Surround.wav"
            expected[surround] = native.convert(surround, *target.options, "-c", "2", extension=target.extension)
            assert len(archive.namelist()) == len(expected) == len(sounds.samples())
            for sound, made in expected.items():
                assert sounds.first_difference(archive.read(f"{sound.stem}.{target.extension}"), made) is None, sound.name
    name, made = driver.download(driver.card("Knock.wav"))
    assert sounds.first_difference(made, native.bytes(SAMPLES / "Knock.wav", TARGETS[5])) is None


@pytest.mark.parametrize("bits", [16, 24])
def test_lossless_is_exact(firefox_page, native, tmp_path, bits):
    """Firefox scales the integers of FLAC in Ogg in its own way, but the result still equals the command's from FLAC."""
    file, same = tmp_path / "chime.oga", tmp_path / "chime.flac"
    depth = ["-sample_fmt", "s16"] if bits == 16 else ["-sample_fmt", "s32", "-bits_per_raw_sample", "24", "-af", "volume=0.371"]
    for each in (file, same):
        sounds.ffmpeg("-i", SAMPLES / "Chime.wav", "-c:a", "flac", *depth, each)
    firefox_page.choose_target(TARGETS[5])
    firefox_page.choose(file)
    firefox_page.wait_until_done()
    _, made = firefox_page.download(firefox_page.card("chime.oga"))
    assert sounds.first_difference(made, native.convert(same, "-d", "LEI16", extension="wav")) is None


def test_reads_what_firefox_decodes(firefox_page, tmp_path):
    """Ogg Vorbis and Opus have the right lengths."""
    files = [tmp_path / name for name in ("one.ogg", "two.opus")]
    for file in files:
        sounds.ffmpeg("-i", SAMPLES / "Chime.wav", "-c:a", {"ogg": "libvorbis", "opus": "libopus"}[file.suffix[1:]], file)
    firefox_page.choose(*files)
    firefox_page.wait_until_done(count=len(files))
    for file in files:
        card = firefox_page.card(file.name)
        assert firefox_page.state(card) == "ready", card.text_content()
        assert "1.2\u00a0s" in card.locator("[data-part=summary]").text_content()


def test_plays(firefox_page):
    """A sound plays, its position moves, and the format can be changed while it plays."""
    firefox_page.choose(SAMPLES / "Bell.caf")
    firefox_page.wait_until_done()
    card = firefox_page.card("Bell.caf")
    # The sound loops, so it still plays if the test looks late.
    firefox_page.way(card, "loop", True)
    firefox_page.play(card)
    firefox_page.select(card, "ulaw")
    slider = card.locator("[data-part=position]").element_handle()
    firefox_page.until("(slider) => Number(slider.getAttribute('aria-valuenow')) > 0.3", slider)
    assert card.locator("[data-part=error]").text_content() == ""


def test_the_single_file_from_a_disk(open_firefox, native):
    """Firefox gives file:// pages no origin, but the single file still works."""
    driver = open_firefox("single")
    driver.choose(SAMPLES / "Chime.wav")
    driver.wait_until_done()
    _, made = driver.download(driver.card("Chime.wav"))
    assert sounds.first_difference(made, native.convert(SAMPLES / "Chime.wav")) is None
