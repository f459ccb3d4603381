import SoundFormat
import TestSupport
import Testing

@Suite struct MetadataTransferTests {
  /// Writes the metadata to a source, converts the source to another container, and reads the
  /// result's metadata.
  private func carried(_ metadata: SoundMetadata, from: Container, to: Container) throws
    -> SoundMetadata
  {
    let source = try SoundFile(parsing: file(from, metadata))
    return try kept(to, source.metadata.withoutFileDetails)
  }

  @Test(arguments: Container.writable, Container.writable)
  func survivesAnotherContainer(from: Container, to: Container) throws {
    #expect(try carried(.full, from: from, to: to) == .full)
  }

  @Test(arguments: Container.writable)
  func withoutMetadataNothingIsWritten(container: Container) throws {
    let bytes = try header(container, SoundMetadata(), filler: true).headerBytes()
    #expect(bytes.count == 4096)
    let format = header(container, SoundMetadata()).format
    let plain = SoundHeader(container: container, format: format, frameCount: 100)
    #expect(try plain.headerBytes() == bytes)
    let chunks = try SoundFile(parsing: bytes).chunks.map(\.identifier)
    let expected: [FourCharCode] =
      switch container {
      case .caf: ["desc", "free", "data"]
      case .aiff: ["COMM", "FLLR", "SSND"]
      case .aifc: ["FVER", "COMM", "FLLR", "SSND"]
      case .wave: ["fmt ", "FLLR", "data"]
      default: ["ds64", "fmt ", "FLLR", "data"]
      }
    #expect(chunks == expected)
  }

  @Test func metadataPrecedesTheFiller() throws {
    func chunks(_ container: Container) throws -> [String] {
      try SoundFile(parsing: file(container, .full, filler: true)).chunks.map {
        $0.identifier.description
      }
    }
    #expect(try chunks(.caf) == ["desc", "info", "strg", "mark", "regn", "inst", "free", "data"])
    #expect(
      try chunks(.aiff)
        == ["COMM", "MARK", "INST", "NAME", "AUTH", "(c) ", "ANNO", "ANNO", "FLLR", "SSND"])
    #expect(try chunks(.wave) == ["fmt ", "smpl", "inst", "cue ", "LIST", "LIST", "FLLR", "data"])
    for container in Container.writable {
      #expect(try header(container, .full, filler: true).headerBytes().count == 4096)
    }
  }

  /// The source is CAF, the container that holds every field.
  @Test func textsAreWrittenWhereSupported() throws {
    let texts = InformationEntry.Field.allCases.map { InformationEntry($0, "x\($0)") }
    let all = SoundMetadata(texts: texts)
    #expect(try kept(.caf, all) == all)
    #expect(
      try carried(all, from: .caf, to: .wave).texts.map(\.field) == [
        .title, .artist, .album, .composer, .lyricist, .genre, .recordedDate, .comments, .copyright,
        .trackNumber, .recordedDate,
      ])
    #expect(
      try carried(all, from: .caf, to: .aiff).texts.map(\.field) == [
        .title, .artist, .copyright, .comments,
      ])
  }

  @Test(arguments: SoundMetadata.Loop.Kind.allCases, SoundMetadata.Loop.Stage.allCases)
  func loopsKeepSupportedFields(
    kind: SoundMetadata.Loop.Kind, stage: SoundMetadata.Loop.Stage
  ) throws {
    let loop = SoundMetadata.Loop(frames: 0..<1, kind: kind, stage: stage, playCount: .max)
    let metadata = SoundMetadata(loops: [loop])
    var forever = loop
    forever.playCount = 0
    #expect(try kept(.caf, metadata).loops == [forever])
    #expect(try kept(.aiff, metadata).loops == (kind == .backward ? [] : [forever]))
    var sustained = loop
    sustained.stage = .sustain
    #expect(try kept(.wave, metadata).loops == [sustained])
  }

  @Test(arguments: Container.writable)
  func aLoopAddsAnInstrument(container: Container) throws {
    let loops = SoundMetadata(loops: [SoundMetadata.Loop(frames: 0..<100)])
    #expect(try kept(container, loops).instrument == SoundMetadata.Instrument())
  }

  /// Positions outside the sound are dropped, because writing is strict.
  @Test(arguments: Container.writable)
  func positionsOutsideTheSoundAreNotWritten(container: Container) throws {
    let metadata = SoundMetadata(
      markers: [-1, 0, 100, 101, .max].map {
        SoundMetadata.Marker(identifier: 1, framePosition: $0)
      },
      loops: [-5..<0, 3..<3, 90..<200, 150..<151, 0..<(.max)].map { SoundMetadata.Loop(frames: $0) }
    )
    let read = try kept(container, metadata)
    #expect(read.markers.map(\.framePosition) == [0, 100])
    #expect(read.markers.map(\.identifier) == [1, 2])
    #expect(
      read.loops.map(\.frames)
        == ([.aiff, .aifc].contains(container) ? [90..<100] : [90..<100, 0..<100]))
  }

  @Test(arguments: Container.writable, [Int.min, Int.max])
  func numbersAreClamped(container: Container, number: Int) throws {
    let bounds = number < 0 ? number...0 : 0...number
    let metadata = SoundMetadata(
      loops: [SoundMetadata.Loop(frames: 0..<1, playCount: UInt32(clamping: number))],
      instrument: SoundMetadata.Instrument(
        baseNote: number / 200, detune: number, gain: number, notes: bounds, velocities: bounds))
    _ = try SoundFile(parsing: file(container, metadata))
  }
}
