internal import Platform
internal import SoundFormat

/// Creates the built-in resamplers, and those that use libsamplerate.
final class SystemResamplers: ResamplerFactory {
  private let builtIn: BuiltInResamplers

  init() {
    let cache = FilterCache()
    builtIn = BuiltInResamplers { cache.filter(for: $0) }
  }

  var installationAdvice: String? { SystemLibrary.samplerate.installationAdvice }

  func check(_ request: ResamplingRequest) throws(SoundFileError) {
    switch request.method {
    case .libsamplerate: _ = try SampleRateLibraryResampler.library(for: request)
    case .bandLimited, .linear: try builtIn.check(request)
    }
  }

  func makeResampler(for request: ResamplingRequest) throws(SoundFileError) -> any Resampling {
    switch request.method {
    case .libsamplerate(let converter): try SampleRateLibraryResampler(request, converter)
    case .bandLimited, .linear: try builtIn.makeResampler(for: request)
    }
  }
}
