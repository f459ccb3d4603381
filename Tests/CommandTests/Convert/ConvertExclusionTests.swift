import TestSupport
import Testing

/// `alertsound convert --exclude`.
struct ConvertExclusionTests {
  @Test func exclusions() throws {
    let folder = try SoundFolder()
    func names(_ options: String) throws -> [String] {
      try? folder.remove("out")
      try folder.succeed("in in/bell.wav -o out \(options)")
      return try folder.files(in: "out").keys.sorted()
    }
    #expect(try names("--exclude '*.wav'") == ["chime.caf", "deep/knock.caf", "tick.caf"])
    #expect(try names("--exclude deep") == ["bell.caf", "chime.caf", "tick.caf"])
    #expect(
      try names("--exclude 'deep/*' --exclude=tick.caf --exclude bell.wav") == ["chime.caf"])
    #expect(try names("--exclude 'in*'") == [])
    // Patterns may be paths as they are printed.
    #expect(
      try names("--exclude in/deep --exclude in/tick.caf") == ["bell.caf", "chime.caf"])
    #expect(try names("--exclude in") == ["bell.caf"])
    // A pattern in an options file isn't relative to that file.
    try folder.write(Array("--exclude deep/*".utf8), to: "options/o")
    #expect(try names("--options options/o") == ["bell.caf", "chime.caf", "tick.caf"])
    // The excluded input still exists, so its output is no orphan.
    #expect(try folder.succeed() == "2 converted, 3 unchanged")
    #expect(try folder.succeed("in -o out --exclude deep --prune") == "0 converted, 3 unchanged")
    #expect(try folder.files(in: "out").count == 5)
  }
}
