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
  ///
  /// - Throws: `SoundFileError` with the same codes.
  func makeResampler(for request: ResamplingRequest) throws(SoundFileError) -> any Resampling
}

/// Changes the rate of a stream of interleaved frames. It doesn't delay onsets.
package protocol Resampling: AnyObject {
  /// Converts frames. Some are held back until others follow.
  func process(_ frames: [Double], appendingTo output: inout [Double])

  /// Ends the stream.
  ///
  /// - Parameter frameCount: How many frames are still to come.
  func finish(frameCount: Int, appendingTo output: inout [Double])
}

extension ResamplingRequest {
  /// Checks whether the rate can be changed in one step.
  ///
  /// - Throws: `SoundFileError` with the code `unsupported`.
  package func checkRatio() throws(SoundFileError) {
    guard RateChange.reaches(rate, from: sourceRate) else {
      throw SoundFileError(
        .unsupported,
        "the sample rate can change by a factor of 256 at most, not from \(sourceRate) Hz to"
          + " \(rate) Hz")
    }
  }
}
