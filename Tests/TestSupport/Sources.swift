package import SoundFormat

/// A file that counts its reads, and the bytes that are read.
package final class CountedFile: ByteSource, @unchecked Sendable {
  private let bytes: [UInt8]
  package private(set) var readCount = 0
  package private(set) var readByteCount = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var byteCount: Int { bytes.count }

  package func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    let piece = try bytes.bytes(at: offset, count: count)
    readCount += 1
    readByteCount += piece.count
    return piece
  }
}

/// A file with a known beginning, followed by zeros that aren't stored: a sound of minutes costs no
/// more than its header.
package struct SparseFile: ByteSource {
  private let beginning: [UInt8]
  package let byteCount: Int

  package init(_ beginning: [UInt8], byteCount: Int) {
    self.beginning = beginning
    self.byteCount = byteCount
  }

  /// A silent sound with the header that this package writes.
  package init(
    _ container: Container, _ dataFormat: DataFormat, frameCount: Int, sampleRate: Double = 1000,
    channelCount: Int = 1
  ) throws {
    let header = SoundHeader(
      container: container,
      format: StreamFormat(
        sampleRate: sampleRate, channelCount: channelCount, dataFormat: dataFormat),
      frameCount: frameCount)
    let beginning = try header.headerBytes()
    self.init(
      beginning,
      byteCount: beginning.count + header.audioByteCount + header.trailerBytes.count)
  }

  package func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard count > 0, offset >= 0, offset < byteCount else { return [] }
    let part = Array(beginning.dropFirst(offset).prefix(count))
    return part + Array(repeating: 0, count: min(count, byteCount - offset) - part.count)
  }
}
