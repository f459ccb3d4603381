"""Compressed sounds: the core decodes MP3, AAC, FLAC and Apple Lossless as the command does. The browser decodes the rest, with
the right lengths and verdicts, and lossless sounds exactly."""

import json
import subprocess

import pytest

import sounds

CHIME = sounds.ROOT / "Samples/Chime.wav"
SECONDS = 1.2

# The names of files that the core decodes, and ffmpeg's options.
NATIVE = [
    ("voice.mp3", ["-c:a", "libmp3lame", "-b:a", "160k"]),
    ("variable.mp3", ["-c:a", "libmp3lame", "-q:a", "4", "-ar", "48000"]),
    ("low.mp3", ["-c:a", "libmp3lame", "-ar", "22050", "-ac", "1"]),
    ("sixteen.flac", ["-c:a", "flac", "-sample_fmt", "s16"]),
    ("twentyfour.flac", ["-c:a", "flac", "-sample_fmt", "s32", "-bits_per_raw_sample", "24", "-af", "volume=0.371"]),
    ("mono.flac", ["-c:a", "flac", "-ac", "1", "-ar", "32000"]),
    ("advanced.m4a", ["-c:a", "aac", "-b:a", "160k"]),
    ("advanced.aac", ["-c:a", "aac", "-b:a", "160k"]),
    ("lossless.m4a", ["-c:a", "alac"]),
]
# The names of files that the browser decodes, ffmpeg's options, and the sample rate. Opus always has 48 kHz.
FOREIGN = [
    ("vorbis.ogg", ["-c:a", "libvorbis", "-q:a", "5"], 44100),
    ("opus.opus", ["-c:a", "libopus", "-b:a", "96k"], 48000),
    ("sixteen.oga", ["-c:a", "flac", "-sample_fmt", "s16"], 44100),
    ("twentyfour.oga", ["-c:a", "flac", "-sample_fmt", "s32", "-bits_per_raw_sample", "24", "-af", "volume=0.371"], 44100),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with a file of each kind, under the kind's name."""
    folder = tmp_path_factory.mktemp("formats")
    for name, options, *_ in NATIVE + FOREIGN:
        sounds.ffmpeg("-i", CHIME, *options, folder / name)
    return folder


@pytest.fixture(scope="module")
def cards(chromium, web, server, files):
    """A page where all these files were dropped. The target is 16-bit linear PCM in WAVE."""
    from browsers import Opener
    opener = Opener(chromium, web, server)
    driver = opener()
    driver.drop(*files.iterdir())
    driver.wait_until_done()
    driver.choose_target(sounds.TARGETS[5])
    driver.wait_until_done()
    yield driver
    opener.close()


def reported(program, file):
    """The report of `alertsound check`."""
    printed = subprocess.run([program, "check", "--json", file], capture_output=True, text=True).stdout
    return json.loads(printed)["sounds"][0]


@pytest.mark.parametrize("name", [name for name, *_ in NATIVE])
def test_makes_the_commands_files(cards, files, native, program, name):
    """The core decodes the sound, so the page makes the command's bytes, and iOS's verdict on the original equals the
    command's."""
    card = cards.card(name)
    assert cards.verdict(card) == reported(program, files / name)["verdict"]["outcome"]
    _, made = cards.download(card)
    assert sounds.first_difference(made, native.convert(files / name, "-d", "LEI16", extension="wav")) is None
    assert card.locator("[data-part=decoder]").is_hidden() and card.locator("[data-part=only-here]").is_hidden()


@pytest.mark.parametrize("name, options, rate", FOREIGN, ids=[name for name, *_ in FOREIGN])
def test_what_the_browser_decodes(cards, files, native, program, name, options, rate):
    """The converted file is as long as the sound, and iOS's verdict on the original equals the command's. From FLAC in Ogg,
    the page makes the same bytes as from FLAC; otherwise it says that the browser decoded the sound."""
    card = cards.card(name)
    assert cards.verdict(card) == reported(program, files / name)["verdict"]["outcome"]
    _, made = cards.download(card)
    assert abs(seconds(made, rate) - SECONDS) <= 0.001 + 1 / rate
    is_lossless = name.endswith(".oga")
    assert card.locator("[data-part=decoder]").is_hidden() == is_lossless
    if is_lossless:
        # libsndfile refuses FFmpeg's FLAC in Ogg.
        same = (files / name).with_suffix(".flac")
        assert sounds.first_difference(made, native.convert(same, "-d", "LEI16", extension="wav")) is None


def seconds(made, rate):
    """The length of a WAVE file with 16 bits, which must have this rate."""
    assert made[:4] == b"RIFF" and int.from_bytes(made[24:28], "little") == rate
    at = made.index(b"data") + 8
    return int.from_bytes(made[at - 4:at], "little") / (2 * int.from_bytes(made[22:24], "little") * rate)


def test_what_only_the_browser_decodes(open_page, native, tmp_path):
    """The command refuses HE-AAC. If the browser decodes it, the page says so and shows no command."""
    file = tmp_path / "efficient.m4a"
    sounds.ffmpeg("-i", CHIME, "-c:a", "aac", "-ar", "22050", "-ac", "2", file)
    # The decoder's configuration says that there is no band replication. Change that to: up to 44,100 Hz.
    assert file.read_bytes().count(bytes.fromhex("139056E500")) == 1
    file.write_bytes(file.read_bytes().replace(bytes.fromhex("139056E500"), bytes.fromhex("139056E5A0")))
    assert native.convert(file) is None
    driver = open_page()
    driver.choose(file)
    driver.wait_until_done()
    card = driver.card(file.name)
    if driver.state(card) == "failed":
        assert "HE-AAC, which this browser doesn’t decode" in card.locator("[data-part=cause]").text_content()
        pytest.skip("this browser doesn't decode HE-AAC; the page says so")
    driver.choose_target(sounds.TARGETS[5])
    assert abs(seconds(driver.download(card)[1], 44100) - SECONDS) <= 0.03
    assert "The command doesn’t read its format" in card.locator("[data-part=only-here]").text_content()
    assert card.locator("[data-part=only-here]").is_visible() and card.locator("[data-part=decoder]").is_hidden()
    assert card.locator("[data-part=command-line]").is_hidden()


@pytest.mark.parametrize("name, options, rate", [
    ("opus.webm", ["-c:a", "libopus"], 48000), ("vorbis.webm", ["-c:a", "libvorbis", "-ar", "32000"], 48000),
    ("unending.webm", ["-c:a", "libopus", "-live", "1"], 48000),
])
def test_webm(open_page, tmp_path, name, options, rate):
    """WebM is decoded at 48 kHz, the rate of Opus, even if a recording states no length."""
    file = tmp_path / name
    sounds.ffmpeg("-i", CHIME, *options, file)
    driver = open_page()
    driver.choose(file)
    driver.wait_until_done()
    driver.choose_target(sounds.TARGETS[5])
    card = driver.card(name)
    _, made = driver.download(card)
    assert int.from_bytes(made[24:28], "little") == rate
    assert card.locator("[data-part=command-line]").is_hidden()


@pytest.mark.parametrize("name, options", [("cut.mp3", ["-c:a", "libmp3lame"]), ("cut.aac", ["-c:a", "aac"]), ("cut.flac", ["-c:a", "flac"])])
def test_a_missing_end_is_said(open_page, native, tmp_path, name, options):
    """The page converts a truncated file as far as it goes, as the command does with an option, and says so."""
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
    card = driver.card(name)
    assert "the end of the sound is missing" in card.text_content()
    assert sounds.first_difference(driver.download(card, "small")[1], native.convert(file, "--allow-truncated")) is None


def test_why_it_cannot_be_decoded(open_page, tmp_path):
    """Different messages describe a text, damaged sounds, and a format that the browser doesn't decode. Other sounds are
    converted."""
    files = {
        "letter.mp3": (b"Dear designer,\n" * 100, "isn’t a sound"),
        "broken.flac": (b"fLaC" + bytes(range(256)) * 8, "The file ends in its headers"),
        "broken.ogg": (b"OggS" + bytes(range(256)) * 8, "It is an Ogg file, but damaged"),
        "ring.wma": (b"\x30\x26\xb2\x75\x8e\x66\xcf\x11" + bytes(500), "It is a Windows Media file, which this browser doesn’t decode"),
    }
    for name, (content, _) in files.items():
        (tmp_path / name).write_bytes(content)
    driver = open_page()
    driver.drop(*[tmp_path / name for name in files], CHIME)
    driver.wait_until_done()
    for name, (_, words) in files.items():
        assert driver.state(driver.card(name)) == "failed"
        assert words in driver.card(name).locator("[data-part=cause]").text_content()
    assert driver.download(driver.card("Chime.wav"), "small")[0] == "Chime.caf"


def test_a_sound_that_is_too_much(open_page, tmp_path):
    """If a sound that the browser decodes would take too much memory, the page refuses it in one sentence that states the
    longest possible length."""
    file = tmp_path / "hour.ogg"
    sounds.ffmpeg("-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo", "-t", "700", "-c:a", "libvorbis", file)
    driver = open_page()
    driver.choose(file)
    driver.wait_until_done()
    assert "decodes 600 s of such a sound at most, and it has 700 s" in driver.card("hour.ogg").text_content()
