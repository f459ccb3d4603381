"""The page in Chromium makes the native command's files for each sound and target, alone and in a ZIP file."""

import io
import json
import re
import shlex
import subprocess
import zipfile

import pytest

import sounds
from sounds import TARGETS


@pytest.fixture(scope="module")
def everything(chromium, web, server):
    """A page where all sounds were dropped."""
    from browsers import Opener
    opener = Opener(chromium, web, server)
    driver = opener()
    driver.drop(*sounds.all_sounds())
    driver.wait_until_done(count=len(sounds.all_sounds()))
    yield driver
    opener.close()


def command_made(native, sound, target):
    """The command's file. The page mixes more than two channels down, as its command line says."""
    if sound.name != "Surround.wav":
        return native.bytes(sound, target)
    return native.convert(sound, *target.options, "-c", "2", extension=target.extension)


def test_every_sound_in_a_zip(everything, native, target):
    """After each change of the options, the ZIP file has the command's files for all sounds."""
    everything.choose_target(target)
    everything.wait_until_done()
    name, content = everything.download_all()
    assert name.endswith(".zip")
    expected = []
    for sound in sounds.all_sounds():
        made = command_made(native, sound, target)
        if made is not None:
            expected.append((f"{sound.stem}.{target.extension}", made))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert len({name.lower() for name in names}) == len(names) == len(expected)
        differences = []
        for name, (wanted, made) in zip(names, expected):
            # If two sounds have equal names, the second gets a number.
            assert re.sub(r"-\d+(\.\w+)$", r"\1", name) == wanted or name == wanted
            if difference := sounds.first_difference(archive.read(name), made):
                differences.append(f"{name}: {difference}")
        assert differences == []


@pytest.mark.slow
def test_every_sound_alone(everything, native):
    """Each card's own button saves an equal file under an equal name."""
    target = TARGETS[1]
    everything.choose_target(target)
    everything.wait_until_done()
    differences = []
    for index, sound in enumerate(sounds.all_sounds()):
        card = everything.nth(index)
        expected = command_made(native, sound, target)
        assert everything.has_download(card) == (expected is not None), sound.name
        if expected is None:
            continue
        name, made = everything.download(card)
        assert name == f"{sound.stem}.caf"
        if difference := sounds.first_difference(made, expected):
            differences.append(f"{sound.name}: {difference}")
    assert differences == []


def test_many_channels_are_mixed_down(page, native, program, tmp_path):
    """A sound of more than two channels is mixed down in every format, and the page says so. Its file is the command's, and is
    compared with the mix."""
    sound = sounds.ROOT / "Samples/Surround.wav"
    page.choose(sound)
    page.wait_until_done()
    card = page.card(sound.name)
    page.prefer("ima4-63")
    page.show_formats(card)
    for name in ("ima4-63", "ima4-0", "ulaw", "alaw", "I16"):
        page.wait_for(card, name)
        assert re.search(r"\d", page.choice(card, name).locator(".noise").text_content()), name
    assert "channels are mixed down" in card.locator("[data-part=warning]").text_content()
    _, made = page.download(card)
    assert sounds.first_difference(made, native.convert(sound, "-c", "2")) is None
    command = shlex.split(card.locator("[data-part=command]").text_content())
    (tmp_path / sound.name).symlink_to(sound)
    subprocess.run([program, *command[1:]], cwd=tmp_path, check=True, capture_output=True)
    assert sounds.first_difference(made, (tmp_path / command[-1]).read_bytes()) is None


def test_verdicts_are_the_commands(everything, program):
    """Each card shows the verdict of `alertsound check`."""
    printed = subprocess.run([program, "check", "--json", *sounds.all_sounds()], capture_output=True, text=True).stdout
    expected = {report["file"]: report["verdict"]["outcome"] for report in json.loads(printed)["sounds"]}
    for index, sound in enumerate(sounds.all_sounds()):
        card = everything.nth(index)
        if everything.state(card) == "ready":
            is_silent = card.locator("[data-part=verdict]").text_content() == "It is silent"
            assert everything.verdict(card) == ("undocumented" if is_silent else expected[str(sound)]), sound


