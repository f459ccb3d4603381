internal import SoundFormat

extension AlertConverter {
  /// Makes an alert from the bytes of a sound: `[UInt8]`, `Data`, or another collection.
  ///
  /// - Parameter sound: The whole file.
  /// - Returns: The alert's bytes, what became of the sound, and the verdict.
  /// - Throws: `SoundError`. ``SoundError/fault`` says whether to refuse the sound. A sound that the limit's policy
  ///   omits is an error, too.
  public func convert(
    _ sound: some Collection<UInt8> & Sendable
  ) throws(SoundError) -> ConversionResult {
    try convert(sound, monitor: Monitor())
  }

  /// Makes an alert from frames.
  ///
  /// - Returns: The alert's bytes, what became of the sound, and the verdict.
  /// - Throws: `SoundError`, also if the limit's policy omits the sound.
  public func convert(_ frames: Frames) throws(SoundError) -> ConversionResult {
    try convert(SoundSource(frames), Monitor())
  }

  /// Makes an alert from a file. The alert is written atomically.
  ///
  /// - Parameters:
  ///   - input: The sound.
  ///   - output: The file to write. It may be the input itself, unless another sound would replace the original.
  /// - Returns: What became of the sound, and the verdict.
  /// - Throws: `SoundError`. On an error, or if the sound is omitted, an existing file stays as it was.
  public func convert(
    _ input: any PathConvertible, to output: any PathConvertible
  ) throws(SoundError) -> ConversionResult {
    try convert(input, to: output, monitor: Monitor())
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

  package func convert(
    _ sound: some Collection<UInt8> & Sendable, monitor: Monitor
  ) throws(SoundError) -> ConversionResult {
    try convert(SoundSource(bytes: sound, policy: inputPolicy), monitor)
  }

  private func convert(
    _ source: SoundSource, _ monitor: Monitor
  ) throws(SoundError) -> ConversionResult {
    try conversion(of: source, monitor: monitor).bytes(monitor: monitor)
  }

  package func convert(
    _ input: any PathConvertible, to output: any PathConvertible, monitor: Monitor
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
}
