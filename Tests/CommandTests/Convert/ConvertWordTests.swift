import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// The arguments of `alertsound convert`: where inputs may be, and how messages quote words.
struct ConvertWordTests {
  private static func sound(frameCount: Int = 64) throws -> [UInt8] {
    try soundFile(.wave, .pcm(.int16), frameCount: frameCount)
  }

  /// Two names that Swift considers equal are two files on Linux, and one file on a Mac.
  @Test(.enabled(if: TestSystem.takesAnyName, "these names are one file here"))
  func canonicallyEquivalentNamesAreTwoFiles() throws {
    let folder = try SoundFolder([:])
    let names = ["caf\u{E9}", "cafe\u{301}"]
    for (name, count) in zip(names, [640, 1280]) {
      try folder.write(try Self.sound(frameCount: count), to: "\(name).wav")
    }
    let refused = try folder.convert(names.map { "\($0).wav" }.joined(separator: " ") + " -o out")
    expectErrors(
      refused,
      "out/\(names[0]).caf: error: \(names[0]).wav and \(names[1]).wav would both become"
        + " this file on a case-insensitive file system, such as a Mac's; rename one of them\n")
    for name in names { _ = try folder.succeed("\(name).wav -o out --manifest=m") }
    let outputs = try folder.shell.files().filter { $0.hasSuffix(".caf") }.map { Array($0.utf8) }
    #expect(outputs.count == 2)
    #expect(Set(outputs) == Set(names.map { Array("out/\($0).caf".utf8) }))
    #expect(try folder.read("out/caf\u{E9}.caf") != folder.read("out/cafe\u{301}.caf"))
  }

  /// Inputs may appear anywhere on the command line, with options between them.
  @Test(arguments: [
    "a.wav b.wav c.wav -o out", "a.wav -o out b.wav c.wav",
    "-o out a.wav --quiet b.wav --jobs 1 c.wav",
    "a.wav --output=out -q 0 b.wav -- c.wav", "-o out -- a.wav b.wav c.wav",
    "--options o a.wav b.wav -o out c.wav", "a.wav b.wav --options=o c.wav -o out",
  ])
  func inputsMayBeAnywhere(arguments: String) throws {
    let folder = try SoundFolder([:])
    for name in ["a.wav", "b.wav", "c.wav"] { try folder.write(try Self.sound(), to: name) }
    try folder.write("c.wav -f caff", to: "o")
    _ = try folder.succeed(arguments)
    #expect(try folder.files(in: "out").keys.sorted() == ["a.caf", "b.caf", "c.caf"])
    let outcome = try folder.convert(arguments + " ''")
    #expect(outcome.ending == .exit(64))
    #expect(outcome.errors.hasPrefix("Error: The value '' is invalid for '<inputs>'"))
  }

  /// Messages quote the word, with control characters escaped.
  @Test(arguments: [
    ("--ä", "Error: Unknown option '--ä'"), ("-ü", "Error: Unknown option '-ü'\n"),
    ("--jobs=wiele", "Error: The value 'wiele' is invalid for '--jobs <count>'\n"),
    ("--jobs=wié", "Error: The value 'wié' is invalid for '--jobs <count>'\n"),
    ("$'--\\033[31m'", "Error: Unknown option '--\\x1b[31m'\n"),
    ("$'--\\302\\233m'", "Error: Unknown option '--\\x9bm'"),
    ("--diagnostics=é", "Error: The value 'é' is invalid for '--diagnostics <style>'"),
  ])
  func messagesQuoteTheOriginalArgument(word: String, message: String) throws {
    let folder = try SoundFolder()
    let outcome = try folder.convert("in -o out \(word)")
    #expect(outcome.ending == .exit(64))
    #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    #expect(!outcome.errors.contains("\u{1A}"))
  }
}