@pytest.mark.parametrize("options, arguments, extension", [
    ({"rate": "22050"}, ["-d", "ima4@22050"], "caf"),
    ({"channels": "1"}, ["-c", "1"], "caf"),
    ({"format": "ima4-0"}, ["-q", "0"], "caf"),
    ({"format": "I24", "container": "AIFF"}, ["-d", "BEI24"], "aiff"),
    ({"format": "F32", "container": "WAVE", "rate": "8000"}, ["-d", "LEF32@8000"], "wav"),
    ({"container": "AIFC"}, ["-d", "ima4"], "aifc"),
    ({"limit": "1", "over-limit": "trim"}, ["--limit", "1", "--over-limit", "trim"], "caf"),
    ({"loudness": "-16"}, ["--loudness", "-16"], "caf"),
    ({"loudness": "-9", "true-peak": "-3", "format": "ulaw"}, ["--loudness", "-9", "--true-peak", "-3", "-d", "ulaw"], "caf"),
    ({"silence-threshold": True, "repeat": "8", "gap": "0.25"}, ["--trim-silence", "--repeat", "8", "--gap", "0.25"], "caf"),
    ({"trim-start": "0.2", "trim-end": "0.9", "fade-out": "0.1"}, ["--trim", "0.2:0.9", "--fade-out", "0.1"], "caf"),
])
def test_options(page, native, program, tmp_path, options, arguments, extension):
    """Other options also make the command's files, and so does the command line that the page shows."""
    sound = sounds.ROOT / "Samples/Chime.wav"
    page.choose(sound)
    page.wait_until_done()
    page.prefer("ima4-63")
    for name, value in options.items():
        page.option(name, value)
    card = page.card(sound.name)
    name, made = page.download(card)
    assert name == f"Chime.{extension}"
    assert sounds.first_difference(made, native.convert(sound, *arguments, extension=extension)) is None
    command = shlex.split(card.locator("[data-part=command]").text_content())
    assert command[:2] == ["alertsound", "convert"]
    (tmp_path / sound.name).symlink_to(sound)
    subprocess.run([program, *command[1:]], cwd=tmp_path, check=True, capture_output=True)
    assert sounds.first_difference(made, (tmp_path / command[-1]).read_bytes()) is None


@pytest.mark.parametrize("name, tile", [("Knock.wav", "small"), ("Chime.wav", "clean")])
def test_the_smallest_format_whose_noise_is_masked(page, native, program, name, tile):
    """The page chooses as `alertsound compare --formats` does, and shows the same ratios. The other of two formats is a click
    away."""
    sound = sounds.ROOT / "Samples" / name
    report = subprocess.run([program, "compare", "--formats", "--json", sound], check=True, capture_output=True).stdout
    candidates = {each["name"].replace(" -q ", "-"): each for each in json.loads(report)["candidates"]}
    page.choose(sound)
    page.wait_until_done()
    card = page.card(name)
    page.show_formats(card)
    for candidate in ("ima4-63", "ima4-0", "alaw", "I16"):
        page.wait_for(card, candidate)
        comparison, row = candidates[candidate.replace("I16", "LEI16")]["comparison"], page.choice(card, candidate)
        for key, part in (("noiseToMask", "noise"), ("signalToNoise", "likeness")):
            text = row.locator(f".{part}").text_content().replace("−", "-").split("\u00a0")[0]
            assert text == "exact" if comparison["exact"] else abs(float(text) - comparison[key]) < 0.06
    tiles = {each: card.locator(f"[data-tile={each}]") for each in ("small", "clean")}
    assert [each for each in tiles if tiles[each].locator("input").is_checked()] in ([tile], [])
    assert (tile == "small") == candidates["ima4-63"]["comparison"]["noiseIsMasked"]
    assert tiles["small"].locator("small").text_content() == ("sounds the same" if tile == "small" else "you may hear noise")
    assert tiles["clean"].locator("small").text_content() == "sounds the same"
    assert page.choice(card, "I16").locator(".words span").text_content() == "Lossless"
    # The clean file isn't smaller than this original, which plays.
    if tile == "clean":
        assert card.locator("[data-part=output]").text_content() == "Use it as it is"
        assert page.page.locator(".primary:visible").count() == 0
    assert sounds.first_difference(page.download(card, "small")[1], native.convert(sound)) is None
    assert sounds.first_difference(page.download(card, "clean")[1], native.convert(sound, "-d", "LEI16")) is None


