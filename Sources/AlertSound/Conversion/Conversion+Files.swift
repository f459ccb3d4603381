public import SystemPackage

extension Conversion {
  /// Converts to a file, which is written atomically.
  ///
  /// Cancelling the current task cancels the conversion, too.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether to replace an existing file. If not, it causes the error `fileExists`.
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: What was written.
  /// - Throws: `SoundError`. An existing file at `path` is then left as it was.
  @discardableResult
  public func write(
    to path: FilePath, replacing: Bool = true, monitor: Monitor = Monitor()
  ) throws(SoundError) -> ConvertedSound {
    let staged = try stage(for: path, monitor: monitor)
    try staged.commit(replacing: replacing)
    return staged.sound
  }

  /// Converts to a file, which is written atomically, at a path given as a string.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether to replace an existing file. If not, it causes the error `fileExists`.
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: What was written.
  /// - Throws: `SoundError`. An existing file at `path` is then left as it was.
  @discardableResult
  public func write(
    to path: String, replacing: Bool = true, monitor: Monitor = Monitor()
  ) throws(SoundError) -> ConvertedSound {
    try write(to: FilePath(path), replacing: replacing, monitor: monitor)
  }

  /// Converts to a file that appears at its path only when it is committed, and is discarded otherwise.
  ///
  /// Stage several sounds to write all of them or none.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Throws: `SoundError`.
  public func stage(
    for path: FilePath, monitor: Monitor = Monitor()
  ) throws(SoundError) -> StagedSound {
    let output = try OutputFile(for: path)
    return StagedSound(sound: try run(into: output, monitor: monitor), output: output)
  }
}

/// A converted sound whose file isn't at its path yet.
public final class StagedSound {
  /// What was written.
  public let sound: ConvertedSound
  let output: OutputFile
  private var isCommitted = false

  init(sound: ConvertedSound, output: OutputFile) {
    self.sound = sound
    self.output = output
  }

  /// Puts the file at its path.
  ///
  /// - Parameter replacing: Whether to replace an existing file. If not, it causes the error
  ///   `fileExists`.
  /// - Throws: `SoundError` of the step `creatingOutput`.
  public func commit(replacing: Bool = true) throws(SoundError) {
    guard !isCommitted else { return }
    try output.commit(replacing: replacing)
    isCommitted = true
  }
}
