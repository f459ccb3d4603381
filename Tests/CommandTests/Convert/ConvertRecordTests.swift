import AlertSound
import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import SoundFormat

#if os(Linux)
  /// A file of records that comes with a checkout may name anything. It costs a rebuild, but no file.
  struct ConvertRecordTests {
    /// A line that names a file with its right length and digest.
    private static func line(_ name: String, _ bytes: [UInt8], input: String = "../gone.wav")
      -> String
    {
      let digest = String(ContentDigest.value(of: bytes), radix: 16)
      return "\(name)\t\(input)\t-\t1\t1\t-\t\(bytes.count)\t\(digest)\tconverted\t-\t-\t-"
    }

    private static func state(_ lines: [String]) -> [UInt8] {
      let bytes =
        Array("alertsound state 3\n".utf8) + lines.sorted().flatMap { Array("\($0)\n".utf8) }
      let digest = ContentDigest.value(of: bytes)
      return bytes + Array("digest \(String(digest, radix: 16))\n".utf8)
    }

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

    /// If a recorded file is reached by a link inside the folder, all records are rejected.
    @Test func aPathThroughALinkRejectsTheWholeFile() throws {
      let (folder, output) = try Self.folder()
      try folder.write(
        Self.state([Self.line("sub/made.caf", output), Self.line("link/victim.caf", output)]),
        to: "out/.alertsound-state")
      let outcome = try folder.convert("in -o out --prune")
      #expect(outcome.ending == .exit(0))
      #expect(
        outcome.errors == "out/.alertsound-state: note: the records of earlier runs can't be used:"
          + " link/victim.caf is reached through a symbolic link inside the folder;"
          + " everything is converted again\n")
      #expect(try folder.read("outside/victim.caf") == output)
      #expect(try folder.read("out/sub/made.caf") == output)
    }

    /// A record alone gets no file removed, not even one with the right bytes and the right layout.
    @Test func nothingIsRemovedForARecordAlone() throws {
      let (folder, output) = try Self.folder()
      let own = try soundFile(.wave, .pcm(.int16), usesFiller: false)
      let text = Array("not a sound".utf8)
      try folder.write(own, to: "out/own.wav")
      try folder.write(text, to: "out/notes.txt")
      _ = try folder.run("mkfifo out/pipe.caf")
      try folder.write(
        Self.state([
          Self.line("file.caf", output), Self.line("notes.txt", text), Self.line("own.wav", own),
          Self.line("pipe.caf", []), Self.line("sub/made.caf", output),
        ]), to: "out/.alertsound-state")
      for options in ["--dry-run --prune", "--prune"] {
        let outcome = try folder.convert("in -o out \(options)")
        #expect(outcome.ending == .exit(0))
        let lines = outcome.errors.split(separator: "\n")
        let note =
          "out/sub/made.caf: note: gone.wav is gone; this file may not be the one that was written, so it"
          + " stays; delete it by hand if you don't need it"
        #expect(lines.last.map(String.init) == note)
        #expect(lines.count == 5)
        for line in lines { #expect(line.contains(", so it stays"), "\(line)") }
        #expect(try folder.read("out/sub/made.caf") == output)
      }
      #expect(try folder.read("victim.caf") == output)
      #expect(try folder.read("outside/victim.caf") == output)
      #expect(try folder.read("out/own.wav") == own)
      #expect(try folder.read("out/notes.txt") == text)
      expectSilentSuccess(try folder.run("test -p out/pipe.caf && test -L out/file.caf"))
    }

    /// No record makes the command open a file outside the folder: no input, no output, and nothing in a
    /// folder that a link leads to.
    @Test(.enabled(if: Tampering.isPossible, "strace is not installed or not allowed"))
    func nothingOutsideIsOpened() throws {
      let (folder, output) = try Self.folder()
      try folder.write([1], to: "outside/.alertsound-0123456789abc.part")
      try folder.write(
        Self.state([
          Self.line("sub/made.caf", output, input: "../outside/victim.caf"),
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

    /// A folder of outputs that comes with a checkout can't lead out of it. The folder that is named may be a link.
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
        #expect(outcome.ending == .exit(1))
        #expect(
          outcome.errors
            == "\(out)/deep/down/ring.caf: error: \(out)/\(name) is a symbolic link, and nothing is written"
            + " through a link inside the output folder; replace the link with a folder\n")
      }
      for name in ["elsewhere", "nowhere", "out"] { #expect(try folder.files(in: name).isEmpty) }
      // Without folders, nothing goes through the link.
      #expect(try folder.succeed("in -o link --flatten") == "5 converted, 0 unchanged")
      _ = try folder.run("rm out/\(name)")
      #expect(
        try SoundFolder.counts(folder.convert("in -o link")) == "2 converted, 3 unchanged")
    }

    /// Nor do the records lead out of the folder: not even another file's times are changed.
    @Test func aLinkInPlaceOfTheRecordsIsReplaced() throws {
      let folder = try SoundFolder(["bell.wav": []])
      try folder.write([1, 2, 3], to: "victim")
      let before = try folder.stamp(of: "victim")
      _ = try folder.run("mkdir out; ln -s ../victim out/.alertsound-state")
      for (bytes, status) in [([], 1), (try soundFile(.wave, .pcm(.int16)), 0)] {
        try folder.write(bytes, to: "in/bell.wav")
        #expect(try folder.convert("in -o out --depfile d").ending == .exit(Int32(status)))
        #expect(try folder.read("victim") == [1, 2, 3])
        #expect(try folder.stamp(of: "victim") == before)
      }
      expectSilentSuccess(
        try folder.run("test -f out/.alertsound-state && test ! -L out/.alertsound-state"))
      #expect(try folder.succeed() == "0 converted, 1 unchanged")
    }

    /// Files can be written to a folder that can't be listed. The records can't be read there.
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
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(try folder.files(in: "elsewhere").isEmpty)
    }

    /// A record can't hide the user's own sound from a search, nor get it removed. That holds even for a
    /// sound laid out like an output, as Apple's tools lay it out, with the recorded length and digest. The
    /// recorded input may be gone, may exist and have another output, or may be a sound that another record
    /// calls an output.
    @Test(arguments: [
      ["gone.wav"], ["../gone.wav"], ["Bell.wav"], ["deep/Own.wav"], ["Other.caf"], ["Own.caf"],
      ["Other.caf", "Own.caf"], ["Own.wav"],
    ])
    func aRecordCannotHideASound(inputs: [String]) throws {
      let own = try soundFile(.caf, .pcm(.int16))
      let other = try soundFile(.caf, .pcm(.int16), frameCount: 600)
      let bell = try soundFile(.wave, .pcm(.int16), frameCount: 500)
      let folder = try SoundFolder([
        "Own.caf": own, "Other.caf": other, "Bell.wav": bell, "deep/Own.wav": bell,
      ])
      var lines = [Self.line("Own.caf", own, input: inputs[0])]
      if inputs.count > 1 { lines.append(Self.line("Other.caf", other, input: inputs[1])) }
      let state = Self.state(lines)
      for options in ["--dry-run", "--dry-run --prune", "--dry-run -f WAVE --prune", "--prune"] {
        try folder.write(state, to: "in/.alertsound-state")
        let outcome = try folder.convert("in -o in \(options)")
        #expect(outcome.ending == .exit(0))
        #expect(SoundFolder.counts(outcome).hasPrefix("4 "), "\(options)")
        #expect(!outcome.errors.contains("removed"))
        if options.contains("dry") { #expect(try folder.read("in/Own.caf") == own) }
      }
      // It was converted in place.
      #expect(try SoundFile(parsing: folder.read("in/Own.caf")).frameCount == 1000)
    }

    /// The same with a separate output folder: the user's sound stays, with a note. The recorded input may be
    /// gone, or have another output.
    @Test(arguments: ["../in/gone.wav", "../in/bell.wav", "gone.wav", "nowhere/x.wav"])
    func aRecordCannotRemoveASound(input: String) throws {
      let own = try soundFile(.caf, .pcm(.int16))
      let folder = try SoundFolder()
      try folder.write(own, to: "out/Own.caf")
      for count in 0..<3 {
        if count == 0 {
          try folder.write(
            Self.state([Self.line("Own.caf", own, input: input)]), to: "out/.alertsound-state")
        }
        let outcome = try folder.convert("in -o out --prune")
        #expect(outcome.ending == .exit(0))
        #expect(
          outcome.errors.hasPrefix("out/Own.caf: note: ")
            && outcome.errors.hasSuffix(
              "; this file may not be the one that was written, so it stays; delete it by hand if you"
                + " don't need it\n"),
          "\(outcome.errors)")
        #expect(try folder.read("out/Own.caf") == own)
      }
    }

    /// In the inputs' folder, confirming a forged record of an existing input doesn't make it a proof.
    @Test func confirmedRecordsProveNothingInPlace() throws {
      let folder = try SoundFolder(["Own.wav": try soundFile(.wave, .pcm(.int16))])
      try folder.succeed("in -o in")
      // As after a checkout: the file is the same, its times are new.
      _ = try folder.run("cp in/Own.caf c; mv c in/Own.caf")
      let own = try folder.read("in/Own.caf")
      #expect(try folder.succeed("in -o in --prune") == "0 converted, 1 unchanged")
      try folder.remove("in/Own.wav")
      #expect(try folder.succeed("in -o in --prune") == "0 converted, 1 unchanged")
      #expect(try folder.read("in/Own.caf") == own)
    }

    /// A 40 GB file that a record names is read only if everything else matches, and a signal ends the
    /// reading.
    @Test func aVeryLargeFileCanBeInterrupted() throws {
      let folder = try SoundFolder([
        "Big.wav": try soundFile(.wave, .pcm(.int16)), "Fat.caf": try soundFile(.caf, .pcm(.int16)),
      ])
      var header = Array(try soundFile(.caf, .pcm(.int16)).prefix(4096))
      let audioByteCount = 40_000_000_000
      // The size of the data chunk, which counts the four bytes of its edit count.
      for index in 0..<8 {
        header[4096 - 12 + index] = UInt8(
          truncatingIfNeeded: (audioByteCount + 4) >> (8 * (7 - index)))
      }
      try folder.write(header, to: "in/Big.caf")
      _ = try folder.run("truncate -s \(4096 + audioByteCount) in/Big.caf in/Fat.caf")
      func line(_ name: String, _ input: String) -> String {
        "\(name)\t\(input)\t-\t1\t1\t-\t\(4096 + audioByteCount)\t1\tconverted\t-\t-\t-"
      }
      try folder.write(
        Self.state([line("Big.caf", "gone.wav"), line("Fat.caf", "Big.wav")]),
        to: "in/.alertsound-state")
      let dry = try folder.convert("in -o in --dry-run --max-bytes 1000000", prefix: "timeout 20")
      #expect(dry.ending == .exit(1))
      #expect(dry.errors.contains("Big.caf"))
      try folder.write(Self.state([line("Big.caf", "Big.wav")]), to: "in/.alertsound-state")
      let clock = ContinuousClock()
      let start = clock.now
      let outcome = try folder.run(
        "alertsound convert in -o in --dry-run & sleep 1; kill -TERM $!; wait $!")
      #expect(outcome.ending == .exit(143))
      #expect(outcome.errors == "")
      #expect(clock.now - start < .seconds(6))
    }

    /// Many records of as many folders: they take little memory, and those folders aren't visited.
    @Test(.enabled(if: AllocationMeter.limitsArePossible, "memory can't be limited here"))
    func manyRecordsTakeLittleMemory() throws {
      let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
      try folder.write([], to: "other.wav")
      let lines = (0..<32_768).map { Self.line("\($0)/a.caf", [1], input: "../other.wav") }
      try folder.write(Self.state(lines), to: "out/.alertsound-state")
      let outcome = try folder.convert(
        "in -o out --jobs 1", prefix: "ulimit -v 300000; timeout 200")
      #expect(outcome.ending == .exit(0))
      #expect(SoundFolder.counts(outcome) == "1 converted, 0 unchanged")
      #expect(outcome.errors == "")
      let saved = String(decoding: try folder.read("out/.alertsound-state"), as: UTF8.self)
        .split(separator: "\n")
      #expect(saved.count == lines.count + 3)
      #expect(Set(saved).isSuperset(of: Set(lines.map { Substring($0 + "\t-\t-\t-\t-\t-\t-\t-") })))
      #expect(saved.contains { $0.hasPrefix("bell.caf\t../in/bell.wav\t") })
    }

    /// The first version wrote records in another format. In their inputs' folder, outputs can only be
    /// identified by them.
    @Test(arguments: [false, true]) func theFirstVersionIsRead(isCopied: Bool) throws {
      let folder = try SoundFolder([
        "bell.wav": try soundFile(.wave, .pcm(.int16)),
        "deep/knock.aiff": try soundFile(.aiff, .pcm(.int24, .big)),
      ])
      try folder.succeed("in -o in")
      let state = String(decoding: try folder.read("in/.alertsound-state"), as: UTF8.self)
      var old = "alertsound state 1\n"
      for line in state.split(separator: "\n").dropFirst().dropLast() {
        var fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        fields.removeLast(9)
        fields.remove(at: 6)
        if fields[5].hasSuffix("young") { fields[5] = "-" }
        old += fields.joined(separator: "\t") + "\n"
      }
      old += "digest \(String(ContentDigest.value(of: Array(old.utf8)), radix: 16))\n"
      if isCopied { _ = try folder.run("cp -r in copy; rm -r in; mv copy in") }
      try folder.write(Array(old.utf8), to: "in/.alertsound-state")
      #expect(try folder.succeed("in -o in") == "0 converted, 2 unchanged")
      #expect(try folder.succeed("in -o in --force") == "2 converted, 0 unchanged")
      #expect(
        try String(decoding: folder.read("in/.alertsound-state"), as: UTF8.self).hasPrefix(
          "alertsound state 5\n"))
    }

    /// In the inputs' folder, lost records cost more than a rebuild.
    @Test func rejectedRecordsInPlaceAreExplained() throws {
      let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
      try folder.succeed("in -o in")
      try folder.write([1, 2, 3], to: "in/.alertsound-state")
      let outcome = try folder.convert("in -o in")
      #expect(outcome.ending == .exit(1))
      #expect(
        outcome.errors.hasSuffix(
          "in/.alertsound-state: note: the records of earlier runs can't be used: the file is damaged;"
            + " inputs and outputs can't be told apart in this folder, so every sound is treated as"
            + " an input\n"))
      #expect(outcome.errors.contains("remove it if it was made from the other one"))
      try folder.remove("in/bell.caf")
      #expect(try folder.convert("in -o in").ending == .exit(0))
      #expect(try folder.succeed("in -o in") == "0 converted, 1 unchanged")
    }

    /// A changed output in its input's folder isn't replaced: it may now be the user's own.
    @Test func anAlteredOutputInPlaceIsReported() throws {
      let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
      try folder.succeed("in -o in")
      let own = try soundFile(.caf, .pcm(.int16), channels: [.noise])
      try folder.write(own, to: "in/bell.caf")
      let outcome = try folder.convert("in -o in --prune")
      #expect(outcome.ending == .exit(1))
      #expect(outcome.errors.contains("would both become this file; remove it if it was made from"))
      #expect(try folder.read("in/bell.caf") == own)
    }

    /// Records that temporarily can't be read aren't replaced.
    @Test(
      .enabled(if: Tampering.isPossible, "strace is not installed or not allowed"),
      arguments: ["EIO", "EMFILE", "EACCES"])
    func unreadableRecordsAreNotReplaced(errno: String) throws {
      let folder = try SoundFolder()
      try folder.succeed("in/bell.wav in/tick.caf -o out")
      let state = try folder.read("out/.alertsound-state")
      let prefix = Tampering.prefix("openat", "error=\(errno)", on: ".alertsound-state")
      let outcome = try folder.convert("in -o out", prefix: prefix)
      #expect(outcome.ending == .exit(74))
      #expect(outcome.errors.contains("out/.alertsound-state: error: "))
      #expect(try folder.read("out/.alertsound-state") == state)
    }

    /// Only the records tell an earlier output of a sound that is left out from the user's own file.
    @Test func lostRecordsAreMentionedIfAFileIsInTheWay() throws {
      let folder = try SoundFolder(["long.wav": try SoundFolder.longSound.get()])
      #expect(try folder.convert().ending == .exit(0))
      try folder.write([1, 2, 3], to: "out/.alertsound-state")
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
