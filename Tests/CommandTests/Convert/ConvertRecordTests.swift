import AlertSound
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import SoundFormat

#if os(Linux)
  /// A record that names a file with its right length and digest.
  func recordLine(
    _ name: String, _ bytes: [UInt8], input: String = "../gone.wav"
  ) -> String {
    let byteCount = String(bytes.count, radix: 36)
    let digest = String(ContentDigest.value(of: bytes), radix: 36)
    let numbers = "0 0 0 0 \(byteCount) 0 0 0 1 1 \(digest)"
    return [name, input, numbers, "converted" + String(repeating: " -", count: 22)].map {
      $0 + "\0"
    }.joined()
  }

  func recordsFile(_ records: [String]) -> [UInt8] {
    Array(("alertsound.records/2\n" + records.sorted().joined()).utf8)
  }

  /// Records from a checkout can name any file. They may cause a rebuild, but must not make the
  /// command open files outside the folder, or change files that aren't outputs.
  struct ConvertRecordTests {
    /// An output as `convert` writes it.
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

    /// `--prune` removes a file only if it is regular, has the recorded bytes, and isn't reached through a link.
    @Test func onlyRecordedBytesAreRemoved() throws {
      let (folder, output) = try Self.folder()
      try folder.write([1, 2, 3], to: "out/notes.txt")
      _ = try folder.run("mkfifo out/pipe.caf")
      try folder.write(
        recordsFile([
          recordLine("file.caf", output), recordLine("link/victim.caf", output),
          recordLine("notes.txt", [3, 2, 1]), recordLine("pipe.caf", []),
          recordLine("sub/made.caf", output),
          // No file can have this name, so nothing is said about it.
          recordLine(String(repeating: "a", count: 300), output),
        ]), to: "out/.alertsound-records")
      for (options, fate) in [
        ("--dry-run --prune", "would be removed"), ("", "--prune removes this file"),
        ("--prune", "removed"),
      ] {
        let outcome = try folder.convert("in -o out \(options)")
        #expect(outcome.ending == .exit(0))
        let kept = "gone.wav is gone; this may not be the file that was written, so it stays"
        #expect(
          outcome.errors == """
            out/file.caf: note: \(kept)
            out/notes.txt: note: \(kept)
            out/pipe.caf: note: \(kept)
            out/sub/made.caf: note: gone.wav is gone; \(fate)

            """)
        #expect(try folder.shell.files().contains("out/sub/made.caf") == (options != "--prune"))
      }
      #expect(try folder.read("victim.caf") == output)
      #expect(try folder.read("outside/victim.caf") == output)
      #expect(try folder.read("out/notes.txt") == [1, 2, 3])
      expectSilentSuccess(try folder.run("test -p out/pipe.caf && test -L out/file.caf"))
    }

    /// No record makes the command open a file outside the folder, as an input, as an output, or
    /// through a link.
    @Test(.enabled(if: Tampering.isPossible, "strace is not installed or not allowed"))
    func nothingOutsideIsOpened() throws {
      let (folder, output) = try Self.folder()
      try folder.write([1], to: "outside/.alertsound-0123456789abc.part")
      try folder.write(
        recordsFile([
          recordLine("sub/made.caf", output, input: "../outside/victim.caf"),
          recordLine("file.caf", output, input: "/etc/hostname"),
          recordLine("bell.caf", output, input: "../outside/victim.caf"),
        ]), to: "out/.alertsound-records")
      for options in ["", "--prune", "--prune --over-limit omit --limit 0.01"] {
        let line = "strace -f -qq -o trace -e trace=open,openat,unlink,unlinkat"
        let outcome = try folder.convert("in -o out \(options)", prefix: line)
        #expect(outcome.ending == .exit(0) || options.contains("omit"))
        let trace = try folder.text("trace")
        #expect(trace.contains("openat"))
        for call in trace.split(separator: "\n") where !call.contains("ENOTDIR") {
          #expect(!call.contains("victim") && !call.contains("outside"), "\(call)")
          #expect(!call.contains("hostname") && !call.contains("0123456789abc"), "\(call)")
        }
      }
      #expect(try folder.read("outside/.alertsound-0123456789abc.part") == [1])
      #expect(try folder.read("outside/victim.caf") == output)
    }

    /// Nothing is written through a link inside the output folder. The output folder itself may be
    /// a link.
    @Test(arguments: [
      ("deep", "../elsewhere"), ("deep", "../nowhere"), ("deep", "other"),
      ("deep/down", "../../elsewhere"),
    ])
    func nothingIsWrittenThroughALink(name: String, target: String) throws {
      let folder = try SoundFolder()
      _ = try folder.run(
        "mkdir -p elsewhere out/other; [ \(name) = deep ] || mkdir out/deep; ln -s \(target) out/\(name); ln -s out link"
      )
      for (arguments, out) in [("in -o out", "out"), ("in -o link --dry-run --jobs 1", "link")] {
        let outcome = try folder.convert(arguments)
        expectErrors(
          outcome,
          "\(out)/deep/down/ring.caf: error: \(out)/\(name) is a symbolic link, and nothing is written"
            + " through a link inside the output folder; replace the link with a folder\n")
      }
      for name in ["elsewhere", "nowhere", "out"] { #expect(try folder.files(in: name).isEmpty) }
      // With `--flatten`, no output is in an inner folder, so nothing goes through the inner link.
      #expect(try folder.succeed("in -o link --flatten") == "5 converted, 0 unchanged")
      _ = try folder.run("rm out/\(name)")
      #expect(try SoundFolder.counts(folder.convert("in -o link")) == "2 converted, 3 unchanged")
    }

    /// If the records are a link, the link is replaced, and its target keeps even its times.
    @Test func aLinkInPlaceOfTheRecordsIsReplaced() throws {
      let folder = try SoundFolder(["bell.wav": []])
      try folder.write([1, 2, 3], to: "victim")
      let before = try folder.stamp(of: "victim")
      _ = try folder.run("mkdir out; ln -s ../victim out/.alertsound-records")
      for (bytes, status) in [([], 1), (try soundFile(.wave, .pcm(.int16)), 0)] {
        try folder.write(bytes, to: "in/bell.wav")
        #expect(try folder.convert("in -o out --depfile d").ending == .exit(Int32(status)))
        #expect(try folder.read("victim") == [1, 2, 3])
        #expect(try folder.stamp(of: "victim") == before)
      }
      expectSilentSuccess(
        try folder.run("test -f out/.alertsound-records && test ! -L out/.alertsound-records"))
      #expect(try folder.succeed() == "0 converted, 1 unchanged")
    }

    /// Links in the output folder are refused even if the folder can't be listed. A run writes outputs into such a
    /// folder, and fails only because it can't read the records there.
    @Test(.enabled(if: NonRoot.isPossible, "setpriv is not installed"))
    func linksAreFoundInAFolderThatCannotBeListed() throws {
      let folder = try SoundFolder()
      _ = try folder.run("mkdir -p out elsewhere")
      try NonRoot.own(folder.shell.directory.url)
      let line = "chmod 311 out; \(NonRoot.prefix)"
      #expect(try folder.convert("in -o out", prefix: line).ending != .exit(0))
      expectSilentSuccess(
        try folder.run("rm out/deep/down/ring.caf; rm -r out/deep; ln -s ../elsewhere out/deep"))
      let outcome = try folder.convert("in -o out", prefix: line)
      _ = try folder.run("chmod 755 out")
      #expect(outcome.ending == .exit(1))
      #expect(outcome.errors.contains("out/deep is a symbolic link"), "\(outcome.errors)")
      #expect(outcome.errorLines.count == 1)
      #expect(try folder.files(in: "elsewhere").isEmpty)
    }

    /// The user's own sound is converted, and isn't removed, even if records say that it was made from another
    /// file. That file may be gone, may have another output, or may be an output in another record.
    @Test(arguments: [["gone.wav"], ["deep/Own.wav"], ["Own.caf"], ["Other.caf", "Own.caf"]])
    func aRecordCannotHideASound(inputs: [String]) throws {
      let own = try soundFile(.caf, .pcm(.int16))
      let other = try soundFile(.caf, .pcm(.int16), frameCount: 600)
      let bell = try soundFile(.wave, .pcm(.int16), frameCount: 500)
      let folder = try SoundFolder([
        "Own.caf": own, "Other.caf": other, "Bell.wav": bell, "deep/Own.wav": bell,
      ])
      let lines = zip([("Own.caf", own), ("Other.caf", other)], inputs).map { sound, input in
        recordLine(sound.0, sound.1, input: input)
      }
      for options in ["--dry-run -f WAVE --prune", "--prune"] {
        try folder.write(recordsFile(lines), to: "in/.alertsound-records")
        let outcome = try folder.convert("in -o in --force \(options)")
        #expect(outcome.ending == .exit(0))
        #expect(SoundFolder.counts(outcome).hasPrefix("4 "), "\(options)")
        #expect(!outcome.errors.contains("removed"))
        if options.contains("dry") { #expect(try folder.read("in/Own.caf") == own) }
      }
      // The sound was converted in place.
      #expect(try SoundFile(parsing: folder.read("in/Own.caf")).frameCount == 1000)
    }

    /// `--prune` keeps a recorded file that isn't an input but is in a folder with inputs: it may be the user's.
    @Test(arguments: [("gone.wav", "in/bell.wav"), ("bell.wav", "in --exclude Own.caf")])
    func aRecordCannotRemoveASound(input: String, arguments: String) throws {
      let own = try soundFile(.caf, .pcm(.int16))
      let folder = try SoundFolder(["Own.caf": own, "bell.wav": soundFile(.wave, .pcm(.int16))])
      try folder.write(
        recordsFile([recordLine("Own.caf", own, input: input)]), to: "in/.alertsound-records")
      for _ in 0..<2 {
        let outcome = try folder.convert("\(arguments) -o in --prune")
        #expect(outcome.ending == .exit(0))
        #expect(outcome.errors.hasPrefix("in/Own.caf: note: "))
        #expect(outcome.errors.hasSuffix(" may not be the file that was written, so it stays\n"))
        #expect(try folder.read("in/Own.caf") == own)
      }
    }

    /// Without records, inputs and outputs in one folder can't be told apart.
    @Test func rejectedRecordsInPlaceAreExplained() throws {
      let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
      try folder.succeed("in -o in")
      try folder.write([1, 2, 3], to: "in/.alertsound-records")
      let outcome = try folder.convert("in -o in")
      #expect(outcome.ending == .exit(1))
      #expect(
        outcome.errors.hasSuffix(
          "in/.alertsound-records: note: the records of earlier runs can't be used: another program or version wrote them;"
            + " inputs and outputs can't be told apart in this folder, so every sound is treated as"
            + " an input\n"))
      #expect(outcome.errors.contains("remove it if it was made from the other one"))
      try folder.remove("in/bell.caf")
      #expect(try folder.convert("in -o in").ending == .exit(0))
      #expect(try folder.succeed("in -o in") == "0 converted, 1 unchanged")
    }

    /// Records that temporarily can't be read aren't replaced.
    @Test(
      .enabled(if: Tampering.isPossible, "strace is not installed or not allowed"),
      arguments: ["EIO", "EMFILE"])
    func unreadableRecordsAreNotReplaced(errno: String) throws {
      let folder = try SoundFolder()
      try folder.succeed("in/bell.wav in/tick.caf -o out")
      let state = try folder.read("out/.alertsound-records")
      let prefix = Tampering.prefix("openat", "error=\(errno)", on: ".alertsound-records")
      let outcome = try folder.convert("in -o out", prefix: prefix)
      #expect(outcome.ending == .exit(74))
      #expect(outcome.errors.contains("out/.alertsound-records: error: "))
      #expect(try folder.read("out/.alertsound-records") == state)
    }

    /// Without records, a file at an omitted sound's output may be an earlier output or the user's own file.
    @Test func lostRecordsAreMentionedIfAFileIsInTheWay() throws {
      let folder = try SoundFolder(["long.wav": try SoundFolder.longSound.get()])
      #expect(try folder.convert().ending == .exit(0))
      try folder.write([1, 2, 3], to: "out/.alertsound-records")
      let outcome = try folder.convert("in -o out --over-limit omit")
      #expect(outcome.ending == .exit(1))
      #expect(
        outcome.errors.contains(
          "out/long.caf: error: the sound is left out, but a file has its output's name; the records"
            + " can't be used to tell whether an earlier run made it; remove it if it was made from this"
            + " sound\n"), "\(outcome.errors)")
    }
  }
#endif
