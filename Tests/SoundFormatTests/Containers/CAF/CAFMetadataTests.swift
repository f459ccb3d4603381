import TestSupport
import Testing

@testable import SoundFormat

@Suite struct CAFMetadataTests {
  static let metadata = SoundMetadata(
    texts: [InformationEntry(.title, "T")])

  static let chunks = hex(
    """
    'info' 000000000000000C 00000001 'title' 00 'T' 00
    """)

  /// A file of 100 frames of silence with the given chunks after the description.
  private func sound(_ text: String) throws -> SoundFile {
    try SoundFile(parsing: file(with: hex(text)))
  }

  private func file(with chunks: [UInt8]) -> [UInt8] {
    hex(
      """
      'caff' 0001 0000
      'desc' 0000000000000020 40BF400000000000 'ulaw' 00000000 00000001 00000001 00000001 00000008
      """) + chunks
      + hex("'data' 0000000000000068 00000001") + [UInt8](repeating: 0xFF, count: 100)
  }

  @Test func writesEachChunk() throws {
    let bytes = try header(.caf, Self.metadata).headerBytes()
    #expect(firstDifference(of: Array(bytes[52..<bytes.count - 16]), from: Self.chunks) == nil)
  }

  @Test func readsEachChunk() throws {
    let sound = try SoundFile(parsing: file(with: Self.chunks))
    #expect(sound.metadata == Self.metadata)
    #expect(sound.noteTexts == [])
  }

  /// The two entries that Apple computes come first. They describe this file, whatever the source's
  /// entries said.
  @Test func computedEntriesComeFirst() throws {
    var header = header(.caf, .full)
    header.information = InformationEntry.appleEntries(
      for: header.format, frameCount: 8000, source: PCMEncoding(.int16))
    header.metadata.texts.insert(InformationEntry(.sourceBitDepth, "I24"), at: 0)
    header.metadata.texts.append(InformationEntry(key: "mood", value: "calm"))
    let sound = try SoundFile(parsing: header.headerBytes())
    #expect(
      sound.metadata.texts == [
        InformationEntry(.approximateDuration, "1"), InformationEntry(.sourceBitDepth, "I16"),
      ] + SoundMetadata.full.texts + [InformationEntry(key: "mood", value: "calm")])
  }

  @Test func aTruncatedChunkIsIgnored() throws {
    let sound = try sound("'info' 0000000000000002 0000 'mark' 0000000000000004 00000000")
    #expect(sound.metadata.isEmpty)
    #expect(sound.noteTexts == ["the info chunk is truncated and ignored (at byte 64)"])
  }
}
