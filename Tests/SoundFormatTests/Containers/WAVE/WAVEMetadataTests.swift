import TestSupport
import Testing

@testable import SoundFormat

@Suite struct WAVEMetadataTests {
  static let metadata = SoundMetadata(
    texts: [
      InformationEntry(.title, "T"), InformationEntry(.comments, "ab"),
      InformationEntry(key: "IENG", value: "Zoë"), InformationEntry(.year, "2009"),
    ],
    markers: [SoundMetadata.Marker(identifier: 1, framePosition: 10, name: "m")],
    loops: [SoundMetadata.Loop(frames: 5..<20, kind: .alternating, playCount: 2)],
    instrument: SoundMetadata.Instrument(
      baseNote: 60, detune: 25, gain: -3, notes: 1...2, velocities: 3...4))

  /// `smpl` and `inst` have the sizes and the order that Apple's tools write.
  static let chunks = hex(
    """
    'smpl' 3C000000 0000000000000000 48E80100 3B000000 000000C0 0000000000000000 01000000 00000000
      00000000 01000000 05000000 13000000 00000000 02000000
    'inst' 08000000 3C 19 FD 01 02 03 04 00
    'cue ' 1C000000 01000000 01000000 0A000000 'data' 00000000 00000000 0A000000
    'LIST' 12000000 'adtl' 'labl' 06000000 01000000 'm' 00
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

  /// If a loop is the only metadata, the filler is as long as in Apple's file.
  @Test func theFillerMatchesApples() throws {
    let metadata = SoundMetadata(loops: [SoundMetadata.Loop(frames: 0..<100)])
    let bytes = try header(.wave, metadata, filler: true).headerBytes()
    #expect(bytes.count == 4096)
    #expect(Array(bytes[120..<128]) == hex("'FLLR' 780F0000"))  // 0x0F78 is 3960.
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
      'RIFX' 00000088 'WAVE'
      'fmt ' 00000010 0001 0001 00001F40 00001F40 0001 0008
      'cue ' 0000001C 00000001 00000001 00000001 'data' 00000000 00000000 00000001
      'LIST' 00000012 'adtl' 'labl' 00000006 00000001 'm' 00
      'LIST' 0000000E 'INFO' 'INAM' 00000001 'T' 00
      'data' 00000002 8080
      """)
    let sound = try SoundFile(parsing: bytes)
    #expect(
      sound.metadata
        == SoundMetadata(
          texts: [InformationEntry(.title, "T")],
          markers: [SoundMetadata.Marker(identifier: 1, framePosition: 1, name: "m")]))
  }

  /// Each case: the unity note and its fraction of a semitone in units of 1/2³², then the note and the detune in cents.
  @Test(
    arguments: [
      ("3C000000 00000000", nil, nil), ("3C000000 00000080", 60, -50),
      ("3C000000 000000C0", 61, 25),
      ("3B000000 FFFFFFFF", 60, 0), ("7F000000 FFFFFFFF", 127, 0), ("80000000 00000000", nil, nil),
    ] as [(String, Int?, Int?)])
  func theSamplerHasAPitch(pitch: String, note: Int?, detune: Int?) throws {
    let instrument = try sound(
      "'smpl' 24000000 0000000000000000 00000000 \(pitch) 0000000000000000 00000000 00000000"
    ).metadata.instrument
    #expect(instrument?.baseNote == note)
    #expect(instrument?.detune == detune)
  }

  /// The chunks `smpl` and `inst` state notes and cents with opposite signs.
  @Test(arguments: [0, 1, 60, 127], [-50, -33, 0, 1, 50])
  func pitchesSurvive(note: Int, detune: Int) throws {
    let metadata = SoundMetadata(
      instrument: SoundMetadata.Instrument(baseNote: note, detune: detune))
    #expect(try kept(.wave, metadata) == metadata)
  }

  /// The format chunk stores the rate in whole Hz. At 8000 Hz, a frame lasts 125,000 ns.
  @Test func theSamplerUsesTheStatedRate() throws {
    var header = header(.wave, SoundMetadata(instrument: SoundMetadata.Instrument(baseNote: 61)))
    header.format.sampleRate = 8000.45
    let bytes = try header.headerBytes()
    #expect(Array(bytes[24..<28]) == hex("401F0000"))
    #expect(Array(bytes[36..<40]) == hex("'smpl'"))
    #expect(Array(bytes[52..<56]) == hex("48E80100"))
  }

  @Test func readsLatin1WithANote() throws {
    let sound = try sound(
      """
      'LIST' 1C000000 'INFO' 'INAM' 03000000 'Zo' EB 00 'IART' 03000000 'Zo' EB 00
      'LIST' 14000000 'adtl' 'labl' 07000000 01000000 'Zo' EB 00
      'cue ' 1C000000 01000000 01000000 0A000000 'data' 00000000 00000000 0A000000
      """)
    #expect(
      sound.metadata.texts == [InformationEntry(.title, "Zoë"), InformationEntry(.artist, "Zoë")])
    #expect(sound.metadata.markers.map(\.name) == ["Zoë"])
    #expect(
      sound.noteTexts == [
        "the text of the INFO list is not UTF-8, and read as Latin-1 (at byte 164)",
        "the name of a cue point is not UTF-8, and read as Latin-1 (at byte 204)",
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

  /// Reversed loops, loops past the end, counts that are too high, and chunks that are too short.
  @Test func notesDeviations() throws {
    let sound = try sound(
      """
      'smpl' 6C000000 0000000000000000 00000000 3C000000 00000000 0000000000000000 FFFFFFFF FFFFFFFF
        00000000 00000000 05000000 64000000 00000000 00000000
        00000000 00000000 C8000000 C9000000 00000000 00000000
        00000000 00000000 05000000 04000000 00000000 00000000
      'inst' 02000000 3C 00
      'cue ' 04000000 FFFFFFFF
      'LIST' 10000000 'INFO' 'INAM' FFFFFFFF 'Tone'
      'LIST' 00000000
      """)
    #expect(
      sound.metadata
        == SoundMetadata(
          texts: [InformationEntry(.title, "Tone")], loops: [SoundMetadata.Loop(frames: 5..<100)]))
    #expect(
      sound.noteTexts == [
        "the smpl chunk claims 4294967295 loops and has 3 (at byte 180)",
        "the inst chunk is truncated (at byte 268)",
        "the cue chunk claims 4294967295 points and has 0 (at byte 278)",
        "the INAM text claims 4294967295 bytes, 4 are present (at byte 302)",
        "the LIST chunk is truncated (at byte 314)",
        "1 loop empty or outside the sound: ignored",
      ])
  }
}
