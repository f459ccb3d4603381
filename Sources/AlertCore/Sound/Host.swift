package import SoundFormat

/// What the machine provides to AlertCore, which itself has neither threads nor libraries.
package final class Host: Sendable {
  private let makeFilter: BlockFilter.Lookup
  /// Creates a resampler that uses libsamplerate.
  private let library: Library
  /// Returns what to install if libsamplerate is missing, in words; nil if nothing would help.
  let installationAdvice: @Sendable () -> String?
  /// Runs the IMA4 search on several processors.
  package let workers: Workers

  package typealias Library =
    @Sendable (ResamplingRequest, LibsamplerateConverter) throws(SoundFileError) -> any Resampling

  /// Describes a machine. Without arguments, the machine has neither threads nor libraries.
  package init(
    makeFilter: @escaping BlockFilter.Lookup = BlockFilter.init,
    installationAdvice: @escaping @Sendable () -> String? = { nil },
    library: @escaping Library = { _, _ throws(SoundFileError) in
      throw SoundFileError(.libraryMissing, "libsamplerate can't be loaded here")
    },
    workers: Workers = .sequential
  ) {
    self.makeFilter = makeFilter
    self.installationAdvice = installationAdvice
    self.library = library
    self.workers = workers
  }

  /// Refuses a request that no resampler supports.
  ///
  /// - Throws: `SoundFileError` with the code `libraryMissing` if the method needs a library that the machine doesn't
  ///   have, or `unsupported` if the ratio or the number of channels isn't supported.
  package func check(_ request: ResamplingRequest) throws(SoundFileError) {
    if case .libsamplerate(let converter) = request.method {
      _ = try library(request, converter)
      return
    }
    try request.checkRatio()
    if request.method == .bandLimited {
      try BandLimitedResampler.checkChannelCount(of: request)
    }
  }

  package func makeResampler(
    for request: ResamplingRequest
  ) throws(SoundFileError) -> any Resampling {
    if case .libsamplerate(let converter) = request.method {
      return try library(request, converter)
    }
    try check(request)
    return request.method == .linear
      ? LinearResampler(request) : BandLimitedResampler(request, makeFilter: makeFilter)
  }
}

/// Follows an operation's progress, and can cancel the operation.
public final class Monitor: Sendable {
  package let progress: @Sendable (Double) -> Void
  /// Returns whether to cancel the operation.
  package let cancels: @Sendable () -> Bool

  /// - Parameters:
  ///   - progress: Called with the fraction done, from 0 to 1, on a thread that does the work.
  ///   - isCancelled: Polled periodically, by any thread that does the work; return true to cancel.
  public init(
    progress: @escaping @Sendable (Double) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.progress = progress
    cancels = isCancelled
  }

  package var isCancelled: Bool { cancels() }

  /// Returns a monitor for a step that takes the operation's progress from one fraction to another.
  package func part(_ fractions: ClosedRange<Double>) -> Monitor {
    let (start, length) = (fractions.lowerBound, fractions.upperBound - fractions.lowerBound)
    return Monitor(progress: { [progress] in progress(start + length * $0) }, isCancelled: cancels)
  }

  /// Throws the error `cancelled` if the monitor cancels the operation.
  func checkCancellation(reading source: SoundSource) throws(SoundError) {
    if cancels() {
      throw SoundError(.reading, source.file, .cancelled)
    }
  }
}
