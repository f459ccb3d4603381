"""Drives the page as a person does. No other file knows the page's elements."""

import base64
import re
import time
from pathlib import Path


# The longest wait for anything, in seconds. A page that takes longer hangs, even on a busy machine.
LONGEST = 180

# The number of downloads that Chromium allows a page within a second. It silently drops further
# ones, and a test can be fast enough for that.
BURST = 10


class Driver:
    """Drives one open page. A `card` is a locator of a sound's card."""

    def __init__(self, page, watch, downloads=None):
        self.page = page
        self.watch = watch
        # The folder where the browser saves files, for a browser that doesn't tell Playwright about
        # downloads.
        self.downloads = downloads
        self.saved = 0

    def until(self, function, argument=None):
        """Waits until a JavaScript function returns a true value. Playwright's own wait needs eval, and the page's policy
        forbids eval."""
        self.until_true(lambda: self.page.evaluate(function, argument))

    def until_true(self, condition):
        end = time.monotonic() + LONGEST
        while not condition():
            assert time.monotonic() < end, f"not in {LONGEST} s; the page says: {self.page.inner_text('body')[:2000]}"
            self.page.wait_for_timeout(30)

    def wait_until_ready(self):
        self.until("() => document.documentElement.dataset.ready")
        assert self.page.evaluate("document.documentElement.dataset.ready") == "yes"

    # Sounds

    def choose(self, *files):
        """Chooses files as the file dialogue does."""
        self.page.set_input_files("#file-input", [str(file) for file in files])

    def choose_folder(self, folder):
        self.page.set_input_files("#folder-input", str(folder))

    def paste(self, *files):
        """Pastes files as if they had been copied in a file manager."""
        contents = [[Path(file).name, base64.b64encode(Path(file).read_bytes()).decode()] for file in files]
        self.page.evaluate("""
          (contents) => {
            const transfer = new DataTransfer();
            for (const [name, text] of contents) {
              transfer.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name));
            }
            document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
          }
        """, contents)

    def drop(self, *paths):
        """Drops files and folders onto the page from outside, by the DevTools protocol (Chromium only)."""
        session = self.page.context.new_cdp_session(self.page)
        data = {"items": [], "files": [str(Path(path).resolve()) for path in paths], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            session.send("Input.dispatchDragEvent", {"type": kind, "x": 200, "y": 200, "data": data})
        session.detach()

    def cards(self):
        return self.page.locator(".card")

    def card(self, name, number=0):
        """The card of a sound. `number` chooses among the cards of equal names."""
        title = self.page.locator("[data-part=name]", has_text=re.compile(f"^{re.escape(name)}$"))
        return self.cards().filter(has=title).nth(number)

    def nth(self, index):
        """The card of the sound that was added as number `index`. The page shows sounds that need work first."""
        return self.page.locator(f".card[data-number='{index}']")

    def open(self, card):
        """Opens a sound in the list. A sound alone is open."""
        button = card.locator("[data-part=open]")
        if button.get_attribute("aria-expanded") != "true":
            button.click()

    def show_formats(self, card):
        """Unfolds the other formats, which are converted only then."""
        self.open(card)
        if not card.locator("[data-part=choices]").is_visible():
            card.locator("[data-part=formats] > summary").click()

    def state(self, card):
        """The state of a card: `reading`, `ready` or `failed`."""
        return card.get_attribute("data-state")

    def candidate_state(self, card):
        """The state of the format to download: `waiting`, `working`, `made`, `ready` or `failed`."""
        return card.locator(".choice.kept").get_attribute("data-state")

    def verdict(self, card):
        """The verdict on the original: `plays`, `undocumented` or `default`."""
        classes = card.locator("[data-part=verdict] .verdict").get_attribute("class").split()
        return next(name for name in classes if name != "verdict")

    def wait_until_done(self, card=None, count=None):
        """Waits until each card, or the given card, has its download and knows which format sounds the same, or says why it has
        none. Opens the cards, since only the cards on the screen are searched."""
        handle = card.element_handle() if card else None
        self.until("""
          ([only, count]) => {
            const cards = only ? [only] : [...document.querySelectorAll('.card')];
            const small = (card) => card.querySelector('[data-tile=small] input').value;
            const states = (card) => ['.choice.kept', `.choice[data-candidate="${small(card)}"]`]
              .map((row) => card.querySelector(row)?.dataset.state).filter(Boolean);
            const isDone = (card) => states(card).length > 0 && states(card).every((state) => ['ready', 'failed'].includes(state));
            const open = cards.filter((card) => card.dataset.state !== 'failed' && (card.dataset.state !== 'ready' || !isDone(card)));
            open.find((card) => states(card).some((state) => ['waiting', 'made'].includes(state)))
              ?.querySelector('[data-part=open][aria-expanded=false]')?.click();
            return cards.length >= count && open.length === 0;
          }
        """, [handle, count or 1])

    def wait_until_made(self, name, count):
        """Waits until each card has a file to download and this format chosen, without opening the cards."""
        self.until("""
          ([name, count]) => {
            const cards = [...document.querySelectorAll('.card')];
            return cards.length === count && cards.every((card) => !card.querySelector('[data-part=download]').disabled
              && card.querySelector('.choice.kept').dataset.candidate === name);
          }
        """, [name, count])

    # Options

    def open_options(self):
        """Unfolds the settings beside the open sound; those of the format are beside the formats."""
        self.until("""
          () => ['options', 'format-settings'].every((name) => {
            const details = document.getElementById(name).closest('details');
            return details && (details.open ||= true);
          })
        """)

    def option(self, name, value):
        self.open_options()
        field = self.page.locator(f"[form=options][name={name}], #options [name={name}]")
        if field.evaluate("(field) => field.localName") == "select":
            field.select_option(str(value))
        elif field.get_attribute("type") == "checkbox":
            field.set_checked(value)
        else:
            field.fill(str(value))
            field.press("Tab")

    def prefer(self, format):
        """Chooses a format for all sounds, such as `ima4-63`, instead of what sounds the same."""
        self.option("format", format)

    def settings_for(self, which):
        """Lets `option` change the settings of `all` sounds, or of the open `one`."""
        self.open_options()
        self.page.locator(f"#scope [value={which}]").check()

    def handle(self, card, setting):
        """The handle on the waveform for a setting: `trim-start`, `trim-end`, `fade-in`, `fade-out` or `repeat`."""
        self.open(card)
        return card.locator(f".handle.{setting}")

    def finding(self, card, words):
        """What the page says about a fault of the original."""
        return card.locator(".findings li", has_text=words).first

    def choose_target(self, target, quality=None):
        """Chooses a target's format, container and quality."""
        format = re.sub("^[LB]E", "", target.format)
        self.option("container", target.container)
        self.option("format", f"ima4-{target.quality if quality is None else quality}" if format == "ima4" else format)

    # Results

    def save(self, click):
        """Calls `click`, which must save a file, and returns the file's name and bytes."""
        self.saved += 1
        if self.saved % BURST == 0:
            # Wait a second before the download that starts the next ten.
            self.page.wait_for_timeout(1100)
        if self.downloads is None:
            with self.page.expect_download() as download:
                click()
            return download.value.suggested_filename, Path(download.value.path()).read_bytes()
        before = set(self.downloads.iterdir())
        click()
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            new = [file for file in set(self.downloads.iterdir()) - before if file.suffix != ".part"]
            if new and new[0].stat().st_size > 0 and not list(self.downloads.glob("*.part")):
                return new[0].name, new[0].read_bytes()
            time.sleep(0.05)
        raise AssertionError("nothing was saved")

    def download(self, card, tile=None):
        """Downloads a card's chosen format once it is converted; with a tile's name, `small` or `clean`, its format."""
        self.open(card)
        self.wait_until_done(card)
        if tile and not card.locator(f"[data-tile={tile}] input").is_checked():
            card.locator(f"[data-tile={tile}] input").check()
            self.wait_until_done(card)
        return self.download_now(card)

    def download_now(self, card):
        self.open(card)
        return self.save(card.locator("[data-part=download]").click)

    def has_file(self, card):
        """Whether the card has a file to download or to put into the ZIP file, even if the card isn't open."""
        return self.state(card) == "ready" and card.locator(".choice.kept").get_attribute("data-state") in ("made", "ready")

    def has_download(self, card):
        return self.state(card) == "ready" and card.locator("[data-part=download]").is_visible() and card.locator("[data-part=download]").is_enabled()

    def download_all(self):
        return self.save(self.page.locator("#download-all").click)

    def remove_all(self):
        while self.cards().count():
            self.cards().first.locator("[data-part=remove]").click()

    # Listening

    def choice(self, card, name):
        """The original, or the row of a format, such as `ima4-63`, `ima4-0`, `ulaw`, `alaw`, `I16`, `ima4-63@22050`."""
        return card.locator(f"[data-candidate='{name}']")

    def select(self, card, name):
        """Chooses a format to hear and to download. The original can only be heard."""
        self.open(card)
        if name != "original" and not self.choice(card, name).locator("input").is_checked():
            self.show_formats(card)
            self.choice(card, name).locator("input").check()
        self.choice(card, "original" if name == "original" else "kept").locator("input").check()

    def is_heard(self, card, name):
        """Whether this is what Play plays."""
        if name == "original":
            return self.choice(card, name).locator("input").is_checked()
        return self.choice(card, name).locator("input").is_checked() and self.choice(card, "kept").locator("input").is_checked()

    def wait_for(self, card, name):
        """Waits until the page has converted the sound to a format."""
        self.until("(row) => row.dataset.state === 'ready'", self.choice(card, name).element_handle())

    def way(self, card, name, is_on):
        """Switches a way of listening: `loop`, `matched` or `difference`."""
        self.open(card)
        card.locator("[data-part=more]").evaluate("(details) => { details.open = true; }")
        card.locator(f"[data-part={name}]").set_checked(is_on)

    def blind_test(self, card):
        """Starts the blind test, and returns its element."""
        self.open(card)
        card.locator("[data-part=more]").evaluate("(details) => { details.open = true; }")
        panel = card.locator("[data-part=abx]")
        panel.locator("[data-part=start]").click()
        panel.locator("[data-part=hear-x]").wait_for()
        return panel

    def play(self, card):
        self.open(card)
        card.locator("[data-part=play]").click()
        self.until("(button) => button.dataset.playing === 'true'", card.locator("[data-part=play]").element_handle())
