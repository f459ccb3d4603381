extension Monitor {
  /// Whether the operation is cancelled: by the monitor, or because the current task is.
  public var isCancelled: Bool { Task.isCancelled || cancels() }

  /// Throws if the operation is cancelled.
  ///
  /// - Throws: `SoundError` of the step `reading`, with the cause `cancelled`.
  func checkCancellation() throws(SoundError) {
    if isCancelled { throw SoundError(.reading, nil as SoundPath?, .cancelled) }
  }
}
