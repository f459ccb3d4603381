import Foundation
import Testing

/// The rules that keep the modules apart.
@Suite struct ModuleTests {
  private static let systems: Set = ["Glibc", "Musl", "Darwin"]
  /// These use the system through Foundation.
  private static let tools = ["Plugins"]

  /// The modules that a source file imports, with the number of the line.
  private static func imports(of path: String) throws -> [(module: String, line: Int)] {
    let pattern =
      /^\s*(?:@\w+\s+)*(?:\w+\s+)?import\s+(?:(?:class|enum|func|let|protocol|struct|typealias|var)\s+)?(\w+)/
    return try Repository.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().compactMap { index, line in
        line.firstMatch(of: pattern).map { (String($0.1), index + 1) }
      }
  }

  private static func sources(in folder: String) throws -> [String] {
    try Repository.files(in: folder, withExtensions: ["swift"])
  }

  /// Whatever differs between systems is in one module.
  @Test func onlyPlatformImportsTheSystem() throws {
    var importers: [String] = []
    for path in try Self.sources(in: "Sources") {
      for (module, line) in try Self.imports(of: path) where Self.systems.contains(module) {
        importers.append("\(path):\(line)")
      }
    }
    let (own, others) = (
      importers.filter { $0.hasPrefix("Sources/Platform/") },
      importers.filter { !$0.hasPrefix("Sources/Platform/") }
    )
    #expect(!own.isEmpty)
    #expect(others == [])
  }

  /// No other module asks for which system it is built, but for the name of Foundation's module.
  @Test func onlyPlatformAsksForTheSystem() throws {
    let condition = /^\s*#(?:if|elseif)\b.*\b(?:os|canImport|targetEnvironment)\(/
    var askers: [String] = []
    for path in try Self.sources(in: "Sources")
    where !Self.tools.contains(where: { path.hasPrefix("Sources/\($0)/") }) {
      let lines = try Repository.text(of: path).split(separator: "\n")
      if lines.contains(where: { $0.firstMatch(of: condition) != nil }) { askers.append(path) }
    }
    let (own, others) = (
      askers.filter { $0.hasPrefix("Sources/Platform/") },
      askers.filter { !$0.hasPrefix("Sources/Platform/") }
    )
    #expect(!own.isEmpty)
    #expect(others == ["Sources/AlertSoundCommand/Output/JSON.swift"])
  }

  /// The formats need nothing but the standard library, and know nothing of files.
  @Test(arguments: ["SoundFormat", "Synthesis"]) func importsNothing(module: String) throws {
    let paths = try Self.sources(in: "Sources/\(module)")
    #expect(!paths.isEmpty)
    for path in paths { #expect(try Self.imports(of: path).isEmpty, "\(path)") }
  }

  /// The core needs no files, no threads and no C library, so that a browser's host can use it.
  @Test func theCoreImportsOnlyFormats() throws {
    var modules = Set<String>()
    for path in try Self.sources(in: "Sources/AlertCore") {
      modules.formUnion(try Self.imports(of: path).map(\.module))
    }
    #expect(modules == ["SoundFormat", "Synthesis"])
  }

  /// The core compiles as Embedded Swift, which lacks these. `make check-core` finds everything else
  /// it lacks.
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

  /// Every public type is listed in the Topics of its module's page. AlertSound re-exports AlertCore.
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

  /// The system's module knows nothing of sounds.
  @Test func platformKnowsNoSounds() throws {
    var modules = Set<String>()
    for path in try Self.sources(in: "Sources/Platform") {
      modules.formUnion(try Self.imports(of: path).map(\.module))
    }
    #expect(
      modules
        == Self.systems.union([
          "CDecoders", "CPlatform", "CZlib", "CZlibFunctions", "SystemPackage",
        ]))
  }
}
