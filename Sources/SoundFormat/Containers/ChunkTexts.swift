/// The texts of a file's chunks, up to ``SoundMetadata/byteLimit`` bytes and ``SoundMetadata/countLimit`` texts in
/// total. A text that a limit cuts is dropped, like all texts after it.
struct ChunkTexts {
  private(set) var entries: [InformationEntry] = []
  /// How many bytes may still be read; negative once texts have been dropped.
  private var spareByteCount = SoundMetadata.byteLimit

  /// Adds the texts that `parse` finds in a chunk.
  mutating func read(
    _ chunk: Chunk, in source: AnyByteSource, order: ByteOrder, notes: inout [Note],
    _ parse: (inout ByteReader, inout [InformationEntry], inout [Note]) throws(SoundFileError) ->
      Void
  ) throws(SoundFileError) {
    guard spareByteCount >= 0 else { return }
    defer {
      let excess = entries.count - SoundMetadata.countLimit
      if excess > 0 {
        entries.removeLast(excess)
        let words = "more than \(SoundMetadata.countLimit) texts: the rest is ignored"
        if spareByteCount >= 0 { notes.append(words, at: chunk.bodyOffset) }
        spareByteCount = -1
      }
    }
    let byteCount = min(chunk.byteCount, spareByteCount)
    spareByteCount -= byteCount
    var reader = try source.reader(at: chunk.bodyOffset, count: byteCount, order: order)
    guard byteCount < chunk.byteCount else { return try parse(&reader, &entries, &notes) }
    spareByteCount = -1
    notes.append("more than 4 MiB of texts: the rest is ignored", at: chunk.bodyOffset + byteCount)
    var (whole, unusedNotes): ([InformationEntry], [Note]) = ([], [])
    try? parse(&reader, &whole, &unusedNotes)
    if reader.remainingByteCount == 0 { _ = whole.popLast() }
    entries += whole
  }
}

extension [Note] {
  /// Adds a note that a text is in Latin-1. If the last note has the same words, adds nothing.
  mutating func appendLatin1(_ text: String, at offset: Int) {
    let message = "the \(text) is not UTF-8, and read as Latin-1"
    if last?.message != message { append(message, at: offset) }
  }
}
