import TestSupport
import Testing

@testable import SoundFormat

@Suite struct SoundMetadataTests {
  @Test func findsTheFirstText() {
    #expect(SoundMetadata.full[.comments] == "one")
    #expect(SoundMetadata.full[.album] == nil)
    #expect(SoundMetadata().isEmpty)
    #expect(!SoundMetadata.full.isEmpty)
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
