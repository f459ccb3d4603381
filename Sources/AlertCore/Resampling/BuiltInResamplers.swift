package import SoundFormat

/// Creates the resamplers that need no library.
package final class BuiltInResamplers: ResamplerFactory {
  package let installationAdvice: String? = nil

  /// Makes a filter, or returns a kept one.
  private let makeFilter: BlockFilter.Lookup

  package init(makeFilter: @escaping BlockFilter.Lookup = BlockFilter.init) {
    self.makeFilter = makeFilter
  }

  package func check(_ request: ResamplingRequest) throws(SoundFileError) {
    if case .libsamplerate = request.method {
      throw SoundFileError(.libraryMissing, "libsamplerate can't be loaded here")
    }
    try request.checkRatio()
    if request.method == .bandLimited {
      try BandLimitedResampler.checkChannelCount(of: request)
    }
  }

  package func makeResampler(
    for request: ResamplingRequest
  ) throws(SoundFileError) -> any Resampling {
    try check(request)
    return request.method == .linear
      ? LinearResampler(request) : BandLimitedResampler(request, makeFilter: makeFilter)
  }
}
