import Foundation
import SoundFormat
import TestSupport
import Testing

struct CheckTests {
  /// A CAF, the same CAF with the extension .wav, and an MP3, which doesn't play.
  private static func sounds() throws -> ShellFolder {
    let good = try soundFile(.caf, .ima4, frameCount: 640, usesFiller: false)
    return try ShellFolder([
      "S/good.caf": good, "S/odd.wav": good, "S/song.mp3": Array("ID3 and so on".utf8),
    ])
  }

  private static let list = """
    plays         S/good.caf
    plays         S/odd.wav
                  note: the extension is .wav, the content is CAF; rename it to .caf, also in the project and in code
    default       S/song.mp3: this is MP3 audio, outside Apple's list of aiff, wav and caf files; \
    convert it to IMA4 in a CAF file, and replace this file by the result: alertsound convert S/song.mp3 --over-limit trim -o S/song.caf
    3 sounds: 2 play, 1 default, 1 note

    """

  private func expect(
    _ folder: ShellFolder, _ line: String, exit status: Int32, _ output: String,
    errors: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try folder.run(line)
    #expect(outcome.ending == .exit(status), sourceLocation: sourceLocation)
    #expect(outcome.outputText == output, sourceLocation: sourceLocation)
    #expect(outcome.errors == errors, sourceLocation: sourceLocation)
  }

  @Test func listShowsVerdicts() throws {
    let folder = try Self.sounds()
    try expect(folder, "alertsound check S", exit: 1, Self.list)
    try expect(
      folder, "alertsound check S --exclude '*.mp3'", exit: 0,
      Self.list.split(separator: "\n").prefix(3).map { $0 + "\n" }.joined()
        + "2 sounds: 2 play, 1 note\n")
  }