def test_making_sounds_ready(page, native, tmp_path):
    """The card says how the sound was changed. The difference and the likeness are only the format's. Stereo has one
    loudness."""
    sound = sounds.wave_file(tmp_path / "wide.wav", [sounds.music(1.2, seed=1), [sample // 4 for sample in sounds.music(1.2, seed=2)]])
    page.choose(sound)
    page.wait_until_done()
    page.prefer("ima4-63")
    page.option("loudness", "-10")
    page.option("repeat", "5")
    page.wait_until_done()
    card = page.card(sound.name)
    said = card.locator("[data-part=result]").text_content()
    assert "Played 4 times" in said and " to −10" in said and "true peak" in said
    assert sounds.first_difference(page.download(card)[1], native.convert(sound, "--loudness", "-10", "--repeat", "5")) is None
    page.show_formats(card)
    page.wait_for(card, "ulaw")
    likeness = page.choice(card, "ulaw").locator(".likeness").text_content()
    assert 25 < float(likeness.split("\u00a0")[0]) < 45
    page.wait_for(card, "ima4-63@22050")
    assert page.choice(card, "ima4-63@22050").locator(".likeness").text_content() == "–"
    page.option("repeat", "")
    page.option("loudness", "")
    page.wait_until_done()
    page.until_true(lambda: "played" not in card.locator("[data-part=result]").text_content())
    assert sounds.first_difference(page.download(card)[1], native.convert(sound)) is None


@pytest.mark.parametrize("policy, outcome", [("omit", "omitted"), ("fail", "refused")])
def test_nothing_is_saved_of_a_sound_that_is_too_long(page, policy, outcome):
    page.choose(sounds.ROOT / "Samples/Siren.caf")
    page.wait_until_done()
    page.option("over-limit", policy)
    page.wait_until_done()
    card = page.card("Siren.caf")
    assert not page.has_download(card)
    assert page.verdict(card) == "default"
    assert page.choice(card, "I16").locator(".problem").text_content()
    words = {"omitted": "It is left out", "refused": "It can’t be converted"}
    assert card.locator("[data-part=output]").text_content() == words[outcome]


def test_a_sound_that_is_too_long(page, native):
    """By default, the page trims the sound and says so. If iOS's chime is to replace the sound, the page doesn't offer it as
    the sound."""
    siren = sounds.ROOT / "Samples/Siren.caf"
    page.choose(siren)
    page.wait_until_done()
    card = page.card("Siren.caf")
    said = lambda name: card.locator(f"[data-part={name}]").text_content()
    assert said("sentence") == "iOS plays the default sound instead" and said("summary").startswith("31.2 s long;")
    assert said("output") == "Siren.caf plays" and said("result") == "The first 29.9\u00a0s are kept; IMA4, quality 63."
    assert card.locator("[data-part=download]").text_content() == "Download Siren.caf"
    assert sounds.first_difference(page.download(card, "small")[1], native.convert(siren, "--over-limit", "trim")) is None

    page.option("over-limit", "default")
    page.wait_until_done()
    assert said("result").startswith("31.2\u00a0s is too long: the built-in chime takes its place; 16-bit PCM")
    assert "choose “Trim and fade out”" in card.locator("[data-part=warning]").text_content()
    assert card.locator("[data-part=download]").text_content() == "Download the built-in chime as Siren.caf"
    assert said("output") == "Not your sound: the built-in chime"
    assert page.is_heard(card, "original")
    assert card.locator("[data-part=difference]").is_disabled()
    assert sounds.first_difference(page.download(card)[1], native.convert(siren, "-d", "LEI16")) is None


def test_a_truncated_sound(page, program, tmp_path):
    """The page converts a file without its end and warns. The shown command does, too."""
    sound = tmp_path / "cut.wav"
    whole = (sounds.ROOT / "Samples/Chime.wav").read_bytes()
    sound.write_bytes(whole[:len(whole) // 2])
    page.choose(sound)
    page.wait_until_done()
    card = page.card("cut.wav")
    assert "the end of the sound is missing" in card.locator("[data-part=warning]").text_content()
    name, made = page.download(card)
    command = shlex.split(card.locator("[data-part=command]").text_content())
    subprocess.run([program, *command[1:]], cwd=tmp_path, check=True, capture_output=True)
    assert sounds.first_difference(made, (tmp_path / name).read_bytes()) is None


@pytest.mark.parametrize("use", ["notification", "callkit", "alarmkit", "live-activity", "system-sound", "macos"])
def test_what_it_is_for(page, program, use):
    """The verdicts on each sound equal those of `alertsound check --for`. The conversion's length limit doesn't change
    them."""
    page.choose(*sounds.samples())
    page.wait_until_done(count=len(sounds.samples()))
    page.option("use", use)
    page.option("limit", 5)
    printed = subprocess.run([program, "check", "--json", "--listen", "--for", use, *sounds.samples()],
                             capture_output=True, text=True).stdout
    for report in json.loads(printed)["sounds"]:
        card = page.card(report["file"].rsplit("/", 1)[1])
        page.until_true(lambda: page.verdict(card) == report["verdict"]["outcome"])


def test_what_is_no_sound_is_refused(page, tmp_path):
    """Pictures and texts get no card. A sentence gives their names."""
    (tmp_path / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (tmp_path / "notes.txt").write_text("no sound")
    page.choose(tmp_path / "image.png")
    page.until("() => /image.png isn’t a sound/.test(document.querySelector('#drop #refusal').textContent)")
    page.choose(tmp_path / "image.png", tmp_path / "notes.txt", sounds.ROOT / "Samples/Knock.wav")
    page.wait_until_done()
    assert page.cards().count() == 1
    page.until("() => /2 files aren’t sounds/.test(document.getElementById('toast').textContent)")


def test_dropping_a_folder(page, native, tmp_path):
    """A folder's sounds are found in its subfolders, and the ZIP file keeps the subfolders. Hidden files aren't sounds."""
    samples = sounds.ROOT / "Samples"
    for place in ("set/one", "set/two"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "ring.wav").write_bytes((samples / "Knock.wav" if "one" in place else samples / "Chime.wav").read_bytes())
    (tmp_path / "set/notes.txt").write_text("no sound")
    (tmp_path / "set/._ring.wav").write_bytes(bytes(82))
    page.drop(tmp_path / "set")
    page.until("() => document.querySelectorAll('.card').length === 2")
    page.wait_until_done()
    page.prefer("ima4-63")
    with zipfile.ZipFile(io.BytesIO(page.download_all()[1])) as archive:
        made = {name: archive.read(name) for name in archive.namelist()}
    assert made == {"set/one/ring.caf": native.convert(samples / "Knock.wav"), "set/two/ring.caf": native.convert(samples / "Chime.wav")}


def test_choosing_a_folder(page, native, tmp_path):
    """Choosing a folder adds its sounds, in the order of their names."""
    for name, sample in {
            "set/b/two.wav": "Chime.wav", "set/one.wav": "Knock.wav", "set/notes.txt": "Knock.wav", "set/._one.wav": "Knock.wav"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((sounds.ROOT / "Samples" / sample).read_bytes())
    page.choose_folder(tmp_path / "set")
    page.wait_until_done(count=2)
    assert page.page.locator(".card [data-part=name]").all_text_contents() == ["two.wav", "one.wav"]
    for name, sample in {"two.wav": "Chime.wav", "one.wav": "Knock.wav"}.items():
        _, made = page.download(page.card(name), "small")
        assert sounds.first_difference(made, native.convert(sounds.ROOT / "Samples" / sample)) is None


def test_pasting_files(page, native):
    """Pasted files are converted like dropped files. Pasted text is ignored."""
    samples = [sounds.ROOT / "Samples/Knock.wav", sounds.ROOT / "Samples/Bell.caf"]
    page.paste()
    page.paste(*samples)
    page.wait_until_done(count=2)
    assert page.cards().count() == 2
    for sample in samples:
        _, made = page.download(page.card(sample.name), "small")
        assert sounds.first_difference(made, native.convert(sample)) is None


@pytest.mark.parametrize("name, shown, saved", [
    ("<img src=x onerror=alert(1)> & ♪.wav", "<img src=x onerror=alert(1)> & ♪.wav", "♪"),
    ("ring\u202efac.wav", "ring\ufffdfac.wav", "ring-fac.caf"),
    ("ring -q 0.wav", "ring -q 0.wav", "ring -q 0.caf"),
])
def test_names_are_text(page, tmp_path, name, shown, saved):
    """The page shows and uses any file name unchanged. Characters that reverse the writing direction are shown, but not
    saved."""
    file = tmp_path / name
    file.write_bytes((sounds.ROOT / "Samples/Knock.wav").read_bytes())
    page.choose(file)
    page.wait_until_done()
    card = page.cards().first
    assert card.locator("[data-part=name]").text_content() == shown
    assert page.page.locator("img").count() == 0
    name, _ = page.download(card, "small")
    assert saved in name and name.endswith(".caf")


def test_what_was_chosen_stays(page, native):
    """A sound keeps the format chosen for it when another option changes. It loses that format when the options ask for
    another."""
    page.choose(sounds.ROOT / "Samples/Knock.wav")
    page.wait_until_done()
    card = page.cards().first
    page.select(card, "ulaw")
    page.option("rate", "22050")
    page.wait_until_done()
    made = native.convert(sounds.ROOT / "Samples/Knock.wav", "-d", "ulaw@22050")
    page.until_true(lambda: page.has_download(card))
    assert page.is_heard(card, "ulaw")
    assert sounds.first_difference(page.download(card)[1], made) is None
    page.prefer("alaw")
    page.wait_until_done()
    assert page.is_heard(card, "alaw")


def test_a_value_that_no_option_takes(page, native):
    """A message names the invalid field and the value used instead. The field is marked until it is valid."""
    page.choose(sounds.ROOT / "Samples/Knock.wav")
    page.wait_until_done()
    page.option("limit", "9000")
    problem = page.page.locator("#options [data-part=problem]")
    assert problem.text_content() == "“Limit, in seconds” needs a number from 0.1 to 600; until then, 30 is used."
    page.option("loudness", "5")
    assert "“Loudness, in LUFS” needs a number from −70 to 0; until then, nothing is used." in problem.text_content()
    assert page.page.locator("#options [aria-invalid=true]").count() == 2
    page.wait_until_done()
    assert sounds.first_difference(page.download(page.cards().first, "small")[1], native.convert(sounds.ROOT / "Samples/Knock.wav")) is None
    # Exponents and long fractions are rounded, not refused.
    page.option("loudness", "-16")
    page.option("limit", "30")
    page.option("fade-in", "1e-7")
    page.option("fade-out", "0.33333333333333333")
    page.wait_until_done()
    assert page.page.locator("#options [aria-invalid]").count() == 0
    page.until_true(lambda: "--fade-out 0.333333" in page.cards().first.locator("[data-part=command]").text_content())
    page.page.locator("#options [type=reset]").click()
    page.until_true(lambda: problem.text_content() == "" and page.page.locator("#options [aria-invalid]").count() == 0)
    # A reset can be undone.
    page.page.locator("#toast button").click()
    page.until_true(lambda: page.page.locator("#options [name=loudness]").input_value() == "-16")


def test_a_file_that_is_gone(page, tmp_path):
    """A file that was removed after it was chosen has its own message, different from a damaged file's."""
    file = tmp_path / "ring.wav"
    file.write_bytes((sounds.ROOT / "Samples/Knock.wav").read_bytes())
    page.choose(file)
    page.wait_until_done()
    file.unlink()
    page.prefer("I24")
    page.wait_until_done()
    row = page.cards().first.locator(".choice.kept")
    words = "The file can’t be read any more: it was changed, moved or removed; add it again."
    page.until_true(lambda: row.locator(".problem").text_content() == words)


def test_an_original_that_is_gone_is_missing_in_the_archive(page, tmp_path):
    """One original that should be used as it is, but is gone, costs no other sound."""
    files = [tmp_path / name for name in ("Chime.wav", "Knock.wav")]
    for file in files:
        file.write_bytes((sounds.ROOT / "Samples" / file.name).read_bytes())
    page.choose(*files)
    page.wait_until_done(count=2)
    files[0].unlink()
    with zipfile.ZipFile(io.BytesIO(page.download_all()[1])) as archive:
        assert archive.namelist() == ["Knock.caf"]
    page.until_true(lambda: "1 sound couldn’t be converted: Chime.wav." in page.page.inner_text("body"))


def test_removing_all(page):
    """One button removes all sounds. The focus moves to where sounds are added, and the browser frees the cards."""
    session = page.page.context.new_cdp_session(page.page)

    def node_count():
        session.send("HeapProfiler.collectGarbage")
        return session.send("Memory.getDOMCounters")["nodes"]

    samples = sounds.samples()[:6]
    empty = node_count()
    for _ in range(3):
        page.choose(*samples)
        page.wait_until_done(count=len(samples))
        filled = node_count()
        page.page.locator("#remove-all").click()
        assert page.cards().count() == 0
        assert page.page.evaluate("document.activeElement.id") == "choose"
        assert page.page.locator("#download-all").is_hidden() and page.page.locator("#remove-all").is_hidden()
        # Cancelled work may keep a card for a moment.
        page.until_true(lambda: node_count() - empty < (filled - empty) / 2)
