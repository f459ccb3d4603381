import TestSupport
import Testing

@testable import SoundFormat

@Suite struct AIFFMetadataTests {
  static let chunks = hex(
    """
    'NAME' 00000001 'T' 00
    'AUTH' 00000004 'Zo' C3AB
    '(c) ' 00000002 'me'
    'ANNO' 00000003 'one' 00
    'ANNO' 00000003 'two' 00
    """)

  /// A file of 100 frames of silence with the given chunks after its COMM chunk.
  private func sound(_ text: String) throws -> SoundFile {
    try SoundFile(parsing: file(with: hex(text)))
  }

  private func file(with chunks: [UInt8]) -> [UInt8] {
    hex("'FORM' \(size32(4 + 26 + chunks.count + 116)) 'AIFF'")
      + hex("'COMM' 00000012 0001 00000064 0008 400BFA00000000000000") + chunks
      + hex("'SSND' 0000006C 00000000 00000000") + [UInt8](repeating: 0, count: 100)
  }

  @Test func writesEachChunk() throws {
    let bytes = try header(.aiff, .full).headerBytes()
    #expect(firstDifference(of: Array(bytes[38..<bytes.count - 16]), from: Self.chunks) == nil)
    #expect(Array(bytes[4..<8]) == hex(size32(bytes.count - 8 + 100)))
  }

  @Test func readsEachChunk() throws {
    let sound = try SoundFile(parsing: file(with: Self.chunks))
    #expect(sound.metadata == .full)
    #expect(sound.noteTexts == [])
  }

  /// Source: Toisto's unspecified-chunk-…-non-ascii.aiff, which Apple's library reads as Latin-1.
  @Test(arguments: [
    ("'NAME' 00000003 'Zo' EB 00 'ANNO' 00000000", "NAME", 46),
    ("'AUTH' 00000003 'Zo' EB 00", "AUTH", 46), ("'(c) ' 00000003 'Zo' EB 00", "(c) ", 46),
    ("'ANNO' 00000003 'Zo' EB 00", "ANNO", 46),
    ("'COMT' 0000000E 0001 00000000 0000 0003 'Zo' EB 00", "COMT", 56),
  ])
  func readsLatin1WithANote(chunk: String, name: String, offset: Int) throws {
    let sound = try sound(chunk)
    #expect(sound.metadata.texts.map(\.value) == ["Zoë"])
    #expect(
      sound.noteTexts == [
        "the \(name) chunk is not UTF-8, and read as Latin-1 (at byte \(offset))"
      ])
  }

  /// The second of the three comments belongs to a marker.
  @Test func readsComments() throws {
    let sound = try sound(
      """
      'COMT' 00000020 0003
        00000000 0000 0003 'one' 00 00000000 0001 0000 00000000 0000 0001 'x' 00
      """)
    #expect(
      sound.metadata.texts == [
        InformationEntry(.comments, "one"), InformationEntry(.comments, "x"),
      ]
    )
  }

  @Test func notesDeviations() throws {
    let sound = try sound("'MARK' 00000002 FFFF 'INST' 00000002 3C 00 'COMT' 00000004 FFFF 0000")
    #expect(sound.metadata.isEmpty)
    #expect(sound.noteTexts == ["the COMT chunk is truncated (at byte 66)"])
  }
}
