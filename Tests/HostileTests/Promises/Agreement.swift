import SoundFormat

@testable import AlertSound

/// Converts a sound to one container after another. Each file must be accepted and must sound like
/// the source.
struct Agreement {
  private let source: SoundSource
  private let sound: SoundFile
  private let samples: Decoding

  init(_ source: SoundSource, _ sound: SoundFile, _ samples: Decoding) {
    self.source = source
    self.sound = sound
    self.samples = samples
  }

  func check() throws {
    for container in [Container.caf, .aiff, .aifc, .wave, .rf64] {
      try checkLossless(in: container)
      try checkCopy(in: container)
    }
    try checkIMA4()
  }

  /// Decoding and lossless encoding don't change the sound.
  private func checkLossless(in container: Container) throws {
    guard let dataFormat = container.lossless(for: samples.block.sampleType) else { return }
    guard let (written, file) = try converted(to: container, dataFormat) else {
      try expect(
        container != .caf || sound.missingByteCount > 0 || sound.format.channelCount > 32_767,
        "read, but not converted to \(dataFormat) in a CAF")
      return
    }
    guard let decoding = try Decoding(of: written, in: file) else {
      throw BrokenPromise("written, but not decoded: \(dataFormat) in \(container)")
    }
    try expect(
      decoding.frameCount == samples.frameCount,
      "\(decoding.frameCount) frames instead of \(samples.frameCount) in \(container)")
    try expect(decoding.bytes == samples.bytes, "other samples in \(container)")
  }

  /// Copying doesn't change the sound, and copying the copy gives an equal file.
  private func checkCopy(in container: Container) throws {
    guard let (copy, file) = try converted(to: container, nil) else { return }
    // Don't compare IMA4 outside CAF, because only CAF states which of its frames are valid.
    if sound.format.dataFormat != .ima4 || container == .caf {
      let decoding = try Decoding(of: copy, in: file)
      try expect(decoding?.bytes == samples.bytes, "other samples in a copy to \(container)")
    }
    // Skip layouts that WAVE can't state. The copy then has the long header, `WAVE_FORMAT_EXTENSIBLE`, without a
    // layout, so a copy of the copy has the short header.
    guard sound.layout == nil || copy.layout != nil else { return }
    guard let again = Conversion.bytes(of: SoundSource(copy, in: file), to: container, nil) else {
      throw BrokenPromise("copied to \(container), but not from there")
    }
    let difference = zip(again, file).enumerated().first { $1.0 != $1.1 }?.offset
    try expect(
      again == file,
      "a copy's copy differs in \(container): \(again.count) bytes instead of \(file.count), from"
        + " byte \(difference ?? min(again.count, file.count)) on")
  }

  /// IMA4 loses some quality, but no frames.
  private func checkIMA4() throws {
    guard let (written, file) = try converted(to: .caf, .ima4) else { return }
    let decoding = try Decoding(of: written, in: file)
    try expect(decoding?.frameCount == samples.frameCount, "IMA4 of another length")
  }

  /// Converts the sound and parses the file. Nil if the sound can't be converted.
  private func converted(
    to container: Container, _ dataFormat: DataFormat?
  ) throws -> (SoundFile, [UInt8])? {
    guard let file = Conversion.bytes(of: source, to: container, dataFormat) else { return nil }
    return (try SoundFile(ours: file), file)
  }
}

extension SoundFile {
  /// Reads a file that this package has written, which must be valid.
  init(ours file: [UInt8]) throws(BrokenPromise) {
    do throws(SoundFileError) {
      self = try SoundFile(parsing: file)
    } catch {
      throw BrokenPromise("written, but not read: \(error)")
    }
    try expect(missingByteCount == 0, "written, but not whole")
    let isUnpadded = [.wave, .rf64, .bw64].contains(container) && audioBytes.count % 2 == 1
    try expect(isUnpadded || notes.isEmpty, "written, but not without fault: \(notes)")
  }
}

extension Conversion {
  /// The sound converted to a container, or nil if it can't be converted.
  static func bytes(
    of source: SoundSource, to container: Container, _ dataFormat: DataFormat?
  ) -> [UInt8]? {
    var target = ConversionTarget(container: container, dataFormat: dataFormat)
    target.usesFiller = false
    return try? Conversion(of: source, to: target).inMemory().bytes
  }
}

extension Container {
  /// The data format that holds decoded samples unchanged, or nil if there is none.
  fileprivate func lossless(for sampleType: PCMEncoding.SampleType) -> DataFormat? {
    dataFormats.first { $0.pcmEncoding?.sampleType == sampleType }
  }
}
