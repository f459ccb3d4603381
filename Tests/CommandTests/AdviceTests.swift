import Foundation
import SoundFormat
import TestSupport
import Testing

/// The command lines that reports suggest: pasted into a shell, they do what they promise.
struct AdviceTests {
  private struct Report: Decodable {
    struct Finding: Decodable {
      let rule: String
      let command: String?
    }
    struct Verdict: Decodable {
      let outcome: String
      let reasons, advisories: [Finding]
    }
    struct Sound: Decodable {
      let file: String
      let verdict: Verdict?
    }
    let sounds: [Sound]
  }

  private func sounds(_ folder: ShellFolder, _ arguments: String) throws -> [Report.Sound] {
    let outcome = try folder.run("alertsound check --json \(arguments)")
    return try JSONDecoder().decode(Report.self, from: Data(outcome.output)).sounds
  }

  /// Runs the suggested lines, and expects a sound that plays and every other file unchanged.
  private func expectCure(
    _ folder: ShellFolder, _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let verdict = try #require(
      try sounds(folder, "-- \(quoted(path))").first?.verdict, sourceLocation: sourceLocation)
    let findings = verdict.reasons + verdict.advisories
    let command = try #require(
      findings.lazy.compactMap(\.command).first, sourceLocation: sourceLocation)
    let before = try contents(of: folder)
    let outcome = try folder.run(command)
    #expect(
      outcome.ending == .exit(0), "\(command)\n\(outcome.errors)", sourceLocation: sourceLocation)
    let after = try contents(of: folder)
    for (name, bytes) in before {
      #expect(after[name] == bytes, "\(command) changed \(name)", sourceLocation: sourceLocation)
    }
    let made = after.keys.filter { before[$0] == nil && $0.hasSuffix(".caf") }
    #expect(made.count == 1, "\(command) made \(made)", sourceLocation: sourceLocation)
    for name in made {
      let cured = try sounds(folder, "--strict -- \(quoted(name))").first?.verdict
      #expect(cured?.outcome == "plays", "\(command)", sourceLocation: sourceLocation)
      let rules = cured?.advisories.map(\.rule).filter { $0 != "banner-length" }
      #expect(rules == [], "\(command)", sourceLocation: sourceLocation)
    }
  }

  /// All files, hidden ones too.
  private func contents(of folder: ShellFolder) throws -> [String: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: folder.files().map { ($0, try folder.directory.read($0)) })
  }

  /// Quotes independently of the program's own quoting.
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

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: ["memo.m4a", "-i.m4a", "a:b.m4a", "it's a memo.m4a", "a\u{7}b.m4a"])
  func anM4AIsDecodedFirst(name: String) throws {
    let folder = try ShellFolder()
    let wave = try soundFile(.wave, .pcm(.int16), channels: [.bell], frameCount: 4000)
    try folder.write(wave, to: "in/x.wav")
    try Tool.ffmpeg.run([
      "-v", "error", "-i", folder.directory.path("in/x.wav"), "-c:a", "aac",
      folder.directory.path("in/x.m4a"),
    ])
    let bytes = try folder.directory.read("in/x.m4a")
    try folder.write(bytes, to: name)
    try expectCure(folder, name)
  }

  @Test func whatIsThereAlreadyIsNotReplaced() throws {
    let folder = try ShellFolder()
    let flac = try PlainSound(.bell, frameCount: 2000).file(libsndfile: Libsndfile.flac)
    try folder.write(flac, to: "song.flac")
    try folder.write([1], to: "song.caf")
    try expectCure(folder, "song.flac")
    try folder.write([2], to: "song-alert.caf")
    try folder.write([2], to: "song-alert-2.caf")
    try expectCure(folder, "song.flac")
  }

  /// One command fixes everything that a command can fix.
  @Test func whatIsOddIsCuredTogether() throws {
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

  /// Nothing can be converted inside an app or an archive: its sources are elsewhere.
  @Test func whatIsInAnAppIsNotConvertedThere() throws {
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

  /// `check`, `info`, `convert` and `afconvert` suggest the same fix.
  @Test func theAdviceIsTheSameEverywhere() throws {
    let folder = try ShellFolder()
    try folder.write(
      hex(
        """
        00000018 'ftypM4A ' 00000000 'M4A isom'
        00000028 'moov' 00000020 'stsd' 00000000 00000001 00000010 'mp4a' 0000000000000000
        """), to: "my memo.m4a")
    let command =
      "ffmpeg -i 'my memo.m4a' 'my memo.wav' && alertsound convert 'my memo.wav' -o 'my memo.caf'"
    for line in [
      "alertsound check 'my memo.m4a'", "alertsound check 'my memo.m4a' --diagnostics plain",
      "alertsound info 'my memo.m4a'", "alertsound convert 'my memo.m4a' -o 'my memo.caf'",
      "afconvert 'my memo.m4a' 'my memo.caf' -f caff -d ima4", "afinfo 'my memo.m4a'",
    ] {
      let outcome = try folder.run(line)
      let text = outcome.outputText + outcome.errors
      #expect(text.contains(command), "\(line)\n\(text)")
      #expect(text.contains("an MPEG-4 file (m4a, mp4, mov) with AAC"), "\(line)")
      #expect(!text.contains("SOUND"), "\(line)")
    }
  }
}

extension String {
  fileprivate var padded: String { String(repeating: "0", count: max(0, 3 - count)) + self }
}
