/// How a track's packets are coded: an entry of its `stsd` box.
///
/// Sources: ISO/IEC 14496-12, "Audio Sample Entry"; QuickTime File Format, "Sound Sample
/// Descriptions", versions 0, 1 and 2.
struct MPEG4SoundDescription {
  /// The codec's four-character code in MPEG-4.
  var type: FourCharCode
  /// The sample rate in Hz; 0 if the entry doesn't state the rate.
  var sampleRate: Double
  var channelCount: Int
  var bitsPerSample: Int
  /// Only in versions 1 and 2: the size in bytes of a packet of one channel, and the packet's number of frames.
  var bytesPerPacket: Int?
  var framesPerPacket: Int?
  /// Only in version 2: Core Audio's flags of linear PCM.
  var pcmFlags: UInt32?
  /// Whether QuickTime's `enda` box or ISO's `pcmC` box says that the samples are little-endian.
  var isLittleEndian = false
  /// The content of the `esds` box without version and flags.
  var elementaryStream: MPEG4ElementaryStream?
  /// The content of the `alac` or `dfLa` box without version and flags: the magic cookie of Apple Lossless or FLAC.
  var losslessCookie: [UInt8]?
  var layout: ChannelLayout?
  /// The entry's range in the file.
  var entry: Range<Int>
  /// The version of the `stsd` box; 0 except in ISO's later editions.
  var version: UInt8
}

extension MPEG4SoundDescription {
  /// Reads the first entry of a `stsd` box.
  init(_ box: MPEG4Box, in source: AnyByteSource) throws(SoundFileError) {
    var header = try box.reader(in: source, byteLimit: 8)
    version = try header.read()
    _ = try header.readBytes(3)
    let isQuickTime = version == 0
    guard try header.read(UInt32.self) > 0 else {
      throw .malformed("the sound has no sample description", at: box.body.lowerBound)
    }
    guard let entry = try box.children(after: 8, in: source).first else {
      throw .malformed("the sample description is empty", at: box.body.lowerBound)
    }
    var reader = try entry.reader(in: source)
    type = entry.type
    self.entry = entry.offset..<entry.body.upperBound
    _ = try reader.readBytes(8)
    let entryVersion = try reader.read(UInt16.self)
    _ = try reader.readBytes(6)
    channelCount = Int(try reader.read(UInt16.self))
    bitsPerSample = Int(try reader.read(UInt16.self))
    _ = try reader.readBytes(4)
    sampleRate = Double(try reader.read(UInt32.self)) / 65_536
    if isQuickTime, entryVersion == 1 {
      framesPerPacket = Int(clampedTo32Bits: try reader.read(UInt32.self))
      bytesPerPacket = Int(clampedTo32Bits: try reader.read(UInt32.self))
      _ = try reader.readBytes(8)
    } else if isQuickTime, entryVersion == 2 {
      _ = try reader.read(UInt32.self)
      sampleRate = try reader.readDouble()
      // Clamp to one channel more than a sound may have, so that products fit into 32 bits.
      channelCount = Int(min(try reader.read(UInt32.self), 1 << 16))
      _ = try reader.read(UInt32.self)
      bitsPerSample = Int(clampedTo32Bits: try reader.read(UInt32.self))
      pcmFlags = try reader.read(UInt32.self)
      bytesPerPacket = Int(clampedTo32Bits: try reader.read(UInt32.self))
      framesPerPacket = Int(clampedTo32Bits: try reader.read(UInt32.self))
    }
    try readBoxes(
      entry.children(after: reader.offset - entry.body.lowerBound, in: source), in: source,
      isOuter: true)
  }

  /// Reads the boxes that a codec adds to the entry. QuickTime puts some boxes into a `wave` box.
  private mutating func readBoxes(
    _ boxes: [MPEG4Box], in source: AnyByteSource, isOuter: Bool
  ) throws(SoundFileError) {
    for box in boxes {
      var reader = try box.reader(in: source)
      switch box.type {
      case "esds":
        _ = try reader.read(UInt32.self)
        elementaryStream = try MPEG4ElementaryStream(parsing: &reader)
      case "alac", "dfLa":
        _ = try reader.read(UInt32.self)
        losslessCookie = Array(try reader.readBytes(reader.remainingByteCount))
      case "enda": isLittleEndian = try reader.read(UInt16.self) & 0xFF != 0
      case "pcmC":
        _ = try reader.read(UInt32.self)
        isLittleEndian = try reader.read(UInt8.self) & 1 != 0
        bitsPerSample = Int(try reader.read(UInt8.self))
      case "srat":
        _ = try reader.read(UInt32.self)
        sampleRate = Double(try reader.read(UInt32.self))
      case "chan":
        _ = try reader.read(UInt32.self)
        layout = try? ChannelLayout(parsing: &reader)
      case "wave" where isOuter:
        try readBoxes(box.children(in: source), in: source, isOuter: false)
      default: continue
      }
    }
  }

