import Foundation
import SoundFormat
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The output of `-x`, read back by a parser.
struct AfinfoXMLTests {
  struct Element: Equatable {
    /// The names from the root, joined by slashes.
    let path: String
    let attributes: [String: String]
    var text: String = ""
  }

  /// Collects all elements of a document in the order of their end tags.
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [Element] = []
    var namespaces: Set<String> = []
    private var open: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      namespaces.insert(namespaceURI ?? "")
      open.append(
        Element(
          path: open.last.map { "\($0.path)/\(name)" } ?? name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      open[open.endIndex - 1].text += text
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      elements.append(open.removeLast())
    }
  }

  private func elements(
    _ xml: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Element] {
    let parser = XMLParser(data: Data(xml))
    parser.shouldProcessNamespaces = true
    let reader = Reader()
    parser.delegate = reader
    let isWellFormed = parser.parse()
    try #require(
      isWellFormed, "\(String(describing: parser.parserError))", sourceLocation: sourceLocation)
    #expect(reader.namespaces == ["http://apple.com/core_audio/audio_info"])
    return reader.elements
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
      try elements(outcome.output).first { $0.path.hasSuffix("info_dict/entry") })
    #expect(entry.attributes == ["key": "k\(read)"])
    #expect(entry.text == read)
  }

  @Test(.enabled(if: TestSystem.takesAnyName, "file names must be text here"))
  func namesThatAreNotUTF8AreTolerated() throws {
    let folder = try TemporaryDirectory(["in.caf": try Self.caf(texts: [])])
    let outcome = try folder.shell(
      "n=$(printf '\\377<&\\033\\n.caf'); mv in.caf \"$n\" && afinfo -x \"$n\"")
    #expect(outcome.ending == .exit(0))
    let name = try elements(outcome.output).first { $0.path.hasSuffix("file_name") }
    #expect(name?.text == "\u{FFFD}<&\u{FFFD}\n.caf")
  }

  @Test func theDocumentIsCompleteEvenIfFilesFail() throws {
    let folder = try TemporaryDirectory(["a.caf": try Self.caf(texts: []), "b.caf": [1, 2, 3]])
    let outcome = try folder.shell("afinfo -x a.caf b.caf a.caf")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.hasPrefix("Fail: AudioFileOpenURL failed\nb.caf: error: "))
    let files = try elements(outcome.output).filter { $0.path == "audio_info/audio_file" }
    #expect(files.map(\.attributes) == [["audio_file_id": "0"], ["audio_file_id": "1"]])
    let none = try folder.shell("afinfo -x b.caf")
    #expect(try elements(none.output).map(\.path) == ["audio_info"])
    #expect(none.ending == .exit(1))
  }
}
