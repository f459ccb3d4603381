"""The order of the page's work: the first sound first, a clean file before the search, and no search that nobody looks at."""

import io
import zipfile

import sounds

SAMPLES = sounds.ROOT / "Samples"

# Records what workers are asked for, as [task, sound, quality]. Holds up searches until `letGo()`.
SCRIPT = """
  const Real = Worker;
  const held = [];
  globalThis.asked = [];
  globalThis.letGo = () => { for (const go of held.splice(0)) go(); globalThis.letGo = null; };
  globalThis.Worker = class extends Real {
    postMessage(message, ...rest) {
      if (message.task) asked.push([message.task, message.input.sound?.name, message.input.target?.quality ?? null]);
      const isSearch = message.task === 'convert' && message.input.target.quality > 0;
      if (isSearch && globalThis.letGo) held.push(() => super.postMessage(message, ...rest));
      else super.postMessage(message, ...rest);
    }
  };
"""


def shown_command(card):
    return card.locator("[data-part=command]").text_content()


def test_a_clean_file_before_the_search(open_page, native):
    """Linear PCM can be downloaded during the search, and the command beside it makes the same bytes. If the search's file
    sounds the same, it takes its place."""
    driver = open_page(before=SCRIPT)
    driver.choose(sound := SAMPLES / "Knock.wav")
    card = driver.cards().first
    driver.until_true(lambda: driver.has_download(card))
    assert driver.choice(card, "ima4-63").get_attribute("data-state") == "working"
    asked = driver.page.evaluate("asked")
    assert [quality for task, _, quality in asked if task == "convert"][0] is None, asked
    assert "-d LEI16" in shown_command(card)
    _, made = driver.download_now(card)
    assert sounds.first_difference(made, native.convert(sound, "-d", "LEI16")) is None
    driver.page.evaluate("letGo()")
    driver.wait_until_done(card)
    driver.until_true(lambda: "-d" not in shown_command(card))
    _, made = driver.download_now(card)
    assert sounds.first_difference(made, native.convert(sound)) is None


def test_two_workers_search_once(open_page, native, tmp_path):
    """The channels of a stereo sound are searched side by side, and only once, whatever the length is."""
    for frames in (64 * 300, 64 * 300 + 1):
        channels = [sounds.music(0.5, seed=seed)[:frames] for seed in (1, 2)]
        sound = sounds.wave_file(tmp_path / f"{frames}.wav", channels, rate=48000)
        driver = open_page(before=SCRIPT)
        driver.page.evaluate("letGo()")
        driver.choose(sound)
        card = driver.cards().first
        driver.wait_until_done(card)
        asked = driver.page.evaluate("asked")
        assert sum(task == "convert" and quality == 63 for task, _, quality in asked) == 2, asked
        _, made = driver.download(card, "small")
        assert sounds.first_difference(made, native.convert(sound, "-q", "63")) is None


def test_the_first_sound_first(open_page, tmp_path):
    """Each sound gets its verdict and its clean file before the sounds after it. Sounds that aren't on the screen aren't
    searched."""
    names = [f"{number:02}.mp3" for number in range(30)]
    sounds.ffmpeg("-i", SAMPLES / "Chime.wav", "-c:a", "libmp3lame", tmp_path / "00.mp3")
    for name in names[1:]:
        (tmp_path / name).write_bytes((tmp_path / "00.mp3").read_bytes())
    driver = open_page(before=SCRIPT)
    driver.choose(*(tmp_path / name for name in names))
    driver.until_true(lambda: all(driver.has_file(card) for card in driver.cards().all()))
    asked = driver.page.evaluate("asked")
    clean = [name for task, name, quality in asked if task == "convert" and quality is None]
    # Two workers take turns, so neighbours may change places.
    assert all(abs(names.index(name) - place) <= 2 for place, name in enumerate(clean)), clean
    described = [name for task, name, _ in asked[:asked.index(["convert", names[0], None])] if task == "read"]
    assert len(described) <= 4, described
    searched = {name for task, name, quality in asked if task == "convert" and quality}
    assert searched <= set(names[:3]), searched


def test_an_archive_waits_for_the_search(open_page, tmp_path, native):
    """The ZIP file has what sounds the same, even of sounds that weren't on the screen. The page says which name it changed
    because two were alike."""
    names = ["a.wav", "b.wav", "c.wav", "A.aiff"]
    for name in names:
        (tmp_path / name).write_bytes((SAMPLES / "Knock.wav").read_bytes())
    driver = open_page(viewport={"width": 400, "height": 300})
    driver.choose(*(tmp_path / name for name in names))
    driver.until_true(lambda: all(driver.has_file(card) for card in driver.cards().all()))
    _, content = driver.download_all()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert sorted(archive.namelist()) == ["A.caf", "a-2.caf", "b.caf", "c.caf"]
        expected = native.convert(SAMPLES / "Knock.wav")
        assert [sounds.first_difference(archive.read(name), expected) for name in archive.namelist()] == [None] * 4
    words = "Saved 4 sounds in alert-sounds.zip. 1 name has a number, since two were alike: a-2.caf."
    driver.until("(words) => document.querySelector('#toast span').textContent.endsWith(words)", words)
