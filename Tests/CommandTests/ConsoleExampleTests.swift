import Foundation
import SoundFormat
import TestSupport
import Testing

/// The documentation's `console` blocks show what the commands print.
struct ConsoleExampleTests {
  /// A command line on a page, and the output shown there.
  struct Example: Sendable, CustomTestStringConvertible {
    let page: String
    let line: String
    var output = ""

    /// Whether the page shows a failure: an error, or a report of `check` or `resolve` that iOS plays
    /// its default sound.
    var isFailure: Bool {
      let isVerdict = line.hasPrefix("alertsound check ") || line.hasPrefix("alertsound resolve ")
      return output.hasPrefix("Error: ") || isVerdict && "\n\(output)".contains("\ndefault  ")
    }

    var testDescription: String { "\(page): \(line)" }
  }

  /// README, the articles, and the pages of the samples and recipes.
  private static let pages: [String] = {
    let folders = ["Sources/AlertSound/AlertSound.docc", "Samples"]
    let found = folders.flatMap { folder in
      let place = packageRoot.appending(path: folder).path(percentEncoded: false)
      return (FileManager.default.subpaths(atPath: place) ?? []).filter { $0.hasSuffix(".md") }
        .sorted().map { "\(folder)/\($0)" }
    }
    return ["README.md"] + found
  }()

  static let examples: [Example] = pages.flatMap { page in
    let text = try? String(contentsOf: packageRoot.appending(path: page), encoding: .utf8)
    var examples: [Example] = []
    var isConsole = false
    for line in (text ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isConsole = line == "```console"
      } else if isConsole, line.hasPrefix("$ ") {
        examples.append(Example(page: page, line: String(line.dropFirst(2))))
      } else if isConsole, !examples.isEmpty {
        examples[examples.endIndex - 1].output += line + "\n"
      }
    }
    return examples
  }

  /// A folder with the samples, and the other files that the pages' command lines name.
  private static func folder() throws -> ShellFolder {
    let folder = try ShellFolder()
    try FileManager.default.copyItem(
      at: packageRoot.appending(path: "Samples"),
      to: folder.directory.url.appending(path: "Samples"))
    let setUp = try folder.run(
      """
      set -e
      mkdir -p build/MyApp.app MyApp/Sounds
      cp Samples/Siren.caf build/MyApp.app/ring.caf
      cp Samples/Siren.caf MyApp/Sounds/ring.caf
      cp Samples/Marimba.caf MyApp/Sounds/ping.caf
      cp Samples/Chime.wav ring.wav
      """)
    try #require(setUp.ending == .exit(0), "\(setUp.errors)")
    var project = try DemoProject()
    project.xcode.targets[0].resources = []
    try project.write(into: folder.directory)
    var memo = SmallMovie.aac(packetCount: 90)
    (memo.edits, memo.hasRollGroups) = ([(0, 1024)], true)
    try folder.write(memo.bytes, to: "MyApp/Sounds/memo.m4a")
    let song = try PlainSound(.sine, frameCount: 44_100).file(libsndfile: Libsndfile.mp3)
    try folder.write(song, to: "MyApp/Sounds/song.mp3")
    return folder
  }

  @Test(arguments: examples)
  func printsWhatThePageShows(example: Example) throws {
    // Leave out `swift run`: the programs are already built, and they are on the path.
    let line = example.line.replacing("swift run ", with: "", maxReplacements: 1)
    // Merge standard error into the output, as on a terminal.
    let outcome = try Self.folder().run("{ \(line)\n} 2>&1")
    #expect(outcome.outputText == example.output)
    #expect(outcome.ending == .exit(example.isFailure ? 1 : 0))
  }

  @Test func thereAreExamples() {
    #expect(Self.examples.count >= 9)
    for command in ["check", "resolve"] {
      #expect(
        Self.examples.contains { $0.line.hasPrefix("alertsound \(command) ") && $0.isFailure })
    }
  }
}
