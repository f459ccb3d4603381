/// What an `esds` box says about a stream.
///
/// Source: ISO/IEC 14496-1, 7.2.6, "Decoder Config Descriptor" and "Decoder Specific Info".
struct MPEG4ElementaryStream {
  /// The whole content of the box without version and flags, which is the magic cookie in Core Audio.
  let cookie: [UInt8]
  /// What the stream is: 0x40 for MPEG-4 audio, 0x66 to 0x68 for MPEG-2 AAC, 0x69 and 0x6B for MP3.
  var objectType: UInt8
  /// What the decoder needs to know: an ``AudioSpecificConfig`` for MPEG-4 audio.
  var decoderConfiguration: [UInt8] = []

  private static let streamTag: UInt8 = 3
  private static let decoderTag: UInt8 = 4
  private static let configurationTag: UInt8 = 5

  /// Parses the content of the box without version and flags.
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    let start = reader.offset
    cookie = Array(try reader.readBytes(reader.remainingByteCount))
    var reader = ByteReader(cookie, at: start, order: .big)
    // QuickTime also has boxes that begin with the decoder's description.
    var descriptor = try Self.descriptor(&reader)
    if descriptor.tag == Self.streamTag {
      _ = try descriptor.content.read(UInt16.self)
      let flags = try descriptor.content.read(UInt8.self)
      if flags & 0x80 != 0 { _ = try descriptor.content.readBytes(2) }
      if flags & 0x40 != 0 {
        let byteCount = try descriptor.content.read(UInt8.self)
        _ = try descriptor.content.readBytes(Int(byteCount))
      }
      if flags & 0x20 != 0 { _ = try descriptor.content.readBytes(2) }
      descriptor = try Self.descriptor(&descriptor.content)
    }
    guard descriptor.tag == Self.decoderTag else {
      throw .malformed("the stream's description has no decoder", at: start)
    }
    var decoder = descriptor.content
    objectType = try decoder.read()
    // The buffer's size and the bit rates.
    _ = try decoder.readBytes(12)
    while decoder.remainingByteCount > 0, var next = try? Self.descriptor(&decoder) {
      guard next.tag == Self.configurationTag else { continue }
      decoderConfiguration = Array(try next.content.readBytes(next.content.remainingByteCount))
      break
    }
  }

  /// Reads the next descriptor. Its length has seven bits in each byte, the highest first.
  private static func descriptor(
    _ reader: inout ByteReader
  ) throws(SoundFileError) -> (tag: UInt8, content: ByteReader) {
    let tag = try reader.read(UInt8.self)
    var byteCount = 0
    for _ in 0..<4 {
      let byte = try reader.read(UInt8.self)
      byteCount = byteCount << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { break }
    }
    let offset = reader.offset
    let content = try reader.readBytes(min(byteCount, reader.remainingByteCount))
    return (tag, ByteReader(Array(content), at: offset, order: .big))
  }
}
