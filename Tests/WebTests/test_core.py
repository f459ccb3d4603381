"""The core in node makes the native command's files, and answers as the page's interface describes."""

import itertools
import json
import math
import re
import shlex
import struct
import subprocess
import wave

import pytest

import sounds
from sounds import TARGETS


def test_needs_nothing_from_outside(web):
    """The core imports only functions for its progress and its answer, so it can't reach a network or a clock."""
    script = """
      import { readFileSync } from 'node:fs';
      const module = new WebAssembly.Module(readFileSync(process.argv[1]));
      console.log(JSON.stringify([WebAssembly.Module.imports(module), WebAssembly.Module.exports(module).map((e) => e.name)]));
    """
    wasm = web / "core/core.wasm"
    printed = subprocess.run(["node", "--input-type=module", "-e", script, wasm], capture_output=True, check=True)
    imports, exports = json.loads(printed.stdout)
    assert sorted(each.pop("name") for each in imports) == ["answer", "progress"]
    assert imports == [{"module": "env", "kind": "function"}] * 2
    assert set(exports) == {"memory", "allocate", "release", "call"}


def test_makes_the_commands_files(core, native, sound, target):
    """For each sound and target, the core makes the command's bytes. It refuses the sounds that the command refuses."""
    status, answer, made = core.call("convert", sound, name=sound.name, **target.keys)
    expected = native.bytes(sound, target)
    if expected is None:
        assert status == 1 or answer["outcome"] == "omitted", answer
        return
    assert status == 0, answer
    assert answer["name"] == f"{sound.stem}.{target.extension}"
    # Don't assert equality, because pytest would print megabytes.
    if made != expected:
        pytest.fail(sounds.first_difference(made, expected))


# Each preparation's keys for the core, and its options for the command.
PREPARATIONS = {
    "loudness": ({"loudness": -16}, ["--loudness", "-16"]),
    "loud": ({"loudness": -6, "true_peak": -2.5}, ["--loudness", "-6", "--true-peak", "-2.5"]),
    "peak": ({"true_peak": -9}, ["--true-peak", "-9"]),
    "silence": ({"silence_threshold": -40}, ["--trim-silence", "--silence-threshold", "-40"]),
    "part": ({"trim_start": 0.1, "trim_end": 0.75, "fade_in": 0.02, "fade_out": 0.25},
             ["--trim", "0.1:0.75", "--fade-in", "0.02", "--fade-out", "0.25"]),
    "everything": ({"silence_threshold": -60, "repeat": 9.5, "gap": 0.3, "loudness": -20},
                   ["--trim-silence", "--repeat", "9.5", "--gap", "0.3", "--loudness", "-20"]),
}
PREPARED = ["Chime.wav", "Marimba.caf", "Bell.caf", "Siren.caf", "Pluck.aifc", "Sonar.aiff", "Knock.wav"]


@pytest.mark.parametrize("to", [TARGETS[0], TARGETS[1], TARGETS[2], TARGETS[5]], ids=lambda to: to.name)
@pytest.mark.parametrize("preparation", PREPARATIONS)
@pytest.mark.parametrize("name", PREPARED)
def test_makes_sounds_ready_as_the_command(core, native, program, tmp_path, name, preparation, to):
    """For an arranged sound at another loudness, the core makes the command's bytes, and so does the command line that it
    shows."""
    sound = sounds.ROOT / "Samples" / name
    keys, options = PREPARATIONS[preparation]
    status, answer, made = core.call("convert", sound, name=name, **to.keys, **keys)
    expected = native.convert(sound, *to.options, *options, extension=to.extension)
    if expected is None:
        assert status == 1, answer
        return
    assert status == 0, answer
    assert sounds.first_difference(made, expected) is None
    (tmp_path / name).symlink_to(sound)
    command = shlex.split(answer["command"])
    subprocess.run([program, *command[1:]], cwd=tmp_path, check=True, capture_output=True)
    assert sounds.first_difference(made, (tmp_path / command[-1]).read_bytes()) is None
    assert "levelling" not in answer or answer["fact"]


