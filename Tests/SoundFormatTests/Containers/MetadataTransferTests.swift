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
    #expect(try chunks(.caf) == ["desc", "info", "free", "data"])
    #expect(
      try chunks(.aiff)
        == ["COMM", "NAME", "AUTH", "(c) ", "ANNO", "ANNO", "FLLR", "SSND"])
    #expect(try chunks(.wave) == ["fmt ", "LIST", "FLLR", "data"])
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
}
