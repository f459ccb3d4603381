import TestSupport
import Testing

@testable import SoundFormat

@Suite struct WAVEMetadataTests {
  static let metadata = SoundMetadata(
    texts: [
      InformationEntry(.title, "T"), InformationEntry(.comments, "ab"),
      InformationEntry(key: "IENG", value: "Zoë"), InformationEntry(.year, "2009"),
    ])

  static let chunks = hex(
    """
    'LIST' 36000000 'INFO' 'INAM' 02000000 'T' 00 'ICMT' 03000000 'ab' 00 00
      'IENG' 05000000 'Zo' C3AB 00 00 'ICRD' 05000000 '2009' 00 00
    """)

  /// A file of 100 frames of silence with the given chunks after the audio.
  private func sound(_ text: String) throws -> SoundFile {
    try SoundFile(parsing: file(with: hex(text)))
  }

  private func file(with chunks: [UInt8]) -> [UInt8] {
    hex("'RIFF' \(size32LE(4 + 24 + 108 + chunks.count)) 'WAVE'")
      + hex("'fmt ' 10000000 0700 0100 401F0000 401F0000 0100 0800 'data' 64000000")
      + [UInt8](repeating: 0xFF, count: 100) + chunks
  }

  @Test func writesEachChunk() throws {
    let bytes = try header(.wave, Self.metadata).headerBytes()
    #expect(firstDifference(of: Array(bytes[36..<bytes.count - 8]), from: Self.chunks) == nil)
    #expect(Array(bytes[4..<8]) == hex(size32LE(bytes.count - 8 + 100)))
  }

  @Test func readsEachChunk() throws {
    let sound = try SoundFile(parsing: file(with: Self.chunks))
    #expect(sound.metadata == Self.metadata)
    #expect(sound.noteTexts == [])
  }

  @Test(arguments: [Container.rf64, .bw64])
  func longContainersHoldTheSame(container: Container) throws {
    let bytes = try header(container, Self.metadata).headerBytes()
    #expect(Array(bytes[72..<72 + Self.chunks.count]) == Self.chunks)
    #expect(try kept(container, Self.metadata) == Self.metadata)
  }

  @Test func bigEndianFilesAreReadAlike() throws {
    let bytes = hex(
      """
      'RIFX' 0000004A 'WAVE'
      'fmt ' 00000010 0001 0001 00001F40 00001F40 0001 0008
      'LIST' 0000000E 'INFO' 'INAM' 00000001 'T' 00
      'data' 00000002 8080
      """)
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.metadata == SoundMetadata(texts: [InformationEntry(.title, "T")]))
  }

  @Test func readsLatin1WithANote() throws {
    let sound = try sound(
      """
      'LIST' 1C000000 'INFO' 'INAM' 03000000 'Zo' EB 00 'IART' 03000000 'Zo' EB 00
      """)
    #expect(
      sound.metadata.texts == [InformationEntry(.title, "Zoë"), InformationEntry(.artist, "Zoë")])
    #expect(
      sound.noteTexts == [
        "the text of the INFO list is not UTF-8, and read as Latin-1 (at byte 164)"
      ])
  }

  /// A text of four digits is a year, any other text is a date. Both are written as `ICRD`.
  @Test func distinguishesYearsFromDates() throws {
    for (text, field) in [
      ("2009", InformationEntry.Field.year), ("2009-01-02", .recordedDate), ("09", .recordedDate),
    ] {
      let metadata = SoundMetadata(texts: [InformationEntry(field, text)])
      #expect(try kept(.wave, metadata) == metadata)
    }
  }

  @Test func dropsKeysWithoutACode() throws {
    let metadata = SoundMetadata(texts: [
      InformationEntry(.tempo, "90"), InformationEntry(key: "mood", value: "calm"),
      InformationEntry(key: "Ié", value: "x"), InformationEntry(.title, ""),
    ])
    #expect(try kept(.wave, metadata).isEmpty)
  }

  /// Other lists and damaged chunks of a sampler aren't read.
  @Test func notesDeviations() throws {
    let sound = try sound(
      """
      'smpl' 04000000 00000000 'inst' 02000000 3C 00 'cue ' 04000000 FFFFFFFF
      'LIST' 12000000 'adtl' 'labl' 06000000 01000000 'm' 00
      'LIST' 10000000 'INFO' 'INAM' FFFFFFFF 'Tone'
      'LIST' 00000000
      """)
    #expect(sound.metadata == SoundMetadata(texts: [InformationEntry(.title, "Tone")]))
    #expect(
      sound.noteTexts == [
        "the INAM text claims 4294967295 bytes, 4 are present (at byte 224)",
        "the LIST chunk is truncated (at byte 236)",
      ])
  }
}
