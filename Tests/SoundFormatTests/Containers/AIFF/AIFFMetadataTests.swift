import TestSupport
import Testing

@testable import SoundFormat

@Suite struct AIFFMetadataTests {
  static let metadata = SoundMetadata(
    texts: [
      InformationEntry(.title, "T"), InformationEntry(.artist, "Zoë"),
      InformationEntry(.copyright, "me"), InformationEntry(.comments, "one"),
      InformationEntry(.comments, "two"),
    ],
    markers: [SoundMetadata.Marker(identifier: 1, framePosition: 10, name: "m")],
    loops: [SoundMetadata.Loop(frames: 5..<20, kind: .alternating)],
    instrument: SoundMetadata.Instrument(
      baseNote: 60, detune: 25, gain: -3, notes: 1...2, velocities: 3...4))

  static let chunks = hex(
    """
    'MARK' 0000001A 0003 0002 00000005 00 00 0003 00000014 00 00 0001 0000000A 01 'm'
    'INST' 00000014 3C 19 01 02 03 04 FFFD 0002 0002 0003 0000 0000 0000
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
    let bytes = try header(.aiff, Self.metadata).headerBytes()
    #expect(firstDifference(of: Array(bytes[38..<bytes.count - 16]), from: Self.chunks) == nil)
    #expect(Array(bytes[4..<8]) == hex(size32(bytes.count - 8 + 100)))
  }

  @Test func readsEachChunk() throws {
    let sound = try SoundFile(parsing: file(with: Self.chunks))
    #expect(sound.metadata == Self.metadata)
    #expect(sound.noteTexts == [])
  }

  /// The detune is over half a semitone, the gain is 20,033 dB, and notes and velocities are above
  /// 127.
  @Test func numbersAreClampedToMIDIsRange() throws {
    let sound = try sound("'INST' 00000014 3C 80 00 FF 90 FF 4E41 0000 0000 0000 0000 0000 0000")
    let instrument = SoundMetadata.Instrument(
      baseNote: 61, detune: -28, gain: 1000, notes: 0...127, velocities: 127...127)
    #expect(sound.metadata.instrument == instrument)
    for container in [Container.caf, .aiff, .aifc] {
      #expect(try kept(container, sound.metadata).instrument == instrument)
    }
  }

  /// A sustain loop between markers with names, and a release loop that shares a marker with it.
  @Test func loopsUseNamedMarkers() throws {
    let metadata = SoundMetadata(
      markers: [
        SoundMetadata.Marker(identifier: 5, framePosition: 10, name: "beg loop"),
        SoundMetadata.Marker(identifier: 6, framePosition: 20, name: "end loop"),
        SoundMetadata.Marker(identifier: 7, framePosition: 30),
      ],
      loops: [
        SoundMetadata.Loop(frames: 10..<20),
        SoundMetadata.Loop(frames: 20..<30, stage: .release),
      ], instrument: SoundMetadata.Instrument())
    let bytes = try header(.aiff, metadata).headerBytes()
    #expect(
      hexText(bytes[38..<96 + 28])
        == hexText(
          hex(
            """
            'MARK' 00000032 0004
            0005 0000000A 08 'beg loop' 00 0006 00000014 08 'end loop' 00
            0001 0000001E 00 00 0007 0000001E 00 00
            'INST' 00000014 3C 00 00 7F 01 7F 0000 0001 0005 0006 0001 0006 0001
            """)))
    #expect(try kept(.aiff, metadata) == metadata)
  }

  @Test func holdsOneLoopOfEachStage() throws {
    let metadata = SoundMetadata(loops: [
      SoundMetadata.Loop(frames: 0..<10, kind: .backward),
      SoundMetadata.Loop(frames: 1..<10, stage: .release), SoundMetadata.Loop(frames: 2..<10),
      SoundMetadata.Loop(frames: 3..<10),
    ])
    #expect(
      try kept(.aiff, metadata).loops == [
        SoundMetadata.Loop(frames: 2..<10), SoundMetadata.Loop(frames: 1..<10, stage: .release),
      ])
    let backward = SoundMetadata(loops: [SoundMetadata.Loop(frames: 0..<10, kind: .backward)])
    #expect(try kept(.aiff, backward).isEmpty)
  }

  @Test func longNamesAreTruncated() throws {
    let name = String(repeating: "é", count: 128)
    let metadata = SoundMetadata(markers: [
      SoundMetadata.Marker(identifier: 1, framePosition: 0, name: name)
    ])
    #expect(try kept(.aiff, metadata).markers[0].name == String(repeating: "é", count: 127))
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

  @Test func readsMarkersInLatin1() throws {
    let sound = try sound("'MARK' 0000000C 0001 0001 00000005 03 'Zo' EB")
    #expect(sound.metadata.markers.map(\.name) == ["Zoë"])
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
    let sound = try sound(
      """
      'MARK' 0000000C FFFF 0001 000000C8 03 'abc'
      'INST' 00000014 3C 00 7F 00 7F 00 0000 0001 0001 0002 0000 0000 0000
      'COMT' 00000004 FFFF 0000
      """)
    #expect(
      sound.metadata
        == SoundMetadata(
          instrument: SoundMetadata.Instrument(notes: 0...127, velocities: 0...127)))
    #expect(
      sound.noteTexts == [
        "the MARK chunk claims 65535 markers and has 1 (at byte 46)",
        "the COMT chunk is truncated (at byte 94)",
        "the sustain loop isn't between two markers: ignored",
        "1 marker outside the sound: ignored",
      ])
  }
}
