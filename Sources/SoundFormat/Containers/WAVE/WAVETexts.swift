/// WAVE's list of texts: the `LIST` chunk of the kind `INFO`.
///
/// Layout: Microsoft, "Multimedia Programming Interface and Data Specifications 1.0" of 1991, "LIST Chunk" and "INFO
/// List Chunk".
enum WAVETexts {
  /// For each code of an `INFO` list: its field. `IMUS`, `IWRI`, `ITRK` and `IPRT` aren't Microsoft's codes but are
  /// common. If two codes have the same field, the first is written.
  private static let fields: [(code: FourCharCode, field: InformationEntry.Field)] = [
    ("INAM", .title), ("IART", .artist), ("IPRD", .album), ("IMUS", .composer),
    ("IWRI", .lyricist), ("IGNR", .genre), ("ICRD", .recordedDate), ("ICMT", .comments),
    ("ICOP", .copyright), ("ITRK", .trackNumber),
    ("IPRT", .trackNumber), ("ISFT", .encodingApplication),
  ]

  /// Reads a list's texts. The last text may have fewer bytes than it claims.
  static func read(
    parsing reader: inout ByteReader, into texts: inout [InformationEntry], notes: inout [Note]
  ) throws(SoundFileError) {
    guard try reader.readCode() == "INFO" else { return }
    while reader.remainingByteCount >= 8, texts.count <= SoundMetadata.countLimit {
      let code = try reader.readCode()
      let claimed = try reader.read(UInt32.self)
      let offset = reader.offset
      let present = min(Int(clamping: claimed), reader.remainingByteCount)
      if present < claimed {
        notes.append("the \(code) text claims \(claimed) bytes, \(present) are present", at: offset)
      }
      let (text, isLatin1) = String.decoding(try reader.readBytes(present))
      if present % 2 == 1 { _ = try? reader.read(UInt8.self) }
      guard !text.isEmpty, code.isPrintable else { continue }
      if isLatin1 { notes.appendLatin1("text of the INFO list", at: offset) }
      let isYear = text.utf8.count == 4 && text.allSatisfy { $0.isNumber }
      let field = fields.first { $0.code == code }?.field
      // A code without a field becomes the key.
      let key = field == .recordedDate && isYear ? .year : field
      texts.append(InformationEntry(key: key?.rawValue ?? "\(code)", value: text))
    }
  }

  /// Writes the texts that WAVE has a code for.
  static func write(_ texts: [InformationEntry], to writer: inout ByteWriter) {
    let texts = texts.filter { !$0.value.isEmpty && code(for: $0) != nil }
    guard !texts.isEmpty else { return }
    writer.writePaddedChunk("LIST") { list in
      list.write("INFO" as FourCharCode)
      for entry in texts {
        guard let code = code(for: entry) else { continue }
        list.writePaddedChunk(code) { $0.write(entry.value.utf8Prefix + [0]) }
      }
    }
  }

  /// Returns the code for an entry's key; nil if WAVE has no code for it.
  private static func code(for entry: InformationEntry) -> FourCharCode? {
    if let field = entry.field {
      return fields.first { $0.field == (field == .year ? .recordedDate : field) }?.code
    }
    // Accept a key that is itself a code: reading a code without a field makes the code the key.
    let characters = Array(entry.key.utf8)
    guard characters.count == 4, characters[0] == UInt8(ascii: "I") else { return nil }
    let code = FourCharCode(rawValue: characters.reduce(0) { $0 << 8 | UInt32($1) })
    return code.isPrintable ? code : nil
  }
}
