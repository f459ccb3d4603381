"""The page stays responsive during long work, work can be cancelled, and a broken worker harms nothing else."""

import contextlib
import json
import math

import pytest

import sounds

# The processor time in milliseconds that the page may take before it responds: a browser's definition of a long task.
FREEZE = 50
# The same for 200 sounds, with the time of the test's own scripts, which look at each card.
FREEZE_OF_MANY = 150


@contextlib.contextmanager
def watched_tasks(page):
    """Measures the tasks of the page's main thread. Gives a function that returns, at the end, the longest task's
    milliseconds.

    Chromium's trace records each task's processor time, so other work of the machine doesn't count."""
    browser = page.page.context.browser
    longest = []
    browser.start_tracing(page=page.page, categories=["disabled-by-default-devtools.timeline"])
    try:
        yield lambda: longest[0]
    finally:
        events = json.loads(browser.stop_tracing())["traceEvents"]
        main = {(event["pid"], event["tid"]) for event in events
                if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"}
        tasks = [event["tdur"] for event in events if event["name"] == "RunTask" and (event["pid"], event["tid"]) in main
                 and "tdur" in event]
        longest.append(max(tasks) / 1000)


@pytest.fixture(scope="module")
def long_sound(tmp_path_factory):
    """29.9 s of stereo: the longest alert, so the longest search."""
    folder = tmp_path_factory.mktemp("long")
    one, two = (sounds.music(2.99, seed=seed) for seed in (1, 2))
    return sounds.wave_file(folder / "long.wav", [one * 10, two * 10])


# Records the values of each progress bar.
PROGRESS = """
  globalThis.fractions = [];
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() => {
      const bar = document.querySelector('.card .choice[data-candidate="ima4-63"] progress');
      if (bar && bar.value !== fractions.at(-1)) fractions.push(bar.value);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
"""


def test_the_page_never_freezes(open_page, long_sound, native, measured):
    """While 29.9 s of stereo are read, searched and drawn, the page responds and shows its progress. The file equals the
    command's."""
    page = open_page(before=PROGRESS)
    with watched_tasks(page) as longest:
        page.choose(long_sound)
        page.wait_until_done()
    measured.append(f"29.9 s of stereo: the page's longest task took {longest():.0f} ms of the processor's time")
    assert longest() < FREEZE
    fractions = page.page.evaluate("fractions")
    assert len(fractions) > 3
    assert fractions == sorted(fractions) and 0 <= fractions[0] < 0.5 and 0.85 <= fractions[-1] <= 1
    _, made = page.download(page.card("long.wav"), "small")
    assert sounds.first_difference(made, native.convert(long_sound)) is None


@pytest.mark.slow
def test_many_sounds(open_page, tmp_path, measured):
    """With 200 sounds, the page doesn't hang when they are added or when an option of all changes."""
    for index in range(200):
        sounds.wave_file(tmp_path / f"{index}.wav", [[round(9000 * math.sin(i * i * (index + 1) / 9000)) for i in range(4000)]], 16000)
    page = open_page()
    with watched_tasks(page) as adding:
        page.choose_folder(tmp_path)
        page.wait_until_made("I16", 200)
    with watched_tasks(page) as changing:
        page.prefer("ulaw")
        page.wait_until_made("ulaw", 200)
    measured.append(f"200 sounds: the longest task took {adding():.0f} ms while they were added, and {changing():.0f} ms after a "
                    "change of the options")
    assert adding() < FREEZE_OF_MANY and changing() < FREEZE_OF_MANY


def test_the_trace_sees_a_freeze(page):
    """If the page computed on its main thread, the trace would show it."""
    with watched_tasks(page) as longest:
        page.page.evaluate("""
          new Promise((resolve) => setTimeout(() => {
            let sum = 0;
            for (let i = 0; i < 3e8; i++) sum = (sum + i) | 0;
            setTimeout(() => resolve(sum));  // The trace has only tasks that have ended.
          }, 50))
        """)
    assert longest() > FREEZE


def test_removing_a_sound_stops_its_search(page, long_sound):
    """The search of a removed sound takes no worker from other sounds. An undone removal begins it again."""
    page.choose(long_sound)
    page.until("() => document.querySelector('.choice[data-candidate=ima4-63]')?.dataset.state === 'working'")
    page.card("long.wav").locator("[data-part=remove]").click()
    page.choose(sounds.ROOT / "Samples/Knock.wav")
    page.wait_until_done()
    assert page.download(page.card("Knock.wav"), "small")[0] == "Knock.caf"
    page.page.locator("body").press("Control+z")
    page.page.locator("body").press("Control+z")
    page.wait_until_done(page.card("long.wav"))


def test_a_download_of_all_can_be_cancelled(open_page, long_sound):
    """During the conversions for a ZIP file, the page shows how many are done, and the button cancels them."""
    page = open_page(before="""
      // Searches never begin.
      const Real = Worker;
      globalThis.Worker = class extends Real {
        postMessage(message, ...rest) {
          if (!(message.input?.target?.quality > 0)) super.postMessage(message, ...rest);
        }
      };
    """)
    page.choose(long_sound, sounds.ROOT / "Samples/Siren.caf")
    page.until("() => [...document.querySelectorAll('.card')].every((card) => card.dataset.state === 'ready')")
    button = page.page.locator("#download-all")
    button.click()
    page.until("() => document.getElementById('status').textContent === 'Converting: 0 of 2 sounds done.'")
    assert button.text_content() == "Cancel"
    button.click()
    page.until("() => /cancelled/.test(document.getElementById('toast').textContent)")
    page.until_true(lambda: button.text_content() == "Download all as ZIP")


def test_a_broken_worker_harms_no_other_card(open_page, native):
    """If the core traps on a sound, that sound's card says so. Sounds beside it and after it are converted."""
    driver = open_page(before="""
      // A worker's job for the sound `breakName` fails like a trap, with an error that isn't the core's own.
      const Real = Worker;
      globalThis.Worker = class extends Real {
        postMessage(message, ...rest) {
          if (globalThis.breakName && message.input?.sound?.name === globalThis.breakName) {
            setTimeout(() => { this.dispatchEvent(new ErrorEvent('error', { message: 'unreachable', cancelable: true })); }, 10);
            return;
          }
          super.postMessage(message, ...rest);
        }
      };
    """)
    driver.page.evaluate("globalThis.breakName = 'Knock.wav'")
    folder = sounds.ROOT / "Samples"
    driver.choose(folder / "Knock.wav", folder / "Chime.wav")
    driver.wait_until_done()
    assert driver.state(driver.card("Knock.wav")) == "failed"
    assert sounds.first_difference(driver.download(driver.card("Chime.wav"), "small")[1], native.convert(folder / "Chime.wav")) is None
    driver.page.evaluate("globalThis.breakName = null")
    driver.choose(folder / "Knock.wav")
    driver.wait_until_done()
    assert sounds.first_difference(driver.download(driver.card("Knock.wav", 1), "small")[1], native.convert(folder / "Knock.wav")) is None
