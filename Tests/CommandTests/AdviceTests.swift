import Foundation
import SoundFormat
import TestSupport
import Testing

/// The command lines that reports advise: they are pasted into a shell here, and do what they promise.
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

  /// Pastes what is advised, and expects a sound that plays, and every other file as it was.
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

  /// An oracle of quoting that the program's own has nothing to do with.
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

  /// A file that ffmpeg makes of a bell.
  private func encoded(
    _ folder: ShellFolder, _ name: String, frameCount: Int = 4000, _ options: String...
  ) throws -> [UInt8] {
    let wave = try soundFile(.wave, .pcm(.int16), channels: [.bell], frameCount: frameCount)
    try folder.write(wave, to: "in/x.wav")
    try Tool.ffmpeg.run(
      ["-v", "error", "-nostdin", "-i", folder.directory.path("in/x.wav")] + options
        + [folder.directory.path("in/\(name)")])
    return try folder.directory.read("in/\(name)")
  }

  /// ffmpeg writes the format flags 0, Apple and libsndfile 1 to 4. libsndfile refuses 0.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"), arguments: [0, 1] as [UInt8])
  func appleLosslessInACAFIsDecodedFirst(flags: UInt8) throws {
    let folder = try ShellFolder()
    var bytes = try encoded(folder, "x.caf", "-c:a", "alac", "-sample_fmt", "s16p")
    try #require(bytes[28..<36].elementsEqual(Array("alac".utf8) + [0, 0, 0, 0]))
    bytes[35] = flags
    try folder.write(bytes, to: "lossless.caf")
    try expectCure(folder, "lossless.caf")
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func opusInACAFIsDecodedFirst() throws {
    let folder = try ShellFolder()
    let bytes = try encoded(folder, "x.caf", "-c:a", "libopus", "-ar", "48000")
    try folder.write(bytes, to: "opus.caf")
    try expectCure(folder, "opus.caf")
  }

  /// ffmpeg writes no AAC into a CAF: the packets of a bare stream, without their headers of seven bytes.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func aacInACAFIsDecodedFirst() throws {
    let folder = try ShellFolder()
    let stream = try encoded(folder, "x.aac", "-c:a", "aac")
    var (packets, sizes): ([UInt8], [UInt8]) = ([], [])
    var packetCount = 0
    var place = 0
    while place < stream.count {
      let size =
        Int(stream[place + 3] & 3) << 11 | Int(stream[place + 4]) << 3 | Int(stream[place + 5]) >> 5
      packets += stream[place + 7..<place + size]
      let rest = size - 7
      sizes += rest < 128 ? [UInt8(rest)] : [UInt8(rest >> 7) | 0x80, UInt8(rest & 0x7F)]
      packetCount += 1
      place += size
    }
    let frameCount = packetCount * 1024
    try folder.write(
      hex(
        """
        'caff' 0001 0000 'desc' 0000000000000020
          40E5888000000000 'aac ' 00000000 00000000 00000400 00000001 00000000
        """)
        // AudioSpecificConfig of AAC-LC at 44.1 kHz, mono, in an elementary stream descriptor.
        + hex(
          """
          'kuki' 0000000000000027 03 80808022 0000 00 04 80808014 40 15 000000 00000000 00000000
            05 80808002 1208 06 80808001 02
          """)
        + hex("'pakt'") + UInt64(24 + sizes.count).bigEndianBytes
        + UInt64(packetCount).bigEndianBytes + UInt64(frameCount).bigEndianBytes
        + hex("00000000 00000000") + sizes
        + hex("'data'") + UInt64(4 + packets.count).bigEndianBytes + hex("00000001") + packets,
      to: "aac.caf")
    try expectCure(folder, "aac.caf")
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

  /// One command heals all that a command can.
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

  /// In an app or an archive there is nothing to convert: its sources are elsewhere.
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

  /// `check`, `info`, `convert` and `afconvert` name the same way out.
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

extension UInt64 {
  fileprivate var bigEndianBytes: [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> UInt64($0)) }
  }
}

extension String {
  fileprivate var padded: String { String(repeating: "0", count: max(0, 3 - count)) + self }
}
