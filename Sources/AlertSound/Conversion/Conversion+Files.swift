public import SystemPackage

extension Conversion {
  /// Converts to a file, which is written atomically.
  ///
  /// Cancelling the current task cancels the conversion, as does `isCancelled`.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether to replace an existing file. If not, it causes the error `fileExists`.
  ///   - progress: Called with the fraction done, from 0 to 1.
  ///   - isCancelled: Polled periodically; return true to cancel.
  /// - Returns: What was written.
  /// - Throws: `ConversionError`. An existing file at `path` is then left as it was.
  @discardableResult
  public func write(
    to path: FilePath, replacing: Bool = true, progress: (Double) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> ConvertedSound {
    let staged = try stage(for: path, progress: progress, isCancelled: isCancelled)
    try staged.commit(replacing: replacing)
    return staged.sound
  }

  /// Converts to a file, which is written atomically, at a path given as a string.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether to replace an existing file. If not, it causes the error `fileExists`.
  ///   - progress: Called with the fraction done, from 0 to 1.
  ///   - isCancelled: Polled periodically; return true to cancel.
  /// - Returns: What was written.
  /// - Throws: `ConversionError`. An existing file at `path` is then left as it was.
  @discardableResult
  public func write(
    to path: String, replacing: Bool = true, progress: (Double) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> ConvertedSound {
    try write(
      to: FilePath(path), replacing: replacing, progress: progress, isCancelled: isCancelled)
  }

  /// Converts to a file that appears at its path only when it is committed, and is discarded otherwise.
  ///
  /// Stage several sounds to write all of them or none.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - progress: Called with the fraction done, from 0 to 1.
  ///   - isCancelled: Polled periodically; return true to cancel.
  /// - Throws: `ConversionError`.
  public func stage(
    for path: FilePath, progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> StagedSound {
    let output = try OutputFile(for: path)
    return StagedSound(sound: try run(into: output, progress, isCancelled), output: output)
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
  /// - Throws: `ConversionError` of the step `creatingOutput`.
  public func commit(replacing: Bool = true) throws(ConversionError) {
    guard !isCommitted else { return }
    try output.commit(replacing: replacing)
    isCommitted = true
  }
}
