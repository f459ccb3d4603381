import Foundation
import SoundFormat
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The output of `-x`, read back by a parser.
struct AfinfoXMLTests {
  private func elements(_ xml: [UInt8]) throws -> [XMLElement] {
    let elements = try xmlElements(of: xml)
    let root = try #require(elements.first)
    #expect(root.name == "audio_info" && root.uri == "http://apple.com/core_audio/audio_info")
    return elements
  }

  private static func caf(texts: [InformationEntry]) throws -> [UInt8] {
    var header = SoundHeader(
      container: .caf,
      format: StreamFormat(sampleRate: 22_050.5, channelCount: 1, dataFormat: .ima4),
      frameCount: 64)
    header.metadata.texts = texts
    return try header.headerBytes() + [UInt8](repeating: 0, count: 68)
  }

  /// Texts are preserved, but U+FFFD replaces characters that XML can't contain.
  @Test(arguments: [
    ("a <b> & \"c\" 'd' ]]>", "a <b> & \"c\" 'd' ]]>"),
    ("tab\tline\r\nend\n", "tab\tline\r\nend\n"),
    ("\u{1}\u{1B}[31m\u{7F}", "\u{FFFD}\u{FFFD}[31m\u{7F}"),
    ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"),
    ("Zoë 🔔 \u{2028}", "Zoë 🔔 \u{2028}"), ("", ""),
  ])
  func textsRoundTrip(text: String, read: String) throws {
    let folder = try TemporaryDirectory([
      "in.caf": try Self.caf(texts: [InformationEntry(key: "k\(text)", value: text)])
    ])
    let outcome = try folder.shell("afinfo -x -i in.caf")
    let entry = try #require(
      try elements(outcome.output).first { $0.name == "entry" && $0.parent?.name == "info_dict" })
    #expect(entry.attributes?.first?.stringValue == "k\(read)")
    #expect(entry.stringValue == read)
  }

  @Test(.enabled(if: TestSystem.takesAnyName, "file names must be text here"))
  func namesThatAreNotUTF8AreTolerated() throws {
    let folder = try TemporaryDirectory(["in.caf": try Self.caf(texts: [])])
    let outcome = try folder.shell(
      "n=$(printf '\\377<&\\033\\n.caf'); mv in.caf \"$n\" && afinfo -x \"$n\"")
    #expect(outcome.ending == .exit(0))
    let name = try elements(outcome.output).first { $0.name == "file_name" }
    #expect(name?.stringValue == "\u{FFFD}<&\u{FFFD}\n.caf")
  }

  @Test func theDocumentIsCompleteEvenIfFilesFail() throws {
    let folder = try TemporaryDirectory(["a.caf": try Self.caf(texts: []), "b.caf": [1, 2, 3]])
    let outcome = try folder.shell("afinfo -x a.caf b.caf a.caf")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.hasPrefix("Fail: AudioFileOpenURL failed\nb.caf: error: "))
    let files = try elements(outcome.output).filter { $0.name == "audio_file" }
    #expect(files.map { $0.attributes?.first?.stringValue } == ["0", "1"])
    let none = try folder.shell("afinfo -x b.caf")
    #expect(try elements(none.output).map(\.name) == ["audio_info"])
    #expect(none.ending == .exit(1))
  }
}
