/// AIFF's chunks for texts.
///
/// Layouts: AIFF 1.3, "Comments" and "Text Chunks".
enum AIFFTexts {
  /// For each text chunk: its code and its field, in the order in which the chunks are written. A file may have several
  /// annotations, but no other text twice.
  private static let textChunks: [(identifier: FourCharCode, field: InformationEntry.Field)] = [
    ("NAME", .title), ("AUTH", .artist), ("(c) ", .copyright), ("ANNO", .comments),
  ]

  /// Reads a chunk if it holds texts.
  static func read(
    _ chunk: Chunk, in source: AnyByteSource, into texts: inout ChunkTexts, notes: inout [Note]
  ) throws(SoundFileError) {
    if chunk.identifier == "COMT" {
      return try texts.read(chunk, in: source, order: .big, notes: &notes, readComments)
    }
    guard let field = textChunks.first(where: { $0.identifier == chunk.identifier })?.field else {
      return
    }
    try texts.read(chunk, in: source, order: .big, notes: &notes) {
      reader, texts, notes throws(SoundFileError) in
      let bytes = try reader.readBytes(reader.remainingByteCount)
      append(
        bytes, as: field, of: "\(chunk.identifier) chunk", at: chunk.bodyOffset, to: &texts, &notes)
    }
  }

  /// Reads the comments of the `COMT` chunk, except comments on a marker.
  private static func readComments(
    parsing reader: inout ByteReader, into texts: inout [InformationEntry], notes: inout [Note]
  ) throws(SoundFileError) {
    let count = try reader.read(UInt16.self)
    for _ in 0..<count {
      _ = try reader.read(UInt32.self)  // the time, in seconds since 1904
      let marker = try reader.read(UInt16.self)
      let byteCount = Int(try reader.read(UInt16.self))
      let offset = reader.offset
      let bytes = try reader.readBytes(byteCount)
      if byteCount % 2 == 1 { _ = try? reader.read(UInt8.self) }
      if marker == 0 {
        append(bytes, as: .comments, of: "COMT chunk", at: offset, to: &texts, &notes)
      }
    }
  }

  private static func append(
    _ bytes: ArraySlice<UInt8>, as field: InformationEntry.Field, of chunk: String,
    at offset: Int, to texts: inout [InformationEntry], _ notes: inout [Note]
  ) {
    let (text, isLatin1) = String.decoding(bytes)
    guard !text.isEmpty else { return }
    if isLatin1 { notes.appendLatin1(chunk, at: offset) }
    texts.append(InformationEntry(field, text))
  }

  static func write(_ texts: [InformationEntry], to writer: inout ByteWriter) {
    for (identifier, field) in textChunks {
      let matching = texts.filter { $0.field == field && !$0.value.isEmpty }
      for entry in field == .comments ? matching[...] : matching.prefix(1) {
        writer.writePaddedChunk(identifier) { $0.write(entry.value.utf8Prefix) }
      }
    }
  }
}
