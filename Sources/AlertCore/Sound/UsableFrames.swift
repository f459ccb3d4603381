internal import SoundFormat

/// A sound's frames without the samples that no sound has. One of them would spoil all later arithmetic: a loudness, a
/// filter, a mix.
///
/// NaN becomes 0. Infinite and huge samples become full scale. Integers that were stored as floats aren't huge.
final class UsableFrames: BlockReader {
  private let reader: any BlockReader
  private var replacedCount = 0

  init(_ reader: any BlockReader) { self.reader = reader }

  var warnings: [SoundWarning] {
    reader.warnings + warning("replaced by full scale, or by silence if it isn't a number")
  }

  fileprivate func warning(_ outcome: String) -> [SoundWarning] {
    guard replacedCount > 0 else { return [] }
    let fact = counted(replacedCount, "sample", are: "not finite or huge")
    return [SoundWarning(.unusable, fact + ": " + outcome)]
  }

  func next() throws(SoundFileError) -> SampleBlock? {
    guard let block = try reader.next() else { return nil }
    switch block {
    case .int16, .int32: return block
    case .float32(var samples):
      let count = replaceUnusable(in: &samples)
      return count == 0 ? block : .float32(samples)
    case .float64(var samples):
      let count = replaceUnusable(in: &samples)
      return count == 0 ? block : .float64(samples)
    }
  }

  /// Returns how many samples were replaced. Changes the array only if there are any, to avoid a copy.
  private func replaceUnusable<Sample: BinaryFloatingPoint>(in samples: inout [Sample]) -> Int {
    // The largest 32-bit integer. A comparison with NaN is false.
    let limit: Sample = 0x1p31
    var usableCount = 0
    for sample in samples { usableCount += sample.magnitude <= limit ? 1 : 0 }
    let count = samples.count - usableCount
    guard count > 0 else { return 0 }
    replacedCount += count
    for (index, sample) in samples.enumerated() where !(sample.magnitude <= limit) {
      samples[index] = sample.isNaN ? 0 : sample < 0 ? -1 : 1
    }
    return count
  }
}

extension SoundSource {
  /// Returns the highest magnitude of all samples, 1 being full scale, and what decoding has found.
  package func scanned() throws(SoundError) -> (peak: Double, warnings: [SoundWarning]) {
    let reader = try reading(frames())
    var (peak, memory) = (0.0, [Double]())
    while let block = try reading(reader.next()) {
      for sample in block.doubles(in: &memory) { peak = max(peak, sample.magnitude) }
    }
    return (peak, reader.warnings)
  }

  /// Looks for samples that no sound has, which a copy of the packets keeps.
  func warningsOfCopy(_ monitor: Monitor) throws(SoundError) -> [SoundWarning] {
    guard format.dataFormat.sampleType?.isFloat == true else { return [] }
    let reader = UsableFrames(
      try reading(
        structure.frames(
          in: bytes, from: 0, widestChannelCount: format.channelCount, policy: policy)))
    while try reading(reader.next()) != nil { try monitor.checkCancellation(reading: self) }
    return reader.warning("copied as they are")
  }
}

extension SoundStructure {
  /// Begins to read the sound's frames, without samples that can't be used.
  func usableFrames(
    in bytes: AnyByteSource, from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) throws(SoundFileError) -> any BlockReader {
    UsableFrames(
      try frames(
        in: bytes, from: firstFrame, widestChannelCount: widestChannelCount, policy: policy))
  }
}
