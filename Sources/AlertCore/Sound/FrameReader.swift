package import SoundFormat

/// Reads a sound's frames block by block, and replaces unusable samples: NaN, infinite and huge samples. A single
/// unusable sample would spoil all later arithmetic, such as a loudness, a filter or a mix.
///
/// NaN becomes 0. Infinite and huge samples become full scale. 32-bit integers that were stored as floats aren't huge.
package final class FrameReader {
  private let decode: () throws(SoundFileError) -> SampleBlock?
  private let decodingWarnings: () -> [AlertFinding]
  let checkDamage: () throws(SoundFileError) -> Void
  private var replacedCount = 0

  /// - Parameters:
  ///   - warnings: Returns what decoding has found so far.
  ///   - checkDamage: Throws if too much of what was decoded is damaged.
  ///   - decode: Returns the next frames, interleaved; nil at the end. A block is never empty.
  package init(
    warnings: @escaping () -> [AlertFinding] = { [] },
    checkDamage: @escaping () throws(SoundFileError) -> Void = {},
    decode: @escaping () throws(SoundFileError) -> SampleBlock?
  ) {
    decodingWarnings = warnings
    self.checkDamage = checkDamage
    self.decode = decode
  }

  /// What decoding has found so far, and how many samples were replaced.
  package var warnings: [AlertFinding] {
    decodingWarnings() + warning("replaced by full scale, or by silence if it isn't a number")
  }

  fileprivate func warning(_ outcome: String) -> [AlertFinding] {
    guard replacedCount > 0 else { return [] }
    let fact = counted(replacedCount, "sample", are: "not finite or huge")
    return [AlertFinding(.unusable, fact + ": " + outcome)]
  }

  /// Returns the next frames, interleaved; nil at the end.
  package func next() throws(SoundFileError) -> SampleBlock? {
    guard let block = try decode() else { return nil }
    switch block {
    case .int16, .int32: return block
    case .float32(var samples): return replaceUnusable(in: &samples) ? .float32(samples) : block
    case .float64(var samples): return replaceUnusable(in: &samples) ? .float64(samples) : block
    }
  }

  /// Replaces unusable samples, and returns whether there were any. If not, keeps the array as it is, to avoid a copy.
  private func replaceUnusable<Sample: BinaryFloatingPoint>(in samples: inout [Sample]) -> Bool {
    // The largest magnitude of a 32-bit integer. A comparison with NaN is false, so NaN counts as unusable.
    let limit: Sample = 0x1p31
    var usableCount = 0
    for sample in samples { usableCount += sample.magnitude <= limit ? 1 : 0 }
    guard usableCount < samples.count else { return false }
    replacedCount += samples.count - usableCount
    for (index, sample) in samples.enumerated() where !(sample.magnitude <= limit) {
      samples[index] = sample.isNaN ? 0 : sample < 0 ? -1 : 1
    }
    return true
  }
}

extension SoundSource {
  /// Begins to read the frames.
  ///
  /// - Parameter widestChannelCount: The most memory that a source frame takes in any later step, counted in 16-bit
  ///   samples; nil for one sample per channel.
  package func frameReader(
    from firstFrame: Int = 0, widestChannelCount: Int? = nil
  ) throws(SoundFileError) -> FrameReader {
    try structure.frames(
      in: bytes, from: firstFrame, widestChannelCount: widestChannelCount ?? format.channelCount,
      policy: policy)
  }

  /// Reads all frames.
  ///
  /// - Parameter take: Called with the frames of each block, interleaved.
  /// - Returns: The reader, which knows what decoding has found.
  @discardableResult
  package func readFrames(
    _ monitor: Monitor = Monitor(), _ take: (SampleBlock) -> Void = { _ in }
  ) throws(SoundError) -> FrameReader {
    let reader = try reading(frameReader())
    while let block = try reading(reader.next()) {
      try monitor.checkCancellation(reading: self)
      take(block)
    }
    return reader
  }

  /// Returns the highest magnitude of all samples, 1 being full scale, and what decoding has found.
  package func scanned() throws(SoundError) -> (peak: Double, warnings: [AlertFinding]) {
    var (peak, memory) = (0.0, [Double]())
    let reader = try readFrames { block in
      for sample in block.doubles(in: &memory) { peak = max(peak, sample.magnitude) }
    }
    return (peak, reader.warnings)
  }

  /// Returns a warning if the sound has unusable samples. A copy of the packets keeps such samples.
  func warningsOfCopy(_ monitor: Monitor) throws(SoundError) -> [AlertFinding] {
    guard format.dataFormat.sampleType?.isFloat == true else { return [] }
    return try readFrames(monitor).warning("copied as they are")
  }
}
