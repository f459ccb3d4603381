"""Signals that reveal the faults of a resampler or of a limiter, and how to measure these faults in the result.

The signals can be computed at any rate. Levels are in decibels, frequencies and rates in Hz."""

import math

import numpy as np

SECONDS, AMPLITUDE, FADE = 5, 0.5, 0.1
COMB_STEP, COMB_COUNT, COMB_AMPLITUDE = 0.005, 199, 0.025


def angles(frequency, rate, count):
    """The phase of a tone at each frame. Whole turns are removed as integers: rounding an angle of thousands of radians
    would add more noise than a good resampler."""
    return 2 * np.pi * (np.arange(count) * frequency % rate) / rate


def middle(samples, rate):
    """The samples without a quarter of a second at either end."""
    return samples[rate // 4 : len(samples) - rate // 4]


def fit_tone(samples, frequency, rate):
    """Fits a tone and a constant by least squares, and returns the powers of the tone and of the rest."""
    phase = angles(frequency, rate, len(samples))
    basis = np.stack([np.sin(phase), np.cos(phase), np.ones(len(samples))], axis=1)
    tone, rest = np.zeros(len(samples)), samples
    # The second fit removes the first fit's rounding errors, which only matter below -250 dB.
    for _ in range(2):
        factors = np.linalg.solve(basis.T @ basis, basis.T @ rest)
        tone = tone + basis[:, :2] @ factors[:2]
        rest = rest - basis @ factors
    return np.mean(tone**2), np.mean(rest**2)


def distortion_and_noise(samples, frequency, rate):
    """The level of everything but a tone, relative to the tone: distortion, noise, images and aliases."""
    tone, rest = fit_tone(middle(samples, rate), frequency, rate)
    return 10 * np.log10(rest / tone)


class Signals:
    def __init__(self, source_rate, rate):
        self.source_rate, self.rate = source_rate, rate
        # The highest frequency that both rates can represent.
        self.band_end = min(source_rate, rate) / 2

    def fade(self, rate):
        """Fades a signal in and out, to avoid clicks."""
        time = np.arange(SECONDS * rate) / rate
        distance = np.minimum(time, SECONDS - time)
        return AMPLITUDE * (1 - np.cos(np.pi * np.minimum(distance, FADE) / FADE)) / 2

    def tone(self, frequency):
        return self.fade(self.source_rate) * np.sin(angles(frequency, self.source_rate, SECONDS * self.source_rate))

    def sweep(self, rate):
        """A sweep from 50 Hz to four fifths of the band."""
        growth = math.log(round(0.8 * self.band_end) / 50)
        time = np.arange(SECONDS * rate) / rate
        turns = 50 * SECONDS / growth * np.expm1(time / SECONDS * growth)
        return self.fade(rate) * np.sin(2 * np.pi * turns)

    def pulse(self):
        """A Gaussian pulse in the middle, with hardly anything above 4 kHz."""
        distance = np.arange(SECONDS * self.source_rate) / self.source_rate - SECONDS / 2
        return AMPLITUDE * np.exp(-((distance / 0.0002) ** 2) / 2)

    def comb_frequencies(self):
        return [round((tone + 1) * COMB_STEP * self.band_end) for tone in range(COMB_COUNT)]

    def comb(self):
        """Tones side by side, which show the gain at each of their frequencies."""
        count = SECONDS * self.source_rate
        samples = np.zeros(count)
        for tone, frequency in enumerate(self.comb_frequencies()):
            # Phases that grow by the square keep the peaks low.
            # Source: M. R. Schroeder, "Synthesis of low-peak-factor signals", 1970.
            samples += COMB_AMPLITUDE * np.sin(
                angles(frequency, self.source_rate, count) + np.pi * tone**2 / COMB_COUNT
            )
        return samples

    def flat_share(self, samples):
        """The share of the band in which the comb's tones keep their level within 0.01 dB."""
        samples = middle(samples, self.rate)
        # A Hann window separates the tones.
        windowed = samples * (1 - np.cos(2 * np.pi * (np.arange(len(samples)) + 0.5) / len(samples)))
        for tone, frequency in enumerate(self.comb_frequencies()):
            amplitude = 2 * abs(windowed @ np.exp(1j * angles(frequency, self.rate, len(samples)))) / len(samples)
            if abs(20 * math.log10(amplitude / COMB_AMPLITUDE)) > 0.01:
                return tone * COMB_STEP
        return COMB_COUNT * COMB_STEP

    def stray_tones(self):
        """Tones that a resampler should remove, or tones whose images it should remove. If the rate falls, the tones
        begin at 1.002 times the lower Nyquist frequency. If it rises, they are as far below this frequency, because
        images are mirrored at the old Nyquist frequency."""
        shares = [1.002, 1.01, 1.02, 1.05, 1.2, 1.5, 1.9]
        if self.rate < self.source_rate:
            tones = [math.ceil(share * self.band_end) for share in shares]
        else:
            tones = [math.floor((2 - share) * self.band_end) for share in shares]
        return [tone for tone in tones if 2 * 1001 * tone < 1000 * self.source_rate]

    def stray_level(self, samples, frequency):
        """The level of a tone that should be removed, or of everything but a tone that should stay."""
        samples = middle(samples, self.rate)
        rest = np.mean(samples**2) if self.rate < self.source_rate else fit_tone(samples, frequency, self.rate)[1]
        return 10 * math.log10(max(rest / (AMPLITUDE**2 / 2), 1e-30))

    def sweep_signal_to_noise(self, samples):
        ideal = self.sweep(self.rate)
        count = min(len(samples), len(ideal))
        wanted = middle(ideal[:count], self.rate)
        errors = middle(samples[:count], self.rate) - wanted
        return 10 * math.log10(np.mean(wanted**2) / max(np.mean(errors**2), 1e-30))

    def delay(self, samples):
        """The delay of the pulse, in frames."""
        place = SECONDS / 2 * self.rate
        frames = np.arange(int(place) - 500, int(place) + 501)
        power = samples[frames] ** 2
        return float(power @ (frames - place) / power.sum())

    def frame_count(self):
        """The length by the rule of Apple's afconvert: rounded up if the rate falls, down if it rises."""
        product = SECONDS * self.source_rate * self.rate
        return -(-product // self.source_rate) if self.rate < self.source_rate else product // self.source_rate
