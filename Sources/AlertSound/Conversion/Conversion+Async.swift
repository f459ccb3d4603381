public import SystemPackage

extension Conversion {
  /// Converts to a file, which is written atomically, without blocking the calling task's thread.
  ///
  /// Cancelling the task cancels the conversion.
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
  ) async throws(SoundError) -> ConvertedSound {
    try await monitor.detached { monitor throws(SoundError) in
      try write(to: path, replacing: replacing, monitor: monitor)
    }
  }

  /// Converts to a file at a path given as a string, without blocking the calling task's thread.
  ///
  /// Cancelling the task cancels the conversion.
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
  ) async throws(SoundError) -> ConvertedSound {
    try await write(to: FilePath(path), replacing: replacing, monitor: monitor)
  }

  /// Converts in memory, without blocking the calling task's thread.
  ///
  /// Cancelling the task cancels the conversion.
  ///
  /// - Parameter monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: The bytes of a whole file.
  /// - Throws: `SoundError`.
  public func bytes(monitor: Monitor = Monitor()) async throws(SoundError) -> [UInt8] {
    try await monitor.detached { monitor throws(SoundError) in try bytes(monitor: monitor) }
  }
}

extension AlertConversion {
  /// Converts to a file, which is written atomically, without blocking the calling task's thread.
  ///
  /// Cancelling the task cancels the conversion.
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
  ) async throws(SoundError) -> AlertOutcome {
    try await monitor.detached { monitor throws(SoundError) in
      try write(to: path, replacing: replacing, monitor: monitor)
    }
  }

  /// Converts to a file at a path given as a string, without blocking the calling task's thread.
  ///
  /// Cancelling the task cancels the conversion.
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
  ) async throws(SoundError) -> AlertOutcome {
    try await write(to: FilePath(path), replacing: replacing, monitor: monitor)
  }

  /// Converts in memory, without blocking the calling task's thread.
  ///
  /// Cancelling the task cancels the conversion.
  ///
  /// - Parameter monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: What became of the sound, and the bytes of a whole file; nil if it is `omitted`.
  /// - Throws: `SoundError`.
  public func bytes(
    monitor: Monitor = Monitor()
  ) async throws(SoundError) -> (outcome: AlertOutcome, bytes: [UInt8]?) {
    try await monitor.detached { monitor throws(SoundError) in try bytes(monitor: monitor) }
  }
}
