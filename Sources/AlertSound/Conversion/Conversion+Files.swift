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
  /// - Throws: `SoundError`. An existing file at `path` is then left as it was, as it is if the sound is omitted.
  @discardableResult
  public func write(
    to path: FilePath, replacing: Bool = true, monitor: Monitor = Monitor()
  ) throws(SoundError) -> ConversionResult {
    let staged = try stage(for: path, monitor: monitor)
    try staged.commit(replacing: replacing)
    return staged.result
  }

  /// Converts to a file as above, without blocking the calling task's thread.
  @discardableResult
  public func write(
    to path: FilePath, replacing: Bool = true, monitor: Monitor = Monitor()
  ) async throws(SoundError) -> ConversionResult {
    try await monitor.detached { monitor throws(SoundError) in
      try write(to: path, replacing: replacing, monitor: monitor)
    }
  }

  /// Converts in memory, without blocking the calling task's thread.
  public func inMemory(monitor: Monitor = Monitor()) async throws(SoundError) -> ConversionResult {
    try await monitor.detached { monitor throws(SoundError) in try inMemory(monitor: monitor) }
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
  ) throws(SoundError) -> StagedFile {
    let conversion = try decided(monitor: monitor)
    guard !conversion.isOmitted else {
      return StagedFile(result: try conversion.inMemory(), output: nil)
    }
    let output = try OutputFile(for: path)
    return StagedFile(
      result: try conversion.run(into: output, monitor: monitor), output: output)
  }
}

/// A converted sound whose file isn't at its path yet.
public final class StagedFile {
  /// What was done.
  public let result: ConversionResult
  /// The file to commit; nil if the sound was omitted.
  let output: OutputFile?
  private var isCommitted = false

  init(result: ConversionResult, output: OutputFile?) {
    self.result = result
    self.output = output
  }

  /// Puts the file at its path, unless the sound was omitted.
  ///
  /// - Parameter replacing: Whether to replace an existing file. If not, it causes the error
  ///   `fileExists`.
  /// - Throws: `SoundError` of the step `creatingOutput`.
  public func commit(replacing: Bool = true) throws(SoundError) {
    guard !isCommitted else { return }
    try output?.commit(replacing: replacing)
    isCommitted = true
  }
}
