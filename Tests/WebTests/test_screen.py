"""After a drop, one screen shows what a person came for. Many sounds are a list that a keyboard plays through."""

import pytest

import listening
import sounds

SAMPLES = sounds.ROOT / "Samples"
ESSENTIAL = ["position", "sentence", "sizes", "play", "hear", "download"]


@pytest.mark.parametrize("width, height", [(1440, 900), (390, 844)])
@pytest.mark.parametrize("name, sentence", [
    ("Chime.wav", "It already plays; converting saves 72 %."),
    ("Siren.caf", "31.2\u00a0s is too long: the first 29.9\u00a0s are kept."),
])
def test_one_screen(open_page, width, height, name, sentence):
    """The waveform, the verdict in a sentence, both sizes, Play and Download are in the window without scrolling."""
    driver = open_page(viewport={"width": width, "height": height})
    driver.choose(SAMPLES / name)
    driver.wait_until_done()
    card = driver.card(name)
    for part in ESSENTIAL:
        box = card.locator(f"[data-part={part}]").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, part
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, part
    assert driver.page.evaluate("scrollY") == 0
    assert card.locator("[data-part=sentence]").text_content() == sentence
    before, after = card.locator("[data-part=before]").text_content(), card.locator("[data-part=after]").text_content()
    assert card.locator("[data-part=sizes]").text_content().startswith(f"{before} →{after}−")
    assert driver.page.locator("header.top").bounding_box()["height"] < 70
    # There is one primary action.
    assert driver.page.locator(".primary:visible").count() == 1


def test_settings_are_beside(open_page):
    """In a wide window, the settings are open and visible beside the sound; in a narrow one, folded below."""
    driver = open_page(viewport={"width": 1440, "height": 900})
    driver.choose(SAMPLES / "Chime.wav")
    driver.wait_until_done()
    box = driver.page.locator("#options").bounding_box()
    wave = driver.card("Chime.wav").locator("[data-part=position]").bounding_box()
    assert box["x"] > wave["x"] + wave["width"] and box["y"] < 500
    narrow = open_page(viewport={"width": 390, "height": 844})
    narrow.choose(SAMPLES / "Chime.wav")
    narrow.wait_until_done()
    assert narrow.page.locator("#options").is_hidden()


def test_on_a_lock_screen(open_page):
    """While the sound plays, a notification shows on a lock screen. That is off where motion isn't wanted, and can be
    switched on."""
    script = listening.SCRIPT + "; Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 });"
    for motion, is_on in [("no-preference", True), ("reduce", False)]:
        driver = open_page(before=script, viewport={"width": 1440, "height": 900})
        driver.page.emulate_media(reduced_motion=motion)
        driver.choose(SAMPLES / "Siren.caf")
        driver.wait_until_done()
        card = driver.card("Siren.caf")
        screen, banner = card.locator("[data-part=lock-screen]"), card.locator(".banner").element_handle()
        assert screen.is_visible() == is_on
        card.locator("[data-part=in-place]").set_checked(True)
        assert screen.is_visible()
        assert banner.evaluate("(banner) => getComputedStyle(banner).opacity") == "0"
        driver.play(card)
        driver.until("(banner) => getComputedStyle(banner).opacity === '1'", banner)
        card.locator("[data-action=play]").click()
        driver.until("(banner) => getComputedStyle(banner).opacity === '0'", banner)


@pytest.mark.parametrize("width", [1440, 390])
def test_a_list_of_sounds(open_page, width):
    """Many sounds are a compact list, those that need work first, whatever their order. A click opens one at a time."""
    driver = open_page(viewport={"width": width, "height": 844})
    driver.choose(SAMPLES / "Chime.wav", SAMPLES / "Siren.caf", SAMPLES / "Knock.wav")
    driver.until("() => document.querySelectorAll('.card[data-state=ready] [data-part=saving]:not(:empty)').length === 3")
    names = driver.page.locator(".card [data-part=name]").all_text_contents()
    assert names == ["Siren.caf", "Chime.wav", "Knock.wav"]
    assert [driver.card(name).locator("[data-part=saving]").text_content()[0] for name in names] == ["−"] * 3
    rows = [driver.card(name).locator("[data-part=row]").bounding_box() for name in names]
    # Beside the list, the first problem is open.
    assert driver.page.locator(".card.open [data-part=name]").all_text_contents() == (["Siren.caf"] if width == 1440 else [])
    assert all(row["height"] < 110 for row in rows)
    for name in names:
        driver.open(driver.card(name))
        assert driver.page.locator(".card.open [data-part=name]").all_text_contents() == [name]
        assert driver.card(name).locator("[data-part=download]").is_visible()


def test_a_keyboard_plays_through_the_list(open_page):
    """Space plays a row, and the arrow keys play the next one, from its beginning."""
    driver = open_page(before=listening.SCRIPT)
    driver.choose(SAMPLES / "Chime.wav", SAMPLES / "Siren.caf", SAMPLES / "Knock.wav")
    driver.wait_until_done(count=3)
    playing = """() => [...document.querySelectorAll('.card')].filter((card) => card.querySelector('[data-part=row-play]').dataset.playing === 'true')
      .map((card) => card.querySelector('[data-part=name]').textContent).join()"""
    driver.card("Siren.caf").locator("[data-action=open]").focus()
    driver.page.keyboard.press("Space")
    for name, key in [("Siren.caf", "ArrowDown"), ("Chime.wav", "ArrowDown"), ("Knock.wav", "ArrowUp"), ("Chime.wav", "Space")]:
        driver.until_true(lambda: driver.page.evaluate(playing) == name)
        driver.page.keyboard.press(key)
    driver.until_true(lambda: driver.page.evaluate(playing) == "")


def test_dropping_anywhere(page, tmp_path):
    """A sound can be dropped anywhere, also while others are there."""
    page.choose(SAMPLES / "Chime.wav")
    page.wait_until_done()
    page.drop(SAMPLES / "Knock.wav")
    page.wait_until_done(count=2)
    assert page.cards().count() == 2 and "over" not in page.page.locator("body").get_attribute("class")
