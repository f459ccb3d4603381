"""The page stays alive during long work, work can be stopped, and a broken worker harms nothing else."""

import pytest

import sounds
from sounds import TARGETS

# The longest time between two beats of the page's event loop. Real freezes are of seconds; a slow machine's pauses are not.
FREEZE = 1000

HEARTBEAT = """
  () => {
    globalThis.longestGap = 0;
    globalThis.beats = 0;
    let last = performance.now();
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      const now = performance.now();
      longestGap = Math.max(longestGap, now - last);
      last = now;
      beats += 1;
      setTimeout(() => channel.port2.postMessage(0), 5);
    };
    channel.port2.postMessage(0);
  }
"""


@pytest.fixture(scope="module")
def long_sound(tmp_path_factory):
    """29.9 s of stereo: the longest alert, and so the longest search."""
    folder = tmp_path_factory.mktemp("long")
    one, two = (sounds.music(2.99, seed=seed) for seed in (1, 2))
    return sounds.wave_file(folder / "long.wav", [one * 10, two * 10])


def test_the_page_never_freezes(page, long_sound, native):
    """While 29.9 s of stereo are read, searched and drawn, the page answers; the file is the command's."""
    page.page.evaluate(HEARTBEAT)
    page.choose(long_sound)
    page.wait_until_done(timeout=120)
    gap, beats = page.page.evaluate("[longestGap, beats]")
    assert beats > 20
    assert gap < FREEZE, f"the page stood still for {gap:.0f} ms"
    _, made = page.download(page.card("long.wav"))
    assert sounds.first_difference(made, native.convert(long_sound)) is None


def test_the_heartbeat_sees_a_freeze(page):
    """The check above would fail if the page computed by itself."""
    page.page.evaluate(HEARTBEAT)
    page.page.evaluate("new Promise((resolve) => setTimeout(() => { const end = performance.now() + 1200;"
                       " while (performance.now() < end); setTimeout(resolve, 100); }, 50))")
    assert page.page.evaluate("longestGap") > FREEZE


def test_a_search_can_be_cancelled(page, long_sound):
    """A cancelled search stops, says so, leaves other sounds alone, and can be done again."""
    page.choose_target(TARGETS[0], quality=127)
    page.choose(long_sound)
    card = page.card("long.wav")
    page.cancel(card)
    page.choose(sounds.ROOT / "Samples/Knock.wav")
    page.wait_until_done(page.card("Knock.wav"), timeout=60)
    assert page.candidate_state(card) != "ready"
    assert page.download(page.card("Knock.wav"))[0] == "Knock.caf"


def test_a_broken_worker_harms_no_other_card(open_page, native):
    """If the core traps over one sound, that card says so, and the sounds beside it and after it are converted."""
    driver = open_page(before="""
      // The next worker's job after `breakNext` fails as a trap does: with an error that isn't the core's own.
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
    assert sounds.first_difference(driver.download(driver.card("Chime.wav"))[1], native.convert(folder / "Chime.wav")) is None
    driver.page.evaluate("globalThis.breakName = null")
    driver.choose(folder / "Knock.wav")
    driver.wait_until_done()
    assert sounds.first_difference(driver.download(driver.card("Knock.wav", 1))[1], native.convert(folder / "Knock.wav")) is None
