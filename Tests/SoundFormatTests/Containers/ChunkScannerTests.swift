import TestSupport
import Testing

@testable import SoundFormat

@Suite struct ChunkScannerTests {
  private func scan(
    _ style: ChunkScanner.Style, _ bytes: [UInt8], from offset: Int = 0
  ) throws -> (chunks: [Chunk], notes: [Note]) {
    var scanner = ChunkScanner(style, from: offset)
    var chunks: [Chunk] = []
    var notes: [Note] = []
    while let chunk = try scanner.next(in: AnyByteSource(bytes), notes: &notes) {
      chunks.append(chunk)
    }
    return (chunks, notes)
  }

  /// A pad byte that happens to be a letter is still a pad byte if a chunk follows it.
  @Test func aPrintablePadByteIsAPadByte() throws {
    let (chunks, notes) = try scan(.iff(.big), hex("'AAAA' 00000001 01 'x' 'BBBB' 00000000"))
    #expect(chunks.map(\.identifier) == ["AAAA", "BBBB"])
    #expect(notes == [])
  }

  /// Each case: what follows the chunk `AAAA`, and the identifiers of the chunks after it. If no chunk with a
  /// printable code follows, the rest is junk.
  @Test(arguments: [
    ("'B' 00 'BB' 00000000", []),
    ("'id3' 00 00000002 0102 'CCCC' 00000000", ["id3\\x00", "CCCC"]),
    // Without a pad byte after an odd-sized chunk, and with one.
    ("'id3' 00 00000001 01 'CCCC' 00000000", ["id3\\x00", "CCCC"]),
    ("'id3' 00 00000001 01 00 'CCCC' 00000000", ["id3\\x00", "CCCC"]),
    ("00000000 00000000 FFFFFFFF 00000001 01 00 'C' 00000000", []),
    (
      "00000000 00000000 FFFFFFFF 00000001 01 00 'CCCC' 00000000",
      ["\\x00\\x00\\x00\\x00", "\\xff\\xff\\xff\\xff", "CCCC"]
    ),
    // Only the audio may be incomplete, because junk seldom states a possible size.
    ("'id3' 00 00000000 'SSND' 00000009 01", ["id3\\x00", "SSND"]),
    ("'id3' 00 00000000 'CCCC' 00000009 01", []),
    ("'id3' 00 00000099 'CCCC' 00000000", []), ("'id3' 00 FFFFFFFF 'CCCC' 00000000", []),
  ])
  func skipsUnprintableCodes(rest: String, identifiers: [String]) throws {
    let rest = hex(rest)
    let (chunks, notes) = try scan(.iff(.big), hex("'AAAA' 00000000") + rest)
    #expect(chunks.dropFirst().map(\.identifier.description) == identifiers)
    #expect(
      notes.first?.message
        == (identifiers.isEmpty
          ? "\(rest.count) bytes after the last chunk"
          : "the chunk code \(identifiers[0]) isn't printable"))
  }

  @Test func skipsUnprintableCodesInCAF() throws {
    for (size, isSkipped) in [(3, true), (100, false), (-1, false), (-2, false)] {
      let chunk = hex("'id3' 00 \(size64(size)) 010203 'data' FFFFFFFFFFFFFFFF 0102")
      let (chunks, _) = try scan(.caf, chunk)
      #expect(chunks.map(\.identifier) == (isSkipped ? [chunks[0].identifier, "data"] : []))
    }
  }

  /// The scanner looks for a printable code once, not once for each chunk.
  @Test func looksForAPrintableCodeInLinearTime() throws {
    let zeros = [UInt8](repeating: 0, count: 8 * 9_000)
    #expect(try scan(.iff(.big), zeros + hex("'CCCC' 00000000")).chunks.count == 9_001)
    let junk = try scan(.iff(.big), zeros + [UInt8](repeating: 0, count: 1 << 20))
    #expect(junk.chunks.isEmpty)
    #expect(junk.notes == [Note("1120576 bytes after the last chunk", at: 0)])
  }

  /// A file of 20,000 chunks is rejected, because no sound has so many.
  @Test(arguments: [8, 12])
  func stopsAfterTenThousandChunks(headerByteCount: Int) throws {
    let header = hex("'free'") + [UInt8](repeating: 0, count: headerByteCount - 4)
    let bytes = Array(repeatElement(header, count: 20_000).joined())
    let (chunks, notes) = try scan(headerByteCount == 12 ? .caf : .iff(.big), bytes)
    #expect(chunks.count == 10_000)
    #expect(
      notes == [
        Note("more than 10000 chunks: the rest is ignored", at: 10_000 * headerByteCount)
      ])
  }
}
