import SoundFormat
import TestSupport
import Testing

/// `alertsound convert --options FILE`.
struct OptionsFileTests {
  private static func sounds() throws -> ShellFolder {
    let folder = try ShellFolder()
    let wave = try soundFile(.wave, .pcm(.int16), frameCount: 640)
    try folder.write(wave, to: "ping.wav")
    try folder.write(wave, to: "options/my default.wav")
    return folder
  }

  private static func convert(
    _ folder: ShellFolder, _ options: String, _ words: String
  ) throws -> Tool.Outcome {
    try folder.write(Array(options.utf8), to: "options/file")
    return try folder.run("alertsound convert ping.wav --quiet \(words)")
  }

  /// The data format of `ping.caf`.
  private static func format(in folder: ShellFolder) throws -> String {
    String(decoding: try folder.directory.read("ping.caf")[28..<32], as: UTF8.self)
  }

  @Test(arguments: ["-d ulaw", "# -d alaw\n  -d\tulaw\r\n", "--data=ulaw", "\"-d\" \"ulaw\""])
  func optionsCount(text: String) throws {
    let folder = try Self.sounds()
    expectSilentSuccess(try Self.convert(folder, text, "-o ping.caf --options options/file"))
    #expect(try Self.format(in: folder) == "ulaw")
  }

  @Test func whatFollowsOverrulesTheFile() throws {
    let folder = try Self.sounds()
    expectSilentSuccess(
      try Self.convert(folder, "-d ulaw -o other.caf", "--options options/file -d alaw -o ping.caf")
    )
    #expect(try Self.format(in: folder) == "alaw")
    #expect(
      try folder.files() == ["options/file", "options/my default.wav", "ping.caf", "ping.wav"])
  }

  @Test func aPathIsBesideTheFile() throws {
    let folder = try Self.sounds()
    let long = try soundFile(.wave, .pcm(.int16), frameCount: 6400)
    try folder.write(long, to: "ping.wav")
    let options = "--limit 0.1 --over-limit default --default-sound=\"my default.wav\""
    let outcome = try Self.convert(folder, options, "--options options/file -o ping.caf")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors.hasPrefix("ping.wav: warning: "))
    try folder.write(Array(options.utf8), to: "file")
    expectFailure(
      try folder.run("alertsound convert ping.wav --quiet --options file -o ping.caf"),
      "my default.wav: error: there is no such file or folder; check the spelling")
  }

  @Test func namesWithQuotesAndDashesStayNames() throws {
    let folder = try Self.sounds()
    expectSilentSuccess(
      try folder.run("alertsound convert ping.wav --quiet -o ./--options/ && rm -r ./--options"))
    expectSilentSuccess(
      try folder.run("mv ping.wav ./--options; alertsound convert -o a.caf --quiet -- --options"))
  }

  @Test func whatIsNoFileOfOptionsIsRefused() throws {
    let folder = try Self.sounds()
    let words = "--options options/file -o ping.caf"
    expectFailure(
      try Self.convert(folder, "--options more", words),
      "options/file: error: options in a file can't name another file of options")
    try folder.write([0xFF, 0xFE, 0], to: "options/bytes")
    expectFailure(
      try Self.convert(folder, "", "--options options/bytes -o ping.caf"),
      "options/bytes: error: this is no text of options")
    let missing = try Self.convert(folder, "", "--options none -o ping.caf")
    #expect(missing.ending == .exit(1))
    #expect(missing.errors.hasPrefix("none: error: ") && missing.errors.hasSuffix("\n"))
    #expect(try Self.convert(folder, "--loud", words).ending == .exit(64))
    #expect(try folder.files().contains("ping.caf") == false)
  }
}
