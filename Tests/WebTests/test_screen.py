"""After a drop, one screen shows what a person came for. Many sounds are a list that a keyboard plays through."""

import io
import zipfile

import pytest

import listening
import sounds

SAMPLES = sounds.ROOT / "Samples"
ESSENTIAL = ["sentence", "output", "tiles", "download", "position", "play", "hear"]


@pytest.mark.parametrize("width, height", [(1440, 900), (390, 844)])
@pytest.mark.parametrize("kind, sentence, output", [
    ("mp3", "iOS may play the default sound instead", "chime.caf plays"),
    ("long", "iOS plays the default sound instead", "long.caf plays"),
])
def test_one_screen(open_page, tmp_path, width, height, kind, sentence, output):
    """The verdict before and after, two formats, the waveform, Play and Download are in the window without scrolling."""
    sound = tmp_path / ("chime.mp3" if kind == "mp3" else "long.wav")
    sounds.ffmpeg("-stream_loop", "0" if kind == "mp3" else "40", "-i", SAMPLES / "Chime.wav", sound)
    driver = open_page(viewport={"width": width, "height": height})
    driver.choose(sound)
    driver.wait_until_done()
    card = driver.card(sound.name)
    for part in ESSENTIAL:
        box = card.locator(f"[data-part={part}]").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, part
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, part
    assert driver.page.evaluate("scrollY") == 0
    assert card.locator("[data-part=sentence]").text_content() == sentence
    driver.until_true(lambda: card.locator("[data-part=output]").text_content() == output)
    assert driver.page.locator("header.top").bounding_box()["height"] < 70
    # There is one primary action.
    assert driver.page.locator(".primary:visible").count() == 1


def test_three_sizes_of_text(open_page):
    """An open card has three sizes of text."""
    driver = open_page()
    driver.choose(SAMPLES / "Siren.caf")
    driver.wait_until_done()
    driver.show_formats(driver.card("Siren.caf"))
    sizes = driver.page.evaluate("""
      () => {
        const walker = document.createTreeWalker(document.querySelector('.card'), NodeFilter.SHOW_TEXT);
        const sizes = new Set();
        for (let text; (text = walker.nextNode());) {
          if (text.data.trim() && text.parentElement.checkVisibility()) sizes.add(getComputedStyle(text.parentElement).fontSize);
        }
        return [...sizes];
      }
    """)
    assert len(sizes) <= 3, sizes


def test_settings_are_folded(open_page):
    """The settings are folded until they are asked for, and there are none before there is a sound."""
    driver = open_page(viewport={"width": 1440, "height": 900})
    assert driver.page.locator("#options").is_hidden()
    driver.choose(SAMPLES / "Chime.wav")
    driver.wait_until_done()
    assert driver.page.locator("#options").is_hidden()
    driver.option("loudness", "-16")
    assert driver.page.locator("#options").is_visible()


@pytest.mark.parametrize("name, sentence, output", [
    ("chime", "iOS plays it", "Use it as it is"), ("song", "iOS may play the default sound instead", "song.caf plays"),
    ("long", "iOS plays the default sound instead", "long.caf plays"),
])
def test_examples(page, name, sentence, output):
    """A person without a sound can try three: one that plays, one in another format, one that is too long."""
    page.page.locator(f"[data-example={name}]").click()
    page.wait_until_done()
    card = page.cards().first
    assert card.locator("[data-part=sentence]").text_content() == sentence
    page.until_true(lambda: card.locator("[data-part=output]").text_content() == output)


def test_where_the_file_goes(page, core):
    """Under the download are the steps for each kind of app, with the file's name, and code to copy."""
    page.choose(SAMPLES / "Siren.caf")
    page.wait_until_done()
    card = page.card("Siren.caf")
    _, answer, _ = core.call("place", name="Siren.caf")
    assert len(answer) == 6
    for place in answer:
        card.locator(f"[data-part=frameworks] [value='{place['name']}']").check()
        page.until_true(lambda: card.locator("[data-part=code]").text_content() == place["code"])
        assert card.locator("[data-part=steps] li").all_text_contents() == place["steps"]
        assert "Siren.caf" in "".join(place["steps"]) and "Siren.caf" in place["code"]


def test_removals_are_undone(page):
    """Removing one sound or all of them can be taken back, with their own settings and in their places."""
    names = ["Siren.caf", "Chime.wav", "Knock.wav"]
    page.choose(*[SAMPLES / name for name in names])
    page.wait_until_done(count=3)
    page.select(page.card("Chime.wav"), "ulaw")
    page.card("Chime.wav").locator("[data-part=remove]").click()
    assert page.page.locator("#toast span").text_content() == "1 sound removed."
    page.page.locator("#toast button").click()
    page.wait_until_done(count=3)
    assert page.choice(page.card("Chime.wav"), "ulaw").locator("input").is_checked()
    page.page.locator("#remove-all").click()
    assert page.cards().count() == 0
    page.page.keyboard.press("Control+z")
    page.wait_until_done(count=3)
    assert sorted(page.page.locator(".card [data-part=name]").all_text_contents()) == sorted(names)


def test_leaving_after_a_change_asks(page):
    """A page with unsaved changes asks before it is left; one without them doesn't."""
    asked = []
    page.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.choose(SAMPLES / "Chime.wav")
    page.wait_until_done()
    page.page.reload()
    assert asked == []
    page.wait_until_ready()
    page.choose(SAMPLES / "Chime.wav")
    page.wait_until_done()
    page.option("fade-in", "0.1")
    page.page.reload()
    assert asked == ["beforeunload"]


