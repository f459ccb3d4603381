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
    while let chunk = try scanner.next(in: bytes, notes: &notes) { chunks.append(chunk) }
    return (chunks, notes)
  }

  @Test func walksIFF() throws {
    let big = try scan(
      .iff(.big), hex("'AAAA' 00000002 0102 'BBBB' 00000003 010203 00 'CCCC' 00000000"))
    let expected = [
      Chunk(identifier: "AAAA", bodyOffset: 8, byteCount: 2, claimedByteCount: 2),
      Chunk(identifier: "BBBB", bodyOffset: 18, byteCount: 3, claimedByteCount: 3),
      Chunk(identifier: "CCCC", bodyOffset: 30, byteCount: 0, claimedByteCount: 0),
    ]
    #expect(big.chunks == expected)
    #expect(big.notes == [])
    let little = try scan(
      .iff(.little), hex("'AAAA' 02000000 0102 'BBBB' 03000000 010203 00 'CCCC' 00000000"))
    #expect(little.chunks == expected)
  }

  @Test func walksCAFWithoutPadBytes() throws {
    let (chunks, notes) = try scan(
      .caf, hex("00 'aaaa' 0000000000000003 010203 'bbbb' 0000000000000000"), from: 1)
    #expect(
      chunks == [
        Chunk(identifier: "aaaa", bodyOffset: 13, byteCount: 3, claimedByteCount: 3),
        Chunk(identifier: "bbbb", bodyOffset: 28, byteCount: 0, claimedByteCount: 0),
      ])
    #expect(notes == [])
  }

  /// A pad byte that happens to be a letter is still a pad byte if a chunk follows it.
  @Test func aPrintablePadByteIsAPadByte() throws {
    let (chunks, notes) = try scan(
      .iff(.big), hex("'AAAA' 00000001 01 'x' 'BBBB' 00000000"))
    #expect(chunks.map(\.identifier) == ["AAAA", "BBBB"])
    #expect(notes == [])
  }

  @Test func longSizesReplaceAllOnes() throws {
    let bytes = hex("'data' FFFFFFFF 010203 00 'data' 00000002 0102")
    var scanner = ChunkScanner(.iff(.little), from: 0)
    scanner.longByteCounts["data"] = 3
    var notes: [Note] = []
    #expect(try scanner.next(in: bytes, notes: &notes)?.byteCount == 3)
    #expect(try scanner.next(in: bytes, notes: &notes)?.claimedByteCount == 0x0200_0000)
    #expect(notes.count == 1)
  }

  @Test(arguments: 1..<8)
  func stopsAtATruncatedHeader(byteCount: Int) throws {
    let (chunks, notes) = try scan(.iff(.big), Array(hex("'AAAA' 00000000").prefix(byteCount)))
    #expect(chunks == [])
    #expect(notes == [Note("\(counted(byteCount, "byte")) after the last chunk", at: 0)])
  }

  @Test func stopsAtAnUnprintableCode() throws {
    let (chunks, notes) = try scan(.iff(.big), hex("'AAAA' 00000000 'B' 00 'BB' 00000000"))
    #expect(chunks.count == 1)
    #expect(notes == [Note("8 bytes after the last chunk", at: 8)])
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
