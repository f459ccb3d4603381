/// CAF's strings chunk, `strg`: names of markers and regions, by identifier.
///
/// Layout: CAF specification, "Strings Chunk".
enum CAFStrings {
  /// Parses the chunk's body.
  static func strings(
    parsing reader: inout ByteReader, notes: inout [Note]
  ) throws(SoundFileError) -> [UInt32: String] {
    let countOffset = reader.offset
    let claimedCount = try reader.read(UInt32.self)
    var entries: [(identifier: UInt32, offset: Int64)] = []
    while entries.count < claimedCount, reader.remainingByteCount >= 12 {
      entries.append((try reader.read(), try reader.read()))
    }
    notes.append(count: claimedCount, found: entries.count, "strg", of: "strings", at: countOffset)
    // Decode each text once. In a hostile file, thousands of identifiers may share a text; offsets
    // into the middle of one don't count, so they can't create more.
    let base = reader.offset
    let offsets = Set(entries.map { $0.offset })
    var texts: [Int64: String] = [:]
    while reader.remainingByteCount > 0 {
      let offset = Int64(reader.offset - base)
      let text = reader.readTerminatedText()
      if offsets.contains(offset) { texts[offset] = text }
    }
    var strings: [UInt32: String] = [:]
    var strayCount = 0
    for entry in entries {
      if let text = texts[entry.offset] {
        strings[entry.identifier] = text
      } else {
        strayCount += 1
      }
    }
    if strayCount > 0 {
      notes.append(
        Note(
          counted(strayCount, "string", of: "the strg chunk", are: "not where it says"),
          at: countOffset))
    }
    return strings
  }

  static func write(_ strings: [(identifier: UInt32, text: String)], to writer: inout ByteWriter) {
    writer.write(UInt32(strings.count))
    var texts = ByteWriter(order: .big)
    for (identifier, text) in strings {
      writer.write(identifier)
      writer.write(Int64(texts.bytes.count))
      texts.write(text.utf8Prefix())
      texts.write(UInt8(0))
    }
    writer.write(texts.bytes)
  }
}
