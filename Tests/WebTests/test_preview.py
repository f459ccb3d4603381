"""The page that `alertsound preview` writes opens from a disk, with every sound as the original and converted."""

import json
import shlex
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
    return driver


def test_every_sound_is_there(preview, sent):
    """All sounds are listed, and their names appear as text. Sounds with problems come first."""
    names = preview.page.locator(".card [data-part=name]").all_text_contents()
    assert len(names) == 6
    assert any("</script><b>" in name for name in names)
    assert any("<!--<script> & ♪" in name for name in names)
    assert preview.page.locator(".card b").count() == 0
    verdicts = [preview.verdict(preview.cards().nth(index)) for index in range(6)]
    order = {"default": 0, "undocumented": 1, "plays": 2}
    assert verdicts == sorted(verdicts, key=order.get), names
    assert "default" in verdicts and "plays" in verdicts


def test_the_converted_files_are_the_commands(preview, sent, native):
    """Each card's download equals the file that `alertsound convert` makes."""
    source, _ = sent
    for index in range(6):
        card = preview.cards().nth(index)
        name = card.locator("[data-part=name]").text_content()
        file = next(path for path in source.rglob("*") if str(path).endswith(name))
        assert card.locator(".choice.kept").get_attribute("data-candidate") == "converted"
        _, made = preview.download(card)
        assert sounds.first_difference(made, native.convert(file)) is None, name


def test_originals_and_conversions_play(preview):
    """Offline, each sound is heard as the original and converted, even if the browser doesn't decode it."""
    output = listening.Output(preview)
    for index in range(6):
        card = preview.cards().nth(index)
        for choice in ("original", "converted"):
            preview.select(card, choice)
            preview.play(card)
            assert any(output.hear())
            slider = card.locator("[data-part=position]").element_handle()
            preview.until("(slider) => Number(slider.getAttribute('aria-valuenow')) > 0", slider)
            card.locator("[data-action=play]").click()
        assert card.locator("[data-part=error]").text_content() == ""


def test_it_looks_like_a_preview(preview):
    """The heading says what needs work. A report has nothing to edit with. Each sound states its format once."""
    heading = preview.page.locator("h1").text_content()
    assert heading == preview.page.title() and heading.startswith("6 sounds, ") and " work" in heading
    assert preview.page.locator("h1").bounding_box()["height"] < 40
    card = preview.card("chime.wav")
    preview.open(card)
    editing = ["#options", "#drop", "#add", "#remove-all", "[data-part=remove]", ".handle", ".fix", "[data-part=formats]"]
    assert [each for each in editing if preview.page.locator(f"{each}:visible").count()] == []
    assert preview.choice(card, "converted").locator("small").first.text_content() == "IMA4, quality 63, as converted"
    assert card.locator(".choice").count() == 1


def test_the_command_that_is_shown(preview, sent, program, tmp_path):
    """The command line beside a download makes an equal file."""
    card = preview.card("chime.wav")
    _, made = preview.download(card)
    command = shlex.split(card.locator("[data-part=command]").text_content())
    (tmp_path / "chime.wav").symlink_to(sent[0] / "chime.wav")
    subprocess.run([program, *command[1:]], cwd=tmp_path, check=True, capture_output=True)
    assert sounds.first_difference(made, (tmp_path / "chime.caf").read_bytes()) is None


@pytest.mark.parametrize("options", [
    [], ["--for", "alarmkit"], ["--for", "system-sound"], ["--limit", "5"], ["--for", "macos", "-d", "ulaw@24000", "-c", "1"],
    ["-d", "I8", "-f", "caff", "--over-limit", "warn"], ["--loudness", "-16", "--trim-silence", "--fade-out", "0.1", "--repeat", "9"],
])
def test_the_page_says_what_the_command_says(open_page, program, tmp_path, options):
    """For every use, the verdicts in the page equal those of `alertsound check`, and the command on each card has the options."""
    page = tmp_path / "page.html"
    sound_files = [SAMPLES / "Siren.caf", SAMPLES / "Chime.wav", SAMPLES / "Pluck.aifc"]
    sound_files = [file for file in sound_files if file.exists()]
    subprocess.run([program, "preview", *sound_files, "-o", page, *options], check=True, capture_output=True)
    rules = [word for name in ("--for", "--limit") if name in options for word in (name, options[options.index(name) + 1])]
    printed = subprocess.run([program, "check", "--json", "--listen", *rules, *sound_files], capture_output=True, text=True).stdout
    driver = open_page(file=page)
    driver.wait_until_done(count=len(sound_files))
    for report in json.loads(printed)["sounds"]:
        card = driver.card(report["file"].rsplit("/", 1)[1])
        assert driver.verdict(card) == report["verdict"]["outcome"]
        command = card.locator("[data-part=command]").text_content().split()
        # The command's usual container isn't repeated.
        assert [word for word in options if word not in command] in ([], ["-f", "caff"])
        assert card.locator(".choice.kept").get_attribute("data-candidate") == "converted"
    if "--loudness" in options:
        card = driver.card("Chime.wav")
        assert "−16" in card.locator("[data-part=result]").text_content()


def test_a_sound_that_could_not_be_read(open_page, program, tmp_path):
    """If the command can't read a sound, the page shows its reason. If it can't convert a sound, the page still plays the
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
    driver = open_page(file=page)
    driver.wait_until_done(count=3)
    link, wide, broken = driver.card("link.wav"), driver.card("wide.wav"), driver.card("broken.wav")
    assert driver.state(broken) == "failed"
    assert broken.locator("[data-part=error]").text_content().startswith("This is not a CAF, AIFF, WAVE")
    assert driver.state(link) == "failed"
    assert link.locator("[data-part=error]").text_content().startswith("This link leads out of the folder")
    assert driver.state(wide) == "ready"
    assert "use -c 2 or -c 1" in wide.locator("[data-part=warning]").text_content()
    assert not driver.has_download(wide)
    assert driver.page.locator("h1").text_content() == "3 sounds, 3 need work"
