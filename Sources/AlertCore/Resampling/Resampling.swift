package import SoundFormat

/// A change of a stream's sample rate.
package struct ResamplingRequest: Sendable {
  /// The source's rate, in Hz.
  package let sourceRate: Double
  /// The rate to change to, in Hz.
  package let rate: Double
  package let channelCount: Int
  /// How many frames the source has; nil if the number isn't known before the source's end.
  package let sourceFrameCount: Int?
  package let method: ResamplingMethod

  package init(
    sourceRate: Double, rate: Double, channelCount: Int, sourceFrameCount: Int? = nil,
    method: ResamplingMethod
  ) {
    self.sourceRate = sourceRate
    self.rate = rate
    self.channelCount = channelCount
    self.sourceFrameCount = sourceFrameCount
    self.method = method
  }

  /// Refuses to change the rate by a factor of more than 256.
  package func checkRatio() throws(SoundFileError) {
    guard RateChange.reaches(rate, from: sourceRate) else {
      throw SoundFileError(
        .unsupported,
        "the sample rate can change by a factor of 256 at most, not from \(sourceRate) Hz to"
          + " \(rate) Hz")
    }
  }
}

/// Changes the rate of a stream of interleaved frames. Onsets aren't delayed.
package protocol Resampling: AnyObject {
  /// Converts frames. The last frames may be held back until more frames follow.
  func process(_ frames: [Double], appendingTo output: inout [Double])

  /// Ends the stream, and appends exactly `frameCount` more frames.
  func finish(frameCount: Int, appendingTo output: inout [Double])
}

/// How a change of sample rate is computed.
public enum ResamplingMethod: Equatable, Sendable {
  /// Band-limited, with linear phase and the same bits on every machine.
  case bandLimited
  /// Straight lines between frames, with the same bits on every machine: faster than `bandLimited`, but audibly worse.
  case linear
  /// A converter of libsamplerate, for exactly the output of libsamplerate. libsamplerate is loaded when first needed.
  /// If libsamplerate is missing, a conversion throws an error with the code `libraryMissing`. libsamplerate takes at
  /// most 64 channels. The output depends on libsamplerate's version and on the system's C library.
  case libsamplerate(LibsamplerateConverter)
}

/// The converters of libsamplerate.
///
/// The figures are libsamplerate's own: the signal-to-noise ratio, and the passband as a share of the band up to half
/// of the source's or the new rate, whichever is lower.
public enum LibsamplerateConverter: String, Hashable, Sendable, CaseIterable {
  /// Band-limited, 145 dB, 96 % of the band.
  case best
  /// Band-limited, 121 dB, 90 % of the band, five times as fast as `best`.
  case medium
  /// Band-limited, 97 dB, 80 % of the band, ten times as fast as `best`.
  case fast
  /// Straight lines between frames: fifty times as fast as `best`, and audibly worse.
  case linear
}

/// A resampler that holds back frames that come too early. The output never gets ahead of the input.
package final class RateChange {
  private let resampler: any Resampling
  private let request: ResamplingRequest
  private var held: [Double] = []
  /// The frames returned last; kept to reuse their memory.
  private var given: [Double] = []
  private var givenFrameCount = 0

  init(_ request: ResamplingRequest, by resampler: any Resampling) {
    (self.request, self.resampler) = (request, resampler)
  }

  /// Resamples frames. In total, never returns more frames than `frameCount(_:from:to:)` of the source frames so far.
  func process(_ frames: [Double], sourceFrameCount: Int) -> [Double] {
    resampler.process(frames, appendingTo: &held)
    return give(upTo: sourceFrameCount)
  }

  /// Ends the stream, and returns the remaining frames, up to `frameCount(_:from:to:)` in total.
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

  /// The highest ratio of two rates. Its inverse is the lowest ratio.
  private static let maximumRatio = 256.0

  /// A resampler's filter reaches at most this many frames of the lower rate to either side. Our own filters reach 208:
  /// 203 in `BlockResampler`, 3 in `Interpolator` and 2 in `RateDivider`. libsamplerate's filters reach 143.
  static let reachFrameCount = 512

  /// Returns whether `sourceRate` can be changed to `rate`.
  package static func reaches(_ rate: Double, from sourceRate: Double) -> Bool {
    (1 / maximumRatio...maximumRatio).contains(rate / sourceRate)
  }

  /// Returns how many frames a sound has after a change of rate.
  ///
  /// Source: Apple's tool rounded up in all of 34 conversions from 48 to 44.1 kHz, and rounded down in
  /// all of three conversions to a higher rate.
  package static func frameCount(
    _ frameCount: Int, from sourceRate: Double, to rate: Double
  ) -> Int {
    let exact = Double(frameCount) * rate / sourceRate
    return Int(exactly: exact.rounded(rate < sourceRate ? .up : .down)) ?? .max
  }
}
