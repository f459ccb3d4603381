package import SoundFormat

/// A change of a stream's sample rate.
package struct ResamplingRequest: Hashable, Sendable {
  /// The source's rate, in Hz.
  package let sourceRate: Double
  /// The rate to change to, in Hz.
  package let rate: Double
  /// How many channels a frame has.
  package let channelCount: Int
  /// How close the result must come to the ideal one.
  package let quality: ResamplingQuality
}

/// Creates resamplers.
package protocol ResamplerFactory: AnyObject, Sendable {
  /// Checks whether there is a resampler for a request.
  ///
  /// - Throws: `SoundFileError` with the code `libraryMissing` if the machine has no resampler,
  ///   `unsupported` if it doesn't support the ratio or the number of channels.
  func check(_ request: ResamplingRequest) throws(SoundFileError)

  /// What to install if the machine has no resampler, in words; nil if nothing would help.
  var installationAdvice: String? { get }

  /// Creates a resampler at the start of a stream.
  ///
  /// - Throws: `SoundFileError` with the same codes.
  func makeResampler(for request: ResamplingRequest) throws(SoundFileError) -> any Resampling
}

/// Changes the rate of a stream of interleaved frames. It doesn't delay onsets.
package protocol Resampling: AnyObject {
  /// Converts frames. Some are held back until others follow.
  func process(_ frames: [Float], appendingTo output: inout [Float])

  /// Ends the stream.
  ///
  /// - Parameter frameCount: How many frames are still to come.
  func finish(frameCount: Int, appendingTo output: inout [Float])
}
