/// Walks a file's chunks by their headers, without reading their bodies.
struct ChunkScanner {
  enum Style {
    /// AIFF and WAVE: 32-bit sizes, and a pad byte after an odd-sized body.
    case iff(ByteOrder)
    /// CAF: signed 64-bit sizes, −1 for "up to the end", no pad bytes.
    case caf
  }

  private let style: Style
  private var offset: Int
  private var visitedCount = 0
  /// The offset of the next chunk with a printable code; 0 until the scanner looks for such a chunk.
  private var printableOffset = 0
  /// The audio chunk's size from the `ds64` chunk of RF64 and BW64. This size replaces a stated size of 0xFFFFFFFF.
  var audioByteCount: UInt64?

  /// The limit on visited chunks. Real files have fewer than fifty chunks. A file above the limit is an attack.
  private static let chunkLimit = 10_000

  init(_ style: Style, from offset: Int) {
    self.style = style
    self.offset = offset
  }

  private var headerByteCount: Int { if case .caf = style { 12 } else { 8 } }

  private var order: ByteOrder { if case .iff(let order) = style { order } else { .big } }

  /// Returns the next chunk; nil at the end, or if no chunk can follow.
  mutating func next(
    in source: AnyByteSource, notes: inout [Note]
  ) throws(SoundFileError) -> Chunk? {
    guard offset < source.byteCount else { return nil }
    guard visitedCount < Self.chunkLimit else {
      notes.append("more than \(Self.chunkLimit) chunks: the rest is ignored", at: offset)
      return nil
    }
    visitedCount += 1
    guard let chunk = try chunk(at: offset, in: source),
      try begins(chunk, in: source, notes: &notes)
    else {
      notes.append("\(counted(source.byteCount - offset, "byte")) after the last chunk", at: offset)
      return nil
    }
    let claimedByteCount = chunk.claimedByteCount ?? 0
    if case .caf = style, claimedByteCount > Int64.max {
      // Stop, because later chunks can't be found. Throw only if the chunk is CAF's audio chunk.
      if chunk.identifier == "data" {
        throw .malformed("the data chunk has a negative size", at: offset + 4)
      }
      notes.append("the \(chunk.identifier) chunk has a negative size", at: offset)
      return nil
    }
    if !chunk.isWhole {
      notes.append(
        "the \(chunk.identifier) chunk claims \(counted(claimedByteCount, "byte")), "
          + counted(chunk.byteCount, are: "present"), at: offset)
    }
    offset = try nextOffset(after: chunk, in: source, notes: &notes)
    return chunk
  }

  /// Returns the complete chunks from `start` on. Only tags and zeros may follow these chunks. Nil if any other bytes
  /// follow: they may be samples.
  func chain(from start: Int, in source: AnyByteSource) throws(SoundFileError) -> [Chunk]? {
    var scanner = ChunkScanner(style, from: start)
    var (chunks, unusedNotes): ([Chunk], [Note]) = ([], [])
    while let chunk = try scanner.next(in: source, notes: &unusedNotes), chunk.isWhole,
      chunk.identifier.isPrintable
    {
      chunks.append(chunk)
    }
    let end = chunks.last.map { $0.bodyOffset + $0.byteCount } ?? start
    let tags = try source.endOfTags(from: end)
    return try source.endOfZeros(from: tags) == source.byteCount ? chunks : nil
  }

  /// The codes of chunks that writers put after the audio.
  private static let trailingCodes: Set<FourCharCode> = [
    "LIST", "id3 ", "ID3 ", "bext", "cue ", "smpl", "iXML", "_PMX", "NAME", "AUTH", "ANNO", "(c) ",
    "MARK", "COMT", "info", "free",
  ]
  private static let (trailingByteCount, trailingLimit) = (1 << 16, 16)

  /// Returns where audio of unknown size ends: at the first chunk in the last 64 KiB that has one of `trailingCodes`
  /// and begins a chain of complete chunks up to the file's end. Without such a chunk, returns the file's end.
  func endOfOpenAudio(from start: Int, in source: AnyByteSource) throws(SoundFileError) -> Int {
    let first = max(start, source.byteCount - Self.trailingByteCount)
    let bytes = try source.bytes(at: first, count: source.byteCount - first)
    var code: UInt32 = 0
    var triedCount = 0
    for (index, byte) in bytes.enumerated() {
      code = code << 8 | UInt32(byte)
      guard Self.trailingCodes.contains(FourCharCode(rawValue: code)), index >= 3 else { continue }
      // Limit the tries: a chain may be long, and a hostile file may have many beginnings of chains.
      triedCount += 1
      guard triedCount <= Self.trailingLimit else { break }
      let start = first + index - 3
      if try chain(from: start, in: source)?.isEmpty == false { return start }
    }
    return source.byteCount
  }

