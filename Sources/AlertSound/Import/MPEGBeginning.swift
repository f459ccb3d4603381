internal import SoundFormat

/// What an MPEG stream of layer III begins with.
struct MPEGBeginning {
  let header: MPEGFrameHeader
  /// What the first frame says of the whole stream, if it is an index.
  let index: MPEGIndex?

  /// Reads it; nil where the stream is none of layer III.
  ///
  /// - Parameter audio: Where the stream is in the file.
  init?(ofStreamAt audio: Range<Int>, in source: some ByteSource) throws(SoundFileError) {
    let bytes = try source.bytes(at: audio.lowerBound, count: Self.byteCount)
    guard bytes.count == Self.byteCount, let header = MPEGFrameHeader(bytes) else { return nil }
    self.header = header
    index = header.indexOffsets.lazy.compactMap { MPEGIndex(Array(bytes[$0...]), at: $0) }.first
  }

  /// Up to the numbers of frames and bytes, wherever the index is.
  private static let byteCount = 64
}

/// The frame that an MP3 begins with when its encoder knew how long it became: it sounds like nothing and
/// states the numbers of frames and bytes.
///
/// Sources: Xing's and Fraunhofer's headers as LAME and mpg123 know them.
struct MPEGIndex {
  /// How many frames follow; nil where it isn't stated.
  private(set) var frameCount: UInt32?
  /// Where the number of frames is, in bytes from the stream's first.
  private(set) var frameCountOffset: Int?
  /// How many bytes the stream has, the index included; nil where it isn't stated.
  private(set) var byteCount: UInt32?

  /// Reads an index; nil where there is none.
  ///
  /// - Parameters:
  ///   - bytes: What begins with its name.
  ///   - offset: Where that is, in bytes from the stream's first.
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
