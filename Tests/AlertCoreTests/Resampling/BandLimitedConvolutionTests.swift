import AlertSound
import TestSupport
import Testing

/// The band-limited method uses Fourier transforms, but its results equal a convolution with a windowed sinc.
struct BandLimitedConvolutionTests {
  private static let changes =
    StreamedChange.ratios + [
      StreamedChange(8000.5, 11_025), StreamedChange(11_025, 8000.5), StreamedChange(1, 3),
      StreamedChange(3, 1), StreamedChange(44_100, 44_100.25), StreamedChange(1, 1.5),
    ] + StreamedChange.dividedRatios

  /// Each case: rates, and the largest accepted difference from libsamplerate's best converter, in dB.
  private static let agreements: [(StreamedChange, Double)] = [
    (StreamedChange(48_000, 44_100), -140), (StreamedChange(44_100, 48_000), -140),
    (StreamedChange(44_100, 22_050), -140), (StreamedChange(8000, 48_000), -140),
    (StreamedChange(44_100, 48_001), -140), (StreamedChange(48_001, 11_025), -140),
    (StreamedChange(96_000, 44_100), -134), (StreamedChange(22_050, 8000), -134),
    (StreamedChange(48_000, 8000), -134),
  ]

  @discardableResult
  private static func expectDefinition(
    _ frames: [Double], _ change: StreamedChange
  ) throws -> [Double] {
    let samples = try change.convert(frames)
    let wanted = SincConvolution(from: change.sourceRate, to: change.rate)
      .convert(frames, frameCount: change.frameCount(frames.count))
    let level = errorLevel(of: samples, to: wanted)
    #expect(level <= -170, "\(level) dB")
    return samples
  }

  /// White noise fills the source's band, and begins and ends at full level.
  @Test(arguments: changes)
  func noiseIsThatOfTheDefinition(change: StreamedChange) throws {
    try Self.expectDefinition(whiteNoise(sampleCount: 800), change)
  }

  @Test(arguments: changes, [1, 2, 3, 10])
  func shortestSoundsAreThatOfTheDefinition(change: StreamedChange, frameCount: Int) throws {
    try Self.expectDefinition(whiteNoise(sampleCount: frameCount, seed: 7), change)
  }

  /// Long sounds have many large blocks. Computing all results by the definition would take too long, so two ranges are
  /// compared.
  @Test(arguments: [
    StreamedChange(48_000, 44_100), StreamedChange(8000, 48_000), StreamedChange(44_100, 48_001),
    StreamedChange(44_100, 8001),
  ])
  func longSoundsAreThatOfTheDefinition(change: StreamedChange) throws {
    let noise = whiteNoise(sampleCount: 4 * Int(change.sourceRate) + 300)
    let samples = try change.convert(noise)
    let convolution = SincConvolution(from: change.sourceRate, to: change.rate)
    // Begin both ranges at a whole second, where a result and a source frame coincide. The later range is near the end.
    for seconds in [1, 4] {
      let start = seconds * Int(change.sourceRate)
      let newStart = seconds * Int(change.rate)
      let reach = Int(convolution.reach) + 1
      let count = min(500, samples.count - newStart)
      let sourceCount = Int(Double(count) * change.sourceRate / change.rate) + 1
      let before = start - reach
      let part = noise[before..<min(noise.count, start + sourceCount + reach)]
      let wanted = convolution.convert(Array(part), from: reach, frameCount: count)
      let level = errorLevel(of: Array(samples[newStart..<newStart + count]), to: wanted)
      #expect(level <= -170, "\(level) dB")
    }
  }

  /// libsamplerate computes with 32-bit floats. It is least exact for low ratios.
  @Test(arguments: agreements)
  func libsamplerateAgrees(change: StreamedChange, limit: Double) throws {
    let source = bandLimitedNoise(
      frameCount: 12_000, below: 0.9 * min(1, change.rate / change.sourceRate) / 2)
    let samples = try change.convert(source)
    let wanted = try change.with(\.method, .libsamplerate(.best)).convert(source)
    let level = errorLevel(of: samples, to: wanted)
    #expect(level <= limit, "\(level) dB")
  }
}
