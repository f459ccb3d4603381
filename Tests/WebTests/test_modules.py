"""Tests in node the page's modules that need no page, such as those for ZIP files and exact frames."""

import base64
import io
import json
import math
import re
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

import pytest

import sounds

MODULES = sounds.ROOT / "Sources/Web/Page"


def run(script, *arguments):
    """Runs a script in node. `MODULES` in the script stands for the folder of the page's modules."""
    text = script.replace("MODULES", MODULES.as_uri())
    return subprocess.run(["node", "--input-type=module", "-e", text, *arguments], capture_output=True, check=True).stdout


def test_zip_reads_everywhere():
    """Python's zipfile reads each name, even outside ASCII, and each byte, and finds the checksums right."""
    made = run("""
      import { zipFile } from 'MODULES/zip.js';
      import { crc32 } from 'MODULES/crc.js';
      const entries = [['ring.caf', 70000], ['Glocke ♪ 鐘.caf', 3], ['folder/ring.caf', 0]].map(([name, count]) => {
        const bytes = Uint8Array.from({ length: count }, (_, i) => (i * 31) & 255);
        return { name, blob: new Blob([bytes]), crc32: crc32(bytes) };
      });
      process.stdout.write(Buffer.from(await zipFile(entries).arrayBuffer()));
    """)
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["ring.caf", "Glocke ♪ 鐘.caf", "folder/ring.caf"]
        assert [len(archive.read(name)) for name in archive.namelist()] == [70000, 3, 0]
        assert archive.read("ring.caf")[:300] == bytes(i * 31 & 255 for i in range(300))


def test_names_in_a_zip_differ():
    """No two paths are equal, even where case doesn't count. Folders stay, and the first sound keeps its name."""
    given = [("a.caf", ""), ("A.caf", ""), ("a.caf", "x"), ("a.caf", "y"), ("a.caf", "x"), ("a-2.caf", ""), ("b", ""), ("b", "")]
    made = json.loads(run("""
      import { uniqueNames } from 'MODULES/zip.js';
      const files = JSON.parse(process.argv[1]).map(([name, folder]) => ({ name, folder }));
      console.log(JSON.stringify(uniqueNames(files)));
    """, json.dumps(given)))
    assert len({name.lower() for name in made}) == len(given)
    assert made[0] == "a.caf"
    assert made[2:5] == ["x/a.caf", "y/a.caf", "x/a-2.caf"]
    assert all(name.endswith(".caf") for name in made[:6])


def test_names_in_a_zip_are_harmless():
    """No name leads out of the folder, hides its ending, or is invalid on another system. Two forms of an accent count as
    equal."""
    given = [("..\\..\\evil.caf", ""), ("a:b*?.caf", "../x"), ("a-b--.caf", "../x"), ("\u202efac.exe", ""), ("caf\u00e9.caf", ""),
             ("cafe\u0301.caf", ""), ("..", ""), ("a\nb", ""), ("", "")]
    made = json.loads(run("""
      import { uniqueNames } from 'MODULES/zip.js';
      const files = JSON.parse(process.argv[1]).map(([name, folder]) => ({ name, folder }));
      console.log(JSON.stringify(uniqueNames(files)));
    """, json.dumps(given)))
    assert made == ["..-..-evil.caf", "-/x/a-b--.caf", "-/x/a-b---2.caf", "-fac.exe", "caf\u00e9.caf", "cafe\u0301-2.caf", "-", "a-b", "sound"]


def test_a_thousand_equal_names():
    """Many sounds of equal names quickly get different names."""
    made = json.loads(run("""
      import { uniqueNames } from 'MODULES/zip.js';
      const files = Array.from({ length: 60_000 }, () => ({ name: 'ring.caf', folder: '' }));
      console.log(JSON.stringify(uniqueNames(files).slice(-1)));
    """))
    assert made == ["ring-60000.caf"]


def test_a_zip_that_is_too_large_is_refused():
    """More than 65,535 files, or 4 GB, are refused, because the ZIP file would be wrong."""
    printed = run("""
      import { zipFile } from 'MODULES/zip.js';
      const entry = (size) => ({ name: 'a', crc32: 0, blob: { size } });
      for (const entries of [Array(65_536).fill(entry(1)), [entry(2 ** 31), entry(2 ** 31)]]) {
        try { zipFile(entries); } catch (error) { console.log(error.message); }
      }
    """)
    assert printed.decode().count("too many sounds") == 2


