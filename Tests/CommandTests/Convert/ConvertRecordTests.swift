import AlertSound
import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import SoundFormat

#if os(Linux)
  /// A state file that comes with a checkout may name anything. It costs a rebuild, no file.
  struct ConvertRecordTests {
    /// A line that names a file with its right length and digest.
    private static func line(_ name: String, _ bytes: [UInt8], input: String = "../gone.wav")
      -> String
    {
      let digest = String(ContentDigest.value(of: bytes), radix: 16)
      return "\(name)\t\(input)\t-\t1\t1\t-\t\(bytes.count)\t\(digest)\tconverted\t-"
    }

    private static func state(_ lines: [String]) -> [UInt8] {
      let bytes = Array("alertsound state 2\n".utf8) + lines.flatMap { Array("\($0)\n".utf8) }
      let digest = ContentDigest.value(of: bytes)
      return bytes + Array("digest \(String(digest, radix: 16))\n".utf8)
    }

    /// What `convert` writes of a sound.
    private static let output = Result { try soundFile(.caf, .ima4, frameCount: 700) }

    private static func folder() throws -> (SoundFolder, [UInt8]) {
      let folder = try SoundFolder()
      let output = try output.get()
      for name in ["victim.caf", "outside/victim.caf", "out/sub/made.caf"] {
        try folder.write(output, to: name)
      }
      _ = try folder.run("ln -s ../outside out/link; ln -s ../victim.caf out/file.caf")
      return (folder, output)
    }

    @Test(arguments: ["../victim.caf", "sub/../../victim.caf", "ABSOLUTE", "../outside/victim.caf"])
    func aPathOutsideRejectsTheWholeFile(name: String) throws {
      let (folder, output) = try Self.folder()
      let path = name == "ABSOLUTE" ? folder.shell.directory.path("victim.caf") : name
      try folder.write(
        Self.state([Self.line("sub/made.caf", output), Self.line(path, output)]),
        to: "out/.alertsound-state")
      let outcome = try folder.convert("in -o out --prune")
      #expect(outcome.ending == .exit(0))
      #expect(
        outcome.errors == "out/.alertsound-state: note: the records of earlier runs can't be used:"
          + " \(path) is not a path inside the folder; everything is converted again\n")
      for name in ["victim.caf", "outside/victim.caf", "out/sub/made.caf"] {
        #expect(try folder.read(name) == output)
      }
    }

    /// Behind links, or not a sound as it is written here: it is kept, whatever the record says.
    @Test func onlyOutputsInsideAreRemoved() throws {
      let (folder, output) = try Self.folder()
      let own = try soundFile(.wave, .pcm(.int16), usesFiller: false)
      let text = Array("not a sound".utf8)
      try folder.write(own, to: "out/own.wav")
      try folder.write(text, to: "out/notes.txt")
      _ = try folder.run("mkfifo out/pipe.caf")
      try folder.write(
        Self.state([
          Self.line("file.caf", output), Self.line("link/victim.caf", output),
          Self.line("notes.txt", text), Self.line("own.wav", own), Self.line("pipe.caf", []),
          Self.line("sub/made.caf", output),
        ]), to: "out/.alertsound-state")
      for options in ["--dry-run --prune", "--prune"] {
        let outcome = try folder.convert("in -o out \(options)")
        #expect(outcome.ending == .exit(0))
        let lines = outcome.errors.split(separator: "\n")
        let removed = options == "--prune" ? "removed" : "would be removed"
        #expect(lines.last == "out/sub/made.caf: note: gone.wav is gone; \(removed)")
        #expect(lines.count == 6)
        for line in lines.dropLast() {
          #expect(line.hasSuffix("this isn't the file that was written, so it stays"), "\(line)")
        }
        let isThere = FileManager.default.fileExists(
          atPath: folder.shell.directory.path("out/sub/made.caf"))
        #expect(isThere == (options != "--prune"))
      }
      #expect(try folder.read("victim.caf") == output)
      #expect(try folder.read("outside/victim.caf") == output)
      #expect(try folder.read("out/own.wav") == own)
      #expect(try folder.read("out/notes.txt") == text)
      expectSilentSuccess(try folder.run("test -p out/pipe.caf && test -L out/file.caf"))
    }

    /// No record makes the command open a file outside: no input, no output, and nothing in a folder that a
    /// link leads to.
    @Test(.enabled(if: Tampering.isPossible, "strace is not installed or not allowed"))
    func nothingOutsideIsOpened() throws {
      let (folder, output) = try Self.folder()
      try folder.write([1], to: "outside/.alertsound-0123456789abc.part")
      try folder.write(
        Self.state([
          Self.line("link/victim.caf", output, input: "../outside/victim.caf"),
          Self.line("file.caf", output, input: "/etc/hostname"),
          Self.line("bell.caf", output, input: "../outside/victim.caf"),
        ]), to: "out/.alertsound-state")
      for options in ["", "--prune", "--prune --over-limit omit --limit 0.01"] {
        let line = "strace -f -qq -o trace -e trace=open,openat,unlink,unlinkat"
        let outcome = try folder.convert("in -o out \(options)", prefix: line)
        #expect(outcome.ending == .exit(0) || options.contains("omit"))
        let trace = String(decoding: try folder.read("trace"), as: UTF8.self)
        #expect(trace.contains("openat"))
        for call in trace.split(separator: "\n") where !call.contains("ENOTDIR") {
          #expect(!call.contains("victim") && !call.contains("outside"), "\(call)")
          #expect(!call.contains("hostname") && !call.contains("0123456789abc"), "\(call)")
        }
      }
      #expect(try folder.read("outside/.alertsound-0123456789abc.part") == [1])
      #expect(try folder.read("outside/victim.caf") == output)
    }

    /// A folder inside that the user made a link of still gets its outputs.
    @Test func aLinkedFolderInsideIsWrittenTo() throws {
      let folder = try SoundFolder()
      _ = try folder.run("mkdir -p out elsewhere; ln -s ../elsewhere out/deep")
      #expect(try folder.succeed() == "5 converted, 0 unchanged")
      let made = try folder.files(in: "elsewhere")
      #expect(made.keys.sorted() == ["down/ring.caf", "knock.caf"])
      #expect(try folder.convert().ending == .exit(0))
      #expect(try folder.files(in: "elsewhere") == made)
    }

    /// A record can't hide a sound that another program made from a search.
    @Test(arguments: [true, false]) func aRecordHidesNoSound(isExact: Bool) throws {
      let own = try soundFile(.wave, .pcm(.int16), usesFiller: false)
      let folder = try SoundFolder(["own.wav": own])
      try folder.write(
        Self.state([Self.line("own.wav", isExact ? own : [1, 2, 3])]), to: "in/.alertsound-state")
      #expect(try folder.convert("in -o in").outputText.hasPrefix("in/own.wav -> in/own.caf, "))
      #expect(try folder.read("in/own.wav") == own)
    }
  }
#endif
