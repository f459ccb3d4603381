package import SoundFormat

/// What the machine provides to the core, which itself has neither threads nor libraries.
package struct Host: Sendable {
  /// Runs two closures, in parallel if there are threads for it. Neither may access what the other
  /// changes. Throws the first closure's error, or else the second's.
  package typealias RunBoth =
    @Sendable (
      _ first: () throws(SoundError) -> Void, _ second: () throws(SoundError) -> Void
    ) throws(SoundError) -> Void

  /// Creates resamplers.
  package let resamplers: any ResamplerFactory
  /// Runs the IMA4 search on several processors.
  package let workers: Workers
  package let runBoth: RunBoth
  /// Whether the work of the current thread is cancelled; polled periodically.
  package let isCancelled: @Sendable () -> Bool

  /// Describes a machine. Without arguments, it has neither threads nor libraries.
  package init(
    resamplers: any ResamplerFactory = BuiltInResamplers(), workers: Workers = .sequential,
    runBoth: @escaping RunBoth = { first, second throws(SoundError) in
      try first()
      try second()
    },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.resamplers = resamplers
    self.workers = workers
    self.runBoth = runBoth
    self.isCancelled = isCancelled
  }
}
