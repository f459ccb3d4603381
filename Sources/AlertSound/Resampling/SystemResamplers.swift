package import AlertCore
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

/// Keeps the filters of earlier changes of rate: the sounds of a batch share them.
package final class FilterCache: Sendable {
  /// Filters for the usual rates take 50 to 600 KB. Larger ones aren't kept: untrusted files can state any rate.
  private static let maximumFilterByteCount = 1 << 20
  /// When the filters take more together, all are dropped.
  private static let maximumByteCount = 16 << 20

  private struct Kept {
    var filters: [BlockPlan: BlockFilter] = [:]
    var byteCount = 0
  }

  private let kept = Locked(Kept())

  package init() {}

  package func filter(for plan: BlockPlan) -> BlockFilter {
    if let filter = kept.withLock({ $0.filters[plan] }) { return filter }
    // Not while holding the lock: another thread may need another filter.
    let filter = BlockFilter(plan)
    guard filter.byteCount <= Self.maximumFilterByteCount else { return filter }
    return kept.withLock { kept in
      if let earlier = kept.filters[plan] { return earlier }
      if kept.byteCount + filter.byteCount > Self.maximumByteCount { kept = Kept() }
      kept.filters[plan] = filter
      kept.byteCount += filter.byteCount
      return filter
    }
  }
}
