import TestSupport
import Testing

@testable import SoundFormat

@Suite struct SoundMetadataTests {
  /// A title, then comments: one of 5 MiB, or many in 6 MiB.
  private static func hostileFile(_ container: Container, _ count: Int) throws -> [UInt8] {
    let comments = [[UInt8]](
      repeating: Array(repeating: 0x61, count: count == 1 ? 5 << 20 : (6 << 20) / count),
      count: count)
    var writer = ByteWriter(order: container == .wave || container == .flac ? .little : .big)
    switch container {
    case .wave:
      for part in stride(from: 0, to: count, by: 1000) {
        writer.writePaddedChunk("LIST") { list in
          list.write("INFO" as FourCharCode)
          if part == 0 { list.writePaddedChunk("INAM") { $0.write([0x54, 0]) } }
          for comment in comments[part...].prefix(1000) {
            list.writePaddedChunk("ICMT") { $0.write(comment) }
          }
        }
      }
    case .aiff:
      writer.writePaddedChunk("NAME") { $0.write([0x54]) }
      for comment in comments { writer.writePaddedChunk("ANNO") { $0.write(comment) } }
    case .caf:
      writer.writeChunk("info", sizedBy: Int64.self) { chunk in
        chunk.write(UInt32(1 + count))
        chunk.write(hex("'title' 00 'T' 00"))
        for comment in comments { chunk.write(hex("'comments' 00") + comment + [0]) }
      }
    default:
      let texts =
        [Array("TITLE=T".utf8)] + comments.map { Array("COMMENT=".utf8) + $0 }
      writer.write(UInt32(0))
      writer.write(UInt32(texts.count))
      for text in texts {
        writer.write(UInt32(text.count))
        writer.write(text)
      }
      return hex(
        "'fLaC' 00000022 1000 1000 000000 000000 0AC440F0 00000064 \(String(repeating: "00", count: 16))"
      )
        + hex("84 \(size32(writer.bytes.count).dropFirst(2))") + writer.bytes
    }
    return try file(container, SoundMetadata()) + writer.bytes
  }

  @Test(arguments: [Container.wave, .aiff, .caf, .flac], [1, 6, 5000])
  func textsShareFourMebibytes(container: Container, count: Int) throws {
    let sound = try SoundFile(parsing: Self.hostileFile(container, count))
    #expect(sound.metadata[.title] == "T")
    let byteCount = sound.metadata.texts.reduce(0) { $0 + $1.value.utf8.count }
    #expect(byteCount <= 4 << 20)
    if container != .flac, count > 1 { #expect(byteCount > 3 << 20) }
    #expect(sound.notes.filter { $0.message.hasPrefix("more than 4 MiB of texts") }.count == 1)
  }

  /// Tiny texts take more memory than their bytes.
  @Test(arguments: [Container.wave, .caf])
  func textsAreCounted(container: Container) throws {
    for (count, kept) in [(9999, 10_000), (10_000, 10_000), (70_000, 10_000)] {
      var writer = ByteWriter(order: container == .wave ? .little : .big)
      if container == .wave {
        writer.writePaddedChunk("LIST") { list in
          list.write("INFO" as FourCharCode)
          for _ in 0...count { list.writePaddedChunk("ICMT") { $0.write([0x61] as [UInt8]) } }
        }
      } else {
        writer.writeChunk("info", sizedBy: Int64.self) { chunk in
          chunk.write(UInt32(1 + count))
          for _ in 0...count { chunk.write(hex("'a' 00 'b' 00")) }
        }
      }
      let sound = try SoundFile(parsing: file(container, SoundMetadata()) + writer.bytes)
      #expect(sound.metadata.texts.count == kept)
      #expect(
        sound.noteTexts.filter { $0.contains("texts") }.map { String($0.prefix(22)) }
          == (count < kept ? [] : ["more than 10000 texts:"]))
    }
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
