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

  /// What a conversion did, and the output file: nil if the sound was omitted. `commit` moves the file to its path.
  package typealias Staged = (result: ConversionResult, output: OutputFile?)

  /// Converts to a temporary file. Stage all sounds before the first `commit`, to write all sounds or no sound.
  package func stage(
    for path: any PathConvertible, monitor: Monitor = Monitor()
  ) throws(SoundError) -> Staged {
    if isOmitted { return (try inMemory(monitor: monitor), nil) }
    let output = try OutputFile(for: path.filePath)
    let result = try run(into: output, monitor: monitor)
    return (result, result.facts.outcome.isOmitted ? nil : output)
  }
}

extension AlertConverter {
  /// Makes an alert from the bytes of a sound: `[UInt8]`, `Data`, or another collection.
  ///
  /// - Parameters:
  ///   - sound: The whole file.
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: The alert's bytes, what became of the sound, and the verdict.
  /// - Throws: `SoundError`. ``SoundError/fault`` says whether to refuse the sound. A sound that the limit's policy
  ///   omits is an error, too.
  public func convert(
    _ sound: some Collection<UInt8> & Sendable, monitor: Monitor = Monitor()
  ) throws(SoundError) -> ConversionResult {
    let source = try SoundSource(bytes: sound, policy: inputPolicy)
    return try conversion(of: source, monitor: monitor).bytes(monitor: monitor)
  }

  /// Makes an alert from frames.
  ///
  /// - Parameters:
  ///   - frames: The sound.
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: The alert's bytes, what became of the sound, and the verdict.
  /// - Throws: `SoundError`, also if the limit's policy omits the sound.
  public func convert(
    _ frames: Frames, monitor: Monitor = Monitor()
  ) throws(SoundError) -> ConversionResult {
    try conversion(of: SoundSource(frames), monitor: monitor).bytes(monitor: monitor)
  }

  /// Makes an alert from frames, and writes the alert atomically.
  ///
  /// - Parameters:
  ///   - frames: The sound.
  ///   - output: The file to write.
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: What became of the sound, and the verdict.
  /// - Throws: `SoundError`. On an error, or if the sound is omitted, an existing file stays as it was.
  public func convert(
    _ frames: Frames, to output: any PathConvertible, monitor: Monitor = Monitor()
  ) throws(SoundError) -> ConversionResult {
    try conversion(of: SoundSource(frames), monitor: monitor).write(to: output, monitor: monitor)
  }

  /// Makes an alert from a file. The alert is written atomically.
  ///
  /// - Parameters:
  ///   - input: The sound.
  ///   - output: The file to write. It may be the input. Replacing the input by the default sound is an error.
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: What became of the sound, and the verdict.
  /// - Throws: `SoundError`. On an error, or if the sound is omitted, an existing file stays as it was.
  public func convert(
    _ input: any PathConvertible, to output: any PathConvertible, monitor: Monitor = Monitor()
  ) throws(SoundError) -> ConversionResult {
    let source = try SoundSource(path: input, policy: inputPolicy)
    let conversion = try conversion(of: source, monitor: monitor)
    let replaced = FileIdentity(of: output.filePath)
    let staged = try conversion.stage(for: output, monitor: monitor)
    if staged.result.facts.outcome.isReplaced, replaced != nil,
      replaced == FileIdentity(of: input.filePath)
    {
      try conversion.checkKeepsOriginal(staged.result.facts.outcome)
    }
    try staged.output?.commit(replacing: true)
    return staged.result
  }

  /// Makes an alert from the bytes of a sound, without blocking the calling task's thread.
  ///
  /// - Throws: `SoundError`; `CancellationError` if the task is cancelled.
  public func convert(
    _ sound: some Collection<UInt8> & Sendable,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> ConversionResult {
    try await Monitor(progress: progress).detached { monitor throws(SoundError) in
      try convert(sound, monitor: monitor)
    }
  }

  /// Makes an alert from a file, without blocking the calling task's thread.
  ///
  /// - Throws: `SoundError`; `CancellationError` if the task is cancelled.
  public func convert(
    _ input: any PathConvertible, to output: any PathConvertible,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> ConversionResult {
    try await Monitor(progress: progress).detached { monitor throws(SoundError) in
      try convert(input, to: output, monitor: monitor)
    }
  }
}

extension Monitor {
  func checkCancellation() throws(SoundError) {
    if isCancelled { throw SoundError(.reading, nil as SoundPath?, .cancelled) }
  }

  /// Does work on a new thread, and waits for the work without blocking the calling task's thread.
  ///
  /// Work that takes seconds must never block the threads that tasks share. If the system can't start another
  /// thread, the work is done on the current thread.
  ///
  /// - Parameter work: Gets a monitor that reports to this monitor. Cancelling the calling task cancels the work.
  /// - Throws: What the work throws; `CancellationError` if the work was cancelled.
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
