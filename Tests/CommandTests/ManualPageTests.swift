import Foundation
import SoundFormat
import TestSupport
import Testing

/// The man pages: no warnings, and examples that work as described.
struct ManualPageTests {
  static let pages = [
    "Sources/afconvert/afconvert.1", "Sources/afinfo/afinfo.1",
    "Sources/AlertSoundCommand/alertsound.1",
  ]

  private static func path(_ page: String) -> String {
    packageRoot.appending(path: page).path(percentEncoded: false)
  }

  /// On macOS, `man` has no `--warnings`.
  private static let warns =
    (try? ShellFolder().run("man --warnings -l '\(path(pages[0]))' >/dev/null"))?.ending == .exit(0)

  @Test(.enabled(if: warns, "man or its --warnings is not here"), arguments: pages, [78, 80, 120])
  func manHasNoWarnings(page: String, width: Int) throws {
    let outcome = try ShellFolder().run(
      "LC_ALL=C.UTF-8 MANWIDTH=\(width) man --warnings -l '\(Self.path(page))' >page")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == "")
  }

  @Test(.enabled(if: Tool("mandoc").isInstalled, "mandoc is not installed"), arguments: pages)
  func mandocHasNoWarnings(page: String) throws {
    let outcome = try ShellFolder().run("mandoc -T lint -W warning '\(Self.path(page))'")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == "")
  }

  struct Example: Sendable, CustomTestStringConvertible {
    let page: String
    let line: String

    var testDescription: String { line }
  }

  /// The command lines in the literal blocks of the section EXAMPLES.
  static let examples: [Example] = pages.flatMap { page in
    let text = try? String(contentsOfFile: path(page), encoding: .utf8)
    let section =
      (text ?? "").components(separatedBy: "\n.Sh EXAMPLES\n").last?
      .components(separatedBy: "\n.Sh ").first ?? ""
    var lines: [Example] = []
    var isLiteral = false
    for line in section.split(separator: "\n") {
      if line.hasPrefix(".Bd ") || line == ".Ed" {
        isLiteral = line != ".Ed"
      } else if isLiteral {
        lines.append(Example(page: page, line: String(line).replacing("\\e", with: "\\")))
      }
    }
    return lines
  }

  /// A folder with the sounds that the examples name.
  private static func folder() throws -> ShellFolder {
    let folder = try ShellFolder()
    let wave = try soundFile(.wave, .pcm(.int16), channels: [.bell, .sine], frameCount: 66_150)
    let caf = try soundFile(.caf, .ima4, frameCount: 640)
    let aiff = try soundFile(.aiff, .pcm(.int16, .big), frameCount: 640)
    // Their formats are detected by content.
    for name in ["ring.wav", "ring.mp3", "ring.flac"] { try folder.write(wave, to: name) }
    for name in ["ring.caf", "MyApp/Sounds/ring.caf", "build/MyApp.app/ring.caf"] {
      try folder.write(caf, to: name)
    }
    try folder.write(aiff, to: "Sounds/chime.aiff")
    return folder
  }

  @Test(arguments: examples)
  func examplesWriteTheStatedFiles(example: Example) throws {
    let folder = try Self.folder()
    let before = try folder.files()
    let outcome = try folder.run(
      example.line.replacing("alertsound convert", with: "alertsound convert -q 0"))
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == "")
    // An output may also have replaced a file.
    for name in try folder.files() where !before.contains(name) || name == "ring.wav" {
      guard let dot = name.lastIndex(of: "."), !name.hasSuffix("-records") else { continue }
      let type = try folder.run("afinfo -b '\(name)'").outputText
      let expected = ["caf": "caff", "wav": "WAVE", "aiff": "AIFF"][
        String(name[dot...].dropFirst())]
      #expect(type.hasPrefix("\(name), \(expected ?? "none"), "), "\(type)")
    }
  }

  @Test func thereAreExamples() {
    for page in Self.pages { #expect(Self.examples.count { $0.page == page } >= 3, "\(page)") }
  }
}
