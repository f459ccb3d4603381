"""The page that `alertsound preview` writes opens from a disk, with every sound as the original and converted."""

import json
import re
import shlex
import struct
import subprocess

import pytest

import listening
import sounds

SAMPLES = sounds.ROOT / "Samples"


@pytest.fixture(scope="module")
def sent(program, tmp_path_factory):
    """A folder of sounds, as a project might have it, and the page for the folder."""
    folder = tmp_path_factory.mktemp("preview")
    source = folder / "sounds"
    # A sound's path contains `</script>`, and another sound's name is markup.
    (source / "a<").mkdir(parents=True)
    for name, sample in {"chime.wav": "Chime.wav", "siren.caf": "Siren.caf", "a</script><b>.wav": "Knock.wav",
                         "<!--<script> & ♪.wav": "Knock.wav"}.items():
        (source / name).write_bytes((SAMPLES / sample).read_bytes())
    sounds.ffmpeg("-i", SAMPLES / "Chime.wav", "-c:a", "libmp3lame", source / "song.mp3")
    sounds.ffmpeg("-i", SAMPLES / "Chime.wav", "-c:a", "alac", source / "lossless.m4a")
    page = folder / "preview.html"
    printed = subprocess.run([program, "preview", source, "-o", page], capture_output=True, text=True)
    assert page.exists(), printed.stderr
    return source, page


@pytest.fixture
def preview(open_page, sent):
    driver = open_page(file=sent[1], before=listening.SCRIPT)
    driver.wait_until_done(count=6)
    # The heading follows the cards after a moment.
    driver.until_true(lambda: driver.page.locator("h1").text_content() == "6 sounds, 1 needs work.")
    return driver


def test_every_sound_is_there(preview, sent):
    """All sounds are listed, and their names appear as text. Sounds with problems come first."""
    names = preview.page.locator(".card [data-part=name]").all_text_contents()
    assert len(names) == 6
    assert any("</script><b>" in name or name == "script><b>.wav" for name in names)
    assert any("<!--<script> & ♪" in name for name in names)
    assert preview.page.locator(".card b:not(.tiles b)").count() == 0
    verdicts = [preview.verdict(preview.cards().nth(index)) for index in range(6)]
    # Only the siren is too long. The others play as they are converted.
    assert names[0] == "siren.caf" and verdicts == ["default"] + ["plays"] * 5, (names, verdicts)


def test_the_converted_files_are_the_commands(preview, sent, native):
    """Each card's download equals the file that `alertsound convert` makes."""
    source, _ = sent
    for index in range(6):
        card = preview.cards().nth(index)
        name = card.locator("[data-part=name]").text_content()
        file = next(path for path in source.rglob("*") if path.name == name)
        _, made = preview.download(card)
        assert sounds.first_difference(made, native.convert(file)) is None, name


def test_originals_and_conversions_play(preview):
    """Offline, each sound is heard as the original and converted, even if the browser doesn't decode it."""
    output = listening.Output(preview)
    for index in range(6):
        card = preview.cards().nth(index)
        for choice in ("original", "ima4-63"):
            preview.select(card, choice)
            preview.play(card)
            assert any(output.hear())
            slider = card.locator("[data-part=position]").element_handle()
            preview.until("(slider) => Number(slider.getAttribute('aria-valuenow')) > 0", slider)
            card.locator("[data-part=play]").click()
        assert card.locator("[data-part=error]").text_content() == ""


def test_it_looks_like_a_preview(preview):
    """The title is the heading. The totals, the version, the date and the command follow. Nothing can be added or
    removed."""
    assert preview.page.title() == preview.page.locator("h1").text_content()
    report = preview.page.locator("#report")
    preview.until_true(lambda: re.fullmatch(r"[\d.]+\u00a0KB → [\d.]+\u00a0KB, −\d+ %", report.locator("[data-part=totals]").text_content()))
    assert re.match(r"alertsound \d+\.\d+.* · \d{4}-\d\d-\d\d ·", report.locator("[data-part=made]").text_content())
    assert report.locator("[data-part=command]").text_content().startswith("alertsound preview ")
    preview.open(preview.card("chime.wav"))
    assert [each for each in ["#drop", "#add", "#remove-all", "[data-part=remove]"] if preview.page.locator(f"{each}:visible").count()] == []


def test_a_designer_chooses_the_part(preview, sent, program, tmp_path):
    """Of a sound that is too long, the handles choose the part, and the line to send back makes the same file."""
    card = preview.card("siren.caf")
    preview.open(card)
    assert card.locator("[data-part=output]").text_content() == "Not your sound: the built-in chime"
    preview.handle(card, "trim-end").focus()
    for _ in range(4):
        preview.page.keyboard.press("PageDown")
    preview.until_true(lambda: card.locator("[data-part=output]").text_content() == "siren.caf plays")
    assert card.locator("[data-part=command]").is_visible()
    _, made = preview.download(card)
    command = shlex.split(card.locator("[data-part=command]").text_content())
    assert "--trim" in command
    (tmp_path / "siren.caf").symlink_to(sent[0] / "siren.caf")
    subprocess.run([program, *command[1:]], cwd=tmp_path, check=True, capture_output=True)
    assert sounds.first_difference(made, (tmp_path / command[-1]).read_bytes()) is None


