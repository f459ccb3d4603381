import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

struct TruePeakLimiterTests {
  private static let rate = 48_000.0
  private static let ceiling = pow(10, -1 / 20.0)

  private static func limited(
    _ channels: [[Double]], gain: Double = 1, ceiling: Double = ceiling, sampleRate: Double = rate,
    blockFrameCount: Int = 4096
  ) -> (channels: [[Double]], limiting: Double) {
    var limiter = TruePeakLimiter(
      sampleRate: sampleRate, channelCount: channels.count, gain: gain, ceiling: ceiling)
    var output = channels.map { _ in [Double]() }
    func append(_ limited: [[Double]]) {
      for channel in output.indices { output[channel] += limited[channel] }
    }
    for start in stride(from: 0, to: channels[0].count, by: blockFrameCount) {
      append(limiter.limit(channels.map { Array($0[start...].prefix(blockFrameCount)) }))
    }
    append(limiter.finish())
    return (output, limiter.limiting)
  }

  private static func sine(_ frequency: Double, level: Double = 1, frameCount: Int = 24_000)
    -> [Double]
  {
    (0..<frameCount).map { frame -> Double in
      let turns = frequency * Double(frame) / rate + 0.05
      return level * sin(2 * Double.pi * turns)
    }
  }

  /// Noise without the highest frequencies. Near half the rate, meters differ.
  private static let noise: [Double] = {
    var generator = SeededGenerator(seed: 3)
    let white = (0..<24_008).map { _ in Double.random(in: -1...1, using: &generator) }
    let filter = [-0.03, 0, 0.28, 0.5, 0.28, 0, -0.03]
    return (0..<24_000).map { start -> Double in
      filter.indices.reduce(0) { $0 + filter[$1] * white[start + $1] }
    }
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let samples: [Double]
    /// How far the wave can exceed the ceiling, in dB, measured at eight positions per frame.
    let tolerance: Double
    var testDescription: String { name }
  }

  private static let clicks: [Double] = {
    var samples = [Double](repeating: 0, count: 24_000)
    for (frame, value) in [
      (0, 1.0), (9000, 1), (9001, 1), (12_000, -2), (12_070, 1.5), (23_999, 1),
    ] {
      samples[frame] = value
    }
    return samples
  }()

  private static let sparse: [Double] = {
    var generator = SeededGenerator(seed: 4)
    return (0..<24_000).map { _ -> Double in
      let level = Double.random(in: 0...1, using: &generator) < 0.001 ? 2.0 : 0.1
      return Double.random(in: -level...level, using: &generator)
    }
  }()

  // The tolerances allow for peaks that the limiter misses, because it sees only four positions per frame.
  private static let cases =
    [20.0, 997, 6000, 12_000, 18_000].map {
      Case(name: "sine of \($0) Hz", samples: sine($0), tolerance: $0 < 10_000 ? 0.05 : 0.2)
    } + [
      Case(name: "noise", samples: noise, tolerance: 0.2),
      Case(
        name: "square", samples: (0..<24_000).map { $0 / 100 % 2 == 0 ? 1 : -1 }, tolerance: 0.1),
      Case(name: "clicks", samples: clicks, tolerance: 0.1),
      Case(name: "sparse", samples: sparse, tolerance: 0.1),
      Case(
        name: "bursts",
        samples: sine(5000).enumerated().map { $1 * ($0 / 3000 % 2 == 0 ? 1 : 0.01) },
        tolerance: 0.1),
    ]

  @Test(arguments: cases, [1, 4.0])
  func nothingIsAboveTheCeiling(example: Case, gain: Double) {
    let (output, limiting) = Self.limited([example.samples], gain: gain)
    #expect(output[0].count == example.samples.count)
    var meter = TruePeakMeter(channelCount: 1)
    meter.measure(output)
    meter.finish()
    #expect((meter.peak / Self.ceiling).decibels < 1e-4)
    #expect((wavePeak(of: output[0]) / Self.ceiling).decibels < example.tolerance)
    #expect(limiting > 0)
    // The output doesn't depend on the size of the blocks.
    let others = Self.limited([example.samples], gain: gain, blockFrameCount: 37)
    #expect(others.channels == output)
  }

