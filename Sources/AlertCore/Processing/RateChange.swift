internal import SoundFormat

/// A resampler, and the frames it returned too early.
package final class RateChange {
  private let resampler: any Resampling
  private let request: ResamplingRequest
  private var held: [Double] = []
  /// The frames returned last. The next ones reuse their memory.
  private var given: [Double] = []
  private var givenFrameCount = 0

  init(_ request: ResamplingRequest, on host: Host) throws(SoundFileError) {
    resampler = try host.resamplers.makeResampler(for: request)
    self.request = request
  }

  /// Resamples frames. The total never exceeds `frameCount(_:from:to:)` of the frames read so far.
  func process(_ frames: [Double], sourceFrameCount: Int) -> [Double] {
    resampler.process(frames, appendingTo: &held)
    return give(upTo: sourceFrameCount)
  }

  /// Ends the stream and returns the remaining frames, up to the same total.
  func finish(sourceFrameCount: Int) -> [Double] {
    let missing = total(sourceFrameCount) - givenFrameCount - held.count / request.channelCount
    if missing > 0 { resampler.finish(frameCount: missing, appendingTo: &held) }
    return give(upTo: sourceFrameCount)
  }

  private func total(_ sourceFrameCount: Int) -> Int {
    Self.frameCount(sourceFrameCount, from: request.sourceRate, to: request.rate)
  }

  private func give(upTo sourceFrameCount: Int) -> [Double] {
    let frameCount = min(
      total(sourceFrameCount) - givenFrameCount, held.count / request.channelCount)
    givenFrameCount += frameCount
    let sampleCount = frameCount * request.channelCount
    given.removeAll(keepingCapacity: true)
    if sampleCount == held.count {
      swap(&given, &held)
    } else {
      given += held[..<sampleCount]
      held.removeFirst(sampleCount)
    }
    return given
  }
}

extension RateChange {
  /// The highest ratio of two rates that can be changed in one step; its inverse is the lowest.
  private static let maximumRatio = 256.0

  /// More frames of the lower rate than a resampler's longest filter uses on either side (our own: 203,
  /// 3 for the interpolator, and 2 for a division; libsamplerate's: 143).
  static let reachFrameCount = 512

  /// Whether one rate can be changed to another in one step.
  package static func reaches(_ rate: Double, from sourceRate: Double) -> Bool {
    (1 / maximumRatio...maximumRatio).contains(rate / sourceRate)
  }

  /// How many frames a sound has after a change of rate.
  ///
  /// Source: 34 conversions by Apple's tool from 48 to 44.1 kHz, all rounded up, and three to a
  /// higher rate, all rounded down.
  package static func frameCount(
    _ frameCount: Int, from sourceRate: Double, to rate: Double
  ) -> Int {
    let exact = Double(frameCount) * rate / sourceRate
    return Int(exactly: exact.rounded(rate < sourceRate ? .up : .down)) ?? .max
  }
}
