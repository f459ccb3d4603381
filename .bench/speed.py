"""How fast the programs start, and convert a folder, long sounds, and sounds that are too long."""

import os
import shlex

import numpy as np

from converters import FORMATS, PEERS, arguments, conformance, copying, installed, trial
from measuring import Failure, Program, best, command, compare, find, is_ahead, measure, ratio, remove
from page import bold, duration, megabytes, seconds, times
from sounds import long_byte_count, write_batch, write_long

LINKED = "a C program that only links libsndfile"


def able(bench, format, source):
    """The programs that can write a format. `source` is a short sound."""
    return [name for name in installed() if not conformance(bench, name, format, source)]


def start_up(bench):
    source = bench.folder / "short.aiff"
    write_long(source, 0.5)
    linked = linked_program(bench)
    trials = {LINKED: Program([linked])} if linked else {}
    trials |= {"`cp`": copying(bench, source), "afconvert -hf": Program([bench.program("afconvert"), "-hf"])}
    for name in ("LEI16", "µ-law", "IMA4"):
        trials[f"afconvert, {name}"] = trial(bench, "afconvert", FORMATS[name], source)
    peers = [name for name in able(bench, FORMATS["LEI16"], source) if name in PEERS]
    trials |= {f"{name}, LEI16": trial(bench, name, FORMATS["LEI16"], source) for name in peers}
    runs = measure(trials, bench.brief_rounds)
    rows = [["what", "elapsed time", "more than the C program", "processor time", "peak memory"]]
    for name, own in runs.items():
        is_compared = linked and name != LINKED
        more = is_compared and f"{compare(np.subtract, own.wall, runs[LINKED].wall) * 1000:+.2f} ms"
        rows.append([name, seconds(own.wall), more or "", seconds(own.cpu), megabytes(own.memory)])
    bench.page.replace("One short sound", rows)
    walls = {name.removesuffix(", LEI16"): own.wall for name, own in runs.items()}
    bench.summarise("half a second of sound to LEI16, mostly start-up", walls, "afconvert", peers)


def linked_program(bench):
    """Compiles the C program; None if the compiler or the library's header is missing."""
    code, program = bench.folder / "linked.c", bench.folder / "linked"
    code.write_text("#include <sndfile.h>\n#include <stdio.h>\nint main(void) { puts(sf_version_string()); }\n")
    try:
        Program(["cc", "-O2", code, "-o", program, "-lsndfile"]).run()
    except (Failure, OSError):
        return None
    return program


class Folder:
    """Shell commands that convert the folder `$IN` to `$OUT`."""

    def __init__(self, bench, source, lines, keeps_output=False):
        self.target, self.count = bench.folder / f"out-{abs(hash(lines))}", 0
        self.keeps_output = keeps_output
        shell = f"IN={shlex.quote(str(source))} OUT={shlex.quote(str(self.target))}; {lines}"
        self.program = Program(["/bin/sh", "-c", shell], before=self.prepare, after=self.finish)
        self.again = Program(["/bin/sh", "-c", shell])

    def prepare(self):
        remove(self.target)
        self.target.mkdir()

    def finish(self):
        self.count = sum(not file.name.startswith(".") for file in self.target.iterdir())
        if not self.keeps_output:
            remove(self.target)


def measure_folders(jobs, *rounds, **options):
    return measure({name: job.program for name, job in jobs.items()}, *rounds, **options)


def converting(bench, options):
    return f'{bench.program("alertsound")} convert "$IN" -o "$OUT" -f caff --quiet {options}'


