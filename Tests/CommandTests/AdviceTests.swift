import Foundation
import SoundFormat
import TestSupport
import Testing

/// The commands that reports suggest, pasted into a shell.
@Suite
struct AdviceTests {
  private func sounds(_ folder: ShellFolder, _ arguments: String) throws -> [CheckReport.Sound] {
    let outcome = try folder.run("alertsound check --json \(arguments)")
    return try JSONDecoder().decode(CheckReport.self, from: Data(outcome.output)).sounds
  }

  /// Runs the command that `check` suggests. Expects one new sound, which plays, and no changed files.
  ///
  /// - Parameter seconds: The expected length of the sound; nil for any length.
  private func expectCure(
    _ folder: ShellFolder, _ path: String, seconds: Double? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let verdict = try #require(
      try sounds(folder, "-- \(quoted(path))").first?.verdict, sourceLocation: sourceLocation)
    let findings = verdict.reasons + verdict.advisories
    let command = try #require(
      findings.lazy.compactMap(\.command).first, sourceLocation: sourceLocation)
    let before = try contents(of: folder)
    let outcome = try folder.run(Self.fast(command))
    #expect(
      outcome.ending == .exit(0), "\(command)\n\(outcome.errors)", sourceLocation: sourceLocation)
    let after = try contents(of: folder)
    for (name, bytes) in before {
      #expect(after[name] == bytes, "\(command) changed \(name)", sourceLocation: sourceLocation)
    }
    // Expect only one new file: an intermediate file would be a second one.
    let made = after.keys.filter { before[$0] == nil }
    #expect(made.count == 1, "\(command) made \(made)", sourceLocation: sourceLocation)
    for name in made {
      if let seconds {
        let sound = try SoundFile(parsing: folder.read(name))
        let length = Double(sound.frameCount) / sound.format.sampleRate
        #expect(abs(length - seconds) < 0.2, "\(command)", sourceLocation: sourceLocation)
        #expect(try isBell(folder, name), "\(command)", sourceLocation: sourceLocation)
      }
      let cured = try sounds(folder, "--strict -- \(quoted(name))").first?.verdict
      #expect(cured?.outcome == "plays", "\(command)", sourceLocation: sourceLocation)
      let rules = cured?.advisories.map(\.rule).filter { $0 != "banner-length" }
      #expect(rules == [], "\(command)", sourceLocation: sourceLocation)
    }
  }

  /// The command with Apple's encoder, because the IMA4 search is slow in a debug build.
  private static func fast(_ command: String) -> String {
    command.replacingOccurrences(of: "alertsound convert", with: "alertsound convert -q 0")
  }

  /// Whether a sound is the bell of the tests' files, not the built-in chime.
  private func isBell(_ folder: ShellFolder, _ name: String) throws -> Bool {
    try folder.write(
      soundFile(.wave, .pcm(.int16), channels: [.bell], frameCount: 8000, sampleRate: 8000),
      to: "bell/bell.wav")
    let outcome = try folder.run("alertsound compare --json bell/bell.wav \(quoted(name))")
    let ratio = outcome.outputText.firstMatch(of: /"signalToNoise" : (-?[0-9.]+),\n    "whole"/)
    return ratio.flatMap { Double($0.1) } ?? .infinity > 0
  }

  /// The bytes of all files by name, including hidden files.
  private func contents(of folder: ShellFolder) throws -> [String: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: folder.files().map { ($0, try folder.read($0)) })
  }

  /// A shell word for a text, with each byte in octal. So the tests don't depend on the program's quoting.
  private func quoted(_ text: String) -> String {
    "\"$(printf '\(text.utf8.map { "\\" + String($0, radix: 8).padded }.joined())')\""
  }

  @Test(arguments: [
    "song.flac", "a folder/my song.flac", "it's.flac", "$HOME `id` \"x\".flac", "-o.flac",
    "a\\b.flac",
    "a\u{7}b\u{1B}c.flac", "a:b.flac", "звук.flac", "~.flac", "=x.flac",
    "a;b&c|d(e)<f>*?[g]{h,i}#!.flac",
    "song", "song.caf", "Song.CAF", "a\tb.flac",
  ])
  func aReadableSoundIsConverted(name: String) throws {
    let folder = try ShellFolder()
    try folder.write(
      PlainSound(.bell, frameCount: 2000).file(libsndfile: Libsndfile.flac), to: name)
    try expectCure(folder, name)
  }

  /// A bell, encoded by ffmpeg.
  private func encoded(
    _ folder: ShellFolder, _ name: String, frameCount: Int = 4000, sampleRate: Double = 44_100,
    _ options: [String]
  ) throws -> [UInt8] {
    let wave = try soundFile(
      .wave, .pcm(.int16), channels: [.bell], frameCount: frameCount, sampleRate: sampleRate)
    try folder.write(wave, to: "in/x.wav")
    try Tool.ffmpeg.run(
      ["-v", "error", "-nostdin", "-i", folder.directory.path("in/x.wav")] + options
        + [folder.directory.path("in/\(name)")])
    return try folder.read("in/\(name)")
  }

  /// FFmpeg can convert a sound that nothing here reads.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: [
      ("it's.webm", ["-c:a", "libopus"]), ("a.wma", ["-c:a", "wmav2"]), ("a.ac3", ["-c:a", "ac3"]),
      ("a.caf", ["-c:a", "libopus", "-ar", "48000"]), ("a.tta", ["-c:a", "tta"]),
      ("a.oga", ["-c:a", "flac"]), ("a.wav", ["-c:a", "ac3", "-f", "ac3"]),
      ("b.caf", ["-c:a", "flac"]),
    ])
  func theAdvisedCommandOfFFmpegWorks(name: String, options: [String]) throws {
    let folder = try ShellFolder()
    let bytes = try encoded(folder, name, frameCount: 48_000, sampleRate: 48_000, options)
    try folder.write(bytes, to: name)
    let outcome = try folder.run("alertsound convert -o out.caf -- *.*")
    #expect(outcome.ending == .exit(1))
    let line = try #require(outcome.errors.split(separator: "\n").first)
    let command = try #require(line.range(of: ", or convert it first: ")).upperBound
    let output = line.split(separator: " ").last ?? ""
    let pasted = try folder.run(
      "\(line[command...]) -v error -nostdin && alertsound convert -q 0 \(output) -o out.caf")
    #expect(pasted.ending == .exit(0), "\(line)\n\(pasted.errors)")
    #expect(
      try folder.run("alertsound check \"\(name)\"").outputText.contains(
        "; export the sound as WAV, AIFF or CAF"))
  }

  /// The m4a's header states the length. The fragmented MP4 and the MP3 don't state theirs.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: [
      ("x.m4a", ["-c:a", "aac"]),
      ("x.mp4", ["-c:a", "aac", "-movflags", "empty_moov+frag_keyframe"]),
      ("x.mp3", ["-c:a", "libmp3lame"]), ("x.ogg", ["-c:a", "libvorbis"]),
    ], [1, 40])
  func adviceKeepsTheOriginalSound(kind: (name: String, options: [String]), seconds: Int) throws {
    let folder = try ShellFolder()
    let bytes = try encoded(
      folder, kind.name, frameCount: seconds * 8000, sampleRate: 8000, kind.options)
    try folder.write(bytes, to: "long\(kind.name)")
    try expectCure(folder, "long\(kind.name)", seconds: min(Double(seconds), 29.9))
  }

  /// All commands of a report can be pasted at once: no command replaces a file or reads another's
  /// output.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func allCommandsOfAReportCanBePasted() throws {
    let folder = try ShellFolder()
    for name in ["ring.m4a", "ring.mp3", "ring.flac", "RING.ogg", "ring.mov"] {
      let options = name == "ring.mov" ? ["-c:a", "aac"] : []
      try folder.write(encoded(folder, name, frameCount: 8000, options), to: "S/\(name)")
    }
    // Each command has its own output, even if the command line names one folder by two paths.
    for line in ["S", "S/ring.m4a S/../S/ring.mp3 S/ring.flac S/RING.ogg S/ring.mov"] {
      let found = try sounds(folder, line).compactMap(\.verdict)
      let commands = found.compactMap {
        ($0.reasons + $0.advisories).lazy.compactMap(\.command).first
      }
      #expect(commands.count == (line == "S" ? 4 : 5))
      let before = try contents(of: folder)
      try folder.write(Self.fast(commands.joined(separator: "\n") + "\n"), to: "paste")
      let outcome = try folder.run("sh < paste; rm paste")
      let after = try contents(of: folder)
      #expect(after.count == before.count + commands.count, "\(outcome.errors)")
      for (name, bytes) in before { #expect(after[name] == bytes, "\(name)") }
    }
    let commands = try folder.run(
      "alertsound info --json S/*.m4a S/*.mp3 S/*.flac | grep '\"command\"'")
    let outputs = commands.outputLines.map {
      $0.components(separatedBy: " -o ")[1]
    }
    #expect(Set(outputs).count == 3, "\(commands.outputText)")
  }

  @Test func adviceReplacesNoExistingFile() throws {
    let folder = try ShellFolder()
    let flac = try PlainSound(.bell, frameCount: 2000).file(libsndfile: Libsndfile.flac)
    try folder.write(flac, to: "song.flac")
    try folder.write([1], to: "song.caf")
    try expectCure(folder, "song.flac")
    try folder.write([2], to: "song-alert.caf")
    try folder.write([2], to: "song-alert-2.caf")
    try expectCure(folder, "song.flac")
  }

  @Test func oneCommandFixesAllFindings() throws {
    let folder = try ShellFolder()
    try folder.write(
      soundFile(
        .wave, .pcm(.float64), channels: [.bell, .bell, .bell], frameCount: 200_000,
        sampleRate: 96_000, layout: nil), to: "odd.wav")
    try expectCure(folder, "odd.wav")
    try folder.write(
      soundFile(.caf, .muLaw, channels: [.silence], frameCount: 240_001, sampleRate: 8000),
      to: "long.caf")
    try expectCure(folder, "long.caf")
    try folder.write(
      soundFile(.caf, .muLaw, channels: [.silence], frameCount: 240_000, sampleRate: 8000),
      to: "limit.caf")
    try expectCure(folder, "limit.caf")
  }

  /// Sounds in an app or an archive are build products: their sources must be converted.
  @Test func soundsInAnAppAreNotConvertedInPlace() throws {
    let folder = try ShellFolder()
    let song = Array("ID3 and so on".utf8)
    try folder.write(song, to: "Demo.app/song.mp3")
    try folder.write(
      ZipWriter([ZipWriter.Entry("Payload/Demo.app/song.mp3", song)]).bytes, to: "Demo.ipa")
    let found = try sounds(folder, "Demo.app Demo.ipa")
    #expect(found.count == 2)
    for sound in found {
      #expect(sound.verdict?.reasons.map(\.rule) == ["container"])
      #expect(sound.verdict?.reasons.allSatisfy { $0.command == nil } == true)
    }
  }

  /// Follows the advice on sounds that iOS and Android play, then checks again: each command, with the names in code
  /// and in the project, and each new name.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: [
      "ring.mp3", "My Ring.mp3", "bell.caf -c:a adpcm_ima_qt", "m.m4a", "w.wav -c:a pcm_s24le",
      "Ding.wav -ar 96000", "long.wav -t 31", "f.flac", "six.wav -ac 6",
    ], ["expo", "cordova"])
  func adviceForBothSystemsLeadsToNoOtherError(sound: String, kind: String) throws {
    let words = sound.components(separatedBy: " -")
    let options = words.dropFirst().flatMap { ("-" + $0).components(separatedBy: " ") }
    let folder = try ShellFolder()
    var name = words[0]
    let bytes = try encoded(
      folder, name, frameCount: options.first == "-t" ? 31 * 44_100 : 44_100, options)
    _ = try folder.run("rm -r in")
    try folder.write(bytes, to: "s/\(name)")
    func writeProject() throws {
      let stem = name.prefix { $0 != "." }
      if kind == "expo" {
        try folder.write(
          #"{"expo":{"plugins":[["expo-notifications",{"sounds":["./s/\#(name)"]}]]}}"#,
          to: "app.json")
        try folder.write("f({ ios_sound: '\(name)', android_sound: '\(stem)' })", to: "a.js")
      } else {
        let raw = "app/src/main/res/raw/\(name)"
        try folder.write(
          #"<widget xmlns="http://www.w3.org/ns/widgets"><platform name="ios"><resource-file src="s/\#(name)""#
            + #" target="\#(name)"/></platform><platform name="android"><resource-file src="s/\#(name)""#
            + #" target="\#(raw)"/></platform></widget>"#, to: "config.xml")
        try folder.write("local.schedule({ sound: 'res://\(name)' })", to: "www/a.js")
      }
    }
    try writeProject()
    for _ in 0..<3 {
      let verdict = try sounds(folder, ".").first?.verdict
      let findings = (verdict?.reasons ?? []) + (verdict?.advisories ?? [])
      guard let command = findings.lazy.compactMap(\.command).first else { break }
      #expect(try folder.run(Self.fast(command)).ending == .exit(0), "\(command)")
      _ = try folder.run("rm \(quoted("s/" + name))")
      name = try #require(try folder.files().first { $0.hasPrefix("s/") }).dropFirst(2).description
      try writeProject()
      let after = try folder.run("alertsound check .")
      #expect(after.ending == .exit(0), "\(command): \(after.outputText)")
      #expect(!after.outputText.contains("warning"), "\(command): \(after.outputText)")
    }
  }

  /// A sound named like a format that isn't written: the error has the words that work instead.
  @Test(arguments: ["y.mp3", "y.m4a -d aac", "y.mp3 -d ima4", "'my y.ogg' -v"])
  func theAdvisedOutputOfAfconvertWorks(output: String) throws {
    let folder = try ShellFolder([
      "x.wav": soundFile(.wave, .pcm(.int16), channels: [.bell], frameCount: 2000)
    ])
    let outcome = try folder.run("afconvert x.wav \(output)")
    #expect(outcome.ending == .exit(1) && outcome.errorLines.count == 1)
    let advice = try #require(outcome.errors.range(of: " isn't written; use ")).upperBound
    let pasted = try folder.run("afconvert x.wav \(outcome.errors[advice...])")
    #expect(pasted.ending == .exit(0), "\(outcome.errors)\(pasted.errors)")
    let made = try #require(try folder.files().first { $0 != "x.wav" })
    #expect(made.hasSuffix("y.caf"))
    #expect(try sounds(folder, quoted(made)).first?.verdict?.outcome == "plays")
  }
}

extension String {
  fileprivate var padded: String { String(repeating: "0", count: max(0, 3 - count)) + self }
}
