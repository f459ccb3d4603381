internal import Platform
internal import SoundFormat

/// Creates this package's own resamplers, and those that use libsamplerate.
final class SystemResamplers: ResamplerFactory {
  private let own: OwnResamplers

  init() {
    let cache = FilterCache()
    own = OwnResamplers { cache.filter(for: $0) }
  }

  var installationAdvice: String? { SystemLibrary.samplerate.installationAdvice }

  func check(_ request: ResamplingRequest) throws(SoundFileError) {
    switch request.method {
    case .libsamplerate: _ = try SampleRateLibraryResampler.library(for: request)
    case .bandLimited, .linear: try own.check(request)
    }
  }

  func makeResampler(for request: ResamplingRequest) throws(SoundFileError) -> any Resampling {
    switch request.method {
    case .libsamplerate(let converter): try SampleRateLibraryResampler(request, converter)
    case .bandLimited, .linear: try own.makeResampler(for: request)
    }
  }
}
