"""What is heard while the page plays: in step with the original through every change, level-matched, blind in a blind test."""

import math

import pytest

import sounds

# Records what reaches the loudspeakers, beside letting it through: `globalThis.heard` gets blocks of 2048 frames of the left
# channel, with their times.
RECORD = """
  globalThis.heard = [];
  const connect = AudioNode.prototype.connect;
  const recorders = new Map();
  AudioNode.prototype.connect = function (target, ...rest) {
    if (target === this.context.destination && this.context instanceof AudioContext) {
      const context = this.context;
      if (!recorders.has(context)) {
        const recorder = context.createScriptProcessor(2048, 2, 2);
        recorder.onaudioprocess = (event) => heard.push([...event.inputBuffer.getChannelData(0)]);
        recorders.set(context, recorder);
        globalThis.outputRate = context.sampleRate;
        connect.call(recorder, context.destination);
      }
      connect.call(this, recorders.get(context));
    }
    return connect.call(this, target, ...rest);
  };
"""

OUTPUT_RATE = 44100


@pytest.fixture(scope="module")
def tune(tmp_path_factory):
    """Twelve seconds of stereo at the output's rate, whose frames never repeat."""
    folder = tmp_path_factory.mktemp("tune")
    samples = sounds.music(12, seed=5)
    return sounds.wave_file(folder / "tune.wav", [samples, samples], OUTPUT_RATE), [sample / 32768 for sample in samples]


@pytest.fixture
def listening(open_page, tune):
    """The page with the tune, all formats converted, and its output recorded."""
    driver = open_page(before=RECORD)
    driver.choose(tune[0])
    driver.wait_until_done()
    card = driver.card("tune.wav")
    card.locator("[data-part=choices]").scroll_into_view_if_needed()
    for name in ("ima4-0", "ulaw", "LEI16"):
        driver.wait_for(card, name)
    return driver, card


def hear(driver, milliseconds=700):
    """Waits, and returns the blocks that were heard meanwhile."""
    driver.page.evaluate("heard.length = 0")
    driver.page.wait_for_timeout(milliseconds)
    blocks = driver.page.evaluate("heard")
    assert driver.page.evaluate("outputRate") == OUTPUT_RATE
    return [block for block in blocks if any(block)]


