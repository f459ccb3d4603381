/// A point of WAVE's cue chunk, `cue `.
///
/// Layout: Microsoft, "Multimedia Programming Interface and Data Specifications 1.0" of 1991,
/// "Cue-Points Chunk".
struct WAVECuePoint: Equatable {
  var identifier: UInt32
  /// The frame's position in playing order.
  var position: UInt32
  /// The chunk the frame is in: `data`, unless there is a list of wave chunks.
  var chunk: FourCharCode = "data"
  /// The frame, counted from the first one in the chunk.
  var sampleOffset: UInt32
}

extension WAVECuePoint {
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    identifier = try reader.read()
    position = try reader.read()
    chunk = try reader.readCode()
    _ = try reader.read(UInt64.self)  // starts of the chunk and the block
    sampleOffset = try reader.read()
  }

  func write(to writer: inout ByteWriter) {
    writer.write(identifier)
    writer.write(position)
    writer.write(chunk)
    writer.write(UInt64(0))  // starts of the chunk and the block
    writer.write(sampleOffset)
  }

  /// Parses the cue chunk's body: as many points as are present.
  static func list(
    parsing reader: inout ByteReader, notes: inout [Note]
  ) throws(SoundFileError) -> [WAVECuePoint] {
    let countOffset = reader.offset
    let claimedCount = try reader.read(UInt32.self)
    var points: [WAVECuePoint] = []
    while points.count < claimedCount, let point = try? WAVECuePoint(parsing: &reader) {
      points.append(point)
    }
    notes.append(count: claimedCount, found: points.count, "cue", of: "points", at: countOffset)
    return points
  }

  static func write(_ points: [WAVECuePoint], to writer: inout ByteWriter) {
    writer.write(UInt32(points.count))
    for point in points { point.write(to: &writer) }
  }
}

/// WAVE's lists of texts: `LIST` chunks of the kinds `INFO` and `adtl`.
///
/// Layout: as for the cue chunk, "LIST Chunk", "INFO List Chunk" and "Associated Data Chunk".
enum WAVEList {
  /// The fields that an `INFO` list's codes stand for. `IMUS`, `IWRI`, `ITRK` and `IPRT` aren't
  /// Microsoft's but are common. If two codes mean the same field, the first is written.
  private static let fields: [(code: FourCharCode, field: InformationEntry.Field)] = [
    ("INAM", .title), ("IART", .artist), ("IPRD", .album), ("IMUS", .composer),
    ("IWRI", .lyricist), ("IGNR", .genre), ("ICRD", .recordedDate), ("ICMT", .comments),
    ("ICOP", .copyright), ("ITRK", .trackNumber),
    ("IPRT", .trackNumber), ("ISFT", .encodingApplication),
  ]

  /// Reads the chunks of a list: each is a code and as many bytes as are present.
  static func items(
    parsing reader: inout ByteReader, notes: inout [Note]
  ) -> [(code: FourCharCode, body: ArraySlice<UInt8>, offset: Int)] {
    var items: [(code: FourCharCode, body: ArraySlice<UInt8>, offset: Int)] = []
    while reader.remainingByteCount >= 8, let code = try? reader.readCode(),
      let claimed = try? reader.read(UInt32.self)
    {
      let offset = reader.offset
      let present = min(Int(clamping: claimed), reader.remainingByteCount)
      if present < claimed {
        notes.append(
          Note("the \(code) text claims \(claimed) bytes, \(present) are present", at: offset))
      }
      guard let body = try? reader.readBytes(present) else { break }
      items.append((code, body, offset))
      if present % 2 == 1 { _ = try? reader.read(UInt8.self) }
    }
    return items
  }

  /// Returns the entry for an item of an `INFO` list. Codes without a field become keys themselves.
  static func entry(
    _ item: (code: FourCharCode, body: ArraySlice<UInt8>, offset: Int), notes: inout [Note]
  ) -> InformationEntry? {
    let (text, encoding) = TextEncoding.decode(item.body, otherwise: .latin1)
    guard !text.isEmpty, item.code.isPrintable else { return nil }
    notes.append(encoding, of: "text of the INFO list", at: item.offset)
    guard let field = fields.first(where: { $0.code == item.code })?.field else {
      return InformationEntry(key: "\(item.code)", value: text)
    }
    let isYear = text.utf8.count == 4 && text.allSatisfy { $0.isNumber }
    return InformationEntry(field == .recordedDate && isYear ? .year : field, text)
  }

  /// Returns the code for an entry's key, or nil if WAVE has none.
  static func code(for entry: InformationEntry) -> FourCharCode? {
    if let field = entry.field {
      return fields.first { $0.field == (field == .year ? .recordedDate : field) }?.code
    }
    // A code without a field, which reading kept as the key.
    let characters = Array(entry.key.utf8)
    guard characters.count == 4, characters[0] == UInt8(ascii: "I") else { return nil }
    let code = FourCharCode(rawValue: characters.reduce(0) { $0 << 8 | UInt32($1) })
    return code.isPrintable ? code : nil
  }
}
