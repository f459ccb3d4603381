package import SoundFormat

/// The beginning of an MPEG layer III stream.
package struct MPEGBeginning {
  package let header: MPEGFrameHeader
  /// The stream's index, if the first frame is one.
  package let index: MPEGIndex?

  /// Reads the beginning; nil if the stream isn't layer III.
  ///
  /// - Parameter audio: The stream's range in the file.
  package init?(ofStreamAt audio: Range<Int>, in source: some ByteSource) throws(SoundFileError) {
    let bytes = try source.bytes(at: audio.lowerBound, count: Self.byteCount)
    guard bytes.count == Self.byteCount, let header = MPEGFrameHeader(bytes) else { return nil }
    self.header = header
    index = header.indexOffsets.lazy.compactMap { MPEGIndex(Array(bytes[$0...]), at: $0) }.first
  }

  /// Enough to include the numbers of frames and bytes, wherever the index is.
  private static let byteCount = 64
}

/// The silent first frame in which an MP3's encoder states the numbers of frames and bytes, if it knew them
/// in the end.
///
/// Sources: Xing's and Fraunhofer's headers as LAME and mpg123 know them.
package struct MPEGIndex {
  /// How many frames follow; nil if it isn't stated.
  package private(set) var frameCount: UInt32?
  /// The offset of the number of frames in the stream, in bytes.
  package private(set) var frameCountOffset: Int?
  /// How many bytes the stream has, the index included; nil if it isn't stated.
  package private(set) var byteCount: UInt32?

  /// Reads an index; nil if there is none.
  ///
  /// - Parameters:
  ///   - bytes: The bytes from the index's name on.
  ///   - offset: Their offset in the stream, in bytes.
  init?(_ bytes: [UInt8], at offset: Int) {
    var reader = ByteReader(bytes, at: offset, order: .big)
    switch try? reader.readCode() {
    case "VBRI":
      // A version, a delay and a quality come first.
      _ = try? reader.readBytes(6)
      byteCount = try? reader.read()
      readFrameCount(&reader)
    case "Xing", "Info":
      guard let flags = try? reader.read(UInt32.self) else { return }
      if flags & 1 != 0 { readFrameCount(&reader) }
      if flags & 2 != 0 { byteCount = try? reader.read() }
    default: return nil
    }
  }

  private mutating func readFrameCount(_ reader: inout ByteReader) {
    let offset = reader.offset
    frameCount = try? reader.read()
    if frameCount != nil { frameCountOffset = offset }
  }
}
