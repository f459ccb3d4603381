public import SystemPackage

extension AlertConversion {
  /// Converts to a file, which is written atomically.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether to replace an existing file. If not, it causes the error `fileExists`.
  ///   - progress: Called with the fraction done, from 0 to 1.
  ///   - isCancelled: Polled periodically; return true to cancel.
  /// - Returns: What became of the sound. If it is `omitted`, an existing file at `path` is left as it was.
  /// - Throws: `ConversionError`. An existing file at `path` is then left as it was.
  @discardableResult
  public func write(
    to path: FilePath, replacing: Bool = true, progress: (Double) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> AlertOutcome {
    let staged = try stage(for: path, progress: progress, isCancelled: isCancelled)
    try staged.sound?.commit(replacing: replacing)
    return staged.outcome
  }

  /// Converts to a file, which is written atomically, at a path given as a string.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether to replace an existing file. If not, it causes the error `fileExists`.
  ///   - progress: Called with the fraction done, from 0 to 1.
  ///   - isCancelled: Polled periodically; return true to cancel.
  /// - Returns: What became of the sound. If it is `omitted`, an existing file at `path` is left as it was.
  /// - Throws: `ConversionError`. An existing file at `path` is then left as it was.
  @discardableResult
  public func write(
    to path: String, replacing: Bool = true, progress: (Double) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> AlertOutcome {
    try write(
      to: FilePath(path), replacing: replacing, progress: progress, isCancelled: isCancelled)
  }

  /// Converts to a file that appears at its path only when it is committed, and is discarded otherwise.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - progress: Called with the fraction done, from 0 to 1.
  ///   - isCancelled: Polled periodically; return true to cancel.
  /// - Throws: `ConversionError`.
  public func stage(
    for path: FilePath, progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> StagedAlert {
    let (outcome, result) = try runWithinLimit(progress, isCancelled) { () throws(ConversionError) in
      try OutputFile(for: path)
    }
    return StagedAlert(
      outcome: outcome, sound: result.map { StagedSound(sound: $0.sound, output: $0.sink) })
  }
}

/// An alert whose file isn't at its path yet.
public struct StagedAlert {
  /// What became of the sound.
  public let outcome: AlertOutcome
  /// The file to commit; nil if the sound was omitted.
  public let sound: StagedSound?
}