def place(block, samples, near):
    """At which frame of the original a block begins, by its most similar place within half a second of another; and how
    alike they are, from 0 to 1."""
    size = 400
    piece = block[-size:]
    power = math.sqrt(sum(x * x for x in piece))
    best = (0, 0)
    first = max(0, near - OUTPUT_RATE // 2)
    for start in candidates(piece, samples, range(first, min(near + OUTPUT_RATE // 2, len(samples) - size))):
        other = samples[start:start + size]
        both = power * math.sqrt(sum(x * x for x in other))
        if both:
            best = max(best, (sum(x * y for x, y in zip(piece, other)) / both, start))
    return best[1] - (len(block) - size), best[0]


def candidates(piece, samples, places):
    """The places where three of the samples are near those of the piece."""
    a, b, c = (piece[probe] for probe in (7, 133, 391))
    return [start for start in places if abs(samples[start + 7] - a) < 0.02 and abs(samples[start + 133] - b) < 0.02
            and abs(samples[start + 391] - c) < 0.02]


def test_each_format_is_in_step(listening, tune):
    """While it plays, each format is changed to; every block that is heard is the original's frames where it should be."""
    driver, card = listening
    card.locator("[data-part=loop]").check()
    driver.select(card, "original")
    driver.play(card)
    driver.page.wait_for_timeout(500)

    def remainder(name):
        """Where the blocks begin while a format is heard, modulo their size: the same as long as all is in step.

        None if the sound began anew meanwhile."""
        driver.select(card, name)
        driver.page.wait_for_timeout(100)
        blocks = hear(driver, 250)
        assert blocks, name
        position = float(card.locator("[role=slider]").get_attribute("aria-valuenow"))
        start, alike = place(blocks[-1], tune[1], round(position * OUTPUT_RATE))
        if alike < 0.95:
            return None
        # Lossless means lossless: no frame differs from the original.
        if name in ("original", "LEI16"):
            assert max(abs(x - y) for x, y in zip(blocks[-1], tune[1][start:])) < 2e-4, name
        return start % 2048

    for name in ("LEI16", "ulaw", "ima4-63", "ima4-0"):
        # A busy machine may interrupt the output, which moves everything: then the original has moved, too.
        for _ in range(6):
            before, format, after = remainder("original"), remainder(name), remainder("original")
            if before == after and None not in (before, format):
                break
        assert before is not None and before == format == after, name


def test_the_difference_alone(listening, tune):
    """The difference of a lossless format is silence; of µ-law it is what µ-law changed, much weaker than the sound."""
    driver, card = listening
    card.locator("[data-part=loop]").check()
    driver.select(card, "LEI16")
    driver.play(card)
    card.locator("[data-part=difference]").check()
    driver.page.wait_for_timeout(300)
    assert hear(driver, 300) == []
    driver.select(card, "ulaw")
    driver.page.wait_for_timeout(300)
    blocks = hear(driver, 300)
    loudest = max(abs(sample) for block in blocks for sample in block)
    assert 0.0005 < loudest < 0.05


def test_the_phone_switch(listening):
    """With the switch, what is heard changes: it has less of the lows."""
    driver, card = listening
    card.locator("[data-part=loop]").check()
    driver.select(card, "original")
    driver.play(card)
    def slope(blocks):
        """How much neighbours differ, against how high they are: more if lows are missing."""
        samples = [sample for block in blocks for sample in block]
        return sum((x - y) ** 2 for x, y in zip(samples, samples[1:])) / sum(x * x for x in samples)
    plain = slope(hear(driver))
    card.locator("[data-part=phone]").check()
    driver.page.wait_for_timeout(200)
    assert slope(hear(driver)) > 2 * plain


def test_only_one_card_plays(listening, tune, tmp_path):
    """Playing another sound stops the first."""
    driver, card = listening
    other = sounds.wave_file(tmp_path / "other.wav", [sounds.music(3, seed=9)], OUTPUT_RATE)
    driver.choose(other)
    driver.wait_until_done()
    driver.play(card)
    driver.play(driver.card("other.wav"))
    assert card.locator("[data-action=play]").get_attribute("data-playing") == "false"


def test_a_blind_test(listening):
    """The test counts right and wrong answers by what was really played, and shows nothing that tells what X is."""
    driver, card = listening
    panel = card.locator("[data-part=abx]")
    panel.locator("summary").click()
    panel.locator("[data-part=a]").select_option("original")
    panel.locator("[data-part=b]").select_option("ulaw")
    panel.locator("[data-action=abx]").click()
    panel.locator("[data-part=hear-x]").wait_for()
    choices = card.locator("[data-part=choices]")
    assert choices.evaluate("(fieldset) => fieldset.disabled")

    def heard_as(name):
        """What is heard after the button."""
        panel.locator(f"[data-part=hear-{name}]").click()
        driver.page.wait_for_timeout(200)
        return hear(driver, 250)

    texts = set()
    for trial in range(1, 6):
        if trial == 1:
            assert not is_ulaw(heard_as("a")[-1])
            assert is_ulaw(heard_as("b")[-1])
        blocks = heard_as("x")
        assert blocks
        is_a = not is_ulaw(blocks[-1])
        texts.add(visible_state(card))
        panel.locator("[data-part=is-a]" if is_a else "[data-part=is-b]").click()
        assert f"{trial} of {trial} trial" in panel.locator("[data-part=score]").inner_text()
    assert "Right" in panel.locator("[data-part=score]").inner_text()
    # What is shown while X plays is the same whether X is A or B.
    assert len(texts) == 1, texts
    # And a wrong answer counts as wrong.
    blocks = heard_as("x")
    panel.locator("[data-part=is-b]" if not is_ulaw(blocks[-1]) else "[data-part=is-a]").click()
    assert "Wrong" in panel.locator("[data-part=score]").inner_text()
    assert "5 of 6 trials" in panel.locator("[data-part=score]").inner_text()
    panel.locator("[data-action=abx]").click()
    assert not choices.evaluate("(fieldset) => fieldset.disabled")


def visible_state(card):
    """The card's markup without what changes with time and with the score."""
    return card.evaluate("""
      (card) => {
        const copy = card.cloneNode(true);
        for (const name of ['score', 'time', 'position']) copy.querySelector(`[data-part=${name}]`).replaceWith(name);
        const checked = [...card.querySelectorAll('input')].map((input) => input.checked);
        return copy.outerHTML + checked;
      }
    """)


def is_ulaw(block):
    """Whether the frames have at most µ-law's 255 values, whatever their level. The original's have a thousand."""
    return len({round(sample, 6) for sample in block}) < 300
