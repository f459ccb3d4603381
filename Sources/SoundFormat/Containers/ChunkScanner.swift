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
  /// The offset of the next chunk with a printable code, once the scanner has looked for it.
  private var printableOffset = 0
  /// The sizes that replace a chunk header's 0xFFFFFFFF. They are from the `ds64` chunk of RF64 and BW64.
  var longByteCounts: [FourCharCode: UInt64] = [:]

  /// At most this many chunks are visited. Real files have fewer than fifty; more than this are an attack.
  private static let chunkLimit = 10_000

  init(_ style: Style, from offset: Int) {
    self.style = style
    self.offset = offset
  }

  private var headerByteCount: Int { if case .caf = style { 12 } else { 8 } }

  private var order: ByteOrder { if case .iff(let order) = style { order } else { .big } }

  /// Returns the next chunk, or nil at the end or if no chunk can follow.
  mutating func next(
    in source: some ByteSource, notes: inout [Note]
  ) throws(SoundFileError) -> Chunk? {
    guard offset < source.byteCount else { return nil }
    guard visitedCount < Self.chunkLimit else {
      notes.append(Note("more than \(Self.chunkLimit) chunks: the rest is ignored", at: offset))
      return nil
    }
    visitedCount += 1
    let header = try source.bytes(at: offset, count: headerByteCount)
    var reader = ByteReader(header, at: offset, order: order)
    guard header.count == headerByteCount, let identifier = try? reader.readCode(),
      try beginsChunk(identifier, in: source, notes: &notes)
    else {
      notes.append(
        Note("\(counted(source.byteCount - offset, "byte")) after the last chunk", at: offset))
      return nil
    }
    let sizeOffset = reader.offset
    guard let size = try readSize(of: identifier, from: &reader) else {
      // Stop, because later chunks can't be found. Throw only if this is CAF's audio chunk.
      if identifier == "data" {
        throw .malformed("the data chunk has a negative size", at: sizeOffset)
      }
      notes.append(Note("the \(identifier) chunk has a negative size", at: offset))
      return nil
    }
    let claimedByteCount = size.byteCount
    let bodyOffset = offset + headerByteCount
    let present = source.byteCount - bodyOffset
    let byteCount = claimedByteCount.map { Int(min($0, UInt64(present))) } ?? present
    let chunk = Chunk(
      identifier: identifier, bodyOffset: bodyOffset, byteCount: byteCount,
      claimedByteCount: claimedByteCount)
    if let claimedByteCount, claimedByteCount > UInt64(present) {
      notes.append(
        Note(
          "the \(identifier) chunk claims \(counted(claimedByteCount, "byte")), "
            + counted(present, are: "present"), at: offset))
    }
    offset = try nextOffset(after: chunk, in: source, notes: &notes)
    return chunk
  }

  /// Returns whether the code at `offset` begins a chunk, and not junk. A code that isn't printable begins a chunk if
  /// complete chunks lead from it to a printable code.
  ///
  /// Apple's library skips such a chunk by its size. Source: Toisto's invalid-chunk-id.aiff
  /// (https://github.com/karip/toisto-aiff-test-suite).
  private mutating func beginsChunk(
    _ identifier: FourCharCode, in source: some ByteSource, notes: inout [Note]
  ) throws(SoundFileError) -> Bool {
    // Look for the next printable code only once, so that the time stays linear.
    guard !identifier.isPrintable, offset >= printableOffset else { return true }
    var next = offset
    var unusedNotes: [Note] = []
    for _ in visitedCount...Self.chunkLimit {
      var reader = ByteReader(
        try source.bytes(at: next, count: headerByteCount), at: next, order: order)
      guard let code = try? reader.readCode(), let size = try? readSize(of: code, from: &reader)
      else { return false }
      let present = source.byteCount - reader.offset
      let byteCount = size.byteCount ?? UInt64(present)
      // Accept an incomplete chunk only if it is the audio: junk seldom states a possible size.
      guard byteCount <= present || ["SSND", "data"].contains(code) else { return false }
      if code.isPrintable {
        notes.append(Note("the chunk code \(identifier) isn't printable", at: offset))
        printableOffset = next
        return true
      }
      next = try nextOffset(
        after: Chunk(
          identifier: code, bodyOffset: reader.offset, byteCount: Int(byteCount),
          claimedByteCount: byteCount), in: source, notes: &unusedNotes)
    }
    return false
  }

  /// The size that a chunk's header states; nil for "up to the end".
  private struct Size {
    var byteCount: UInt64?
  }

  /// Reads a size, or returns nil if it is invalid.
  private func readSize(
    of identifier: FourCharCode, from reader: inout ByteReader
  ) throws(SoundFileError) -> Size? {
    switch style {
    case .iff:
      let byteCount = try reader.read(UInt32.self)
      let long = byteCount == .max ? longByteCounts[identifier] : nil
      return Size(byteCount: long ?? UInt64(byteCount))
    case .caf:
      let byteCount = try reader.read(Int64.self)
      return byteCount == -1
        ? Size(byteCount: nil) : UInt64(exactly: byteCount).map { Size(byteCount: $0) }
    }
  }

  private func nextOffset(
    after chunk: Chunk, in source: some ByteSource, notes: inout [Note]
  ) throws(SoundFileError) -> Int {
    let end = chunk.bodyOffset + chunk.byteCount
    guard case .iff = style, chunk.byteCount % 2 == 1 else { return end }
    // Find out whether there is a pad byte. Apple's µ-law WAVE files end without it. In go-audio's
    // padded24b.aif, the next chunk directly follows an odd-sized chunk.
    if end == source.byteCount {
      if chunk.claimedByteCount == UInt64(chunk.byteCount) {
        notes.append(Note("no pad byte after the odd-sized \(chunk.identifier) chunk", at: end))
      }
      return end
    }
    let padded = try likelihoodOfHeader(at: end + 1, in: source)
    let unpadded = try likelihoodOfHeader(at: end, in: source)
    guard unpadded > padded else { return end + 1 }
    notes.append(Note("no pad byte after the odd-sized \(chunk.identifier) chunk", at: end))
    return end
  }

  /// Scores how likely a chunk's header begins at `offset`: 0 without a printable code, 1 with a printable
  /// code, 2 if the body also ends within the file.
  private func likelihoodOfHeader(
    at offset: Int, in source: some ByteSource
  ) throws(SoundFileError) -> Int {
    var reader = ByteReader(try source.bytes(at: offset, count: 8), at: offset, order: order)
    guard let code = try? reader.readCode(), code.isPrintable else { return 0 }
    guard let byteCount = try? reader.read(UInt32.self) else { return 1 }
    return UInt64(offset) + 8 + UInt64(byteCount) <= source.byteCount ? 2 : 1
  }
}

extension Chunk {
  /// Returns a reader of the chunk's body. The length is untrusted, so at most a mebibyte is read:
  /// longer headers and lists of texts are truncated.
  func reader(
    in source: some ByteSource, order: ByteOrder
  ) throws(SoundFileError) -> ByteReader {
    ByteReader(
      try source.bytes(at: bodyOffset, count: min(byteCount, 1 << 20)), at: bodyOffset, order: order
    )
  }
}
