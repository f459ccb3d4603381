import Foundation
import Testing

/// Tests that the list of public declarations is current, and that examples lead to every public
/// type.
@Suite struct PublicAPITests {
  private static let modules = [
    "AlertCheck", "AlertCore", "AlertSound", "AlertSoundFoundation", "SoundFormat",
  ]
  private static let list = "Tests/DocumentationTests/PublicAPI.txt"

  private struct Declaration {
    let module: String
    /// The names of the types around the declaration, such as `BatchResult.Action`.
    let scope: String
    /// The declared type; nil if the declaration isn't a type.
    let type: String?
    /// The code of the declaration on one line, without its body.
    let text: String
  }

  private static let declarations = Result { try modules.flatMap(declarations(in:)) }

  private static func declarations(in module: String) throws -> [Declaration] {
    guard Repository.exists("Sources/\(module)") else { return [] }
    var declarations: [Declaration] = []
    for path in try Repository.files(in: "Sources/\(module)", withExtensions: ["swift"]) {
      let lines = try Repository.text(of: path).lines
      var scopes: [(indentation: Int, name: String, members: Regex<Substring>?)] = []
      for (index, line) in lines.enumerated() {
        let code = line.drop { $0 == " " }
        guard !code.isEmpty, !code.hasPrefix("//") else { continue }
        let indentation = line.count - code.count
        while let scope = scopes.last, scope.indentation >= indentation { scopes.removeLast() }
        let isMember = scopes.last.map { scope in
          indentation == scope.indentation + 2
            && scope.members.map { code.prefixMatch(of: $0) != nil } == true
        }
        // Check a few words first, because regular expressions are slow.
        let words = code.prefix(80).split(separator: " ", maxSplits: 7)
        guard isMember == true || words.contains(where: keywords.contains) else { continue }
        let isPublic = code.prefixMatch(of: /@_exported|(?:@\w+ )*public\b(?! import)/) != nil
        let scope = code.prefixMatch(
          of: /(?:@\w+ )*(?:\w+ )*?(class|enum|protocol|struct|actor|extension|typealias) ([\w.]+)/)
        if isPublic || isMember == true {
          declarations.append(
            Declaration(
              module: module, scope: scopes.map(\.name).joined(separator: "."),
              type: (scope?.2).map(String.init), text: signature(lines[index...])))
        }
        if let scope {
          let members = isPublic ? publicMembers[String(scope.1)] : nil
          scopes.append((indentation, String(scope.2), members))
        }
      }
    }
    return declarations
  }

  private static let keywords: Set<Substring> = [
    "public", "class", "enum", "protocol", "struct", "actor", "extension", "typealias",
  ]

  /// Members of a public type that are public without the keyword, such as an enum's cases.
  private static var publicMembers: [String: Regex<Substring>] {
    ["enum": /case\b/, "protocol": /(?:associatedtype|init|func|static|var)\b/]
  }

  /// The code of a declaration, up to its body or its value, as one line.
  private static func signature(_ lines: ArraySlice<Substring>) -> String {
    var text = ""
    for line in lines {
      text += (text.isEmpty ? "" : " ") + line.drop { $0 == " " }
      if text.count(where: { $0 == "(" }) <= text.count(where: { $0 == ")" }) { break }
    }
    return text.replacing(/\s\{[^{}]*\}?$/, with: "").replacing("( ", with: "(")
      .replacing(/\s= Self\(.*$/, with: "")
  }

  /// A reviewer must see each addition, because users must learn it and later versions must keep
  /// it.
  @Test func theListIsReviewed() throws {
    let lines = try Self.declarations.get().map {
      "\($0.module) \($0.scope)\($0.scope.isEmpty ? "" : ": ")\($0.text)"
    }.sorted()
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(
        to: Repository.root.appending(path: Self.list))
      Issue.record("recorded: review it and run again without RECORD_SNAPSHOTS")
    }
    let recorded = try Repository.text(of: Self.list).split(separator: "\n").map(String.init)
    let change = lines.difference(from: recorded)
    #expect(change.insertions == [], "run with RECORD_SNAPSHOTS=1 if they should be public")
    #expect(change.removals == [], "run with RECORD_SNAPSHOTS=1")
  }

  /// Examples name each public type, or a type whose public members use it.
  @Test func examplesLeadToEveryType() throws {
    let declarations = try Self.declarations.get()
    var uses: [String: Set<String>] = [:]
    for declaration in declarations {
      uses[(declaration.type ?? declaration.scope).lastWord, default: []]
        .formUnion(declaration.text.matches(of: /\b[A-Z]\w+/).map { String($0.0) })
    }
    let types = Set(declarations.compactMap(\.type?.lastWord))
    let examples = try ExampleTests.documents.flatMap(ExampleTests.examples).map(\.body).joined()
    var pending = examples.matches(of: /\b[A-Z]\w+/).map { String($0.0) }
    var shown: Set<String> = []
    while let type = pending.popLast() {
      if shown.insert(type).inserted { pending += uses[type] ?? [] }
    }
    #expect(types.count > 20)
    #expect(types.subtracting(shown).sorted() == [])
  }
}

extension String {
  /// The last part of a nested type's name.
  fileprivate var lastWord: String { split(separator: ".").last.map(String.init) ?? self }
}
