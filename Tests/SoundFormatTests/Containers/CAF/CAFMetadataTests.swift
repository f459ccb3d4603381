import TestSupport
import Testing

@testable import SoundFormat

@Suite struct CAFMetadataTests {
  static let metadata = SoundMetadata(
    texts: [InformationEntry(.title, "T")],
    markers: [SoundMetadata.Marker(identifier: 1, framePosition: 10, name: "m")],
    loops: [SoundMetadata.Loop(frames: 5..<20, kind: .alternating, stage: .release)],
    instrument: SoundMetadata.Instrument(
      baseNote: 60, detune: 25, gain: -3, notes: 1...2, velocities: 3...4))

  static let chunks = hex(
    """
    'info' 000000000000000C 00000001 'title' 00 'T' 00
    'strg' 0000000000000012 00000001 00000001 0000000000000000 'm' 00
    'mark' 0000000000000024 00000000 00000001
      00000000 4024000000000000 00000001 0000000000000000 00000000
    'regn' 000000000000004C 00000000 00000001 00000002 00000007 00000002
      'rlbg' 4014000000000000 00000003 0000000000000000 00000000
      'rlen' 4033000000000000 00000004 0000000000000000 00000000
    'inst' 000000000000001C 426F0000 01 02 03 04 C0400000 00000000 00000000 00000002 00000000
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

  @Test func keepsMarkerTypes() throws {
    let metadata = SoundMetadata(
      markers: [SoundMetadata.Marker(identifier: 1, framePosition: 3, type: "pbeg")])
    #expect(try kept(.caf, metadata) == metadata)
  }

  /// The example in Apple's Technical Q&A QA1527: a loop over all frames, with its last marker on
  /// the last frame.
  @Test func readsApplesExample() throws {
    let sound = try sound(
      """
      'regn' 000000000000004C 00000000 00000001 00001A85 00000003 00000002
        'slbg' 0000000000000000 00000001 0000000000000000 00000000
        'slen' 4058C00000000000 00000002 0000000000000000 00000000
      'inst' 000000000000001C 42700000 00 7F 00 7F 00000000 00000000 00001A85 00000000 00000000
      """)
    #expect(sound.metadata.loops == [SoundMetadata.Loop(frames: 0..<100)])
    #expect(sound.metadata.instrument == SoundMetadata.Instrument(velocities: 0...127))
    #expect(sound.noteTexts == [])
  }

  /// Regions that don't loop, regions without markers, and a region that is a release loop only
  /// because the instrument says so.
  @Test func readsOnlyLoops() throws {
    let sound = try sound(
      """
      'regn' 000000000000009C 00000000 00000003
      00000001 00000002 00000002
        'rbeg' 0000000000000000 00000000 0000000000000000 00000000
        'rend' 4058C00000000000 00000000 0000000000000000 00000000
      00000002 00000003 00000000
      00000003 00000005 00000002
        'rend' 4024000000000000 00000000 0000000000000000 00000000
        'rbeg' 4014000000000000 00000000 0000000000000000 00000000
      'inst' 000000000000001C 42700000 00 7F 00 7F 00000000 00000000 00000001 00000003 00000000
      """)
    #expect(
      sound.metadata.loops == [
        SoundMetadata.Loop(frames: 5..<11, kind: .backward, stage: .release)
      ])
  }

  @Test(arguments: [
    ("426F0000", 60, 25), ("42700000", 60, 0), ("42710000", 60, -25), ("42720000", 61, 50),
    ("00000000", 0, 0), ("42FE0000", 127, 0),
  ])
  func aNotesFractionIsTheDetuning(bits: String, note: Int, detune: Int) throws {
    let instrument = try sound(
      "'inst' 000000000000001C \(bits) 00 7F 00 7F 00000000 00000000 00000000 00000000 00000000"
    ).metadata.instrument
    #expect(instrument?.baseNote == note)
    #expect(instrument?.detune == detune)
  }

  /// Invalid positions, a string offset where no string begins, and counts that are far too high.
  @Test func notesDeviations() throws {
    let sound = try sound(
      """
      'strg' 0000000000000012 00000009 00000001 0000000000000001 'm' 00
      'mark' 000000000000005C 00000000 FFFFFFFF
        00000000 7FF8000000000000 00000001 0000000000000000 00000000
        00000000 C000000000000000 00000001 0000000000000000 00000000
        00000000 4059400000000000 00000001 0000000000000000 00000000
      'regn' 0000000000000014 00000000 FFFFFFFF 00000002 00000003 FFFFFFFF
      'inst' 000000000000001C 7FC00000 00 7F 00 7F 00000000 00000000 00000000 00000000 00000000
      """)
    #expect(sound.metadata.isEmpty)
    #expect(
      sound.noteTexts == [
        "the strg chunk claims 9 strings and has 1 (at byte 64)",
        "1 string of the strg chunk is not where it says (at byte 64)",
        "the mark chunk claims 4294967295 markers and has 3 (at byte 98)",
        "the regn chunk claims 4294967295 regions and has 1 (at byte 202)",
        "the inst chunk's base note is nan: ignored",
        "2 markers without a position: ignored",
        "1 marker outside the sound: ignored",
      ])
  }

  @Test func aTruncatedChunkIsIgnored() throws {
    let sound = try sound("'inst' 0000000000000004 42700000 'mark' 0000000000000004 00000000")
    #expect(sound.metadata.isEmpty)
    #expect(
      sound.noteTexts == [
        "the inst chunk is truncated and ignored (at byte 64)",
        "the mark chunk is truncated and ignored (at byte 80)",
      ])
  }

  /// The file takes a mebibyte: one text, and identifiers that all point to it.
  @Test func aSharedStringTakesNoMoreMemory() throws {
    let text = [UInt8](repeating: 0x61, count: 1 << 19) + [0]
    let count = 40_000
    var writer = ByteWriter(order: .big)
    writer.writeChunk("strg", sizedBy: Int64.self) {
      $0.write(UInt32(count))
      for identifier in 0..<count {
        $0.write(UInt32(identifier))
        $0.write(Int64(0))
      }
      $0.write(text)
    }
    let sound = try SoundFile(parsing: file(with: writer.bytes))
    #expect(sound.noteTexts == [])
  }
}
