/// Reads the structure of FLAC files: the metadata blocks before the packets. Packets don't state their sizes, so the
/// reader doesn't count packets.
///
/// Source: RFC 9639, 8, "File-Level Metadata".
enum FLACReader {
  /// The limit on metadata blocks. Real files have at most a few blocks. A file above the limit is an attack.
  private static let blockLimit = 10_000

  /// Reads a file that begins at `start`.
  static func read(
    _ source: AnyByteSource, from start: Int
  ) throws(SoundFileError) -> SoundFile {
    var end = start + 4
    var cookie: [UInt8] = []
    var texts = ChunkTexts()
    var notes: [Note] = []
    var isLast = false
    for _ in 0..<blockLimit where !isLast {
      let bytes = try source.bytes(at: end, count: FLACConfiguration.byteCount)
      let block = Chunk(
        identifier: FLACConfiguration.formatID, bodyOffset: end + 4,
        byteCount: bytes.dropFirst().prefix(3).reduce(0) { $0 << 8 | Int($1) },
        claimedByteCount: nil)
      guard bytes.count >= 4, block.byteCount <= source.byteCount - block.bodyOffset else {
        throw .truncated("the file ends in its headers", at: end)
      }
      // Read the blocks with the parameters (type 0) and with the comments (type 4).
      if bytes[0] & 0x7F == 0, cookie.isEmpty { cookie = bytes }
      if bytes[0] & 0x7F == 4, texts.entries.isEmpty {
        try? texts.read(block, in: source, order: .little, notes: &notes, readTexts)
      }
      isLast = bytes[0] & 0x80 != 0
      end = block.bodyOffset + block.byteCount
    }
    guard isLast, let configuration = FLACConfiguration(cookie) else {
      throw .malformed("the file doesn't state its format", at: start)
    }
    let rate = Double(configuration.sampleRate)
    try StreamFormat.validate(
      sampleRate: rate, channelCount: configuration.channelCount, at: start)
    var sound = SoundFile(
      container: .flac,
      format: StreamFormat(
        sampleRate: rate, channelCount: configuration.channelCount,
        dataFormat: .other(CodecDescription(formatID: FLACConfiguration.formatID))),
      from: start, runs: [try ID3Tags.audioRange(of: source, in: end..<source.byteCount)],
      notes: notes)
    sound.magicCookie = cookie
    sound.statedFrameCount = configuration.frameCount
    sound.metadata.texts = texts.entries
    return sound
  }

  /// For each text that is read: its name and its field. The result lists the texts in this order.
  private static let fields: [(name: String, field: InformationEntry.Field)] = [
    ("title", .title), ("artist", .artist), ("album", .album), ("genre", .genre),
    ("date", .recordedDate), ("tracknumber", .trackNumber), ("comment", .comments),
    ("copyright", .copyright),
  ]

  /// Reads the first text with each name. A comment consists of a name, `=` and a text. The name's case is ignored.
  ///
  /// Source: RFC 9639, 8.6, "Vorbis Comment", and D.2.
  private static func readTexts(
    parsing reader: inout ByteReader, into texts: inout [InformationEntry], notes: inout [Note]
  ) throws(SoundFileError) {
    func readBytes(_ reader: inout ByteReader) throws(SoundFileError) -> ArraySlice<UInt8> {
      try reader.readBytes(Int(clampedTo32Bits: try reader.read(UInt32.self)))
    }
    // Skip the name of the program that wrote the file.
    _ = try readBytes(&reader)
    let count = try reader.read(UInt32.self)
    var comments: [ArraySlice<UInt8>] = []
    while comments.count < count, let comment = try? readBytes(&reader) { comments.append(comment) }
    texts = fields.compactMap { name, field in
      let beginning = Array((name + "=").utf8)
      let comment = comments.first { $0.prefix(beginning.count).map { $0 | 0x20 } == beginning }
      return comment.map {
        InformationEntry(field, String(decoding: $0.dropFirst(beginning.count), as: UTF8.self))
      }
    }
  }
}