@pytest.mark.parametrize("given, expected", [
    ({"message": "ima4 codes at most 2 channels, not 3", "advice": "mix it down"}, "IMA4 codes at most 2 channels, not 3; mix it down."),
    ({"message": "quiet: its peak is -41.9 dBFS, of 24-bit samples", "advice": None}, "Quiet: its peak is −41.9 dBFS, of 24-bit samples."),
    ({"message": "iOS may play the default sound instead", "advice": None}, "iOS may play the default sound instead."),
])
def test_a_problem_is_a_sentence(given, expected):
    """The core's words become a sentence with real minus signs."""
    printed = run("""
      import { problemText } from 'MODULES/words.js';
      console.log(problemText(JSON.parse(process.argv[1])));
    """, json.dumps(given))
    assert printed.decode().strip() == expected


@pytest.mark.parametrize("kind", ["entry", "handle"])
def test_a_folder_is_read_as_far_as_it_can_be(kind):
    """If a file and a folder can't be read, they are counted, and the others are found. A page from a disk reads folders by
    handles."""
    made = json.loads(run("""
      import { filesOfDrop } from 'MODULES/files.js';
      const isHandle = process.argv[1] === 'handle';
      globalThis.File = class {};
      const give = (name) => name.includes('bad') ? Promise.reject(1) : Promise.resolve({ name });
      const file = (name) => ({ name, isFile: true, kind: 'file', file: (take, refuse) => give(name).then(take, refuse), getFile: () => give(name) });
      const folder = (name, entries) => ({ name, isDirectory: true, kind: 'directory', async *values() { if (!entries) throw 1; yield* entries; },
        createReader: () => ({ readEntries: (take, refuse) => entries && !isHandle ? take(entries.splice(0)) : refuse(1) }) });
      const set = folder('set', [file('a.wav'), file('bad.wav'), folder('locked', null), folder('in', [file('z.caf')]), file('notes.txt')]);
      const item = { kind: 'file', webkitGetAsEntry: () => set, getAsFileSystemHandle: isHandle ? async () => set : undefined };
      const found = await filesOfDrop({ items: [item] });
      console.log(JSON.stringify([found.found.map(({ file, folder }) => `${folder}/${file.name}`), found.problem]));
    """, kind))
    assert made == [["set/a.wav", "set/in/z.caf"], "2 files or folders couldn’t be read: use “Choose a folder”."]


def unzipped(content):
    """The sounds that the page finds in an archive, or why it takes none."""
    return json.loads(run("""
      import { filesOfArchive } from 'MODULES/unzip.js';
      const archive = new Blob([Buffer.from(process.argv[1], 'base64')]);
      const problems = [];
      const missed = ({ message }) => { problems.push(message); };
      const found = await filesOfArchive(archive, (name) => /[.](wav|caf)$/.test(name), missed).catch(missed) ?? [];
      console.log(JSON.stringify(problems.length > 0 ? problems.join() : await Promise.all(found.map(async ({ file, folder }) =>
        [folder, file.name, Buffer.from(await file.arrayBuffer()).toString('base64')]))));
    """, base64.b64encode(content).decode()))


def test_an_archive_is_read():
    """Stored and deflated sounds come out as they went in, with their folders. Other files stay inside."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("a.wav", bytes(range(256)) * 20, zipfile.ZIP_DEFLATED)
        archive.writestr("set/♪.caf", b"stored", zipfile.ZIP_STORED)
        archive.writestr("set/notes.txt", b"text")
        archive.comment = b"PK\x05\x06 or not"
    found = [(folder, name, base64.b64decode(data)) for folder, name, data in unzipped(made.getvalue())]
    assert found == [("", "a.wav", bytes(range(256)) * 20), ("set", "♪.caf", b"stored")]


def test_a_bad_archive_is_refused():
    """What an archive says is never trusted: a wrong size, a cut or another file's bytes are refused with words."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.wav", bytes(100_000))
    good = made.getvalue()
    entry = good.index(b"PK\x01\x02")

    def changed(offset, number):
        return good[:entry + offset] + number.to_bytes(4, "little") + good[entry + offset + 4:]

    assert unzipped(changed(24, 50_000)) == "a.wav is larger than the archive says"
    assert unzipped(changed(24, 2**32 - 1)) == "with a.wav, its sounds have more than 300 MB"
    assert unzipped(changed(24, 200_000)) == "a.wav is damaged"
    assert unzipped(changed(42, 2**31)) == "a.wav is damaged"
    assert unzipped(good[:-30]) == "it is not a ZIP file, or its end is missing"
    assert unzipped(good[:entry + 8] + b"\x01\x00" + good[entry + 10:]) == "a.wav is encrypted"
    count = len(good) - 22
    assert unzipped(good[:count + 12] + bytes([255] * 4) + good[count + 16:]) == "its directory is damaged"
    # Entries that share their bytes, or are damaged, count, too.
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for index in range(4):
            archive.writestr(f"{index}.wav", b"1234")
    good = made.getvalue()
    entries = [match.start() for match in re.finditer(b"PK\x01\x02", good)]
    claimed = bytearray(good)
    for entry in entries:
        claimed[entry + 24:entry + 28] = (100_000_000).to_bytes(4, "little")
    assert unzipped(bytes(claimed)) == "0.wav is damaged,1.wav is damaged,2.wav is damaged,with 3.wav, its sounds have more than 300 MB"
    assert "ZIP" in unzipped(b"") and "ZIP" in unzipped(bytes(1000))