@pytest.mark.parametrize("options", [
    [], ["--for", "alarmkit"], ["--for", "system-sound"], ["--limit", "5"], ["--for", "macos", "-d", "ulaw@24000", "-c", "1"],
    ["-d", "I8", "-f", "caff", "--over-limit", "warn"], ["--loudness", "-16", "--trim-silence", "--fade-out", "0.1", "--repeat", "9"],
    ["-q", "0", "-f", "AIFC", "-d", "ima4"], ["-d", "BEI24", "-f", "AIFF", "--trim", "0.1:0.5", "--fade-in", "0.05"],
])
def test_the_page_says_what_the_command_says(open_page, native, program, tmp_path, options):
    """For every use, the verdicts in the page equal those of `alertsound check`, the command on each card has the options, and
    each file is the command's."""
    page = tmp_path / "page.html"
    sound_files = [SAMPLES / "Siren.caf", SAMPLES / "Chime.wav", SAMPLES / "Knock.wav"]
    subprocess.run([program, "preview", *sound_files, "-o", page, *options], check=True, capture_output=True)
    rules = [word for name in ("--for", "--limit") if name in options for word in (name, options[options.index(name) + 1])]
    printed = subprocess.run([program, "check", "--json", "--listen", *rules, *sound_files], capture_output=True, text=True).stdout
    driver = open_page(file=page)
    driver.wait_until_done(count=len(sound_files))
    for report in json.loads(printed)["sounds"]:
        file = SAMPLES / report["file"].rsplit("/", 1)[1]
        card = driver.card(file.name)
        assert (card.locator("[data-part=sentence] .verdict").get_attribute("class").split()[1] == report["verdict"]["outcome"])
        name, made = driver.download(card)
        assert sounds.first_difference(made, native.convert(file, *options, extension=name.rsplit(".", 1)[1])) is None
        command = card.locator("[data-part=command]").text_content().split()
        # The command takes the file's format from its name, unless another is asked for.
        spelled = {word for each in command for word in (each, each.replace("LE", ""))}
        usual = {"-f", "caff", "AIFC", "AIFF"}
        assert [word for word in options if word not in spelled and word not in usual] == []


def test_what_was_shipped(open_page, core, program, tmp_path):
    """Beside the new file is what was shipped before: its size and its verdict, and it is heard. The totals compare the two."""
    before = tmp_path / "before"
    before.mkdir()
    (before / "Chime.aiff").write_bytes((SAMPLES / "Sonar.aiff").read_bytes())
    page = tmp_path / "page.html"
    subprocess.run([program, "preview", SAMPLES / "Chime.wav", SAMPLES / "Knock.wav", "--against", before, "-o", page], check=True, capture_output=True)
    driver = open_page(file=page, before=listening.SCRIPT)
    driver.wait_until_done(count=2)
    assert driver.card("Knock.wav").locator("[data-part=shipped]").text_content() == "New: nothing was shipped before."
    assert driver.choice(driver.card("Knock.wav"), "shipped").is_hidden()
    size = (SAMPLES / "Sonar.aiff").stat().st_size
    words = driver.card("Chime.wav").locator("[data-part=shipped]").text_content()
    assert words == f"Shipped before: Chime.aiff, {size / 1000:.{1 if size < 99950 else 0}f}\u00a0KB. iOS plays it."
    totals = driver.page.locator("[data-part=totals]")
    driver.until_true(lambda: totals.text_content().startswith(words.split(", ")[1].split(". ")[0] + " → "))
    card = driver.card("Chime.wav")
    driver.open(card)
    heard = listening.Output(driver)
    for name, file in (("shipped", before / "Chime.aiff"), ("original", SAMPLES / "Chime.wav")):
        driver.choice(card, name).locator("input").check()
        driver.play(card)
        start = heard.frame + round(0.03 * listening.RATE)
        heard.advance(16 * 128)
        at = heard.frame - start
        frames = heard.hear()
        _, answer, made = core.call("decode", file, name=file.name, rate=listening.RATE)
        samples = struct.unpack(f"<{len(made) // 4}f", made)
        decoded = [sum(frame) for frame in zip(*[iter(samples)] * answer["channels"])]
        assert listening.likeness(frames, decoded[at:at + len(frames)]) > 0.99, name
        card.locator("[data-part=play]").click()
        card.locator("[data-part=position]").press("Home")


def test_a_sound_that_could_not_be_read(open_page, program, tmp_path):
    """If the command can't read a sound, the page shows its reason. If it can't be converted, the page still plays the
    original."""
    source = tmp_path / "in"
    source.mkdir()
    (tmp_path / "secret.wav").write_bytes((SAMPLES / "Knock.wav").read_bytes())
    (source / "link.wav").symlink_to(tmp_path / "secret.wav")
    (source / "broken.wav").write_text("no sound")
    (source / "wide.wav").write_bytes((SAMPLES / "Surround.wav").read_bytes())
    page = tmp_path / "page.html"
    result = subprocess.run([program, "preview", source, "-o", page], capture_output=True, text=True)
    assert result.returncode == 1 and page.exists()
    assert (tmp_path / "secret.wav").read_bytes()[:200] not in page.read_bytes()
    driver = open_page(file=page)
    driver.wait_until_done(count=3)
    link, wide, broken = driver.card("link.wav"), driver.card("wide.wav"), driver.card("broken.wav")
    assert driver.state(broken) == "failed"
    assert broken.locator("[data-part=cause]").text_content().startswith("It isn’t a sound")
    assert driver.state(link) == "failed"
    assert link.locator("[data-part=cause]").text_content().startswith("This link leads out of the folder")
    assert driver.state(wide) == "ready"
