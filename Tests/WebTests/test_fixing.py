"""What is wrong with a sound can be fixed where it is said, for this sound alone."""

import math

import pytest

import listening
import sounds

RATE = 44100


def tone(seconds, level=0.5, rate=RATE):
    """A sine that begins and ends at zero."""
    count = round(seconds * rate)
    return [round(32767 * level * math.sin(math.pi * i / count) * math.sin(2 * math.pi * 440 * i / rate)) for i in range(count)]


def abrupt(count=RATE):
    # Whole packets, because frames that fill a packet fall to silence, and so are a fix.
    return [round(20000 * math.cos(2 * math.pi * 440 * i / RATE)) for i in range(count // 64 * 64)]


CASES = {
    "begins": ([abrupt()], RATE, "begins abruptly", ["--fade-in", "0.005"]),
    "ends": ([abrupt()], RATE, "ends abruptly", ["--fade-out", "0.005"]),
    "quiet": ([tone(1, 0.02)], RATE, "quiet", ["--loudness", "-16"]),
    "rate": ([tone(1, rate=96000)], 96000, "96,000", ["-d", "ima4@48000"]),
    "silence": ([[0] * RATE + tone(1)], RATE, "of silence", ["--trim-silence"]),
}


@pytest.mark.parametrize("case", CASES)
def test_a_fix_and_its_undoing(page, native, tmp_path, case):
    """A finding's button applies its remedy at once: the converted file is the command's, and no longer has the fault. Undo
    takes it back. Another sound stays as it was."""
    channels, rate, words, arguments = CASES[case]
    sound = sounds.wave_file(tmp_path / "sound.wav", channels, rate)
    other = sounds.wave_file(tmp_path / "other.wav", channels, rate)
    page.choose(sound, other)
    page.wait_until_done(count=2)
    page.prefer("ima4-63")
    card = page.card("sound.wav")
    page.open(card)
    finding = page.finding(card, words)
    assert finding.locator(".fixed").text_content() == ""
    finding.locator(".fix").click()
    page.until_true(lambda: finding.locator(".fixed").text_content() == "Fixed in the converted file.")
    assert page.is_heard(card, "ima4-63")
    assert sounds.first_difference(page.download(card)[1], native.convert(sound, *arguments)) is None
    assert sounds.first_difference(page.download(page.card("other.wav"))[1], native.convert(other)) is None
    page.open(card)
    finding.locator(".fix", has_text="Undo").click()
    page.until_true(lambda: page.has_download(card) and finding.locator(".fixed").text_content() == "")
    assert sounds.first_difference(page.download(card)[1], native.convert(sound)) is None
    assert "full scale" not in card.text_content()


def test_a_fix_is_heard(open_page, tmp_path):
    """A fix plays the sound where it changes, with the waveform in the window. Undoing all changes plays nothing, and keeps
    the focus."""
    page = open_page(before=listening.SCRIPT, viewport={"width": 1440, "height": 900})
    page.choose(sounds.wave_file(tmp_path / "sound.wav", [abrupt(3 * RATE)], RATE))
    page.wait_until_done()
    card = page.card("sound.wav")
    position = card.locator("[data-part=position]")
    page.finding(card, "ends abruptly").locator(".fix").click()
    page.until("(button) => button.dataset.playing === 'true'", card.locator("[data-part=play]").element_handle())
    assert float(position.get_attribute("aria-valuenow")) >= 1.9
    assert position.bounding_box()["y"] >= 0
    card.locator("[data-part=play]").click()
    card.locator("[data-part=undo]").click()
    assert card.locator("[data-part=undo]").is_hidden()
    assert page.page.evaluate("document.activeElement.dataset.part") == "play"


def test_a_choice_of_format_is_undone(page, native):
    """A format that was chosen for a sound is one of its changes."""
    sound = sounds.ROOT / "Samples/Chime.wav"
    page.choose(sound)
    page.wait_until_done()
    page.prefer("ima4-63")
    card = page.card("Chime.wav")
    page.select(card, "ulaw")
    assert sounds.first_difference(page.download(card)[1], native.convert(sound, "-d", "ulaw")) is None
    card.locator("[data-part=undo]").click()
    assert sounds.first_difference(page.download(card)[1], native.convert(sound)) is None
    assert card.locator("[data-part=undo]").is_hidden()


def test_a_loudness_is_seen_and_heard(page):
    """A loudness that is asked for is stated beside the original's, drawn, and not matched away."""
    page.choose(sounds.ROOT / "Samples/Chime.wav")
    page.wait_until_done()
    card = page.card("Chime.wav")
    loudness, matched = card.locator("[data-part=loudness]"), card.locator("[data-part=matched]")
    drawn = "(slider) => slider.querySelector('canvas').toDataURL()"
    before, picture = loudness.text_content(), card.locator("[data-part=position]").evaluate(drawn)
    page.option("loudness", "-30")
    page.until_true(lambda: loudness.text_content() == f"{before} → −30.0\u00a0LUFS")
    card.locator("[data-part=position]").scroll_into_view_if_needed()
    page.until_true(lambda: card.locator("[data-part=position]").evaluate(drawn) != picture)
    assert not matched.is_checked()
    page.option("loudness", "")
    page.until_true(lambda: loudness.text_content() == before and matched.is_checked())


def test_what_only_the_converted_file_has(page, tmp_path):
    """If a trim makes a click, the page says so, and fixes it."""
    page.choose(sounds.wave_file(tmp_path / "sound.wav", [tone(2)], RATE))
    page.wait_until_done()
    card = page.card("sound.wav")
    page.option("trim-end", "0.750295")
    finding = page.finding(card, "The converted file: it ends abruptly")
    page.until_true(lambda: finding.count() == 1)
    finding.locator(".fix").click()
    page.until_true(lambda: finding.count() == 0 and page.has_download(card))


def test_settings_for_one_sound_or_all(page, native):
    """A setting for this sound leaves the others as they are; one for all replaces it."""
    folder = sounds.ROOT / "Samples"
    names = ["Knock.wav", "Chime.wav"]
    page.choose(*[folder / name for name in names])
    page.wait_until_done(count=2)
    page.prefer("ima4-63")

    def made(name, *arguments):
        page.until_true(lambda: page.has_file(page.card(name)))
        return sounds.first_difference(page.download(page.card(name))[1], native.convert(folder / name, *arguments)) is None

    page.open(page.card("Knock.wav"))
    page.settings_for("one")
    page.option("fade-in", "0.1")
    page.wait_until_done()
    assert made("Knock.wav", "--fade-in", "0.1") and made("Chime.wav")
    assert page.page.locator("#options [name=fade-in]").input_value() == ""
    page.open(page.card("Knock.wav"))
    assert page.page.locator("#options [name=fade-in]").input_value() == "0.1"
    page.settings_for("all")
    assert page.page.locator("#options [name=fade-in]").input_value() == ""
    page.option("fade-in", "0.2")
    page.wait_until_done()
    assert made("Knock.wav", "--fade-in", "0.2") and made("Chime.wav", "--fade-in", "0.2")
