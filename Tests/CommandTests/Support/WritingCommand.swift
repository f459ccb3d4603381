import Foundation
import SoundFormat
import TestSupport
import Testing

/// A command line that writes a file into the folder `to`, where the tests make writing fail.
struct WritingCommand: Sendable, CustomTestStringConvertible {
  let name: String
  /// The command line, with `OUT` for the file.
  let words: String
  /// The file's path.
  var output = "to/in.caf"

  var testDescription: String { name }

  /// The line with `OUT` replaced by `output` or by another file.
  func line(_ output: String? = nil) -> String {
    words.replacingOccurrences(of: "OUT", with: output ?? self.output)
  }

  static let named: [WritingCommand] = [
    WritingCommand(name: "afconvert", words: "afconvert in.wav OUT -f caff -d ima4"),
    WritingCommand(name: "afconvert, copying", words: "afconvert in.wav OUT -f caff -d LEI16"),
    WritingCommand(
      name: "convert to a file", words: "alertsound convert -q 0 in.wav --quiet -o OUT"),
    WritingCommand(name: "default-sound", words: "alertsound default-sound -d I8@8000 -o OUT"),
    WritingCommand(
      name: "info --plot", words: "alertsound info in.wav --plot OUT >/dev/null",
      output: "to/in.svg"),
    WritingCommand(
      name: "convert --manifest",
      words: "alertsound convert -q 0 in.wav --quiet -o made --force --manifest OUT",
      output: "to/in.json"),
    WritingCommand(
      name: "convert --depfile",
      words: "alertsound convert -q 0 in.wav --quiet -o made --depfile OUT", output: "to/in.d"),
  ]

  /// The command that generates its outputs' names.
  static let batch = WritingCommand(
    name: "convert to a folder", words: "alertsound convert -q 0 in.wav --quiet -o to")

  static let all = named + [batch]

  static let old = Array("what was there before".utf8)
  static let sound = Result {
    try soundFile(.wave, .pcm(.int16), channels: [.bell, .noise], frameCount: 700)
  }

  /// A folder with a sound, and with or without an old output.
  func folder(holdingOld: Bool = true) throws -> ShellFolder {
    let folder = try ShellFolder(["in.wav": Self.sound.get()])
    try folder.makeParent(of: output)
    if holdingOld { try folder.write(Self.old, to: output) }
    return folder
  }

  /// Expects one line with the file, the fault, and the fix.
  func expectError(
    _ outcome: Tool.Outcome, about path: String? = nil, _ sentence: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      outcome.ending == .exit(exitStatus(ofFailure: sentence)), sourceLocation: sourceLocation)
    let lines = outcome.errorLines
    // afconvert first prints Apple's line.
    let isAfconvert = words.hasPrefix("afconvert")
    #expect(lines.count == (isAfconvert ? 2 : 1), "\(lines)", sourceLocation: sourceLocation)
    if isAfconvert {
      #expect(lines.first?.hasPrefix("Error: ") == true, sourceLocation: sourceLocation)
    }
    #expect(lines.last == "\(path ?? output): error: \(sentence)", sourceLocation: sourceLocation)
  }

  /// Expects that a folder `to` has only the old file, unchanged, or nothing at all.
  func expectNothingHappened(
    in folder: ShellFolder, holdingOld: Bool = true, at place: String = "to",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let name = place + output.dropFirst(2)
    let files = try folder.files().filter { $0.hasPrefix(place + "/") }
    #expect(files == (holdingOld ? [name] : []), sourceLocation: sourceLocation)
    if holdingOld {
      #expect(try folder.directory.read(name) == Self.old, sourceLocation: sourceLocation)
    }
    #expect(try folder.directory.read("in.wav") == Self.sound.get(), sourceLocation: sourceLocation)
  }
}