def batch(bench):
    source = bench.folder / "in"
    write_batch(source, bench.batch_count)
    jobs = {
        "`cp -r`": Folder(bench, source, 'cp -r "$IN"/. "$OUT"'),
        "`alertsound convert -d LEI16`": Folder(bench, source, converting(bench, "-d LEI16"), keeps_output=True),
        "`alertsound convert -d ima4 -q 0`": Folder(bench, source, converting(bench, "-d ima4 -q 0")),
    }
    own = list(jobs)[1]
    peers = {}
    for name in PEERS:
        if find(name):
            # A file that fails must not end the run.
            words = arguments(name, name, FORMATS["LEI16"], '"$file"', '"$OUT/${name%.*}.caf"')
            lines = f'for file in "$IN"/*; do name=${{file##*/}}; {" ".join(words)}; done; true'
            peers[f"a loop of {name}"] = Folder(bench, source, lines)
    if find("sndfile-convert"):
        words = arguments("sndfile-convert", "sndfile-convert", FORMATS["LEI16"], '"$IN"/{}', '"$OUT"/{}.caf')
        lines = f'ls "$IN" | xargs -P{os.cpu_count()} -I{{}} {" ".join(words)}'
        peers[f"sndfile-convert by `xargs -P{os.cpu_count()}`"] = Folder(bench, source, lines)
    jobs |= peers
    runs = measure_folders(jobs, bench.long_rounds, patience=3)
    rows = [["what", "elapsed time", "relative to `cp -r`", "processor time", "peak memory", "sounds written"]]
    for name, cost in runs.items():
        relative = times(ratio(cost.wall, runs["`cp -r`"].wall))
        rows.append(
            [name, seconds(cost.wall), relative, seconds(cost.cpu), megabytes(cost.memory), str(jobs[name].count)]
        )
    bench.page.replace("A batch of short sounds", rows)
    bench.summarise("a batch of short sounds to LEI16", {name: cost.wall for name, cost in runs.items()}, own, peers)
    unchanged = measure({own: jobs[own].again}, bench.long_rounds)[own]
    first = min(source.iterdir())
    data = bytearray(first.read_bytes())
    data[len(data) // 2] ^= 1
    first.write_bytes(data)
    changed = jobs[own].again.run()
    rows = [["`alertsound convert` again", "elapsed time"], ["nothing changed", seconds(unchanged.wall)]]
    bench.page.replace("A batch of short sounds", rows + [["one sound changed, once", seconds(changed.wall)]])


# The conversions of long sounds: a name, the input's extension and type, and the output's format.
LONG = [
    ("WAVE to LEI16, a copy", "wav", "PCM_16", "LEI16"),
    ("AIFF to LEI16, a byte swap", "aiff", "PCM_16", "LEI16"),
    ("AIFF of 24 bits to LEI24, a byte swap", "aiff", "PCM_24", "LEI24"),
    ("AIFF of 32 bits to LEI32, a byte swap", "aiff", "PCM_32", "LEI32"),
    ("WAVE to LEI24", "wav", "PCM_16", "LEI24"),
    ("WAVE to LEF32", "wav", "PCM_16", "LEF32"),
    ("WAVE to LEF64", "wav", "PCM_16", "LEF64"),
    ("WAVE of 24 bits to LEI16", "wav", "PCM_24", "LEI16"),
    ("WAVE of floats to LEI16", "wav", "FLOAT", "LEI16"),
    ("WAVE of floats to LEI24", "wav", "FLOAT", "LEI24"),
    ("WAVE to I8", "wav", "PCM_16", "I8"),
    ("WAVE to UI8 in WAVE", "wav", "PCM_16", "UI8"),
    ("WAVE to µ-law", "wav", "PCM_16", "µ-law"),
    ("WAVE to A-law", "wav", "PCM_16", "A-law"),
    ("WAVE to IMA4", "wav", "PCM_16", "IMA4"),
    ("a tenth of it to IMA4, `-q 63`", "wav", "PCM_16", "IMA4, searched for"),
]
SUMMARISED = {"WAVE to LEI16, a copy", "AIFF to LEI16, a byte swap", "WAVE to IMA4"}


def throughput(bench):
    names = installed()
    wall_rows = [["conversion", "`cp`", *names]]
    cpu_rows = [["conversion", *names, "afconvert, relative to the best other"]]
    for title, extension, subtype, format in LONG:
        sample, source = (bench.folder / f"{name}.{extension}" for name in ("sample", "long"))
        write_long(sample, 1, subtype)
        write_long(source, bench.sound_seconds / (10 if "tenth" in title else 1), subtype)
        reasons = {name: conformance(bench, name, FORMATS[format], sample) for name in names}
        trials = {name: trial(bench, name, FORMATS[format], source) for name in names if not reasons[name]}
        runs = measure({"cp": copying(bench, source)} | trials, bench.rounds, patience=3)
        copy = runs["cp"].wall
        walls, cpus = ({name: getattr(cost, kind) for name, cost in runs.items()} for kind in ("wall", "cpu"))
        wall_cells = {name: f"{times(ratio(walls[name], copy))} ({seconds(walls[name])})" for name in trials}
        cpu_cells = {name: seconds(cpus[name]) for name in trials}
        for cells, costs in ((wall_cells, walls), (cpu_cells, cpus)):
            winner = best(costs, "afconvert", names[1:])
            fastest = winner[0] if winner and is_ahead(winner[1]) else "afconvert"
            for name, reason in reasons.items():
                cells[name] = reason or bold(cells[name], name == fastest)
        wall_rows.append([title, seconds(copy), *map(wall_cells.get, names)])
        cpu_rows.append([title, *map(cpu_cells.get, names), f"{times(winner[1])} ({winner[0]})" if winner else "-"])
        if title in SUMMARISED:
            bench.summarise(f"a long sound, {title}", walls, "afconvert", names[1:], f", `cp` {seconds(copy)}")
        for file in (sample, source):
            remove(file)
    bench.page.replace("Elapsed time, relative to `cp` of the input", wall_rows)
    bench.page.replace("Processor time of all cores", cpu_rows)


# The formats that are decoded: a name, a file's extension and type, and the command of the format's own decoder.
DECODED = [
    ("MP3", "mp3", "MPEG_LAYER_III", "mpg123 -q --cpu generic -w OUT IN"),
    ("AAC", "m4a", "AAC", None),
    ("FLAC", "flac", "PCM_16", "flac --silent -d -f -o OUT IN"),
]


def decoding(bench):
    rows = [["format", "afconvert", "ffmpeg", "the format's own decoder", "afconvert, relative to the best other"]]
    for title, extension, subtype, words in DECODED:
        source, target = bench.folder / f"long.{extension}", bench.folder / "out.wav"
        write_long(source, bench.sound_seconds, subtype)
        own = words and words.split()[0]
        names = [name for name in ("afconvert", "ffmpeg") if bench.program(name)]
        trials = {name: trial(bench, name, FORMATS["LEI16"], source) for name in names}
        if own and find(own):
            trials[own] = Program(command(words, OUT=target, IN=source), [target])
        costs = {name: cost.cpu for name, cost in measure(trials, bench.rounds, patience=3).items()}
        winner = best(costs, "afconvert", ["ffmpeg", own])
        fastest = winner[0] if winner and is_ahead(winner[1]) else "afconvert"
        cells = {name: bold(seconds(cost), name == fastest) for name, cost in costs.items()}
        ratio = f"{times(winner[1])} ({winner[0]})" if winner else "-"
        rows.append([title, cells["afconvert"], cells.get("ffmpeg", "-"), cells.get(own, "-"), ratio])
        remove(source)
    bench.page.replace("Decoding", rows)


def grow(bench, heading, lengths, make_trials):
    """Measures how time and memory depend on a sound's length. `make_trials` gets the sound and its length."""
    source, columns, results = bench.folder / "growing.wav", [], {}
    for length in lengths:
        # Disk space for the sound, a copy of it, and as much again for other programs.
        if 3 * long_byte_count(length) < bench.free_bytes():
            columns.append(length)
            write_long(source, length)
            rounds = bench.rounds if length < 60 else bench.long_rounds
            for name, cost in measure(make_trials(source, length), rounds, patience=1.5).items():
                results.setdefault(name, {})[length] = f"{seconds(cost.wall)}, {megabytes(cost.memory)}"
            remove(source)
    rows = [[name] + [own.get(length, "-") for length in columns] for name, own in results.items()]
    bench.page.replace(heading, [["program"] + [duration(length) for length in columns]] + rows)


def growth(bench):
    sample = bench.folder / "sample.wav"
    write_long(sample, 1)
    for format in ("LEI16", "µ-law", "IMA4"):
        names = able(bench, FORMATS[format], sample)

        def make_trials(source, length, format=FORMATS[format], names=names):
            # At the greatest length, the other programs take minutes, and their ratios hardly change.
            able = names if length <= 600 or format.name == "LEI16" else ["afconvert"]
            return {"cp": copying(bench, source)} | {name: trial(bench, name, format, source) for name in able}

        grow(bench, f"WAVE to {format}", bench.growth_seconds, make_trials)


LIMITS = {
    "`--over-limit default`": "AFCONVERT IN OUT -f caff -d ima4 -q 63 --over-limit default",
    "`--over-limit omit`, or `fail`": "AFCONVERT IN OUT -f caff -d ima4 -q 63 --over-limit omit",
    "`--over-limit trim`": "AFCONVERT IN OUT -f caff -d ima4 -q 63 --over-limit trim",
    "`--over-limit warn`, all of it, without a search": "AFCONVERT IN OUT -f caff -d ima4 -q 0 --over-limit warn",
    "`alertsound convert -o FILE`": "ALERTSOUND convert IN -o OUT --quiet -q 63 --over-limit default",
}


def limit(bench):
    """Writes MP3s of any length without an index, by repeating the same ten seconds."""
    pattern, source, target = (bench.folder / name for name in ("pattern.mp3", "limit.mp3", "limit.caf"))
    programs = {name.upper(): bench.program(name) for name in ("afconvert", "alertsound")}
    write_long(bench.folder / "pattern.wav", 10)
    # Without the bit reservoir, no frame needs bytes of earlier frames, so copies can be joined.
    options = "-c:a libmp3lame -b:a 128k -reservoir 0 -write_xing 0 -id3v2_version 0"
    words = command(f"ffmpeg -v error -nostdin -y -i IN {options} OUT", IN=bench.folder / "pattern.wav", OUT=pattern)
    Program(words).run()
    columns = []
    for length in bench.limit_seconds:
        with open(source, "wb") as file:
            for _ in range(0, length, 10):
                file.write(pattern.read_bytes())
        trials = {
            name: Program(command(words, OUT=target, IN=source, **programs), [target]) for name, words in LIMITS.items()
        }
        columns.append(measure(trials, bench.long_rounds, patience=3))
    rows = [["what is done with a longer sound"] + [duration(length) for length in bench.limit_seconds]]
    for name in LIMITS:
        rows.append([name] + [f"{seconds(costs[name].cpu)}, {megabytes(costs[name].memory)}" for costs in columns])
    bench.page.replace("Too long for an alert", rows)
