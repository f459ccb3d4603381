import SoundFormat

/// A file with a known beginning, followed by zeros that aren't stored: a sound of minutes costs no
/// more than its header.
struct SparseFile: ByteSource {
  let beginning: [UInt8]
  let byteCount: Int

  init(_ beginning: [UInt8], zeroByteCount: Int) {
    self.beginning = beginning
    byteCount = beginning.count + zeroByteCount
  }

  /// A silent sound with the header that this package writes.
  init(
    _ container: Container, _ dataFormat: DataFormat, frameCount: Int, sampleRate: Double = 1000,
    channelCount: Int = 1
  ) throws {
    let header = SoundHeader(
      container: container,
      format: StreamFormat(
        sampleRate: sampleRate, channelCount: channelCount, dataFormat: dataFormat),
      frameCount: frameCount)
    self.init(
      try header.headerBytes(),
      zeroByteCount: header.audioByteCount + header.trailerBytes.count)
  }

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard count > 0, offset >= 0, offset < byteCount else { return [] }
    let part = Array(beginning.dropFirst(offset).prefix(count))
    return part + Array(repeating: 0, count: min(count, byteCount - offset) - part.count)
  }
}
