package import SoundFormat

/// A change of a stream's sample rate.
package struct ResamplingRequest: Hashable, Sendable {
  /// The source's rate, in Hz.
  package let sourceRate: Double
  /// The rate to change to, in Hz.
  package let rate: Double
  /// How many channels a frame has.
  package let channelCount: Int
  /// How many frames the source has; nil if that isn't known before its end.
  package let sourceFrameCount: Int?
  /// How to compute the result.
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
}

/// Creates resamplers.
package protocol ResamplerFactory: AnyObject, Sendable {
  /// Checks whether there is a resampler for a request.
  ///
  /// - Throws: `SoundFileError` with the code `libraryMissing` if the request asks for a library that the
  ///   machine doesn't have, `unsupported` if the ratio or the number of channels isn't supported.
  func check(_ request: ResamplingRequest) throws(SoundFileError)

  /// What to install if the library is missing, in words; nil if nothing would help.
  var installationAdvice: String? { get }

  /// Creates a resampler at the start of a stream.
  func makeResampler(for request: ResamplingRequest) throws(SoundFileError) -> any Resampling
}

/// Changes the rate of a stream of interleaved frames. It doesn't delay onsets.
package protocol Resampling: AnyObject {
  /// Converts frames. Some are held back until others follow.
  func process(_ frames: [Double], appendingTo output: inout [Double])

  /// Ends the stream, of which so many frames are still to come.
  func finish(frameCount: Int, appendingTo output: inout [Double])
}

extension ResamplingRequest {
  /// Checks whether the rate can be changed in one step.
  package func checkRatio() throws(SoundFileError) {
    guard RateChange.reaches(rate, from: sourceRate) else {
      throw SoundFileError(
        .unsupported,
        "the sample rate can change by a factor of 256 at most, not from \(sourceRate) Hz to"
          + " \(rate) Hz")
    }
  }
}

/// How a change of sample rate is computed.
public enum ResamplingMethod: Hashable, Sendable {
  /// Band-limited, with linear phase and the same bits on every machine.
  case bandLimited
  /// Straight lines between frames: fast, and audibly worse. The same bits on every machine.
  case linear
  /// One of libsamplerate's converters, for its exact output. The library is loaded when it is first needed;
  /// without it, a conversion throws an error with the code `libraryMissing`. It takes at most 64 channels,
  /// and its output depends on its version and on the system's C library.
  case libsamplerate(LibsamplerateConverter)
}

/// The converters of libsamplerate.
///
/// The figures are libsamplerate's own: the signal-to-noise ratio and the share of the smaller
/// Nyquist band that passes.
public enum LibsamplerateConverter: String, Hashable, Sendable, CaseIterable {
  /// Band-limited, 145 dB, 96 % of the band.
  case best
  /// Band-limited, 121 dB, 90 %: five times as fast as `best`.
  case medium
  /// Band-limited, 97 dB, 80 %: ten times as fast as `best`.
  case fast
  /// Straight lines between frames: fifty times as fast as `best`, and audibly worse.
  case linear
}

/// A resampler, and the frames it returned too early.
package final class RateChange {
  private let resampler: any Resampling
  private let request: ResamplingRequest
  private var held: [Double] = []
  /// The frames returned last. The next ones reuse their memory.
  private var given: [Double] = []
  private var givenFrameCount = 0

  init(_ request: ResamplingRequest, by factory: any ResamplerFactory) throws(SoundFileError) {
    resampler = try factory.makeResampler(for: request)
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
