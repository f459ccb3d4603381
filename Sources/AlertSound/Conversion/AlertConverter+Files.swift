public import SoundFormat

extension AlertConverter {
  /// Makes an alert from the bytes of a sound.
  ///
  /// - Parameters:
  ///   - sound: The whole file.
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: The alert's bytes, what was done, and the verdict.
  /// - Throws: `SoundError`. ``SoundError/fault`` says whether to refuse the sound.
  public func convert(
    _ sound: some ByteSource & Sendable, monitor: Monitor = Monitor()
  ) throws(SoundError) -> ConversionResult {
    try conversion(of: SoundSource(bytes: sound, policy: inputPolicy), monitor: monitor)
      .inMemory(monitor: monitor)
  }

  /// Makes an alert from a file. The alert is written atomically.
  ///
  /// - Parameters:
  ///   - input: The sound.
  ///   - output: The file to write. It may be the input itself, unless another sound would replace the original.
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: What was done, and the verdict.
  /// - Throws: `SoundError`. On an error, or if the sound is omitted, an existing file stays as it was.
  @discardableResult
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
    try staged.commit()
    return staged.result
  }

  /// Makes an alert from the bytes of a sound, without blocking the calling task's thread.
  public func convert(
    _ sound: some ByteSource & Sendable, monitor: Monitor = Monitor()
  ) async throws(SoundError) -> ConversionResult {
    try await monitor.detached { monitor throws(SoundError) in
      try convert(sound, monitor: monitor)
    }
  }

  /// Makes an alert from a file, without blocking the calling task's thread.
  @discardableResult
  public func convert(
    _ input: any PathConvertible, to output: any PathConvertible, monitor: Monitor = Monitor()
  ) async throws(SoundError) -> ConversionResult {
    try await monitor.detached { monitor throws(SoundError) in
      try convert(input, to: output, monitor: monitor)
    }
  }
}