def test_a_silent_sound_is_called_silent(page, tmp_path):
    page.choose(sounds.wave_file(tmp_path / "silent.wav", [[0] * 22050]))
    page.wait_until_done()
    card = page.cards().first
    assert card.locator("[data-part=sentence]").text_content() == "It is silent"
    assert "plays" not in card.locator("[data-part=sentence] .verdict").get_attribute("class")


def test_what_is_used_as_it_is(page):
    """In the ZIP file is what the page says: a sound that needs no conversion is there as it is, under its name."""
    page.choose(SAMPLES / "Chime.wav", SAMPLES / "Knock.wav")
    page.wait_until_done(count=2)
    page.open(page.card("Chime.wav"))
    assert page.card("Chime.wav").locator("[data-part=output]").text_content() == "Use it as it is"
    with zipfile.ZipFile(io.BytesIO(page.download_all()[1])) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["Chime.wav", "Knock.caf"]
        assert archive.read("Chime.wav") == (SAMPLES / "Chime.wav").read_bytes()


def test_on_a_phone(open_page):
    """One switch shows a lock screen, where a notification appears while the sound plays, and plays as a phone's speaker."""
    driver = open_page(before=listening.SCRIPT, viewport={"width": 1440, "height": 900})
    driver.choose(SAMPLES / "Siren.caf")
    driver.wait_until_done()
    card = driver.card("Siren.caf")
    screen, banner = card.locator("[data-part=lock-screen]"), card.locator(".banner").element_handle()
    assert screen.is_hidden()
    card.locator("[data-part=phone]").check()
    assert screen.is_visible()
    assert banner.evaluate("(banner) => getComputedStyle(banner).opacity") == "0"
    driver.play(card)
    driver.until("(banner) => getComputedStyle(banner).opacity === '1'", banner)
    card.locator("[data-part=play]").click()
    driver.until("(banner) => getComputedStyle(banner).opacity === '0'", banner)


@pytest.mark.parametrize("width", [1440, 390])
def test_a_list_of_sounds(open_page, width):
    """Many sounds are a compact list, those that need work first, whatever their order. A click opens one at a time."""
    driver = open_page(viewport={"width": width, "height": 844})
    driver.choose(SAMPLES / "Chime.wav", SAMPLES / "Siren.caf", SAMPLES / "Knock.wav")
    driver.until_true(lambda: all(driver.has_file(card) for card in driver.cards().all()) and driver.cards().count() == 3)
    names = driver.page.locator(".card [data-part=name]").all_text_contents()
    assert names == ["Siren.caf", "Chime.wav", "Knock.wav"]
    rows = [driver.card(name).locator("[data-part=row]").bounding_box() for name in names]
    # Beside the list, the first problem is open.
    assert driver.page.locator(".card.open [data-part=name]").all_text_contents() == (["Siren.caf"] if width == 1440 else [])
    assert all(row["height"] < 110 for row in rows)
    for name in names:
        driver.open(driver.card(name))
        assert driver.page.locator(".card.open [data-part=name]").all_text_contents() == [name]
        assert driver.card(name).locator("[data-part=tiles]").is_visible()


def test_a_printed_list_has_reasons(open_page):
    """On paper, each sound of a list has its verdict and the reasons for it."""
    driver = open_page(viewport={"width": 1440, "height": 900})
    driver.choose(SAMPLES / "Chime.wav", SAMPLES / "Siren.caf")
    driver.wait_until_done(count=2)
    driver.open(driver.card("Chime.wav"))
    summary = driver.card("Siren.caf").locator("[data-part=summary]")
    assert summary.is_hidden()
    driver.page.emulate_media(media="print")
    assert summary.is_visible() and summary.text_content().startswith("31.2 s long; an alert must be shorter than 30 s.")
    assert driver.card("Siren.caf").locator("[data-part=tiles]").is_hidden()


def test_a_keyboard_plays_through_the_list(open_page):
    """Space plays a row, and the arrow keys play the next one, from its beginning."""
    driver = open_page(before=listening.SCRIPT)
    driver.choose(SAMPLES / "Chime.wav", SAMPLES / "Siren.caf", SAMPLES / "Knock.wav")
    driver.wait_until_done(count=3)
    playing = """() => [...document.querySelectorAll('.card')].filter((card) => card.querySelector('[data-part=row-play]').dataset.playing === 'true')
      .map((card) => card.querySelector('[data-part=name]').textContent).join()"""
    driver.card("Siren.caf").locator("[data-part=open]").focus()
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


def test_without_a_converter(open_page):
    """If the browser can't run the converter, each sound's card says so, and what to do. So does the drop zone."""
    page = open_page(before="globalThis.WebAssembly = undefined;", ready=False)
    page.until("() => document.documentElement.dataset.ready === 'failed'")
    words = "This browser can’t load the converter"
    page.until_true(lambda: page.page.locator("#refusal").text_content().startswith(words))
    page.choose(SAMPLES / "Chime.wav")
    page.wait_until_done()
    card = page.card("Chime.wav")
    assert card.locator("[data-part=cause]").text_content().startswith(words)
    assert card.locator("[data-part=next]").text_content() == "Reload the page, or use a current browser."
