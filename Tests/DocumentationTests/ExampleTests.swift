import Testing

/// Snippets.swift compiles every example in the documentation.
@Suite struct ExampleTests {
  /// README, the DocC pages, and the sources with their doc comments.
  static let documents: [String] = {
    let sources = try? Repository.files(in: "Sources", withExtensions: ["swift", "md"])
    return ["README.md"]
      + (sources ?? []).filter { (try? Repository.text(of: $0))?.contains("```swift") == true }
  }()

  private static func snippets() throws -> (imports: Set<String>, bodies: [String]) {
    var imports: Set<String> = []
    var bodies: [String] = []
    var lines: [Substring]?
    for line in try Repository.text(of: "Tests/DocumentationTests/Snippets.swift").lines {
      switch line.drop(while: { $0 == " " }) {
      case "// snippet": lines = []
      case "// end":
        bodies.append(dedented(lines ?? []))
        lines = nil
      default:
        if line.hasPrefix("import ") { imports.insert(String(line)) }
        lines?.append(line)
      }
    }
    return (imports, bodies)
  }

  struct Example {
    var imports: Set<String> = []
    var body = ""
  }

  /// The code blocks marked `swift`, in Markdown or in a doc comment.
  static func examples(in document: String) throws -> [Example] {
    var examples: [Example] = []
    var lines: [Substring]?
    for line in try Repository.text(of: document).lines {
      let text = document.hasSuffix(".swift") ? line.documentationText : line
      switch text {
      case "```swift": lines = []
      case "```":
        guard let block = lines else { continue }
        let imports = block.filter { $0.hasPrefix("import ") }
        let rest = block.drop { $0.isEmpty || $0.hasPrefix("import ") }
        examples.append(
          Example(imports: Set(imports.map(String.init)), body: dedented(Array(rest))))
        lines = nil
      case let text?: lines?.append(text)
      case nil: lines = nil
      }
    }
    return examples
  }

  private static func dedented(_ lines: [Substring]) -> String {
    let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
    return lines.map { $0.dropFirst(indents.min() ?? 0) }.joined(separator: "\n")
  }

  @Test(arguments: documents)
  func everyExampleCompiles(document: String) throws {
    let (imports, bodies) = try Self.snippets()
    for example in try Self.examples(in: document) {
      #expect(bodies.contains(example.body), "not in Snippets.swift:\n\(example.body)")
      #expect(example.imports.isSubset(of: imports))
    }
  }

  @Test func everySnippetIsInTheDocumentation() throws {
    let examples = try Self.documents.flatMap { try Self.examples(in: $0).map(\.body) }
    for body in try Self.snippets().bodies {
      #expect(examples.contains(body), "in no document:\n\(body)")
    }
    #expect(examples.count >= 8)
  }
}

extension StringProtocol {
  var lines: [SubSequence] {
    split(separator: "\n", omittingEmptySubsequences: false)
  }
}

extension Substring {
  /// The text after a doc comment's slashes, or nil if the line isn't a doc comment.
  fileprivate var documentationText: Substring? {
    let comment = drop { $0 == " " }
    guard comment.hasPrefix("///") else { return nil }
    let text = comment.dropFirst(3)
    return text.hasPrefix(" ") ? text.dropFirst() : text
  }
}
