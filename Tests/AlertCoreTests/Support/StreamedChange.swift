import AlertCore
import SoundFormat
import Testing

@testable import AlertSound

/// A change of a stream's rate, without files and at full precision.
struct StreamedChange: Sendable, CustomTestStringConvertible {
  /// In Hz.
  let sourceRate: Double
  /// In Hz.
  let rate: Double
  var channelCount = 1
  var method = ResamplingMethod.bandLimited
  /// Whether the resampler is told the stream's length at the start.
  var statesLength = false

  init(_ sourceRate: Double, _ rate: Double) {
    self.sourceRate = sourceRate
    self.rate = rate
  }

  var testDescription: String { "\(sourceRate) to \(rate)" }

  /// The number of frames after resampling.
  func frameCount(_ sourceFrameCount: Int) -> Int {
    RateChange.frameCount(sourceFrameCount, from: sourceRate, to: rate)
  }

  func request(sourceFrameCount: Int? = nil) -> ResamplingRequest {
    ResamplingRequest(
      sourceRate: sourceRate, rate: rate, channelCount: channelCount,
      sourceFrameCount: sourceFrameCount, method: method)
  }

  /// Converts interleaved frames.
  ///
  /// - Parameter partLength: Returns how many frames to pass to the resampler next.
  func convert(
    _ samples: [Double], on host: Host = .system, partLength: () -> Int = { 4096 }
  ) throws -> [Double] {
    let sourceFrameCount = samples.count / channelCount
    let resampler = try host.makeResampler(
      for: request(sourceFrameCount: statesLength ? sourceFrameCount : nil))
    var output: [Double] = []
    var frame = 0
    while frame < sourceFrameCount {
      let end = min(frame + partLength(), sourceFrameCount)
      resampler.process(
        Array(samples[frame * channelCount..<end * channelCount]), appendingTo: &output)
      frame = end
    }
    let missing = frameCount(sourceFrameCount) - output.count / channelCount
    if missing > 0 {
      resampler.finish(frameCount: missing, appendingTo: &output)
    } else {
      output.removeLast(-missing * channelCount)
    }
    return output
  }

  func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var copy = self
    copy[keyPath: path] = value
    return copy
  }
}

extension StreamedChange {
  /// Ratios of small whole numbers. A `BlockResampler` alone changes these rates.
  static let wholeRatios = [
    StreamedChange(48_000, 44_100), StreamedChange(44_100, 48_000), StreamedChange(44_100, 22_050),
    StreamedChange(8000, 48_000), StreamedChange(44_100, 16_000), StreamedChange(96_000, 44_100),
    StreamedChange(48_000, 8000), StreamedChange(22_050, 8000),
  ]

  /// Other ratios. An `Interpolator` follows the `BlockResampler`.
  static let arbitraryRatios = [
    StreamedChange(44_100, 48_001), StreamedChange(11_025, 44_111), StreamedChange(48_001, 44_100),
    StreamedChange(96_000, 44_101), StreamedChange(44_100, 8001), StreamedChange(192_000, 44_103),
    StreamedChange(44_100, 44_101),
  ]

  static let ratios = wholeRatios + arbitraryRatios

  /// Low ratios. A `RateDivider` comes first, and divides the rate by a power of two.
  static let dividedRatios = [
    StreamedChange(384_000, 8000), StreamedChange(128_000, 8000), StreamedChange(25_600, 100),
    StreamedChange(48_000, 3001),
  ]

  static let allRatios = ratios + dividedRatios
}
