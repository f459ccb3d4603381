public import SystemPackage

extension AlertConversion {
  /// Converts to a file, which is written atomically.
  ///
  /// Cancelling the current task cancels the conversion, too.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether to replace an existing file. If not, it causes the error `fileExists`.
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: What became of the sound. If it is `omitted`, an existing file at `path` is left as it was.
  /// - Throws: `SoundError`. An existing file at `path` is then left as it was.
  @discardableResult
  public func write(
    to path: FilePath, replacing: Bool = true, monitor: Monitor = Monitor()
  ) throws(SoundError) -> AlertOutcome {
    let staged = try stage(for: path, monitor: monitor)
    try staged.sound?.commit(replacing: replacing)
    return staged.outcome
  }

  /// Converts to a file, which is written atomically, at a path given as a string.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether to replace an existing file. If not, it causes the error `fileExists`.
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: What became of the sound. If it is `omitted`, an existing file at `path` is left as it was.
  /// - Throws: `SoundError`. An existing file at `path` is then left as it was.
  @discardableResult
  public func write(
    to path: String, replacing: Bool = true, monitor: Monitor = Monitor()
  ) throws(SoundError) -> AlertOutcome {
    try write(to: FilePath(path), replacing: replacing, monitor: monitor)
  }

  /// Converts to a file that appears at its path only when it is committed, and is discarded otherwise.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Throws: `SoundError`.
  public func stage(
    for path: FilePath, monitor: Monitor = Monitor()
  ) throws(SoundError) -> StagedAlert {
    let (outcome, result) = try runWithinLimit(monitor: monitor) { () throws(SoundError) in
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