def test_makes_stereo_ready_as_the_command(core, native, scratch):
    """The loudness is that of both channels together, not of each channel."""
    sound = sounds.wave_file(scratch / "wide.wav", [sounds.music(1.5, seed=1), [sample // 4 for sample in sounds.music(1.5, seed=2)]])
    for keys, options in PREPARATIONS.values():
        _, answer, made = core.call("convert", sound, name=sound.name, **TARGETS[0].keys, **keys)
        assert sounds.first_difference(made, native.convert(sound, *TARGETS[0].options, *options)) is None


def test_says_what_was_done(core, scratch):
    """The facts equal those of `alertsound convert -v`. They say what kept the sound from reaching its loudness."""
    sound = sounds.ROOT / "Samples/Knock.wav"
    keys = dict(name="Knock.wav", container="caff", format="LEI16")
    _, plain, _ = core.call("convert", sound, **keys)
    assert not {"fact", "levelling", "preparedSeconds"} & plain.keys()
    _, answer, _ = core.call("convert", sound, repeat=10, loudness=0, **keys)
    assert re.fullmatch(r"played \d+ times.*; -\d+\.\d to -\d+\.\d LUFS, true peak -\d+\.\d to -\d+\.\d dBTP;"
                        r" .* LU below 0 LUFS, since the limiter lowers peaks by at most 10 dB", answer["fact"]), answer["fact"]
    assert 9 < answer["preparedSeconds"] <= 10
    bell = sounds.music(1, seed=1)
    sound = sounds.wave_file(scratch / "antiphase.wav", [bell, [-sample for sample in bell]])
    _, answer, _ = core.call("convert", sound, **(keys | dict(name=sound.name, channels=1)))
    assert answer["fact"].startswith("the channels cancel each other, so the mix is silent")


def floats(bytes):
    return struct.unpack(f"<{len(bytes) // 4}f", bytes)


def difference(core, sound, copy, **keys):
    """The original, prepared like its copy, minus the copy."""
    status, _, original = core.call("decode", sound, copy=copy, **keys)
    assert status == 0
    _, _, copied = core.call("decode", copy, name="copy.caf", **{key: keys[key] for key in ("rate",) if key in keys})
    return [a - b for a, b in itertools.zip_longest(floats(original), floats(copied)[:len(original) // 4], fillvalue=0)]


@pytest.mark.parametrize("preparation", PREPARATIONS)
def test_likeness_is_that_of_the_format(core, scratch, preparation):
    """A copy is compared with the prepared sound. An exact format is exact, and a lossy format is about as close as without
    preparation."""
    sound = sounds.ROOT / "Samples/Chime.wav"
    keys, _ = PREPARATIONS[preparation]
    copy = scratch / "prepared.caf"
    for format, least, most in (("LEF32", None, None), ("LEI16", 60, None), ("ulaw", 25, 45)):
        _, made, content = core.call("convert", sound, name="a.wav", container="caff", format=format, **keys)
        copy.write_bytes(content)
        extra = {"levelling": made["levelling"]} if "levelling" in made else {}
        keys_with_copy = dict(copy=copy, name="a.wav", **keys, **extra)
        status, answer, _ = core.call("compare", sound, **keys_with_copy)
        assert status == 0 and answer["comparable"]
        if least is None:
            assert answer["exact"] and answer["noiseIsMasked"], answer
        else:
            assert answer["exact"] or answer["signalToNoise"] > least and answer["signalToNoise"] < (most or 200), answer
        differences = difference(core, sound, **keys_with_copy)
        assert max(map(abs, differences), default=0) < (1e-9 if least is None else 0.06)


@pytest.mark.parametrize("channels", [1, 6])
@pytest.mark.parametrize("start", [None, 0.5])
def test_a_part_is_compared_with_that_part(core, scratch, channels, start):
    """A copy that was trimmed to the limit and mixed down is compared with the same part of the mix, and the original is
    played and described like that."""
    sound = sounds.wave_file(scratch / f"{channels}.wav", [sounds.music(2, seed=seed) for seed in range(channels)], 44100)
    keys = {"name": "a.wav", "over_limit": "trim", "limit": 1} | ({"trim_start": start} if start else {})
    if channels > 2:
        keys |= {"channels": 2}
    _, made, content = core.call("convert", sound, container="caff", format="LEF32", **keys)
    assert made["outcome"] == "trimmed" and made["seconds"] == 0.9
    copy = scratch / "part.caf"
    copy.write_bytes(content)
    status, answer, _ = core.call("compare", sound, copy=copy, **keys)
    assert status == 0 and answer["comparable"] and answer["exact"], answer
    _, decoded, frames = core.call("decode", sound, **keys)
    assert decoded["channels"] == min(channels, 2)
    assert len(frames) == 4 * 39_690 * min(channels, 2) and content.endswith(frames)
    _, description, _ = core.call("describe", sound, **keys)
    assert (description["seconds"], description["channels"]) == (0.9, min(channels, 2))


def test_an_unknown_likeness_has_a_reason(core, scratch):
    """A limiter's change at another rate doesn't count as the format's."""
    sound = sounds.ROOT / "Samples/Chime.wav"
    keys = dict(name="a.wav", loudness=-6)
    _, made, content = core.call("convert", sound, container="caff", format="LEI16", rate=22050, **keys)
    assert "," in made["levelling"]
    copy = scratch / "limited.caf"
    copy.write_bytes(content)
    status, answer, _ = core.call("compare", sound, copy=copy, levelling=made["levelling"], **keys)
    assert status == 0 and answer["comparable"] is False and "limiter" in answer["reason"]
    status, answer, _ = core.call("decode", sound, copy=copy, levelling=made["levelling"], **keys)
    assert status == 1 and "limiter" in answer["error"]


def test_the_command_never_replaces_the_original(core, program, tmp_path):
    """If the original has the output's name, in any case, the command writes to another name. Otherwise it keeps any
    name."""
    content = (sounds.ROOT / "Samples/Bell.caf").read_bytes()
    for name, output in {"g_bell.caf": "g_bell-alert.caf", "Loud.CAF": "Loud-alert.caf", "a.aiff": "a.caf", "plain": "plain.caf",
                         "two\nlines\r.caf": "two\nlines\r-alert.caf", "50% off.wav": "50% off.caf"}.items():
        (tmp_path / name).write_bytes(content)
        _, answer, made = core.call("convert", tmp_path / name, name=name, container="caff", format="LEI16")
        assert answer["name"] == output.replace("-alert", "")
        # The words that a shell makes from the command line.
        words = subprocess.run(["bash", "-c", f"printf '%s\\0' {answer['command']}"], capture_output=True).stdout.decode().split("\0")[:-1]
        assert words[-1] == output and words[2] == name
        subprocess.run([program, *words[1:]], cwd=tmp_path, check=True, capture_output=True)
        assert (tmp_path / output).read_bytes() == made and (tmp_path / name).read_bytes() == content


def test_the_limit_changes_no_verdict(core):
    """The limit belongs to the conversion. iOS's treatment of a sound doesn't depend on it."""
    sound = sounds.ROOT / "Samples/Chime.wav"
    verdicts = [core.call("describe", sound, name="a.wav", **keys)[1]["verdict"] for keys in ({}, {"limit": 1}, {"limit": 60})]
    assert verdicts[0] == verdicts[1] == verdicts[2]


def test_reports_progress(core):
    """A search reports a progress that never decreases and ends at 1."""
    sound = sounds.ROOT / "Samples/Chime.wav"
    core.call("convert", sound, name="a.wav", container="caff", format="ima4", quality=63)
    assert len(core.progress) > 3
    assert core.progress == sorted(core.progress)
    assert 0 <= core.progress[0] < 0.5 and core.progress[-1] == 1


def test_describes_what_the_command_says(core, program, sound):
    """The verdict, format and length of each sound equal those of `alertsound check --listen --json`."""
    printed = subprocess.run([program, "check", "--listen", "--json", sound], capture_output=True, text=True).stdout
    status, answer, _ = core.call("describe", sound, name=sound.name, columns=100)
    assert status == 0 and answer["readable"]
    (report,) = json.loads(printed)["sounds"]
    assert len(answer["waveform"]) == 100
    assert all(low <= high for low, high in answer["waveform"])
    verdict = report["verdict"]
    assert answer["verdict"]["outcome"] == verdict["outcome"]
    facts = {(finding["rule"], finding["fact"]) for finding in verdict["reasons"] + verdict["advisories"]}
    assert {(finding["rule"], finding["fact"]) for finding in answer["verdict"]["findings"]} == facts
    assert abs(answer["seconds"] - report["seconds"]) < 0.001
    _, head, _ = core.call("describe", sound, name=sound.name, head="yes")
    assert head == {key: answer[key] for key in ("format", "rate", "channels")}


def test_repetitions_beyond_32_bits(core, tmp_path):
    """A falsely high rate makes a repetition too long, but its length doesn't overflow. A gap without repetition
    has no effect."""
    sound = sounds.wave_file(tmp_path / "fast.wav", [[100, -100] * 500], 10_000_000)
    status, answer, _ = core.call("convert", sound, name="fast.wav", format="LEI16", container="caff", repeat=180, gap=80, over_limit="warn")
    assert status == 1 and "more than 17,280,000" in answer["error"]
    status, answer, _ = core.call("convert", sound, name="fast.wav", format="LEI16", container="caff", gap=1)
    assert status == 0 and "--gap" not in answer["command"]


def test_the_page_offers_what_the_core_takes(core, program):
    """The page's menus have the formats that each container can hold, the commands' uses, and the core's defaults."""
    constants = json.loads(subprocess.run(["node", "--input-type=module", "-e", """
      const { default: _, ...constants } = await import(process.argv[1]);
      console.log(JSON.stringify(constants));
    """, (sounds.ROOT / "Sources/Web/Page/offers.js").as_uri()], capture_output=True, check=True).stdout)
    markup = (sounds.ROOT / "Sources/Web/Page/index.html").read_text()
    sound = sounds.ROOT / "Samples/Knock.wav"
    convert = lambda **keys: core.call("convert", sound, name="a.wav", **keys)
    # For each container, the page offers exactly the menu's formats that the container holds.
    menu = set(re.findall(r'<option value="(ima4|ulaw|alaw|[IF]\d+)', markup))
    assert menu == {"ima4", "ulaw", "alaw", "I16", "I24", "F32"}
    for container, missing in constants["notIn"].items():
        assert set(missing) == {format for format in menu if convert(container=container, format=format)[0] == 1}
    # Without a byte order, linear PCM has the container's usual one.
    for container, order in {"caff": "LE", "WAVE": "LE", "AIFF": "BE", "AIFC": "BE"}.items():
        assert convert(container=container, format="I16")[2] == convert(container=container, format=f"{order}I16")[2]
    quality, limit = constants["defaultQuality"], float(re.search(r'name="limit".*? value="(\d+)"', markup)[1])
    assert quality == int(re.search(r'value="ima4-([1-9]\d*)"', markup)[1])
    # The command doesn't state defaults.
    _, usual, made = convert(container="caff", format="ima4")
    _, stated, same = convert(container="caff", format="ima4", quality=quality, limit=limit)
    assert (usual["command"], made) == (stated["command"], same)
    uses = re.findall(r'value="([^"]*)"', re.search(r'<select name="use">.*?</select>', markup, re.S)[0])
    known = subprocess.run([program, "check", "--for", "help"], capture_output=True, text=True).stdout.split()
    # A watch plays no sound by name.
    assert set(uses) == set(known) - {"watch"}


def test_place(core):
    """The steps into an app name the file, whatever its name is, and the payload's code is JSON with that name."""
    for name in ("ring.caf", "a\"b\\c $d.wav", "♪.caf"):
        status, answer, _ = core.call("place", name=name)
        assert status == 0
        places = {each["name"]: each for each in answer}
        assert list(places) == ["Swift", "Flutter", "React Native", "Expo", "Capacitor", "Push payload"]
        assert json.loads(places["Push payload"]["code"])["aps"]["sound"] == name
        assert name != "ring.caf" or all(name in " ".join(each["steps"]) for each in places.values())


def test_the_command_line(core, tmp_path):
    """The command line has the options that aren't usual, and accepts a truncated sound."""
    sound = sounds.ROOT / "Samples/Chime.wav"
    keys = dict(name="ring -q 0.wav", container="caff", format="ima4", quality=5, limit=4.5, use="alarmkit", over_limit="trim")
    _, answer, _ = core.call("convert", sound, **keys)
    words = "alertsound convert 'ring -q 0.wav' -q 5 --over-limit trim --limit 4.5 --for alarmkit{} -o 'ring -q 0.caf'"
    assert answer["command"] == words.format("")
    (tmp_path / "cut.wav").write_bytes(sound.read_bytes()[:-1000])
    _, answer, _ = core.call("convert", tmp_path / "cut.wav", **keys)
    assert answer["command"] == words.format(" --allow-truncated")


def test_listens_at_the_rate_of_the_output(core):
    """A sound and its difference can be decoded at another rate. A lossless copy's difference stays silent."""
    sound = sounds.ROOT / "Samples/Chime.wav"
    _, plain, first = core.call("decode", sound, name=sound.name)
    status, answer, made = core.call("decode", sound, name=sound.name, rate=48000)
    assert status == 0 and answer["rate"] == 48000
    assert answer["channels"] == plain["channels"]
    assert abs(len(made) - len(first) * 48000 / plain["rate"]) <= 4 * answer["channels"]
    assert not any(difference(core, sound, copy=sound, name=sound.name, rate=48000))


@pytest.mark.parametrize("request_, word", [
    ("gargle", "gargle"), ("convert", "container"), ("", ""),
])
def test_refuses_requests_in_words(core, request_, word):
    status, answer, made = core.call(request_, sounds.samples()[0], name="a.wav")
    assert status == 1
    assert word in answer["error"]
    assert made == b""


# The last two reach the limit, so that the last packet is left out, and fill it.
@pytest.mark.parametrize("frames, limit", [(64 * 300, 30), (64 * 300 + 1, 30), (19_999, 30), (19_999, 0.45351), (64 * 300, 0.4354)])
@pytest.mark.parametrize("container", ["caff", "AIFC"])
def test_two_workers_make_the_same_file(core, scratch, container, frames, limit):
    """Two workers search a channel each. Joined, their files are the complete search's file, and they state the same facts."""
    channels = [sounds.music(0.5, seed=seed)[:frames] for seed in (1, 2)]
    sound = sounds.wave_file(scratch / "stereo.wav", channels)
    assert frames / 44100 < limit and len(channels[0]) == frames
    shared = dict(name="stereo.wav", container=container, format="ima4", limit=limit, over_limit="fail", quality=63)
    _, whole, expected = core.call("convert", sound, **shared)
    parts = [core.call("convert", sound, only_channel=channel, **shared) for channel in (0, 1)]
    assert [(status, answer) for status, answer, _ in parts] == [(0, whole)] * 2
    assert parts[0][2] != parts[1][2]
    assert bytes(one | other for one, other in zip(parts[0][2], parts[1][2], strict=True)) == expected


def test_decodes(core):
    """The frames are the file's samples divided by 32768."""
    sound = sounds.ROOT / "Samples/Chime.wav"
    status, answer, made = core.call("decode", sound, name=sound.name)
    with wave.open(str(sound)) as file:
        assert answer == {"rate": file.getframerate(), "channels": file.getnchannels()}
        data = file.readframes(file.getnframes())
    samples = struct.unpack(f"<{len(data) // 2}h", data)
    assert struct.unpack(f"<{len(samples)}f", made) == tuple(sample / 32768 for sample in samples)


def test_compares(core, native, scratch):
    """A lossless copy is exact, and its difference is silent."""
    sound = sounds.ROOT / "Samples/Chime.wav"
    chosen = {target.name: target for target in TARGETS}
    for name, is_exact in (("caf-LEI16", True), ("caf-ima4", False)):
        target = chosen[name]
        copy = scratch / "copy.caf"
        copy.write_bytes(native.bytes(sound, target))
        keys = dict(name=sound.name, **target.keys)
        status, answer, _ = core.call("compare", sound, copy=copy, **keys)
        assert status == 0 and answer["comparable"] and answer["exact"] is is_exact, answer
        original = floats(core.call("decode", sound, name=sound.name)[2])
        differences = difference(core, sound, copy=copy, **keys)
        assert len(differences) == len(original)
        if is_exact:
            assert not {"signalToNoise", "noiseToMask"} & answer.keys() and not any(differences)
        else:
            power = sum(a * a for a in original) / sum(d * d for d in differences)
            assert abs(answer["signalToNoise"] - 10 * math.log10(power)) < 0.1
            assert answer["noiseIsMasked"] == (answer["noiseToMask"] <= -10)


@pytest.mark.parametrize("name, keys, advice", [
    ("Surround.wav", {}, "choose Stereo or Mono under “Channels”"),
    ("Siren.caf", {"over_limit": "fail"}, "choose “Trim and fade out” under “If it is too long”"),
])
def test_the_page_has_its_own_advice(core, name, keys, advice):
    """The core's advice is about the page's settings, and names no option of the command."""
    status, answer, _ = core.call("convert", file=sounds.ROOT / "Samples" / name, name=name, container="caff", format="ima4", **keys)
    assert status == 1 and answer["advice"] == advice
    assert " -" not in answer["error"] + answer["advice"]
