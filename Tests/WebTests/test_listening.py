"""Listens to the page. Every format stays in step with the original, and a blind test is blind."""

import math
import re

import pytest

import listening as output
import sounds
from listening import RATE, likeness

# The delay before the player begins, in frames. It lets all copies begin at one frame.
LEAD = round(0.03 * RATE)
# The frames until a change is over: it fades within 5 ms, so after 30 ms nothing of the fade
# remains.
SETTLE = 12 * 128
FORMATS = ["ima4-63", "ima4-0", "ulaw", "alaw", "I16", "I24", "F32", "ima4-63@32000", "ima4-63@22050", "ima4-63@16000"]


@pytest.fixture(scope="module")
def tune(tmp_path_factory):
    """Twelve seconds of stereo at the output's rate. No frames repeat."""
    folder = tmp_path_factory.mktemp("tune")
    samples = sounds.music(12, seed=5)
    return sounds.wave_file(folder / "tune.wav", [samples, samples], RATE), [sample / 32768 for sample in samples]


@pytest.fixture
def playing(open_page, tune):
    """The page with the tune, all formats converted and loaded. The original plays from the output's frame LEAD on."""
    driver = open_page(before=output.SCRIPT)
    driver.choose(tune[0])
    driver.wait_until_done()
    card = driver.card("tune.wav")
    driver.show_formats(card)
    for name in FORMATS:
        driver.wait_for(card, name)
    driver.select(card, "original")
    # If levels were matched, all formats would be as loud as the quietest format.
    driver.way(card, "matched", False)
    driver.play(card)
    heard = output.Output(driver)
    heard.until_loaded(1 + len(FORMATS))
    return driver, card, heard


def largest_difference(a, b):
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def test_each_format_is_in_step(playing, tune):
    """While the sound plays, the test changes to each format and back. Each frame that is heard is at the original's
    position."""
    driver, card, heard = playing
    heard.advance(64 * 128)
    for name in FORMATS:
        for name in (name, "original"):
            driver.select(card, name)
            heard.advance(SETTLE)
            start = heard.frame - LEAD
            frames = heard.hear(8 * 128)
            if name in ("original", "I16"):
                # A lossless format must be exact.
                assert largest_difference(frames, tune[1][start:start + len(frames)]) < 1e-4, name
            else:
                alike = {shift: likeness(frames, tune[1][start + shift:][:len(frames)]) for shift in range(-40, 41)}
                assert max(alike, key=alike.get) == 0, name
                assert alike[0] > (0.85 if "@" in name else 0.98), name


def test_a_change_does_not_click(playing, tune):
    """A change between equal copies is inaudible: the sound continues from frame to frame."""
    driver, card, heard = playing
    heard.advance(64 * 128)
    driver.select(card, "I16")
    start = heard.frame - LEAD
    frames = heard.hear(8 * 128)
    driver.select(card, "original")
    again = heard.hear(8 * 128)
    assert largest_difference(frames + again, tune[1][start:][:len(frames) + len(again)]) < 1e-3


