import Foundation
import TestSupport
import Testing

@testable import SoundFormat

/// A folder with sounds in `in` whose parts are merged into `out`.
struct PartedFolder {
  let sounds: SoundFolder

  /// Converts the sounds in `in` into two folders, `part1` with three of the five sounds and `part2` with the others.
  init(
    _ sounds: [String: [UInt8]]? = nil, options: String = "", prefix: String = "part"
  ) throws {
    self.sounds = try SoundFolder(sounds ?? SoundFolder.sounds.get())
    try convertParts(options, prefix: prefix)
  }

  func convertParts(_ options: String = "", prefix: String = "part") throws {
    for number in 1...2 {
      _ = try sounds.convert(
        "in -o \(prefix)\(number) --shard \(number)/3 --manifest m\(number).json --quiet \(options)"
      )
    }
  }

  func run(_ lines: String) throws -> Tool.Outcome { try sounds.run(lines) }

  /// Runs `alertsound merge`.
  func merge(_ arguments: String = "part1 part2 -o out") throws -> Tool.Outcome {
    try sounds.run("alertsound merge \(arguments)")
  }

  /// Runs `alertsound merge`, expects success without messages, and returns the counts in the last line.
  @discardableResult
  func succeed(
    _ arguments: String = "part1 part2 -o out", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try merge(arguments)
    #expect(outcome.ending == .exit(0), sourceLocation: sourceLocation)
    #expect(outcome.errors == "", sourceLocation: sourceLocation)
    return Self.counts(outcome)
  }

  /// The last line, up to the size.
  static func counts(_ outcome: Tool.Outcome) -> String {
    let line = outcome.outputText.split(separator: "\n").last.map(String.init) ?? ""
    return line.components(separatedBy: "; ")[0]
  }

  /// Replaces a part's records by one of a file with its right length and digest, and another one.
  func write(_ part: String, recording name: String, _ bytes: [UInt8]) throws {
    let digest = String(ContentDigest.value(of: bytes), radix: 16)
    let line = "\(name)\t../gone.wav\t-\t1\t1\t-\t\(bytes.count)\t\(digest)\tconverted\t-\t-\t-\n"
    let text = Array("alertsound state 3\n\(line)".utf8)
    let last = "digest \(String(ContentDigest.value(of: text), radix: 16))\n"
    try sounds.write(text + last.utf8, to: "\(part)/.alertsound-state")
  }
}
