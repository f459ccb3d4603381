import Foundation
import Testing

/// Tests the rules that keep modules apart.
@Suite struct ModuleTests {
  private static let systems: Set = ["Glibc", "Musl", "Darwin"]
  /// The folders that may contain `#if canImport`. Plugins need it for Xcode's API.
  private static let tools = ["Plugins"]

  /// The modules that a source file imports. JavaScript in a text imports from a package.
  private static func imports(of path: String) throws -> [String] {
    let pattern =
      /^\s*(?:@\w+\s+)*(?:\w+\s+)?import\s+(?:(?:class|enum|func|let|protocol|struct|typealias|var)\s+)?(\w+)\b(?! from )/
    return try Repository.text(of: path).split(separator: "\n").compactMap { line in
      line.firstMatch(of: pattern).map { String($0.1) }
    }
  }

  private static func sources(in folder: String) throws -> [String] {
    try Repository.files(in: folder, withExtensions: ["swift"])
  }

  /// Only Platform contains differences between systems. No other module imports the system or asks
  /// which system it is built for, except to choose between FoundationEssentials and Foundation.
  @Test func onlyPlatformKnowsTheSystem() throws {
    let condition = /^\s*#(?:if|elseif)\b.*\b(?:os|canImport|targetEnvironment)\(/
    var (importers, askers): ([String], [String]) = ([], [])
    for path in try Self.sources(in: "Sources") {
      if try !Self.systems.isDisjoint(with: Self.imports(of: path)) { importers.append(path) }
      guard !Self.tools.contains(where: { path.hasPrefix("Sources/\($0)/") }) else { continue }
      let lines = try Repository.text(of: path).split(separator: "\n")
      if lines.contains(where: { $0.firstMatch(of: condition) != nil }) { askers.append(path) }
    }
    for (found, others) in [
      (importers, []), (askers, ["Sources/AlertSoundCommand/Output/Results.swift"]),
    ] {
      #expect(found.contains { $0.hasPrefix("Sources/Platform/") })
      #expect(found.filter { !$0.hasPrefix("Sources/Platform/") } == others)
    }
  }

  /// Each case: a module, and all modules that it imports. The first three need no files, threads or C
  /// library, so that a browser can host them. Platform imports no module about sounds.
  @Test(
    arguments: [
      ("SoundFormat", []), ("Synthesis", []), ("AlertCore", ["SoundFormat", "Synthesis"]),
      (
        "Platform",
        systems.union([
          "CDecoders", "CPlatform", "CZlib", "CZlibFunctions", "Synchronization", "SystemPackage",
        ])
      ),
    ] as [(String, Set<String>)])
  func moduleImportsOnly(module: String, modules: Set<String>) throws {
    let paths = try Self.sources(in: "Sources/\(module)")
    #expect(!paths.isEmpty)
    #expect(try Set(paths.flatMap(Self.imports)) == modules)
  }

  /// The core must compile as Embedded Swift, which lacks these features. `make check-core` finds
  /// other missing features.
  @Test(arguments: ["AlertCore", "SoundFormat", "Synthesis"])
  func theCoreUsesNoRuntime(module: String) throws {
    let lacking = [
      /\(\\\.|: \\\./,  // A key path as an argument.
      /\bas[?!] |\bMirror\(/, /\bthrows(?: ->| \{|$)/,
      /\b(?:Codable|Encodable|Decodable)\b/, /\bTask\b|\basync\b|\bactor\b/,
    ]
    for path in try Self.sources(in: "Sources/\(module)") {
      let lines = try Repository.text(of: path)
        .split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
        for pattern in lacking {
          #expect(line.firstMatch(of: pattern) == nil, "\(path):\(index + 1)")
        }
      }
    }
  }

  /// The commands word the advice that names their options. A library's user has no options.
  @Test(arguments: ["AlertCore", "AlertSound", "SoundFormat"])
  func messagesNameNoOption(module: String) throws {
    let option = /"(?:[^"]*[^\w"`])?(?:--[a-z][a-z-]+|-[a-z])\b/
    #expect(#""give --max-bytes or -c 1""#.firstMatch(of: option) != nil)
    for path in try Self.sources(in: "Sources/\(module)") {
      for line in try Repository.text(of: path).split(separator: "\n")
      where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        #expect(line.firstMatch(of: option) == nil, "\(path): \(line)")
      }
    }
  }

  /// The Topics on a module's page list every public type. AlertSound re-exports AlertCore.
  @Test(arguments: [
    ("AlertSound", ["AlertCore", "AlertSound"]), ("AlertCheck", ["AlertCheck"]),
    ("SoundFormat", ["SoundFormat"]),
  ])
  func everyPublicTypeIsListed(page: String, modules: [String]) throws {
    let topics = try Repository.text(of: "Sources/\(page)/\(page).docc/\(page).md")
    let declaration = /^public (?:final )?(?:actor|class|enum|protocol|struct|typealias) (\w+)/
    var types: [String] = []
    for module in modules {
      for path in try Self.sources(in: "Sources/\(module)") {
        types += try Repository.text(of: path).split(separator: "\n")
          .compactMap { $0.firstMatch(of: declaration).map { String($0.1) } }
      }
    }
    #expect(types.count > 5)
    #expect(types.filter { !topics.contains("- ``\($0)``") } == [])
  }
}