  /// How many bytes and frames a packet has, all channels together; nil if packets vary or the file doesn't say.
  ///
  /// MACE's packets are known even if the description has no fields for them (version 0): six frames of a channel take
  /// two bytes (MAC3) or one byte (MAC6). Sources: QuickTime File Format, "Sound Sample Description (Version 1)" and,
  /// for MACE, "Sound Formats".
  var constantPacket: (byteCount: Int, frameCount: Int)? {
    switch type {
    case "MAC3": return (2 * channelCount, 6)
    case "MAC6": return (channelCount, 6)
    default: break
    }
    guard let bytesPerPacket, let framesPerPacket, (1...1 << 16).contains(bytesPerPacket),
      (1...1 << 16).contains(framesPerPacket), channelCount > 0
    else { return nil }
    return (bytesPerPacket.multipliedClamped(by: channelCount), framesPerPacket)
  }

  /// The encoding of linear PCM; nil for a codec, or if this library has no encoding that fits the description.
  ///
  /// Source: QuickTime File Format, "Sound Sample Descriptions", formats; ISO/IEC 23003-5 for `ipcm`
  /// and `fpcm`.
  var pcmEncoding: PCMEncoding? {
    let order: ByteOrder = isLittleEndian ? .little : .big
    let integerByteCount = bitsPerSample.addingClamped(7) / 8
    switch type {
    case "twos": return PCMEncoding(byteCount: integerByteCount, isFloat: false, order: .big)
    case "sowt": return PCMEncoding(byteCount: integerByteCount, isFloat: false, order: .little)
    // Take one-byte samples as unsigned. Take two-byte samples as in `twos`.
    case "raw ", "NONE":
      return PCMEncoding(
        byteCount: integerByteCount, isFloat: false, isUnsigned: integerByteCount == 1, order: .big)
    case "in24": return PCMEncoding(.int24, order)
    case "in32": return PCMEncoding(.int32, order)
    case "fl32": return PCMEncoding(.float32, order)
    case "fl64": return PCMEncoding(.float64, order)
    case "ipcm": return PCMEncoding(byteCount: integerByteCount, isFloat: false, order: order)
    case "fpcm": return PCMEncoding(byteCount: integerByteCount, isFloat: true, order: order)
    case "lpcm":
      return pcmFlags.flatMap { PCMEncoding(flags: $0, bitDepth: bitsPerSample) }
    default: return nil
    }
  }
}

/// What an `esds` box says about a stream.
///
/// Source: ISO/IEC 14496-1, 7.2.6, "Decoder Config Descriptor" and "Decoder Specific Info".
struct MPEG4ElementaryStream {
  /// Core Audio's magic cookie: the content of the box without version and flags.
  let cookie: [UInt8]
  /// The kind of stream: 0x40 for MPEG-4 audio, 0x66 to 0x68 for MPEG-2 AAC, 0x69 and 0x6B for MP3.
  var objectType: UInt8
  /// The decoder's configuration: an ``AudioSpecificConfig`` for MPEG-4 audio.
  var decoderConfiguration: [UInt8] = []

  private static let streamTag: UInt8 = 3
  private static let decoderTag: UInt8 = 4
  private static let configurationTag: UInt8 = 5

  /// Parses the content of the box without version and flags.
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    let start = reader.offset
    cookie = Array(try reader.readBytes(reader.remainingByteCount))
    var reader = ByteReader(cookie, at: start, order: .big)
    // Look for the decoder's descriptor in the stream's descriptor. Some QuickTime boxes have no stream descriptor.
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
    _ = try decoder.readBytes(12)  // the buffer's size and the bit rates
    while decoder.remainingByteCount > 0, var next = try? Self.descriptor(&decoder) {
      guard next.tag == Self.configurationTag else { continue }
      decoderConfiguration = Array(try next.content.readBytes(next.content.remainingByteCount))
      break
    }
  }

  /// Reads the next descriptor. Its length has seven bits in each byte, the most significant first.
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
