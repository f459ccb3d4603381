internal import SoundFormat

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
  ///   - output: The file to write. It may be the input itself, unless another sound would replace the original.
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
