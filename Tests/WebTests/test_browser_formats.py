"""The browser decodes MP3, AAC, FLAC, Ogg and Opus. Lengths and verdicts are right, and lossless sounds are exact."""

import json
import subprocess

import pytest

import sounds

CHIME = sounds.ROOT / "Samples/Chime.wav"
SECONDS = 1.2

# The name, ffmpeg's options, and the tolerance of the length in seconds.
#
# MP3 and AAC files state their delay and padding, which browsers cut off. Opus always has 48 kHz.
KINDS = [
    ("voice.mp3", ["-c:a", "libmp3lame", "-b:a", "160k"], 0.001),
    ("variable.mp3", ["-c:a", "libmp3lame", "-q:a", "4", "-ar", "48000"], 0.001),
    ("low.mp3", ["-c:a", "libmp3lame", "-ar", "22050", "-ac", "1"], 0.001),
    ("sixteen.flac", ["-c:a", "flac", "-sample_fmt", "s16"], 0),
    ("twentyfour.flac", ["-c:a", "flac", "-sample_fmt", "s32", "-bits_per_raw_sample", "24", "-af", "volume=0.371"], 0),
    ("mono.flac", ["-c:a", "flac", "-ac", "1", "-ar", "32000"], 0),
    ("vorbis.ogg", ["-c:a", "libvorbis", "-q:a", "5"], 0.001),
    ("opus.opus", ["-c:a", "libopus", "-b:a", "96k"], 0.001),
    ("advanced.m4a", ["-c:a", "aac", "-b:a", "160k"], 0.03),
    ("advanced.aac", ["-c:a", "aac", "-b:a", "160k"], 0.08),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with a file of each kind, under the kind's name."""
    folder = tmp_path_factory.mktemp("formats")
    for name, options, _ in KINDS:
        sounds.ffmpeg("-i", CHIME, *options, folder / name)
    return folder


@pytest.fixture(scope="module")
def cards(chromium, web, server, files):
    """A page where all these files were dropped. The target is 16-bit linear PCM in WAVE."""
    from browsers import Opener
    opener = Opener(chromium, web, server)
    driver = opener()
    driver.choose_target(sounds.TARGETS[5])
    driver.drop(*[files / name for name, _, _ in KINDS])
    driver.wait_until_done()
    yield driver
    opener.close()


def reported(program, file):
    """The report of `alertsound check`."""
    printed = subprocess.run([program, "check", "--json", file], capture_output=True, text=True).stdout
    return json.loads(printed)["sounds"][0]


@pytest.mark.parametrize("name, options, tolerance", KINDS, ids=[name for name, _, _ in KINDS])
def test_length_and_verdict(cards, files, program, name, options, tolerance):
    """The converted file is as long as the sound, and iOS's verdict on the original equals the command's."""
    card = cards.card(name)
    assert cards.verdict(card) == reported(program, files / name)["verdict"]["outcome"]
    _, made = cards.download(card)
    assert made[:4] == b"RIFF"
    rate = int.from_bytes(made[24:28], "little")
    options = options + ["-ar", "44100"] if "-ar" not in options else options
    assert rate == (48000 if name.endswith(".opus") else int(options[options.index("-ar") + 1]))
    channels = int.from_bytes(made[22:24], "little")
    at = made.index(b"data") + 8
    seconds = int.from_bytes(made[at - 4:at], "little") / (2 * channels * rate)
    assert abs(seconds - SECONDS) <= tolerance + 1 / rate


@pytest.mark.parametrize("name", [name for name, _, _ in KINDS if name.endswith(".flac")])
def test_lossless_is_exact(cards, files, native, name):
    """From a FLAC file, the page makes the command's bytes."""
    _, made = cards.download(cards.card(name))
    expected = native.convert(files / name, "-d", "LEI16", extension="wav")
    assert expected
    assert sounds.first_difference(made, expected) is None


def test_apple_lossless(open_page, native, tmp_path):
    """If the browser decodes Apple Lossless, the result is exact. Chromium doesn't, and the page says so."""
    file = tmp_path / "lossless.m4a"
    sounds.ffmpeg("-i", CHIME, "-c:a", "alac", file)
    driver = open_page()
    driver.choose_target(sounds.TARGETS[5])
    driver.choose(file)
    driver.wait_until_done()
    card = driver.card(file.name)
    if driver.state(card) == "failed":
        assert "decode" in card.text_content()
        pytest.skip("this browser doesn't decode Apple Lossless; the page says so")
    assert sounds.first_difference(driver.download(card)[1], native.convert(file, "-d", "LEI16", extension="wav")) is None


@pytest.mark.parametrize("name, options, rate", [
    ("opus.webm", ["-c:a", "libopus"], 48000), ("vorbis.webm", ["-c:a", "libvorbis", "-ar", "32000"], 32000),
    ("unending.webm", ["-c:a", "libopus", "-live", "1"], 48000),
])
def test_webm(open_page, tmp_path, name, options, rate):
    """WebM is decoded at its own rate, even if a recording states no length."""
    file = tmp_path / name
    sounds.ffmpeg("-i", CHIME, *options, file)
    driver = open_page()
    driver.choose_target(sounds.TARGETS[5])
    driver.choose(file)
    driver.wait_until_done()
    _, made = driver.download(driver.card(name))
    assert int.from_bytes(made[24:28], "little") == rate


@pytest.mark.parametrize("name, options", [("cut.mp3", ["-c:a", "libmp3lame"]), ("cut.flac", ["-c:a", "flac"])])
def test_a_missing_end_is_said(open_page, tmp_path, name, options):
    """If the header states more than the browser decodes, the page says that the file is incomplete or damaged."""
    file = tmp_path / name
    sounds.ffmpeg("-i", CHIME, *options, file)
    driver = open_page()
    driver.choose(file)
    driver.wait_until_done()
    assert "incomplete" not in driver.card(name).text_content()
    driver.remove_all()
    file.write_bytes(file.read_bytes()[:file.stat().st_size // 2])
    driver.choose(file)
    driver.wait_until_done()
    text = driver.card(name).text_content()
    assert "the end of the sound is missing" in text or "but damaged" in text


def test_why_it_cannot_be_decoded(open_page, tmp_path):
    """Different messages describe a text, a damaged sound, and a format that the browser doesn't decode. Other sounds are
    converted."""
    files = {
        "letter.mp3": (b"Dear designer,\n" * 100, "isn’t a sound"),
        "broken.flac": (b"fLaC" + bytes(range(256)) * 8, "It is FLAC audio, but damaged"),
        "ring.wma": (b"\x30\x26\xb2\x75\x8e\x66\xcf\x11" + bytes(500), "It is a Windows Media file, which this browser doesn’t decode"),
    }
    for name, (content, _) in files.items():
        (tmp_path / name).write_bytes(content)
    driver = open_page()
    driver.drop(*[tmp_path / name for name in files], CHIME)
    driver.wait_until_done()
    for name, (_, words) in files.items():
        assert driver.state(driver.card(name)) == "failed"
        assert words in driver.card(name).locator("[data-part=error]").text_content()
    assert driver.download(driver.card("Chime.wav"))[0] == "Chime.caf"


def test_a_sound_that_is_too_much(open_page, tmp_path):
    """If a sound would take too much memory, the page refuses it in one sentence that states the longest possible length."""
    file = tmp_path / "hour.mp3"
    sounds.ffmpeg("-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo", "-t", "700", "-c:a", "libmp3lame", "-b:a", "32k", file)
    driver = open_page()
    driver.choose(file)
    driver.wait_until_done()
    assert "decodes 600 s of such a sound at most, and it has 700 s" in driver.card("hour.mp3").text_content()
