package import SoundFormat

/// Creates the resamplers that need no library.
package final class OwnResamplers: ResamplerFactory {
  package let installationAdvice: String? = nil

  package init() {}

  package func check(_ request: ResamplingRequest) throws(SoundFileError) {
    if case .libsamplerate = request.method {
      throw SoundFileError(.libraryMissing, "libsamplerate can't be loaded here")
    }
    try request.checkRatio()
  }

  package func makeResampler(
    for request: ResamplingRequest
  ) throws(SoundFileError) -> any Resampling {
    try check(request)
    return request.method == .linear ? LinearResampler(request) : BandLimitedResampler(request)
  }
}
