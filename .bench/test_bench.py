"""Tests of the calculations behind the figures. `make bench` runs them first."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

from converters import described
from ima4 import likeness, noise_to_mask
from measuring import Cost, Failure, Program, best, excess, measure, ratio
from page import Page, duration, seconds, times
from signals import Signals, distortion_and_noise

PAGE = """# Benchmarks

## Speed

People write this.

| what | time |
| --- | --- |
| old | 1 s |
| kept | 2 s |

| other | time |
| --- | --- |
| untouched | 3 s |
"""


class Fake:
    def __init__(self, log, name, wall):
        self.log, self.name, self.wall = log, name, wall

    def run(self, apart=False):
        self.log.append(self.name)
        return Cost(self.wall, self.wall, 1)


class MeasuringTests(unittest.TestCase):
    def test_ratios_are_taken_within_a_round(self):
        # The machine is three times slower in the second round.
        ours, theirs = np.array([1, 3, 1.0]), np.array([2, 6, 2.0])
        self.assertEqual(ratio(ours, theirs), 0.5)
        self.assertEqual(ratio(np.array([1.0]), theirs), 0.5)
        self.assertEqual(list(excess(Cost(theirs, theirs), Cost(ours, ours)).cpu), [1, 3, 1])
        self.assertEqual(best({"a": ours, "b": theirs, "c": 4 * ours}, "a", ["b", "c"]), ("b", 0.5))

    def test_every_other_round_runs_backwards_and_slow_trials_run_once(self):
        log = []
        trials = {name: Fake(log, name, wall) for name, wall in (("a", 1), ("b", 2), ("slow", 9))}
        costs = measure(trials, 2, patience=5)
        self.assertEqual(log, ["a", "b", "slow", "a", "b", "b", "a"])
        self.assertEqual([len(cost.wall) for cost in costs.values()], [2, 2, 1])

    def test_a_programs_memory_is_its_own(self):
        ballast = bytearray(100_000_000)
        self.assertLess(Program(["true"]).run(apart=True).memory, 20_000_000, len(ballast))

    def test_a_program_that_fails_is_no_result(self):
        with self.assertRaisesRegex(Failure, "reason"):
            Program(["sh", "-c", "echo reason; exit 3"]).run()

    def test_formats_are_told_apart(self):
        line = "Data format:     2 ch,  48000 Hz, "
        for words, expected in {
            "Int16, interleaved": "16-bit signed integer",
            "lpcm (0x0000000E) 16-bit big-endian signed integer": "16-bit signed integer",
            "ima4 (0x00000000) 0 bits/channel, 68 bytes/packet": "ima4",
        }.items():
            self.assertEqual(described(line + words), expected)
        self.assertRaises(Failure, described, "no sound")


class PageTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "page.md"
        self.file.write_text(PAGE)
        self.page = Page(self.file, self.file)

    def test_replaces_one_table_and_no_sentence(self):
        self.page.replace("Speed", [["what", "time", "memory"], ["new", "4 s", "1 MB"]])
        old = "| what | time |\n| --- | --- |\n| old | 1 s |\n| kept | 2 s |"
        new = "| what | time | memory |\n| --- | --- | --- |\n| new | 4 s | 1 MB |"
        self.assertEqual(self.file.read_text(), PAGE.replace(old, new))

    def test_merges_rows_by_their_first_cell(self):
        self.page.merge("Speed", [["what", "time"], ["old", "5 s"], ["new", "6 s"]])
        self.assertIn("| old | 5 s |\n| kept | 2 s |\n| new | 6 s |\n\n", self.file.read_text())

    def test_says_which_table_is_missing(self):
        self.assertRaisesRegex(Failure, "heading Size", self.page.replace, "Size", [["what"]])
        self.assertRaisesRegex(Failure, "column none", self.page.replace, "Speed", [["none"]])

    def test_figures_in_words(self):
        self.assertEqual([seconds(value) for value in (0.00123, 0.5, 2, 120)], ["1.23 ms", "500 ms", "2.00 s", "120 s"])
        self.assertEqual([times(0.5), times(207)], ["× 0.50", "× 207"])
        self.assertEqual([duration(value) for value in (20, 60, 90, 600, 5593)], ["20 s", "1 min", "90 s", "10 min", "93 min"])


class SignalTests(unittest.TestCase):
    def test_distortion_and_noise(self):
        time = np.arange(96_000) / 48_000
        tone = np.sin(2 * np.pi * 997 * time + 1) + 0.001 * np.sin(2 * np.pi * 5000 * time) + 0.1
        self.assertAlmostEqual(distortion_and_noise(tone, 997, 48_000), -60, places=2)

    def test_faults_of_a_change_of_rate(self):
        signals = Signals(16_000, 16_000)
        self.assertAlmostEqual(signals.flat_share(signals.comb()), 0.995)
        self.assertLess(signals.flat_share(np.convolve(signals.comb(), [0.1, 0.8, 0.1])), 0.1)
        pulse = signals.pulse()
        self.assertAlmostEqual(signals.delay(np.convolve(pulse, [0, 0.5, 0.5])), 1.5, places=3)
        self.assertGreater(signals.sweep_signal_to_noise(signals.sweep(16_000)), 250)
        self.assertAlmostEqual(signals.stray_level(1.001 * signals.tone(997) + 0.0005 * signals.tone(5000), 997), -66, places=0)

    def test_likeness(self):
        tone = np.round(10_000 * np.sin(np.arange(8820) / 7)).astype(np.int16)
        self.assertAlmostEqual(likeness(np.round(0.9 * tone).astype(np.int16), tone)[1], 20, places=1)

    def test_noise_to_mask(self):
        noise = np.random.default_rng(3).normal(0, 3000, 44_100)
        ratio = noise_to_mask(noise * (1 + 10**-1.5), noise)
        self.assertTrue(-30 < ratio < -27, ratio)
        self.assertAlmostEqual(noise_to_mask(noise * 1.1, noise) - ratio, 10, places=0)


if __name__ == "__main__":
    unittest.main()
