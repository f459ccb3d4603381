import AlertSound
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

/// Unusual samples, rates and numbers of channels.
struct BandLimitedInputTests {
  private static let changes = [
    StreamedChange(48_000, 44_100), StreamedChange(8000, 48_000), StreamedChange(44_100, 22_050),
    StreamedChange(44_100, 48_001),
  ]

  /// Unusable samples count as 0.
  @Test(
    arguments: changes,
    [
      .nan, .signalingNaN, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude,
      0x1p512,
    ] as [Double])
  func unusableNumbersAreSilence(change: StreamedChange, number: Double) throws {
    for channelCount in [1, 2] {
      let change = change.with(\.channelCount, channelCount)
      for frame in [0, 1, 4000, 8999] {
        var samples = whiteNoise(sampleCount: 9000 * channelCount)
        samples[frame * channelCount] = 0
        let wanted = try change.convert(samples)
        samples[frame * channelCount] = number
        let found = try change.convert(samples)
        #expect(firstDifference(found, wanted) == nil, "frame \(frame)")
      }
    }
  }

  /// The largest usable samples don't overflow, and the smallest ones don't trap.
  @Test(arguments: changes, [0x1p511, 0x1p-1000, 0x1p-1060, .leastNonzeroMagnitude] as [Double])
  func extremeLevelsStayFinite(change: StreamedChange, level: Double) throws {
    let noise = whiteNoise(sampleCount: 9000)
    let samples = try change.convert(noise.map { $0 * level })
    #expect(samples.allSatisfy { $0.isFinite })
    #expect(samples.allSatisfy { abs($0) <= level * 10 })
    guard level > 1e-301 else { return }
    let wanted = try change.convert(noise).map { $0 * level }
    #expect(errorLevel(of: samples.map { $0 / level }, to: wanted.map { $0 / level }) < -250)
  }

  @Test(
    arguments: changes + [
      StreamedChange(256, 1), StreamedChange(1, 256), StreamedChange(768_000, 3000),
      StreamedChange(3000, 768_000), StreamedChange(8000, 384_000), StreamedChange(384_000, 8000),
      StreamedChange(8000.5, 11_025), StreamedChange(44_100, 11_025.25), StreamedChange(1, 1.001),
      StreamedChange(767_999, 768_000), StreamedChange(768_000, 3001),
      StreamedChange(3001, 768_000),
      StreamedChange(0.5, 0.7), StreamedChange(99_991, 99_989),
    ])
  func lengthsFollowTheRule(change: StreamedChange) throws {
    for frameCount in [0, 1, 2, 3, 1000] {
      let noise = whiteNoise(sampleCount: frameCount)
      let samples = try change.convert(noise)
      let exact = Double(frameCount) * change.rate / change.sourceRate
      #expect(
        Double(samples.count)
          == exact.rounded(change.rate < change.sourceRate ? .up : .down), "\(frameCount)")
      #expect(samples.allSatisfy { $0.isFinite })
    }
  }

  /// The highest ratios have the largest transforms.
  @Test(arguments: [
    StreamedChange(256, 1), StreamedChange(1, 256), StreamedChange(768_000, 3001),
    StreamedChange(8000, 384_000), StreamedChange(3001, 768_000), StreamedChange(11, 2816),
    StreamedChange(2560, 11),
  ])
  func extremeRatiosFollowTheDefinition(change: StreamedChange) throws {
    let noise = whiteNoise(sampleCount: change.rate < change.sourceRate ? 6000 : 40)
    let samples = try change.convert(noise)
    let wanted = SincConvolution(from: change.sourceRate, to: change.rate)
      .convert(noise, frameCount: samples.count)
    let level = errorLevel(of: samples, to: wanted)
    #expect(level <= -160, "\(level) dB")
  }

  /// Each case: the rates, and a number of channels that is accepted: 64 at usual rates, and 8 at unusual rates.
  @Test(arguments: [
    (StreamedChange(48_000, 44_100), 64), (StreamedChange(44_100, 48_001), 64),
    (StreamedChange(8000, 48_000), 64), (StreamedChange(192_000, 44_100), 64),
    (StreamedChange(256, 1), 8), (StreamedChange(1, 256), 8), (StreamedChange(768_000, 3001), 8),
    (StreamedChange(2560, 11), 8), (StreamedChange(1000.5, 250_000), 8),
  ])
  func manyChannelsAreAccepted(change: StreamedChange, most: Int) throws {
    let factory = Host()
    for channelCount in [1, 2, most - 1, most] {
      #expect(throws: Never.self) {
        try factory.check(change.with(\.channelCount, channelCount).request())
      }
    }
  }

  @Test(arguments: [
    StreamedChange(48_000, 44_100), StreamedChange(256, 1), StreamedChange(1, 256),
    StreamedChange(44_100, 48_001),
  ])
  func tooManyChannelsAreRefusedInALine(change: StreamedChange) throws {
    let request = change.with(\.channelCount, 65_535).request()
    let error = #expect(throws: SoundFileError.self) { try Host().check(request) }
    #expect(error?.code == .unsupported)
    let reason = try #require(error?.reason)
    let limit = try #require(
      reason.wholeMatch(
        of: #/at these rates, at most (\d+) channels can be resampled, not 65535/#))
    // The message states the exact limit.
    let most = try #require(Int(limit.1))
    #expect(most >= 8)
    try Host().check(change.with(\.channelCount, most).request())
    #expect(throws: SoundFileError.self) {
      try Host().check(change.with(\.channelCount, most + 1).request())
    }
    #expect(throws: SoundFileError.self) { try Host().makeResampler(for: request) }
  }

  @Test(arguments: LibsamplerateConverter.allCases)
  func librariesAreMissing(converter: LibsamplerateConverter) throws {
    let request = StreamedChange(48_000, 44_100).with(\.method, .libsamplerate(converter)).request()
    let error = #expect(throws: SoundFileError.self) { try Host().check(request) }
    #expect(error?.code == .libraryMissing)
  }
}
