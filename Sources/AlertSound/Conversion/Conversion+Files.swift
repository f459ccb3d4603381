internal import Platform
internal import SystemPackage

extension Conversion {
  /// Converts to a file, which is written atomically.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own file.
  ///   - replacing: Whether to replace an existing file. If false, an existing file causes an error.
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: What became of the sound, and the verdict.
  /// - Throws: `SoundError`. On an error, or if the sound is omitted, an existing file stays as it was.
  public func write(
    to path: any PathConvertible, replacing: Bool = true, monitor: Monitor = Monitor()
  ) throws(SoundError) -> ConversionResult {
    let staged = try stage(for: path, monitor: monitor)
    try staged.output?.commit(replacing: replacing)
    return staged.result
  }

  /// What a conversion did, and the file, which appears at its path when it is committed; nil if the sound was omitted.
  package typealias Staged = (result: ConversionResult, output: OutputFile?)

  /// Converts to a file that isn't at its path yet. Stage several sounds to write all of them or none.
  package func stage(
    for path: any PathConvertible, monitor: Monitor = Monitor()
  ) throws(SoundError) -> Staged {
    if isOmitted { return (try inMemory(monitor: monitor), nil) }
    let output = try OutputFile(for: path.filePath)
    let result = try run(into: output, monitor: monitor)
    return (result, result.facts.outcome.isOmitted ? nil : output)
  }
}

extension Monitor {
  func checkCancellation() throws(SoundError) {
    if isCancelled { throw SoundError(.reading, nil as SoundPath?, .cancelled) }
  }

  /// Does work on a new thread, and waits for it without blocking the calling task's thread.
  ///
  /// Work that takes seconds must never block the threads that tasks share. If the system can't start another
  /// thread, the work is done on the current thread.
  ///
  /// - Parameter work: Gets a monitor that reports to this one. Cancelling the calling task cancels it.
  /// - Throws: What the work throws; `CancellationError` if it was cancelled.
  public func detached<Value: Sendable>(
    _ work: @escaping @Sendable (Monitor) throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let isTaskCancelled = Locked(false)
    let monitor = Monitor(
      progress: progress, isCancelled: { isTaskCancelled.withLock { $0 } || self.isCancelled })
    let result: Result<Value, any Error> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Threads.detach { continuation.resume(returning: Result { try work(monitor) }) }
      }
    } onCancel: {
      isTaskCancelled.withLock { $0 = true }
    }
    if case .failure(let error as SoundError) = result, error.cause == .cancelled {
      throw CancellationError()
    }
    return try result.get()
  }
}
