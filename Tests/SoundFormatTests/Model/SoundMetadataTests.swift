import TestSupport
import Testing

@testable import SoundFormat

@Suite struct SoundMetadataTests {
  private func loop(_ frames: Range<Int>) -> SoundMetadata {
    SoundMetadata(loops: [SoundMetadata.Loop(frames: frames)])
  }

  private func marker(_ position: Int) -> SoundMetadata {
    SoundMetadata(markers: [SoundMetadata.Marker(identifier: 1, framePosition: position)])
  }

  @Test func findsTheFirstText() {
    #expect(SoundMetadata.full[.comments] == "one")
    #expect(SoundMetadata.full[.album] == nil)
    #expect(SoundMetadata().isEmpty)
    #expect(!SoundMetadata.full.isEmpty)
  }

  @Test(arguments: [
    (100, 0.5, 50), (101, 0.5, 51), (0, 2, 0), (44_100, 48_000.0 / 44_100, 48_000),
    (1, 0.499, 0), (.max, 1000, 1 << 53),
  ])
  func positionsScale(position: Int, factor: Double, scaled: Int) {
    #expect(marker(position).scaled(by: factor) == marker(scaled))
  }

  /// In a hostile file, many markers have one long name.
  @Test func sharedNamesAreLimited() {
    let name = String(repeating: "a", count: 1 << 20)
    var wave = WAVEMetadata()
    wave.labels = [1: name]
    wave.cuePoints = (0..<100 as Range<UInt32>).map {
      WAVECuePoint(identifier: 1, position: $0, sampleOffset: $0)
    }
    var caf = CAFMetadata()
    caf.strings = [1: name]
    caf.markers = (0..<100).map {
      CAFMarker(type: "mark", framePosition: Double($0), identifier: 1)
    }
    var notes: [Note] = []
    for metadata in [wave.metadata, caf.metadata(notes: &notes)] {
      #expect(metadata.markers.count == 100)
      #expect(metadata.markers.map(\.name).filter { !$0.isEmpty } == [name, name, name, name])
    }
  }

  @Test func loopsScale() {
    #expect(loop(10..<20).scaled(by: 2) == loop(20..<40))
    #expect(loop(10..<11).scaled(by: 0.1) == SoundMetadata())
    let same = SoundMetadata.full.scaled(by: 1)
    #expect(same == .full)
  }

  @Test(arguments: [(0, nil), (9, nil), (10, 0), (50, 40), (100, 90), (101, nil)])
  func markersOutsideTheSoundAreRemoved(position: Int, left: Int?) {
    #expect(marker(position).droppingFirst(10, of: 100) == left.map(marker) ?? SoundMetadata())
  }

  @Test(arguments: [
    (0..<10, nil), (0..<11, 0..<1), (5..<20, 0..<10), (20..<30, 10..<20), (90..<200, 80..<90),
    (100..<200, nil),
  ])
  func loopsAreClipped(frames: Range<Int>, left: Range<Int>?) {
    #expect(loop(frames).droppingFirst(10, of: 100) == left.map(loop) ?? SoundMetadata())
  }

  @Test func textsAboutTheFileAreNotCopied() {
    let texts = InformationEntry.Field.allCases.map { InformationEntry($0, "x") }
    let kept = SoundMetadata(texts: texts + [InformationEntry(key: "mood", value: "x")])
      .withoutFileDetails.texts
    #expect(kept.contains(InformationEntry(.title, "x")))
    #expect(kept.contains(InformationEntry(key: "mood", value: "x")))
    for field in InformationEntry.Field.allCases {
      #expect(kept.contains(InformationEntry(field, "x")) == !field.describesFile)
    }
    #expect(!kept.contains(InformationEntry(.approximateDuration, "x")))
    #expect(!kept.contains(InformationEntry(.sourceBitDepth, "x")))
  }

  @Test func markersGetUniqueNumbers() {
    let metadata = SoundMetadata(
      markers: [0, 2, 2, 9, 1].map { SoundMetadata.Marker(identifier: $0, framePosition: 0) })
    #expect(metadata.markersWithIdentifiers(in: 1...9).map(\.identifier) == [3, 2, 4, 9, 1])
    #expect(metadata.markersWithIdentifiers(in: 1...3).map(\.identifier) == [3, 2, 1])
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abc", 2, "ab"), ("aé", 2, "a"), ("aé", 3, "aé"), ("a\0b", 9, "a"),
    ("🔔", 3, ""),
  ])
  func textsAreTruncatedBetweenCharacters(text: String, count: Int, left: String) {
    #expect(String(decoding: text.utf8Prefix(count), as: UTF8.self) == left)
  }

  @Test func textsAreDecodedInTheirEncoding() {
    let bytes: [UInt8] = [0x5A, 0x6F, 0x91, 0xEB, 0x00, 0x41]
    #expect(String.decoding(bytes) == ("Zo\u{91}ë", true))
    #expect(String.decoding("Zoë".utf8) == ("Zoë", false))
  }
}

@Suite struct ValidUTF8Tests {
  @Test(arguments: ["", "key", "é", "e\u{301}", "\u{FEFF}a", "\u{FFFD}", "\0", "\u{10FFFF}"])
  func keepsValidText(text: String) throws {
    let decoded = try #require(String(validUTF8: Array(text.utf8)))
    #expect(decoded.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  /// A stray continuation byte, a truncated sequence, two overlong sequences, a surrogate, a number
  /// above Unicode's, and an invalid byte.
  @Test(arguments: ["80", "'a' C3", "C0 80", "E0 80 80", "ED A0 80", "F4 90 80 80", "FF"])
  func rejectsWhatIsNotUTF8(bytes: String) {
    #expect(String(validUTF8: hex(bytes)) == nil)
  }
}