  @Test func whatStaysBelowTheCeilingIsExact() {
    let quiet = Self.noise.map { $0 / 8 }
    #expect(Self.limited([quiet, quiet]).channels == [quiet, quiet])
    #expect(Self.limited([quiet, quiet]).limiting == 0)
    #expect(Self.limited([quiet], gain: 1.7).channels == [quiet.map { $0 * 1.7 }])
    let silence = [Double](repeating: 0, count: 1000)
    #expect(Self.limited([silence], gain: 1e6).channels == [silence])
    #expect(Self.limited([[Double]()]).channels == [[]])
  }

  /// If nothing exceeds the ceiling, the limiter only applies the gain, so conversions can skip it.
  @Test(arguments: [Double.infinity, 1e9], [1, 37, 4096])
  func aLimiterWithNothingToDoMultiplies(ceiling: Double, blockFrameCount: Int) {
    for gain in [1, 0.3, 1.7, pow(10, 7.31 / 20), 1e6] {
      let channels = [Self.noise, Self.clicks, Self.sine(997)].map { Array($0.prefix(10_000)) }
      let output = Self.limited(
        channels, gain: gain, ceiling: ceiling, blockFrameCount: blockFrameCount)
      #expect(output.channels == channels.map { $0.map { $0 * gain } })
      #expect(output.limiting == 0)
    }
  }

  /// The gain begins to fall 5 ms before a peak, and is exactly 1 again after less than 0.4 s.
  @Test func onlyFramesAroundAPeakChange() throws {
    var samples = [Double](repeating: 0.1, count: 48_000)
    samples[10_000] = 2
    let output = Self.limited([samples]).channels[0]
    let changed = samples.indices.filter { output[$0] != samples[$0] }
    let (first, last) = (try #require(changed.first), try #require(changed.last))
    #expect((10_000 - 300...10_000 - 200).contains(first))
    #expect((10_000 + 1200...10_000 + 19_200).contains(last))
    // The gain changes smoothly, by less than 0.1 dB per frame.
    let gains = zip(output, samples).map { $0 / $1 }
    for (gain, next) in zip(gains, gains.dropFirst()) { #expect(abs((next / gain).decibels) < 0.1) }
  }

  /// A steady tone gets a constant gain.
  @Test(arguments: [20.0, 30, 60, 440, 997, 5000, 15_000])
  func aToneIsNotDistorted(frequency: Double) {
    for gain in [1.0, 2, 3] {
      let output = Self.limited([Self.sine(frequency)], gain: gain).channels[0]
      let residue = distortion(of: output, turnsPerFrame: frequency / Self.rate)
      #expect(residue < -110, "\(residue) dB at a gain of \(gain)")
    }
  }

  @Test func allChannelsGetTheSameGain() {
    let quiet = Self.sine(440, level: 0.25)
    let channels = Self.limited([Self.clicks, quiet, quiet.map { -$0 }]).channels
    #expect(channels[1] != quiet)
    #expect(channels[2] == channels[1].map { -$0 })
  }

  /// In the 65th and later channels, the samples are limited, but not the wave between them.
  @Test func manyChannels() {
    let channels = (0..<70).map { $0 == 69 ? Self.clicks : Self.clicks.map { $0 / 4 } }
    let output = Self.limited(channels.map { Array($0[8000..<13_000]) }).channels
    #expect(output[69].allSatisfy { $0.magnitude <= Self.ceiling })
    #expect(output[69].contains { $0.magnitude > 0.999 * Self.ceiling })
  }

  /// Memory doesn't grow with the rate that a header claims.
  @Test(arguments: [(1.0, 1), (100, 2), (3700, 1), (192_000, 2), (4e6, 1), (1e9, 1), (1e18, 30)])
  func unusualRates(sampleRate: Double, channelCount: Int) {
    let channels = Array(repeating: Array(Self.noise.prefix(3000)), count: channelCount)
    let (output, memory) = AllocationMeter.measure {
      Self.limited(channels, gain: 4, sampleRate: sampleRate).channels
    }
    #expect(output.allSatisfy { $0.allSatisfy { $0.magnitude <= Self.ceiling } })
    #expect(memory < 48 << 20)
  }

  @Test func extremeSamplesStayFinite() {
    let samples = Self.noise.map { $0 * 0x1p40 }
    let output = Self.limited([samples], gain: 1e8, ceiling: 1e-30).channels[0]
    #expect(output.allSatisfy { $0.magnitude <= 1e-30 })
  }
}