  /// Returns whether a chunk, not junk, begins at `offset`. A chunk may have a code that isn't printable if complete
  /// chunks lead from `offset` to a chunk with a printable code.
  ///
  /// Apple's library skips such a chunk by its size. Source: Toisto's invalid-chunk-id.aiff
  /// (https://github.com/karip/toisto-aiff-test-suite).
  private mutating func begins(
    _ first: Chunk, in source: AnyByteSource, notes: inout [Note]
  ) throws(SoundFileError) -> Bool {
    // Look for the next printable code only once, so that the time stays linear.
    guard !first.identifier.isPrintable, offset >= printableOffset else { return true }
    var next: Chunk? = first
    var unusedNotes: [Note] = []
    for _ in visitedCount...Self.chunkLimit {
      // Accept an incomplete chunk only if it is the audio. Other incomplete chunks are probably junk of a random size.
      guard let chunk = next, chunk.isWhole || ["SSND", "data"].contains(chunk.identifier) else {
        return false
      }
      if chunk.identifier.isPrintable {
        notes.append("the chunk code \(first.identifier) isn't printable", at: offset)
        printableOffset = chunk.bodyOffset - headerByteCount
        return true
      }
      let end = try nextOffset(after: chunk, in: source, notes: &unusedNotes)
      next = try self.chunk(at: end, in: source)
    }
    return false
  }

  /// Reads the chunk header at an offset; nil if the header is incomplete. A negative size becomes a huge size.
  private func chunk(
    at offset: Int, in source: AnyByteSource
  ) throws(SoundFileError) -> Chunk? {
    let header = try source.bytes(at: offset, count: headerByteCount)
    guard header.count == headerByteCount else { return nil }
    var reader = ByteReader(header, at: offset, order: order)
    let identifier = try reader.readCode()
    let claimed: UInt64?
    switch style {
    case .iff:
      let byteCount = try reader.read(UInt32.self)
      claimed =
        (byteCount == .max && identifier == "data" ? audioByteCount : nil) ?? UInt64(byteCount)
    case .caf:
      let byteCount = try reader.read(UInt64.self)
      // Some recorders write −8: this is −1, rounded down to a multiple of 8.
      claimed = byteCount == .max || byteCount == .max - 7 ? nil : byteCount
    }
    let present = source.byteCount - reader.offset
    return Chunk(
      identifier: identifier, bodyOffset: reader.offset,
      byteCount: Int(min(claimed ?? .max, UInt64(present))), claimedByteCount: claimed)
  }

  private func nextOffset(
    after chunk: Chunk, in source: AnyByteSource, notes: inout [Note]
  ) throws(SoundFileError) -> Int {
    let end = chunk.bodyOffset + chunk.byteCount
    guard case .iff = style, chunk.byteCount % 2 == 1 else { return end }
    // Find out whether there is a pad byte. Apple's µ-law WAVE files end without a pad byte. In go-audio's
    // padded24b.aif, the next chunk directly follows an odd-sized chunk.
    if end == source.byteCount {
      if chunk.claimedByteCount == UInt64(chunk.byteCount) {
        notes.append("no pad byte after the odd-sized \(chunk.identifier) chunk", at: end)
      }
      return end
    }
    let padded = try likelihoodOfHeader(at: end + 1, in: source)
    let unpadded = try likelihoodOfHeader(at: end, in: source)
    guard unpadded > padded else { return end + 1 }
    notes.append("no pad byte after the odd-sized \(chunk.identifier) chunk", at: end)
    return end
  }

  /// Returns how likely it is that a chunk's header begins at `offset`: 0 without a printable code, 1 with a printable
  /// code, 2 if the body also ends within the file.
  private func likelihoodOfHeader(
    at offset: Int, in source: AnyByteSource
  ) throws(SoundFileError) -> Int {
    var reader = try source.reader(at: offset, count: 8, order: order)
    guard let code = try? reader.readCode(), code.isPrintable else { return 0 }
    guard let byteCount = try? reader.read(UInt32.self) else { return 1 }
    return UInt64(offset) + 8 + UInt64(byteCount) <= source.byteCount ? 2 : 1
  }
}

extension Chunk {
  var isWhole: Bool { claimedByteCount ?? 0 <= byteCount }

  /// Returns a reader of the chunk's body. The body's length is untrusted, so at most 1 MiB is read: longer bodies are
  /// truncated.
  func reader(
    in source: AnyByteSource, order: ByteOrder
  ) throws(SoundFileError) -> ByteReader {
    try source.reader(at: bodyOffset, count: min(byteCount, 1 << 20), order: order)
  }
}
