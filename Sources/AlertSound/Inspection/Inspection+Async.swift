public import SystemPackage

extension SoundInspection {
  /// Inspects a file without blocking the calling task's thread.
  ///
  /// Cancelling the task cancels the inspection.
  ///
  /// - Parameters:
  ///   - path: The file. A pipe is read to its end first.
  ///   - rules: The rules to judge by.
  ///   - listens: Whether to decode the whole sound, as levels and waveform require.
  ///   - policy: Which inputs are refused, and whether other decoders may read them.
  ///   - monitor: Follows the progress, and can cancel the inspection.
  /// - Throws: `SoundError` if the file can't be opened or read or exceeds a limit of the
  ///   policy, or on cancellation.
  public init(
    of path: FilePath, rules: AlertRules = .iOS, listens: Bool = true,
    policy: InputPolicy = InputPolicy(), monitor: Monitor = Monitor()
  ) async throws(SoundError) {
    self = try await monitor.detached { monitor throws(SoundError) in
      try SoundInspection(
        of: path, rules: rules, listens: listens, policy: policy, monitor: monitor)
    }
  }
}

extension SoundMeasurement {
  /// Measures a sound without blocking the calling task's thread.
  ///
  /// Cancelling the task cancels the measurement.
  ///
  /// - Parameters:
  ///   - source: The sound, in any format that can be decoded.
  ///   - monitor: Follows the progress, and can cancel the measurement.
  /// - Throws: `SoundError` of the step `choosingCodec` if there is no decoder, of the step
  ///   `reading` if the sound's bytes can't be read or the measurement is cancelled.
  public init(
    of source: SoundSource, monitor: Monitor = Monitor()
  ) async throws(SoundError) {
    self = try await monitor.detached { monitor throws(SoundError) in
      try SoundMeasurement(of: source, monitor: monitor)
    }
  }
}

extension SoundComparison {
  /// Compares a copy of a sound with its original without blocking the calling task's thread.
  ///
  /// Cancelling the task cancels the comparison.
  ///
  /// - Parameters:
  ///   - copy: The copy. At a different sample rate, it is resampled first, band-limited.
  ///   - original: The original, with the same number of channels.
  ///   - aligns: Whether to find the copy's delay, up to `longestDelayFrameCount`.
  ///   - monitor: Follows the progress, and can cancel the comparison.
  /// - Throws: `SoundError` if the sounds can't be compared or read, or on cancellation.
  public init(
    of copy: SoundSource, to original: SoundSource, aligns: Bool = true,
    monitor: Monitor = Monitor()
  ) async throws(SoundError) {
    self = try await monitor.detached { monitor throws(SoundError) in
      try SoundComparison(of: copy, to: original, aligns: aligns, monitor: monitor)
    }
  }
}

extension FormatCandidate {
  /// Compares a sound with its encodings, as the synchronous form does, without blocking the calling
  /// task's thread.
  ///
  /// Cancelling the task cancels the work.
  ///
  /// - Parameters:
  ///   - source: The sound.
  ///   - monitor: Follows the progress, and can cancel the work.
  /// - Returns: The candidates, smallest first, without formats that can't hold so many channels.
  /// - Throws: `SoundError` if the sound can't be read, or on cancellation.
  public static func all(
    for source: SoundSource, monitor: Monitor = Monitor()
  ) async throws(SoundError) -> [FormatCandidate] {
    try await monitor.detached { monitor throws(SoundError) in
      try all(for: source, monitor: monitor)
    }
  }
}
