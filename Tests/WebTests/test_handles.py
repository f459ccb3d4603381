"""Handles on the waveform set where a sound starts and ends, its fades and its length, by mouse, touch and keyboard."""

import re

import pytest

import sounds

CHIME = sounds.ROOT / "Samples/Chime.wav"


@pytest.fixture
def chime(page):
    page.choose(CHIME)
    page.wait_until_done()
    page.prefer("ima4-63")
    return page, page.card("Chime.wav")


def command(card):
    return card.locator("[data-part=command]").text_content()


def pull(driver, handle, by):
    """Drags a handle with the mouse, by pixels to the right."""
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    driver.page.mouse.move(x, y)
    driver.page.mouse.down()
    driver.page.mouse.move(x + by / 2, y)
    driver.page.mouse.move(x + by, y)
    driver.page.mouse.up()


def options(driver, card):
    """The options for preparing in the command, as numbers."""
    driver.wait_until_done(card)
    found = re.findall(r"--(trim|fade-in|fade-out|repeat) (\S+)", command(card))
    return {name: [float(number) if number else None for number in value.split(":")] for name, value in found}


def test_a_mouse_moves_the_handles(chime, native):
    """A handle goes where the mouse takes it; the file has the part between the handles, with the fades."""
    driver, card = chime
    second = card.locator("[data-part=position]").bounding_box()["width"] / 1.2
    pull(driver, driver.handle(card, "trim-start"), 0.3 * second)
    pull(driver, driver.handle(card, "trim-end"), -0.2 * second)
    pull(driver, driver.handle(card, "fade-in"), 0.1 * second)
    pull(driver, driver.handle(card, "fade-out"), -0.15 * second)
    made = options(driver, card)
    near = lambda value, expected: abs(value - expected) < 0.02
    assert near(made["trim"][0], 0.3) and near(made["trim"][1], 1.0), made
    assert near(made["fade-in"][0], 0.1) and near(made["fade-out"][0], 0.15), made
    arguments = [f"--trim={made['trim'][0]}:{made['trim'][1]}", "--fade-in", str(made["fade-in"][0]), "--fade-out", str(made["fade-out"][0])]
    assert sounds.first_difference(driver.download(card)[1], native.convert(CHIME, *arguments)) is None
    card.locator("[data-part=undo]").click()
    assert options(driver, card) == {}
    assert sounds.first_difference(driver.download(card)[1], native.convert(CHIME)) is None


def test_a_mouse_repeats_a_sound(chime):
    """Dragging a little to the right, perhaps beyond the window, repeats the sound; a cancelled drag changes nothing."""
    driver, card = chime
    handle = driver.handle(card, "repeat")
    pull(driver, handle, 90)
    assert 3.0 <= options(driver, card)["repeat"][0] / 1.2 < 3.6
    before = handle.get_attribute("aria-valuetext")
    box = handle.bounding_box()
    driver.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    driver.page.mouse.down()
    driver.page.mouse.move(box["x"] - 60, box["y"])
    assert handle.get_attribute("aria-valuetext") != before
    handle.dispatch_event("pointercancel")
    driver.page.mouse.up()
    assert handle.get_attribute("aria-valuetext") == before


def test_a_keyboard_moves_the_handles(chime):
    """Arrow keys move each handle to where they point, Delete takes it back, and its value is spoken."""
    driver, card = chime
    for name, keys, option in [("trim-start", ["ArrowRight"] * 2, "trim"), ("trim-end", ["ArrowLeft"], "trim"), ("fade-in", ["ArrowRight"], "fade-in"),
                               ("fade-out", ["ArrowLeft"], "fade-out"), ("repeat", ["ArrowRight"], "repeat")]:
        handle = driver.handle(card, name)
        before, place = handle.get_attribute("aria-valuetext"), handle.bounding_box()["x"]
        handle.focus()
        for key in keys:
            driver.page.keyboard.press(key)
        assert option in options(driver, card), name
        if name != "repeat":
            assert (handle.bounding_box()["x"] > place) == (keys[0] == "ArrowRight"), name
        assert handle.get_attribute("aria-valuetext") not in (before, ""), name
        assert driver.page.evaluate("(handle) => document.activeElement === handle", handle.element_handle())
        driver.page.keyboard.press("Delete")
        assert option not in options(driver, card), name
        assert handle.get_attribute("aria-valuetext") == before


def test_a_finger_moves_a_handle(open_page):
    """On a touch screen, a handle follows the finger, and the page doesn't scroll."""
    driver = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    driver.choose(CHIME)
    driver.wait_until_done()
    card = driver.card("Chime.wav")
    box = driver.handle(card, "trim-start").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = driver.page.context.new_cdp_session(driver.page)
    for kind, dx in [("touchStart", 0), ("touchMove", 20), ("touchMove", 90), ("touchEnd", None)]:
        points = [] if dx is None else [{"x": x + dx, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    driver.until_true(lambda: "trim" in options(driver, card))
    assert 0.25 < options(driver, card)["trim"][0] < 0.36
    assert driver.page.evaluate("scrollY") == 0


def test_which_part_of_a_long_sound_is_kept(page, native):
    """Of a sound that is too long, the start handle chooses which 29.9 s are kept."""
    siren = sounds.ROOT / "Samples/Siren.caf"
    page.choose(siren)
    page.wait_until_done()
    card = page.card("Siren.caf")
    assert page.handle(card, "trim-end").get_attribute("aria-valuenow") == "29.900"
    page.handle(card, "trim-start").focus()
    page.page.keyboard.press("ArrowRight")
    page.prefer("ima4-63")
    start = options(page, card)["trim"][0]
    assert 0.5 < start < 0.7
    made = native.convert(siren, "--trim", f"{start}:", "--over-limit", "trim")
    assert sounds.first_difference(page.download(card)[1], made) is None