def test_the_end(open_page, tmp_path):
    """A sound plays to its last frame, followed by silence. With Loop, it begins again right after its last frame."""
    samples = sounds.music(1, seed=9)
    driver = open_page(before=output.SCRIPT)
    driver.choose(sounds.wave_file(tmp_path / "short.wav", [samples], RATE))
    driver.wait_until_done()
    card = driver.card("short.wav")
    driver.select(card, "original")
    heard = output.Output(driver)
    expected = [sample / 32768 for sample in samples]

    driver.play(card)
    frames = [frame for _ in range(4) for frame in heard.hear(128 * 128)]
    assert largest_difference(frames[LEAD:LEAD + RATE], expected) < 1e-4
    assert not any(frames[LEAD + RATE:])
    assert card.locator("[data-part=play]").get_attribute("data-playing") == "false"

    driver.way(card, "loop", True)
    driver.play(card)
    frames = [frame for _ in range(8) for frame in heard.hear(128 * 128)]
    again = frames[LEAD:]
    for index in range(len(again) // RATE):
        assert largest_difference(again[index * RATE:][:RATE], expected) < 1e-3, f"pass {index}"
    assert card.locator("[data-part=play]").get_attribute("data-playing") == "true"


def test_the_difference_alone(playing):
    """A lossless format's difference is silence. For µ-law, it is µ-law's error, and the page says how much louder it
    plays."""
    driver, card, heard = playing
    driver.select(card, "I16")
    driver.way(card, "difference", True)
    heard.until_loaded(2 + len(FORMATS))
    heard.advance(SETTLE)
    assert not any(heard.hear())
    driver.select(card, "ulaw")
    heard.until_loaded(3 + len(FORMATS))
    heard.advance(SETTLE)
    words = card.locator("[data-part=playing]").text_content()
    boost = int(re.fullmatch(r"The difference, played (\d+)\s+dB louder\.", words)[1])
    assert 0.0005 < max(map(abs, heard.hear())) / 10 ** (boost / 20) < 0.05


def test_the_phone_switch(playing):
    """The switch weakens low frequencies."""
    driver, card, heard = playing

    def slope(frames):
        """How much neighbouring frames differ, relative to the power. The value is higher if low frequencies are missing."""
        return sum((x - y) ** 2 for x, y in zip(frames, frames[1:])) / sum(x * x for x in frames)

    heard.advance(SETTLE)
    plain = slope(heard.hear(output.MOST_FRAMES))
    card.locator("[data-part=phone]").check()
    heard.advance(SETTLE)
    assert slope(heard.hear(output.MOST_FRAMES)) > 2 * plain


def test_only_one_card_plays(playing, tmp_path):
    """Playing another sound stops the first sound, so only the other sound is heard."""
    driver, card, heard = playing
    samples = sounds.music(3, seed=9)
    driver.choose(sounds.wave_file(tmp_path / "other.wav", [samples], RATE))
    driver.wait_until_done()
    heard.advance(SETTLE)
    driver.select(driver.card("other.wav"), "original")
    start = heard.frame + LEAD
    driver.play(driver.card("other.wav"))
    assert card.locator("[data-part=play]").get_attribute("data-playing") == "false"
    heard.advance(16 * 128)
    at = heard.frame - start
    frames = heard.hear()
    assert largest_difference(frames, [sample / 32768 for sample in samples[at:at + len(frames)]]) < 1e-4


def test_a_blind_test(playing):
    """The test judges answers by the format that was played, and shows nothing that reveals X."""
    driver, card, heard = playing
    card.locator("[data-part=play]").click()
    driver.select(card, "ulaw")
    panel = driver.blind_test(card)
    choices = card.locator("[data-part=choices]")
    assert choices.evaluate("(fieldset) => fieldset.disabled")
    # A person who hasn't heard X can't answer.
    assert panel.locator("[data-part=is-a]").is_disabled() and panel.locator("[data-part=is-b]").is_disabled()

    def hears_ulaw(name):
        """Whether the button plays µ-law."""
        panel.locator(f"[data-part=hear-{name}]").click()
        heard.advance(LEAD // 128 * 128 + SETTLE)
        frames = heard.hear()
        assert any(frames)
        return is_ulaw(frames)

    texts = set()
    for trial in range(1, 6):
        if trial == 1:
            assert not hears_ulaw("a")
            assert hears_ulaw("b")
        is_a = not hears_ulaw("x")
        texts.add(visible_state(card))
        panel.locator("[data-part=is-a]" if is_a else "[data-part=is-b]").click()
        assert f"{trial} of {trial} trial" in panel.locator("[data-part=score]").text_content()
    assert "Right" in panel.locator("[data-part=score]").text_content()
    # While X plays, the page looks equal whether X is A or B.
    assert len(texts) == 1, texts
    # A wrong answer counts as wrong.
    panel.locator("[data-part=is-a]" if hears_ulaw("x") else "[data-part=is-b]").click()
    assert "Wrong" in panel.locator("[data-part=score]").text_content()
    assert "5 of 6 trials" in panel.locator("[data-part=score]").text_content()
    assert panel.locator("[data-part=is-a]").is_disabled()
    # After ten trials, the test ends with a verdict.
    for _ in range(4):
        panel.locator("[data-part=is-b]" if hears_ulaw("x") else "[data-part=is-a]").click()
    score = panel.locator("[data-part=score]").text_content()
    assert "9 of 10 trials right. You hear the difference. Guessing does" in score and "1.1" in score
    assert panel.locator("[data-part=trial]").is_hidden()
    assert not choices.evaluate("(fieldset) => fieldset.disabled")


def test_an_option_ends_a_blind_test(playing):
    """A change of the options may change B, so it ends the test."""
    driver, card, heard = playing
    panel = driver.blind_test(card)
    driver.option("fade-in", "0.1")
    panel.locator("[data-part=trial]").wait_for(state="hidden")
    assert panel.locator("[data-part=score]").text_content() == "The options changed, which ended the test."
    assert not card.locator("[data-part=choices]").evaluate("(fieldset) => fieldset.disabled")


def test_play_does_not_wait_for_the_search(open_page, tune):
    """Play plays the original until the chosen format is converted. Then the chosen format is heard, in step."""
    # The search is held up until the test releases it.
    driver = open_page(before=output.SCRIPT + """
      const Real = Worker;
      const held = [];
      globalThis.letGo = () => { for (const go of held.splice(0)) go(); globalThis.letGo = null; };
      globalThis.Worker = class extends Real {
        postMessage(message, ...rest) {
          const isSearch = message.task === 'convert' && message.input.target.quality > 0;
          if (isSearch && globalThis.letGo) held.push(() => super.postMessage(message, ...rest));
          else super.postMessage(message, ...rest);
        }
      };
    """)
    driver.choose(tune[0])
    card = driver.card("tune.wav")
    driver.until("(card) => card.dataset.state === 'ready'", card.element_handle())
    driver.prefer("ima4-63")
    driver.play(card)
    heard = output.Output(driver)
    heard.advance(SETTLE)
    start = heard.frame - LEAD
    frames = heard.hear(8 * 128)
    assert largest_difference(frames, tune[1][start:start + len(frames)]) < 1e-4
    assert card.locator("[data-part=playing]").text_content().startswith("Preparing")
    assert driver.candidate_state(card) == "working"
    driver.page.evaluate("letGo()")
    driver.wait_for(card, "ima4-63")
    driver.until("(words) => words.textContent === ''", card.locator("[data-part=playing]").element_handle())
    heard.advance(SETTLE)
    start = heard.frame - LEAD
    frames = heard.hear(8 * 128)
    original = tune[1][start:start + len(frames)]
    assert likeness(frames, original) > 0.98 and largest_difference(frames, original) > 1e-4


def test_nothing_moves(open_page, tune):
    """While formats are converted and played, nothing on a card moves away from under a finger."""
    driver = open_page(before=output.SCRIPT)
    driver.choose(tune[0])
    driver.wait_until_done()
    card = driver.card("tune.wav")
    places = lambda: card.evaluate("""
      (card) => [...card.querySelectorAll('button, input')].filter((element) => !element.closest('.choice') && element.checkVisibility())
        .map((element) => Math.round(element.getBoundingClientRect().top - card.getBoundingClientRect().top))
    """)
    driver.show_formats(card)
    driver.way(card, "loop", False)
    before = places()
    for name in FORMATS:
        driver.wait_for(card, name)
    assert places() == before
    driver.play(card)
    driver.way(card, "difference", True)
    driver.until("(words) => words.textContent.startsWith('The difference')", card.locator("[data-part=playing]").element_handle())
    assert places() == before


def test_mono_is_as_loud_as_stereo(open_page, tmp_path):
    """Both loudspeakers play a mono copy, so it is as loud as the stereo original."""
    samples = sounds.music(2, seed=3)
    driver = open_page(before=output.SCRIPT.replace("super(1, ", "super(2, "))
    original, copy = powers(driver, sounds.wave_file(tmp_path / "same.wav", [samples, samples], RATE), "I16", channels="1")
    assert abs(10 * math.log10(copy / original)) < 0.5


def test_a_soft_copy_is_as_loud_as_the_original(open_page, tmp_path):
    """Levels are matched even for a very soft copy. Otherwise a blind test would only compare loudness."""
    driver = open_page(before=output.SCRIPT)
    original, copy = powers(driver, sounds.wave_file(tmp_path / "soft.wav", [sounds.music(2, seed=3)], RATE), "I24", loudness="-50")
    assert original > 0
    assert abs(10 * math.log10(copy / original)) < 0.5


def powers(driver, sound, copy, **options):
    """The powers of a sound and of its copy in a format, heard one after the other."""
    driver.choose(sound)
    driver.wait_until_done()
    driver.prefer(copy)
    for name, value in options.items():
        driver.option(name, value)
    driver.wait_until_done()
    card = driver.card(sound.name)
    # A loudness that was asked for is heard until levels are matched again.
    driver.way(card, "matched", True)
    heard = output.Output(driver)
    found = []
    # Levels are matched between the copies that are loaded. Playing the copy first loads it.
    for name in (copy, "original", copy):
        driver.select(card, name)
        driver.play(card)
        heard.advance(SETTLE)
        found.append(sum(frame * frame for frame in heard.hear()))
        card.locator("[data-part=play]").click()
        card.locator("[data-part=position]").press("Home")
    return found[1:]


def visible_state(card):
    """The card's markup without the elements that change with time and with the score."""
    return card.evaluate("""
      (card) => {
        const copy = card.cloneNode(true);
        for (const name of ['score', 'time', 'position']) copy.querySelector(`[data-part=${name}]`).replaceWith(name);
        const checked = [...card.querySelectorAll('input')].map((input) => input.checked);
        return copy.outerHTML + checked;
      }
    """)


def is_ulaw(frames):
    """Whether the frames have at most µ-law's 255 values, at any level. The original has thousands."""
    return len({round(frame, 6) for frame in frames}) < 300


def test_a_real_output(page):
    """With the browser's own output, the position moves."""
    page.choose(sounds.ROOT / "Samples/Bell.caf")
    page.wait_until_done()
    card = page.card("Bell.caf")
    # The sound loops, so it still plays if the test looks late.
    page.way(card, "loop", True)
    page.play(card)
    slider = card.locator("[data-part=position]").element_handle()
    page.until("(slider) => Number(slider.getAttribute('aria-valuenow')) > 0.3", slider)
    assert card.locator("[data-part=error]").text_content() == ""


def test_the_original_is_prepared_like_its_copies(open_page, tmp_path):
    """With another start and repetition, the original plays as its lossless copy does, frame by frame, and the clock shows
    the length of both. The waveform also shows the prepared sound."""
    samples = sounds.music(3, seed=4)
    driver = open_page(before=output.SCRIPT)
    driver.choose(sounds.wave_file(tmp_path / "ring.wav", [samples], RATE))
    driver.wait_until_done()
    driver.prefer("I16")
    card = driver.card("ring.wav")
    driver.option("trim-start", "1")
    driver.option("repeat", "8.5")
    driver.wait_until_done()
    slider = card.locator("[data-part=position]")
    driver.until_true(lambda: slider.get_attribute("aria-valuemax") == "8.00")
    driver.select(card, "original")
    driver.play(card)
    heard = output.Output(driver)
    heard.until_loaded(2)
    driver.way(card, "matched", False)
    heard.advance(64 * 128)
    assert card.locator("[data-part=time]").text_content().endswith("/ 8.0\u00a0s")
    part = [sample / 32768 for sample in samples[RATE:]]
    for name in ("original", "I16", "original"):
        driver.select(card, name)
        # Also hear the second play.
        heard.advance(round(1.2 * RATE) // 128 * 128)
        start = (heard.frame - LEAD) % len(part)
        frames = heard.hear(8 * 128)
        assert largest_difference(frames, (part + part)[start:start + len(frames)]) < 1e-3, name
