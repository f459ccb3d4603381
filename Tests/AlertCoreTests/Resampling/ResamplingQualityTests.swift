import AlertSound
import ConversionSupport
import Foundation
import SoundFormat
import TestSupport
import Testing

struct ResamplingQualityTests {
  private static func tone(
    _ frequency: Double, amplitude: Double = 0.5, frameCount: Int = 24_000, sampleRate: Double
  ) -> [Double] {
    (0..<frameCount).map { amplitude * sin(2 * .pi * frequency * Double($0) / sampleRate) }
  }

  /// The signal-to-noise ratio of samples to the computed tone, in decibels. The ends don't count.
  private static func signalToNoise(
    of samples: [Double], to frequency: Double, sampleRate: Double
  ) -> Double {
    let ideal = tone(frequency, frameCount: samples.count, sampleRate: sampleRate)
    let middle = samples.count / 8..<samples.count * 7 / 8
    let noise = middle.reduce(0) { $0 + pow(samples[$1] - ideal[$1], 2) }
    let signal = middle.reduce(0) { $0 + pow(ideal[$1], 2) }
    return 10 * log10(signal / noise)
  }

  @Test(
    arguments: [
      (48_000.0, 44_100.0), (44_100, 22_050), (44_100, 48_000), (96_000, 44_100), (22_050, 44_100),
      (8000, 48_000),
    ],
    [
      (ResamplingMethod.bandLimited, 120.0), (.libsamplerate(.best), 120),
      (.libsamplerate(.medium), 110), (.libsamplerate(.fast), 90),
    ])
  func toneIsClean(rates: (Double, Double), floor: (method: ResamplingMethod, decibels: Double))
    throws
  {
    let sound = PlainSound([Self.tone(997, sampleRate: rates.0)], sampleRate: rates.0)
    let resampled = try sound.resampled(to: rates.1, floor.method)
    let found = Self.signalToNoise(
      of: resampled.channels[0], to: 997, sampleRate: rates.1)
    #expect(found >= floor.decibels, "\(found) dB")
  }

  /// Each channel is the same as if resampled alone, although other channels change where blocks end.
  @Test(arguments: [2, 3, 8], ResamplingMethod.all)
  func manyChannelsAreResampledSeparately(channelCount: Int, method: ResamplingMethod) throws {
    let signals: [Signal] = [.bell, .noise, .sine, .square, .sweep, .impulse, .silence, .quietSine]
    let channels = signals.prefix(channelCount).map {
      $0.doubles(frameCount: 10_000, sampleRate: 48_000)
    }
    let together = try PlainSound(channels, sampleRate: 48_000).resampled(to: 44_100, method)
    for (channel, samples) in channels.enumerated() {
      let alone = try PlainSound([samples], sampleRate: 48_000).resampled(to: 44_100, method)
      #expect(together.channels[channel] == alone.channels[0], "channel \(channel)")
    }
  }

  /// The filter overshoots at the edges of a square wave, so samples have to be clipped.
  @Test(arguments: [DataFormat.littleInt16, .littleInt24, .muLaw])
  func clippingDoesNotWrap(dataFormat: DataFormat) throws {
    let square = (0..<8000).map { $0 / 60 % 2 == 0 ? 0.9999 : -0.9999 }
    let sound = PlainSound([square], sampleRate: 48_000)
    let file = try output(of: sound.file(.wave, .littleFloat32), .caf, dataFormat) {
      $0.sampleRate = 44_100
    }
    let samples = try PlainSound(decoding: file).channels[0]
    let float = try sound.resampled(to: 44_100).channels[0]
    #expect((float.map { abs($0) }.max() ?? 0) > 1.01)
    #expect((samples.map { abs($0) }.max() ?? 0) > 0.95)
    // No sample has the wrong sign, as a wrapped one would.
    let wrapped = zip(samples, float).filter { abs($1) > 0.9 && abs($0 - $1) > 0.3 }
    #expect(wrapped.isEmpty)
  }
}
