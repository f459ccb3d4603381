import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// Each failure is reported in one line, and nothing is lost.
  struct ConvertFailureTests {
    @Test func aFileNamedLikeAFolder() throws {
      let folder = try SoundFolder()
      try folder.write([1], to: "out/deep")
      for options in ["--dry-run", ""] {
        let outcome = try folder.convert("in -o out \(options)")
        #expect(outcome.ending == .exit(1))
        #expect(
          Set(outcome.errorLines) == [
            "out/deep: error: part of the path is a file, not a folder; name another folder"
          ])
        #expect(
          outcome.outputText.contains(
            "3 \(options == "" ? "converted" : "to convert"), 0 unchanged, 2 failed"))
      }
      #expect(try folder.read("out/deep") == [1])
      let file = try folder.convert("in -o in/bell.wav")
      expectFailure(
        file, "in/bell.wav: error: part of the path is a file, not a folder; name another folder")
      let whole = try folder.convert("in -o in/bell.wav/x")
      #expect(whole.ending == .exit(1))
      #expect(try folder.files(in: "in") == SoundFolder.sounds.get())
    }

    @Test func names() throws {
      let sound = try soundFile(.wave, .pcm(.int16), frameCount: 64)
      let names = [
        "呼び鈴.wav", "звонок.wav", "دینگ.wav", "e\u{301}.wav", "ü.wav", "🔔 tone.wav",
        "line\nbreak.wav", "tab\tstop.wav", "-o.wav", "--jobs.wav", "a.b.c.wav", "%41.wav",
        "quote\".wav", "UPPER.WAV", " .wav", String(repeating: "n", count: 251) + ".wav",
      ]
      let folder = try SoundFolder([:])
      for name in names { try folder.write(sound, to: "in/\(name)") }
      let outcome = try folder.convert()
      expectSuccess(outcome)
      #expect(outcome.outputLines.count == names.count + 1)
      #expect(outcome.outputText.contains("in/line\\nbreak.wav -> out/line\\nbreak.caf, "))
      let outputs = try folder.shell.files().filter { $0.hasPrefix("out/") }.map { Array($0.utf8) }
      let expected = names.map { Array("out/\($0.dropLast(3))caf".utf8) }
      #expect(Set(outputs) == Set(expected + [Array("out/.alertsound-records".utf8)]))
      #expect(try folder.succeed() == "0 converted, \(names.count) unchanged")
    }

    @Test func namesThatAreNotUTF8() throws {
      let sound = try soundFile(.wave, .pcm(.int16), frameCount: 64)
      let folder = try SoundFolder(["a.wav": sound, "b.wav": sound])
      let outcome = try folder.run(
        """
        mv in/a.wav "$(printf 'in/\\377\\376.wav')"; mkdir "$(printf 'in/\\200')"
        mv in/b.wav "$(printf 'in/\\200/\\201.wav')"
        for run in 1 2; do alertsound convert in -o out --quiet --manifest m.json --depfile d || exit; done
        alertsound convert in -o out
        cd out; for name in * */*; do printf '%s ' "$name" | od -An -tx1; done; cd ..
        grep -c "$(printf '\\377\\376.wav')" d
        """)
      expectSuccess(outcome)
      let lines = outcome.outputLines
      #expect(lines.first?.hasPrefix("0 converted, 2 unchanged") == true)
      #expect(
        lines.suffix(4) == [" 80 20", " ff fe 2e 63 61 66 20", " 80 2f 81 2e 63 61 66 20", "2"])
    }

    /// A report must not replace an unreadable file: it may be a sound.
    @Test(.enabled(if: NonRoot.isPossible), arguments: ["sound.caf", "unknown"])
    func aReportInPlaceOfAFileThatCannotBeRead(name: String) throws {
      let folder = try SoundFolder()
      try folder.write([1, 2, 3], to: "here/\(name)")
      try NonRoot.own(folder.shell.directory.url)
      let outcome = try folder.run(
        "chmod 200 here/\(name);"
          + " \(NonRoot.prefix) alertsound convert in -o out --manifest here/\(name)")
      let what = name == "unknown" ? "a file that can't be read" : "a sound"
      expectFailure(
        outcome, "here/\(name): error: --manifest would replace \(what); name another file")
      _ = try folder.run("chmod 600 here/\(name)")
      #expect(try folder.read("here/\(name)") == [1, 2, 3])
    }

    /// A report may be in a folder that the run creates, and may replace an earlier report.
    @Test(arguments: ["out/m.json", "out/deep/m.json", "PK/m.json", "in/../new/deep/down/m.json"])
    func aReportInANewFolder(path: String) throws {
      let folder = try SoundFolder()
      _ = try folder.run("mkdir PK")
      let output = path.hasPrefix("in") ? "new" : "out"
      for _ in 0..<2 {
        try folder.succeed("in -o \(output) --manifest \(path) --depfile \(path).d")
      }
      expectSilentSuccess(try folder.run("test -s \(path) && test -s \(path).d"))
    }
  }
#endif
