"""The page is usable for everybody: axe-core's rules, narrow screens, a keyboard alone, less motion. Screenshots are
kept."""

from pathlib import Path

import axe_playwright_python
import pytest

import listening
import sounds

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
SAMPLES = sounds.ROOT / "Samples"
SIZES = {"phone": (320, 640), "tablet": (768, 1024), "desktop": (1280, 900)}


def violations(page):
    """The rules that axe-core finds broken. It runs from outside, so that the page's policy doesn't stop it."""
    page.evaluate(AXE)
    result = page.evaluate("""
      () => axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
    """)
    return [f"{rule['id']}: {rule['help']}: {node['html'][:160]} {node['any'][0]['message'][:160] if node['any'] else ''}"
            for rule in result["violations"] for node in rule["nodes"]]


@pytest.fixture(scope="module")
def filled(chromium, web, server, tmp_path_factory):
    """A page with every section unfolded and three sounds: iOS plays the first, rejects the second, and the third is
    unreadable."""
    from browsers import Opener
    broken = tmp_path_factory.mktemp("broken") / "broken-with-a-very-long-name-that-doesn't-fit-into-a-line.flac"
    broken.write_bytes(b"fLaC" + bytes(500))
    opener = Opener(chromium, web, server)
    driver = opener()
    driver.choose(SAMPLES / "Chime.wav", SAMPLES / "Siren.caf", broken)
    driver.wait_until_done(count=3)
    driver.show_formats(driver.card("Chime.wav"))
    driver.open_options()
    for name in ("ima4-0", "ulaw", "alaw", "I16", "ima4-63@22050"):
        driver.wait_for(driver.card("Chime.wav"), name)
    driver.blind_test(driver.card("Chime.wav"))
    for details in driver.page.locator("details:not([open])").all():
        if details.is_visible():
            details.locator("summary").click()
    yield driver
    opener.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_an_empty_page(open_page, output, size, scheme):
    """An empty page breaks no rule, and nothing is cut off. A screenshot is kept."""
    width, height = SIZES[size]
    driver = open_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    check(driver.page, output, f"empty-{size}-{scheme}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_a_full_page(filled, output, size, scheme):
    """A page with sounds, results, messages, options and the blind test breaks no rule, and nothing is cut off."""
    width, height = SIZES[size]
    filled.page.set_viewport_size({"width": width, "height": height})
    filled.page.emulate_media(color_scheme=scheme)
    filled.page.evaluate("Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))")
    check(filled.page, output, f"full-{size}-{scheme}")


def test_forced_colours(filled, output):
    """With the system's few colours, the chosen format and the verdicts can still be told, and no rule is broken."""
    filled.page.emulate_media(forced_colors="active")
    check(filled.page, output, "full-desktop-forced")
    marks = filled.page.evaluate("""
      () => ['.choice.kept', '.tiles label.kept', '.frameworks label:has(:checked)'].map((name) => {
        const it = [...document.querySelectorAll(name)].find((each) => each.checkVisibility());
        return !it || getComputedStyle(it).outlineStyle !== 'none';
      })
    """)
    filled.page.emulate_media(forced_colors="none")
    assert marks == [True] * 3


def check(page, output, name):
    folder = output / "screenshots"
    folder.mkdir(exist_ok=True)
    page.screenshot(path=folder / f"{name}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    assert violations(page) == []


def test_axe_would_complain(page):
    """axe-core's rules are active: it finds a picture without words, a field without a label and pale words."""
    page.page.evaluate("""
      document.querySelector('main').insertAdjacentHTML('beforeend',
        '<img src="data:,"><input id="unlabelled"><p id="pale">pale</p>');
      document.getElementById('pale').style.color = '#ccc';
      document.getElementById('pale').style.background = '#fff';
    """)
    found = {violation.split(":")[0] for violation in violations(page.page)}
    assert {"image-alt", "label", "color-contrast"} <= found
    page.watch.complaints.clear()


def test_targets_are_large_enough(filled):
    """On a phone, controls are at least 24 pixels high, as WCAG 2.2 requires."""
    filled.page.set_viewport_size({"width": 320, "height": 640})
    small = filled.page.evaluate("""
      () => [...document.querySelectorAll('button, select, summary, label:has(input[type=radio], input[type=checkbox]), input[type=number]')]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 24)
        .map((element) => element.outerHTML.slice(0, 120))
    """)
    assert small == []


def test_words_stay_whole(filled):
    """No size breaks a word of the page's own in two."""
    broken = {}
    for size, (width, height) in SIZES.items():
        filled.page.set_viewport_size({"width": width, "height": height})
        broken[size] = filled.page.evaluate("""
          () => {
            const found = [];
            for (const element of document.querySelectorAll('button, label, small, summary, .size, .noise, .likeness, .verdict, dt, dd, h4, .hint')) {
              const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
              for (let text; (text = walker.nextNode());) {
                for (const { 0: word, index } of text.data.matchAll(/[^\\s–,.…-]+/g)) {
                  const range = new Range();
                  range.setStart(text, index);
                  range.setEnd(text, index + word.length);
                  const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
                  if (lines.size > 1) found.push(word);
                }
              }
            }
            return [...new Set(found)];
          }
        """)
    assert broken == {size: [] for size in SIZES}


def test_reduced_motion(open_page):
    """If the browser asks for reduced motion, the page has no transitions or animations."""
    moving = """
      () => [...document.querySelectorAll('*')].filter((element) => {
        const style = getComputedStyle(element);
        const longest = (text) => Math.max(...text.split(',').map(parseFloat));
        return longest(style.transitionDuration) > 0.01 || (style.animationName !== 'none' && longest(style.animationDuration) > 0.01);
      }).map((element) => element.outerHTML.slice(0, 100))
    """
    driver = open_page(reduced_motion="reduce")
    driver.choose(SAMPLES / "Knock.wav")
    driver.wait_until_done()
    assert driver.page.evaluate(moving) == []
    assert driver.page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


def test_state_is_spoken(page):
    """A live region states how many sounds there are and which sounds have a problem."""
    page.choose(SAMPLES / "Knock.wav", SAMPLES / "Siren.caf")
    page.wait_until_done(count=2)
    page.until("() => /2 sounds/.test(document.querySelector('[role=status]').textContent)")
    assert page.page.locator("#status").text_content() == "2 sounds, 1 needs work."


def focused(page):
    """A text that identifies the focused element."""
    return page.evaluate("""
      () => {
        const it = document.activeElement;
        return JSON.stringify([it.id, it.dataset?.part ?? null, it.type ?? it.localName, it.value ?? null]);
      }
    """)


def tab_to(page, selector, limit=80):
    """Presses Tab until an element has the focus. Fails if it never does, or if the focus is invisible."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            visible = page.evaluate("""
              () => {
                const style = getComputedStyle(document.activeElement);
                return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
              }
            """)
            assert visible, f"the focus on {selector} can't be seen"
            return
    raise AssertionError(f"the keyboard doesn't reach {selector}; last was {focused(page)}")


def test_a_keyboard_alone(open_page, native):
    """A keyboard alone can choose a file, play, switch the format, do a blind test and download."""
    driver = open_page(before=listening.SCRIPT)
    page = driver.page
    choosers = []
    page.on("filechooser", lambda chooser: choosers.append(chooser))
    tab_to(page, "#choose")
    page.keyboard.press("Enter")
    driver.until_true(lambda: choosers)
    choosers[0].set_files(SAMPLES / "Chime.wav")
    driver.wait_until_done()
    card = driver.card("Chime.wav")

    # The download is at the fifth stop from the top.
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    tab_to(page, "[data-tile=small] input, [data-tile=clean] input", limit=4)
    page.keyboard.press("Space")
    driver.until("() => document.querySelector('.choice.kept').dataset.candidate === document.activeElement.value")
    driver.wait_until_done(card)
    tab_to(page, "[data-part=download]", limit=1)
    name, made = driver.save(lambda: page.keyboard.press("Enter"))
    assert name == "Chime.caf"
    assert sounds.first_difference(made, native.convert(SAMPLES / "Chime.wav")) is None

    tab_to(page, "[data-part=formats] > summary")
    page.keyboard.press("Enter")
    tab_to(page, ".choice input")
    page.keyboard.press("ArrowDown")
    driver.until("() => document.querySelector('.choice.kept').dataset.candidate === 'ima4-0'")
    driver.wait_until_done(card)
    assert page.evaluate("document.activeElement.value") == "ima4-0", "the focus was lost by the choice"

    tab_to(page, "[data-part=position]")
    before = float(page.evaluate("document.activeElement.getAttribute('aria-valuenow')"))
    page.keyboard.press("ArrowRight")
    driver.until("(before) => Number(document.activeElement.getAttribute('aria-valuenow')) > before", before)
    assert page.evaluate("document.activeElement.getAttribute('aria-valuetext')")

    tab_to(page, "[data-part=play]")
    page.keyboard.press("Enter")
    driver.until("() => document.activeElement.dataset.playing === 'true'")
    assert any(listening.Output(driver).hear())
    page.keyboard.press("Space")
    driver.until("() => document.activeElement.dataset.playing === 'false'")

    tab_to(page, "[data-part=more] > summary")
    page.keyboard.press("Enter")
    tab_to(page, "[data-part=start]")
    page.keyboard.press("Enter")
    driver.until("() => !document.querySelector('[data-part=trial]').hidden")
    tab_to(page, "[data-part=hear-x]")
    page.keyboard.press("Enter")
    tab_to(page, "[data-part=is-a]")
    page.keyboard.press("Enter")
    driver.until("() => /of 1 trial/.test(document.querySelector('[data-part=score]').textContent)")

    tab_to(page, "[data-part=frameworks] input")
    page.keyboard.press("ArrowRight")
    assert "Flutter" == page.evaluate("document.activeElement.value")

    # Go back to the top of the card and remove it. The focus must stay in the page.
    for _ in range(80):
        page.keyboard.press("Shift+Tab")
        if "remove" in focused(page):
            break
    page.keyboard.press("Enter")
    assert driver.cards().count() == 0
    assert page.evaluate("document.activeElement.id") == "choose"
    page.keyboard.press("Control+z")
    driver.wait_until_done()
    assert page.evaluate("document.querySelector('.choice.kept').dataset.candidate") == "ima4-0", "the choice was lost by the undoing"


def test_the_controls_have_names(filled):
    """Each control has an accessible name, and no two buttons of a card have equal names."""
    tree = filled.page.evaluate("""
      () => [...document.querySelectorAll('.card')].map((card) => {
        const names = [...card.querySelectorAll('button')].filter((button) => button.checkVisibility())
          .map((button) => button.getAttribute('aria-label') ?? button.textContent.trim());
        return [card.getAttribute('aria-labelledby') && document.getElementById(card.getAttribute('aria-labelledby')).textContent, names];
      })
    """)
    for title, names in tree:
        assert title
        assert all(names), names
        assert len(set(names)) == len(names), names