  /// One sound that plays is followed by the steps that bring it into an app: those for its project, or all.
  @Test func oneSoundIsFollowedByTheStepsForAnApp() throws {
    let folder = try Self.sounds()
    try folder.write(soundFile(.caf, .ima4, frameCount: 640), to: "P/ios/ring.caf")
    func frameworks(_ arguments: String) throws -> [String] {
      let lines = try folder.run("alertsound check \(arguments)").outputText.split(separator: "\n")
      let steps = lines.drop { !$0.hasPrefix("to play it in an app") }.dropFirst()
      return steps.filter { !$0.hasPrefix(" ") }.map { String($0.prefix(14).prefix { $0 != " " }) }
    }
    let all = ["Swift", "Flutter", "React", "Expo", "Capacitor", "Push"]
    #expect(try frameworks("S/good.caf") == all)
    #expect(try frameworks("P") == all)
    for arguments in [
      "S", "S/odd.wav", "S/song.mp3", "S/good.caf --json", "S/good.caf --diagnostics plain",
      "S/good.caf --for callkit", "S/good.caf nothing",
    ] { #expect(try frameworks(arguments) == [], "\(arguments)") }
    let xcode = XcodeFixture([XcodeFixture.Target("App")]).text
    try folder.write(Array(xcode.utf8), to: "P/ios/App.xcodeproj/project.pbxproj")
    #expect(try frameworks("P") == ["Swift"])
    try folder.write(
      Array("dependencies:\n  flutter:\n    sdk: flutter\n".utf8), to: "P/pubspec.yaml")
    #expect(try frameworks("P") == ["Flutter"])
    try folder.write(Array(#"{ "expo": {} }"#.utf8), to: "P/app.json")
    #expect(try frameworks("P") == ["Expo"])
  }

  @Test func strictFailsOnNotesAndOnNoSounds() throws {
    let folder = try Self.sounds()
    for (line, status) in [
      ("S/good.caf", 0), ("S/odd.wav", 0), ("S/good.caf --strict", 0), ("S/odd.wav --strict", 1),
      ("S/good.caf --limit 0.01", 1),
    ] {
      let outcome = try folder.run("alertsound check \(line)")
      #expect(outcome.ending == .exit(Int32(status)), "\(line)")
    }
    try folder.write([], to: "N/text.txt")
    for (option, status) in [("", 0), ("--strict", 1)] as [(String, Int32)] {
      try expect(
        folder, "alertsound check N \(option)", exit: status,
        "no sounds found: there is no sound, app or project here\n")
    }
  }

  @Test func diagnosticsReplaceTheList() throws {
    let folder = try Self.sounds()
    let summary = "3 sounds: 2 play, 1 default, 1 note\n"
    let odd =
      "the extension is .wav, the content is CAF; rename it to .caf, also in the project and in code"
    let song =
      "this is MP3 audio, outside Apple's list of aiff, wav and caf files:"
      + " iOS may play the default sound instead; convert it to IMA4 in a CAF file,"
      + " and replace this file by the result:"
      + " alertsound convert S/song.mp3 --over-limit trim -o S/song.caf"
    try expect(
      folder, "alertsound check S --diagnostics plain", exit: 1, summary,
      errors: "S/odd.wav: note: \(odd)\nS/song.mp3: error: \(song)\n")
    try expect(
      folder, "alertsound check S --diagnostics github --strict", exit: 1, summary,
      errors: "::error file=S/odd.wav::odd.wav: \(odd)\n"
        + "::error file=S/song.mp3::song.mp3: \(song)\n")
  }

  @Test func undocumentedSoundsFailOnlyIfStrict() throws {
    let folder = try Self.sounds()
    let aac = try soundFile(.caf, .ima4, frameCount: 640).replacing(
      at: 28, with: Array("aac ".utf8))
    try folder.write(aac, to: "U/aac.caf")
    let fact =
      "coded as AAC ('aac ') in a CAF file: outside Apple's list, although shipping apps use it"
    let advice = "export the sound as WAV, AIFF or CAF"
    let summary = "1 sound: 1 undocumented\n"
    for (option, status) in [("", 0), ("--strict", 1)] as [(String, Int32)] {
      try expect(
        folder, "alertsound check U \(option)", exit: status,
        "undocumented  U/aac.caf: \(fact); \(advice)\n" + summary)
      let severity = status == 0 ? "warning" : "error"
      try expect(
        folder, "alertsound check U --diagnostics github \(option)", exit: status, summary,
        errors: "::\(severity) file=U/aac.caf::aac.caf: \(fact): what iOS plays is undocumented;"
          + " \(advice)\n")
    }
    let report = try report(folder, "alertsound check U --json")
    #expect(!report.failed)
    #expect(report.sounds[0].verdict?.reasons.map(\.grade) == ["widely-observed"])
    #expect(report.summary["undocumented"] == 1)
    #expect(try self.report(folder, "alertsound check U --json --strict").failed)
  }

  private func report(_ folder: ShellFolder, _ line: String) throws -> CheckReport {
    try JSONDecoder().decode(CheckReport.self, from: Data(folder.run(line).output))
  }

  @Test func jsonMatchesTheList() throws {
    let folder = try Self.sounds()
    let report = try report(folder, "alertsound check S nothing --json")
    #expect(report.schema == "alertsound.check/3")
    #expect(report.failed)
    #expect(report.sounds.map(\.file) == ["S/good.caf", "S/odd.wav", "S/song.mp3"])
    #expect(report.sounds.map(\.verdict?.outcome) == ["plays", "plays", "default"])
    #expect(report.sounds.map(\.fileType) == ["caff", "caff", nil])
    #expect(report.sounds.map(\.formatID) == ["ima4", "ima4", nil])
    #expect(report.sounds[0].seconds == 640.0 / 44_100)
    #expect(report.sounds[1].verdict?.advisories.map(\.rule) == ["extension"])
    #expect(report.sounds[2].verdict?.reasons.map(\.rule) == ["container"])
    #expect(report.failures.map(\.file) == ["nothing"])
    #expect(
      report.summary
        == [
          "sounds": 3, "plays": 2, "undocumented": 0, "default": 1, "unknown": 0, "advisories": 1,
          "fits": 0, "requests": 0, "requestsNotFound": 0, "requestsUnknown": 0,
        ])
  }

  @Test(.enabled(if: TestSystem.takesAnyName, "file names must be text here"))
  func namesNeedNotBeUTF8() throws {
    let folder = try ShellFolder()
    let sound = try soundFile(.caf, .ima4, frameCount: 64, usesFiller: false)
    try folder.write(sound, to: "S/-q.caf")
    _ = try folder.run(#"cp S/-q.caf "S/$(printf '\377').caf""#)
    #expect(try folder.run("alertsound check S").outputLines.count == 3)
    let report = try report(folder, "alertsound check S --json")
    #expect(Set(report.sounds.map(\.file)) == ["S/-q.caf", "S/\u{FFFD}.caf"])
    // Expect no suggested command: arguments must be UTF-8, and this file's name isn't.
    try folder.write(soundFile(.caf, .ima4, frameCount: 44_100 * 31), to: "S/-q.caf")
    _ = try folder.run(#"mv S/-q.caf "S/$(printf '\377').caf""#)
    let tooLong = try folder.run("alertsound check S")
    #expect(tooLong.ending == .exit(1))
    #expect(!tooLong.outputText.contains("alertsound convert"))
  }
}

struct ListeningCheckTests {
  @Test func listenReportsLevels() throws {
    let folder = try ShellFolder([
      "S/quiet.caf": soundFile(.caf, .ima4, channels: [.quietSine], frameCount: 6400)
    ])
    try folder.write(
      soundFile(.wave, .pcm(.int16), channels: [.square], frameCount: 6400), to: "S/square.wav")
    let headers = try folder.run("alertsound check S")
    #expect(!headers.outputText.contains("note:"))
    let heard = try folder.run("alertsound check S --listen")
    #expect(heard.ending == .exit(0))
    for note in [
      "note: quiet: its highest peak is -41.9 dBFS; make it louder",
      "note: it begins abruptly, with a click;", "note: it ends abruptly, with a click;",
    ] {
      #expect(heard.outputText.contains(note), "\(note)")
    }
    #expect(try folder.run("alertsound check S --listen --strict").ending == .exit(1))
  }

  /// Headers can be right although the frames after them can't be decoded.
  @Test func aSoundThatCannotBeDecodedIsUnknown() throws {
    let small = try #require(
      SmallFile.movies.first { $0.description == "CAF Apple Lossless of 16 bits" })
    var bytes = small.bytes
    for index in small.audioBytes { bytes[index] ^= 0xFF }
    let folder = try ShellFolder(["S/a.caf": bytes])
    #expect(try folder.run("alertsound check S").ending == .exit(0))
    let heard = try folder.run("alertsound check S --listen")
    #expect(heard.ending == .exit(1))
    #expect(heard.outputText.hasPrefix("unknown       S/a.caf: "), "\(heard.outputText)")
  }
}

/// `--json` of `check` and `resolve`: the documentation matches the output.
struct CheckJSONTests {
  private static func documents(_ folder: ShellFolder, _ lines: [String]) throws -> [Any] {
    try lines.map {
      try JSONSerialization.jsonObject(with: Data(try folder.run($0 + " --json").output))
    }
  }

  @Test func checkAgreesWithItsDocumentation() throws {
    let folder = try ShellFolder.withDemoApp()
    let sound = try soundFile(.caf, .ima4, frameCount: 64)
    var damaged = ZipWriter.Entry("Payload/Demo.app/damaged.caf", sound)
    damaged.crc32 ^= 1
    damaged.method = 99
    let archive = ZipWriter([
      damaged, ZipWriter.Entry("Payload/../ring.caf", sound),
      ZipWriter.Entry("Payload/Demo.app/whole.caf", sound),
    ])
    try folder.write(archive.bytes, to: "odd.ipa")
    try folder.write("ID3 and so on", to: "song.mp3")
    try folder.write(
      soundFile(.caf, .pcm(.int16), channels: [.bell, .bell, .bell], frameCount: 64),
      to: "three.caf")
    var project = try DemoProject()
    project.xcode.targets[0].resources = []
    project.files["ios/Runner/new.caf"] = sound
    project.write("lib/other.dart", "DarwinNotificationDetails(sound: 'ring.caf')")
    project.write("lib/third.dart", "DarwinNotificationDetails(sound: name)")
    try project.write(into: folder.directory, named: "project")
    try JSONDocumentation("alertsound.check/3").expectAgreement(
      with: Self.documents(
        folder,
        [
          "alertsound check Demo.app nothing odd.ipa song.mp3 three.caf",
          "alertsound check Demo.ipa --strict", "alertsound check Demo.app --for alarmkit",
          "alertsound check project",
        ]))
  }

  @Test func resolveAgreesWithItsDocumentation() throws {
    let folder = try ShellFolder.withDemoApp()
    try folder.write(
      #"{"aps": {"sound": {"critical": 1, "name": "good.caf", "volume": 2}}}"#,
      to: "push.json")
    for (name, json) in [
      ("both", #"{"ios_sound": "good.caf", "android_sound": "gone", "android_channel_id": "c"}"#),
      (
        "android",
        #"{"notification": {"sound": "clip"}, "android": {"notification": {"sound": "clip"}}}"#
      ),
    ] {
      try folder.write(json, to: "\(name).json")
    }
    try folder.write(soundFile(.caf, .ima4, frameCount: 64), to: "raw/clip.caf")
    try folder.write(soundFile(.caf, .ima4, frameCount: 64), to: "raw/gong.caf")
    try JSONDocumentation("alertsound.resolve/3").expectAgreement(
      with: Self.documents(
        folder,
        [
          "alertsound resolve good.caf --bundle Demo.app",
          "alertsound resolve long.caf --bundle Demo.ipa",
          "alertsound resolve Good.caf --bundle Demo.app --library-sounds .",
          "alertsound resolve --payload push.json --bundle Demo.app",
          "alertsound resolve renamed.wav --bundle Demo.app",
          "alertsound resolve default --bundle Demo.app",
          "alertsound resolve good.caf --bundle Demo.app --for alarmkit",
          "alertsound resolve --payload both.json --bundle Demo.app --android raw",
          "alertsound resolve --payload android.json --android raw",
        ]))
  }
}

/// Which file each line of `alertsound check --diagnostics` names.
struct CheckDiagnosticsTests {
  @Test(arguments: [
    // GitHub can't annotate the entries of an archive, because they aren't files.
    ("check Demo.ipa --diagnostics github", "::error::Demo.ipa/Payload/Demo.app/song.mp3: "),
    ("check Demo.ipa --diagnostics plain", "Demo.ipa/Payload/Demo.app/song.mp3: error: "),
    // Xcode opens the file when its message is clicked, so the file must exist.
    ("check Demo.ipa --diagnostics xcode", "FOLDER/Demo.ipa: error: Payload/Demo.app/song.mp3: "),
    // Paths of annotations are relative to the checkout.
    (
      "cd repo/ios; check Sounds ../../other.mp3 --diagnostics github",
      "::error file=ios/Sounds/song.mp3::song.mp3: \n::error::../../other.mp3: "
    ),
    (
      "cd repo; check FOLDER/alias/ios/Sounds/song.mp3 FOLDER/other.mp3 --diagnostics github",
      "::error file=ios/Sounds/song.mp3::song.mp3: \n::error::FOLDER/other.mp3: "
    ),
    // GitHub may check out to a folder without .git.
    (
      "cd work/ios; GITHUB_WORKSPACE=FOLDER/work check . --diagnostics github",
      "::error file=ios/song.mp3::song.mp3: "
    ),
    (
      "cd work/ios; GITHUB_WORKSPACE= check . --diagnostics github",
      "::error file=song.mp3::song.mp3: "
    ),
  ])
  func aLineNamesTheFile(lines: String, beginnings: String) throws {
    let folder = try ShellFolder()
    let song = Array("ID3 and so on".utf8)
    for name in ["repo/ios/Sounds/song.mp3", "work/ios/song.mp3", "other.mp3"] {
      try folder.write(song, to: name)
    }
    try folder.write(
      ZipWriter([ZipWriter.Entry("Payload/Demo.app/song.mp3", song)]).bytes, to: "Demo.ipa")
    let place = try folder.run("mkdir repo/.git; ln -s repo alias; pwd -P").outputText.dropLast()
    let outcome = try folder.run(
      "cd -P .; "
        + lines.replacing("FOLDER", with: place).replacing("check ", with: "alertsound check "))
    #expect(outcome.ending == .exit(1))
    let expected = beginnings.replacing("FOLDER", with: place).split(separator: "\n")
    #expect(outcome.errorLines.count == expected.count)
    for (line, beginning) in zip(outcome.errorLines, expected) {
      #expect(line.hasPrefix(beginning + "this is MP3 audio"), "\(line)")
    }
  }
}