def test_types_fit():
    """The compiler of TypeScript checks the modules by their comments. It finds a wrong type."""
    for broken in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(MODULES, folder, dirs_exist_ok=True)
            if broken:
                Path(folder, "broken.js").write_text("import { sizeText } from './words.js';\nsizeText(1).length = 'a';\n")
            result = subprocess.run(["tsc", "-p", f"{folder}/jsconfig.json"], capture_output=True, text=True)
            assert (result.returncode != 0) == broken, result.stdout


def test_what_is_waited_for_does_not_wait():
    """While other jobs occupy every worker, an extra worker takes the job that a person waits for. Urgent jobs come
    first."""
    printed = json.loads(run("""
      import { Pool } from 'MODULES/pool.js';
      const started = [];
      const workers = [];
      const pool = new Pool(async () => {
        const worker = { terminate() {}, postMessage({ task }) { started.push(task); } };
        workers.push(worker);
        return worker;
      }, 2);
      const wait = () => new Promise((resolve) => setTimeout(resolve, 5));
      const run = (task, priority) => pool.run(task, {}, { priority: () => priority });
      const all = [['a', 0], ['b', 0], ['c', 0], ['d', 1]].map(([task, priority]) => run(task, priority));
      await wait();
      const first = started.splice(0);
      all.push(run('read', 2), run('read too', 2), run('listen', 4));
      await wait();
      const urgent = started.splice(0);
      for (let round = 0; round < 8; round += 1) {
        for (const worker of workers) worker.onmessage?.({ data: { result: 1, memory: 1 } });
        await wait();
      }
      await Promise.all(all);
      console.log(JSON.stringify([first, urgent, started, workers.length]));
    """))
    assert printed == [["a", "b"], ["read", "listen"], ["read too", "d", "c"], 4]


def test_lossless_frames_are_exact():
    """Every 16-bit sample is restored, however the browser divided it. Other samples stay as they are."""
    printed = json.loads(run("""
      import { interleaved } from 'MODULES/frames.js';
      const all = Int16Array.from({ length: 65536 }, (_, i) => i - 32768);
      const browsers = [(n) => n / 32768, (n) => n < 0 ? n / 32768 : n / 32767];
      const exact = browsers.map((browser) => {
        const { type, bytes } = interleaved([Float32Array.from(all, browser)], 16);
        return type === 'int16' && all.every((sample, i) => new Int16Array(bytes.buffer)[i] === sample);
      });
      const other = interleaved([Float32Array.of(0.1, -0.3)], null);
      console.log(JSON.stringify([exact, other.type, [...new Float32Array(other.bytes.buffer)].map((n) => n.toFixed(3))]));
    """))
    assert printed == [[True, True], "float32", ["0.100", "-0.300"]]


def test_a_blind_test_counts():
    """Right answers are counted, the coin chooses X, and the chance of guessing follows the binomial distribution."""
    printed = json.loads(run("""
      import { ABXTest, chanceOfAtLeast } from 'MODULES/abx.js';
      const coin = [true, false, false, true, true];
      const test = new ABXTest(() => coin.shift());
      const seen = [true, true, false, true].map((answer) => [test.x('a', 'b'), test.answer(answer), test.correct, test.trials]);
      const chances = [[0, 10], [5, 5], [9, 10], [12, 16]].map(([right, trials]) => chanceOfAtLeast(right, trials));
      const fair = Array.from({ length: 2000 }, () => new ABXTest().x(1, 0)).reduce((a, b) => a + b);
      console.log(JSON.stringify([seen, chances, fair]));
    """))
    seen, chances, fair = printed
    assert seen == [["a", True, 1, 1], ["b", False, 1, 2], ["b", True, 2, 3], ["a", True, 3, 4]]
    expected = [sum(math.comb(n, k) for k in range(right, n + 1)) / 2 ** n for right, n in [(0, 10), (5, 5), (9, 10), (12, 16)]]
    assert all(abs(a - b) < 1e-12 for a, b in zip(chances, expected))
    assert 850 < fair < 1150
