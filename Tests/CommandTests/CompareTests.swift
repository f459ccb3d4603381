import Foundation
import SoundFormat
import TestSupport
import Testing

/// `alertsound compare`.
struct CompareTests {
  private static func folder() throws -> ShellFolder {
    let folder = try ShellFolder()
    let bell = Signal.bell.int16(frameCount: 4000)
    try folder.write(soundFile(.wave, .pcm(.int16), .int16(bell)), to: "bell.wav")
    try folder.write(soundFile(.caf, .ima4, .int16(bell)), to: "bell.caf")
    try folder.write(
      soundFile(.caf, .pcm(.int16), .int16([0, 0, 0, 0, 0] + bell)), to: "late.caf")
    return folder
  }

  @Test func twoSounds() throws {
    let folder = try Self.folder()
    let outcome = try folder.run("alertsound compare bell.wav bell.caf")
    #expect(outcome.ending == .exit(0))
    let lines = outcome.outputText.split(separator: "\n").map(String.init)
    #expect(lines[0] == "bell.caf compared with bell.wav")
    guard case .int16(let decoded) = try frames(of: folder.directory.read("bell.caf")) else {
      Issue.record("ima4 is decoded to 16 bits")
      return
    }
    let ratio = signalToNoise(
      of: Array(decoded.prefix(4000)), to: Signal.bell.int16(frameCount: 4000))
    #expect(lines[1] == "  Signal to noise  " + String(format: "%.1f dB", ratio))
    #expect(lines.count == 5)
  }

  @Test func delayIsDetectedUnlessDisabled() throws {
    let folder = try Self.folder()
    let aligned = try folder.run("alertsound compare bell.wav late.caf").outputText
    #expect(aligned.contains("  Signal to noise  exact\n"))
    #expect(aligned.contains("  Delay            5 frames"))
    let unaligned = try folder.run("alertsound compare bell.wav late.caf --no-align").outputText
    #expect(!unaligned.contains("exact") && !unaligned.contains("Delay"))
  }

  @Test func formatsAreListedAndOneIsRecommended() throws {
    let folder = try Self.folder()
    let outcome = try folder.run("alertsound compare bell.wav --formats --above 25")
    #expect(outcome.ending == .exit(0))
    let lines = outcome.outputText.split(separator: "\n").map(String.init)
    #expect(lines.count == 11)
    #expect(lines[1...3].allSatisfy { $0.hasPrefix("ima4 -q ") })
    let sizes = try ["ima4", "LEI16"].map { format in
      _ = try folder.run("afconvert bell.wav out.caf -f caff -d \(format)")
      return try folder.directory.read("out.caf").count
    }
    #expect(lines[3].contains(String(format: "%.1f KB", Double(sizes[0]) / 1000)))
    let exactLine = try #require(lines.first { $0.hasPrefix("LEI16") })
    #expect(exactLine.hasSuffix("            exact        exact"))
    #expect(lines.last?.hasPrefix("<- ima4 -q ") == true)
    #expect(lines.last?.hasSuffix(", the smallest above 25.0 dB") == true)
    let exact = try folder.run("alertsound compare bell.wav --formats --above 200").outputText
    #expect(exact.contains("<- LEI16, the smallest above 200.0 dB"))
  }

  /// The longest file would take 24 MB. The process needs more than half of the limit even for a short sound.
  @Test(
    .enabled(if: AllocationMeter.limitsArePossible, "memory can't be limited here"))
  func comparingFormatsNeedsLittleMemory() throws {
    let folder = try Self.folder()
    let channels = [Signal](repeating: .silence, count: 3)
    let end = try soundFile(.caf, .pcm(.int16), channels: channels, frameCount: 1)
    // A CAF's last chunk may extend to the end of the file; bytes never written take no disk space.
    try folder.write(end, to: "long.caf")
    let file = try FileHandle(forUpdating: folder.directory.url.appending(path: "long.caf"))
    let sizeOffset = try SoundFile(parsing: end).audioBytes.lowerBound - 12
    try file.seek(toOffset: UInt64(sizeOffset))
    try file.write(contentsOf: [UInt8](repeating: 0xFF, count: 8))
    try file.truncate(atOffset: UInt64(end.count) + 2_000_000 * 6)
    try file.close()
    let outcome = try folder.run("ulimit -d 40000; exec alertsound compare long.caf --formats")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText.contains("       24 MB            exact"))
  }

  @Test func failuresNameTheFile() throws {
    let folder = try Self.folder()
    try folder.write(
      soundFile(.wave, .pcm(.int16), channels: [.bell, .bell], frameCount: 100), to: "wide.wav")
    let outcome = try folder.run("alertsound compare bell.wav wide.wav")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors
        == "wide.wav: error: it has 2 channels, and the original has 1; convert the original to the"
        + " copy's channels first\n")
    #expect(try folder.run("alertsound compare bell.wav none.wav").ending == .exit(1))
  }

  @Test func anotherRateIsReported() throws {
    let folder = try Self.folder()
    _ = try folder.run("afconvert bell.wav slow.wav -f WAVE -d LEI16@22050")
    let text = try folder.run("alertsound compare bell.wav slow.wav").outputText
    #expect(text.contains("  Rate             22050 Hz, compared at the original's 44100 Hz\n"))
    #expect(!text.contains("Compared  ") && !text.contains("Delay"))
  }

  /// The output says so if a mean includes windows whose values were capped.
  @Test func limitedWindowsAreReported() throws {
    let folder = try Self.folder()
    var samples = Signal.bell.int16(frameCount: 4000)
    for index in 1000..<1010 { samples[index] += 100 }
    try folder.write(soundFile(.wave, .pcm(.int16), .int16(samples)), to: "click.wav")
    let text = try folder.run("alertsound compare bell.wav click.wav").outputText
    #expect(text.contains(" dB, each limited to -10 to 60 dB\n"))
    let exact = try folder.run("alertsound compare bell.wav bell.wav").outputText
    #expect(
      exact
        == """
        bell.wav compared with bell.wav
          Signal to noise  exact
          In 20 ms, mean   exact
          In 20 ms, worst  exact
          Largest error    0.00 % of full scale

        """)
  }

  @Test(arguments: [
    ("bell.wav", "Give either two sounds, or one and --formats."),
    ("bell.wav bell.caf --formats", "Give either two sounds, or one and --formats."),
    ("bell.wav bell.caf --above 3", "--above works only with --formats"),
    ("bell.wav --formats --no-align", "--align and --no-align work only with two sounds"),
    ("bell.wav --formats --align", "--align and --no-align work only with two sounds"),
    ("bell.wav bell.caf --keep kept", "--keep works only with --formats"),
    ("bell.wav --formats --keep -", "--keep takes a folder"),
    ("bell.wav --formats --above nan", "--above takes a number of decibels"),
    ("bell.wav --formats --above inf", "--above takes a number of decibels"),
    ("bell.wav --formats --above --json", "'--json' is invalid"),
    ("", "Missing expected argument"),
  ])
  func incompatibleOptionsAreRejected(line: String, message: String) throws {
    let folder = try Self.folder()
    let outcome = try folder.run("alertsound compare \(line)")
    #expect(outcome.ending == .exit(64))
    #expect(outcome.outputText == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func theThresholdMayBeBelowZero() throws {
    let folder = try Self.folder()
    let text = try folder.run("alertsound compare bell.wav --formats --above -5").outputText
    #expect(text.hasSuffix(", the smallest above -5.0 dB\n"))
    let usual = try folder.run("alertsound compare bell.wav --formats").outputText
    #expect(usual.hasSuffix("above 30.0 dB\n") || usual.contains("no format is above 30.0 dB"))
  }

  @Test func differentLengthsAreReported() throws {
    let folder = try Self.folder()
    let bell = Signal.bell.int16(frameCount: 4000)
    try folder.write(soundFile(.wave, .pcm(.int16), .int16([])), to: "empty.wav")
    try folder.write(soundFile(.wave, .pcm(.int16), .int16(Array(bell[..<882]))), to: "cut.wav")
    func lines(_ arguments: String) throws -> [String] {
      let outcome = try folder.run("alertsound compare \(arguments)")
      #expect(outcome.ending == .exit(0))
      return outcome.outputText.split(separator: "\n").dropFirst().map(String.init)
    }
    #expect(
      try lines("bell.wav empty.wav") == [
        "  Signal to noise  none: the copy is empty",
        "  Compared         0.00 s of 0.09 s; the copy is 4,000 frames shorter",
      ])
    #expect(
      try lines("empty.wav bell.wav") == [
        "  Signal to noise  none: the original is empty",
        "  Compared         0.00 s of 0.00 s; the copy is 4,000 frames longer",
      ])
    let cut = try lines("bell.wav cut.wav")
    #expect(cut.first == "  Signal to noise  exact in the compared part")
    #expect(
      cut.last == "  Compared         0.02 s of 0.09 s; the copy is 3,118 frames shorter")
    let longer = try lines("cut.wav bell.wav")
    #expect(
      longer.last == "  Compared         0.02 s of 0.02 s; the copy is 3,118 frames longer")
  }

  @Test func unalignedSoundsAreReported() throws {
    let folder = try Self.folder()
    let bell = Signal.bell.int16(frameCount: 4000)
    try folder.write(
      soundFile(.wave, .pcm(.int16), .int16([Int16](repeating: 0, count: 5001) + bell)),
      to: "late.wav")
    let text = try folder.run("alertsound compare bell.wav late.wav").outputText
    #expect(text.hasSuffix("  Delay            the sounds don't line up within 5000 frames\n"))
    let unasked = try folder.run("alertsound compare bell.wav late.wav --no-align").outputText
    #expect(!unasked.contains("Delay"))
  }

  @Test func aSilentOriginalIsReported() throws {
    let folder = try Self.folder()
    try folder.write(
      soundFile(.wave, .pcm(.int16), channels: [.silence], frameCount: 4000), to: "silence.wav")
    let text = try folder.run("alertsound compare silence.wav bell.wav").outputText
    #expect(text.contains("  Signal to noise  none: the original is silent\n"))
  }

  @Test func jsonAgreesWithItsDocumentation() throws {
    let folder = try Self.folder()
    try folder.write(
      soundFile(.wave, .pcm(.int16), channels: [.silence], frameCount: 4000), to: "silence.wav")
    try folder.write(soundFile(.wave, .pcm(.int16), .int16([])), to: "empty.wav")
    _ = try folder.run("afconvert bell.wav slow.wav -f WAVE -d LEI16@22050")
    let documents = try [
      "bell.wav bell.caf", "bell.wav late.caf", "bell.wav --formats", "silence.wav bell.wav",
      "bell.wav empty.wav", "bell.wav silence.wav", "bell.wav slow.wav",
      "bell.wav --formats --keep kept",
    ].map {
      try JSONSerialization.jsonObject(
        with: Data(folder.run("alertsound compare --json \($0)").output))
    }
    try JSONDocumentation("alertsound.compare/2").expectAgreement(with: documents)
    let comparisons = try documents.filter { ($0 as? [String: Any])?["copy"] != nil }.map {
      try #require(($0 as? [String: Any])?["comparison"] as? [String: Any])
    }
    #expect(comparisons.map { $0["exact"] as? Bool } == [false, true, false, false, false, false])
    // A mean of exact windows would be the cap.
    #expect(
      comparisons.map { $0["segmentalSignalToNoise"] == nil } == [
        false, true, true, true, false, false,
      ])
    #expect(
      comparisons.map { $0["hasCappedWindow"] as? Bool }.prefix(2) == [false, true])
    #expect(comparisons.map { $0["linesUp"] as? Bool } == [true, true, true, true, false, true])
    #expect(
      comparisons.map { $0["signalToNoise"] == nil } == [false, true, true, true, false, false])
    #expect(
      comparisons.map { $0["originalFrameCount"] as? Int } == [4000, 4000, 4000, 4000, 4000, 4000])
    #expect(comparisons.map { $0["copyFrameCount"] as? Int } == [4000, 4005, 4000, 0, 4000, 4000])
  }
}

/// `afconvert -q`.
struct SearchQualityTests {
  @Test func qualityChoosesTheEncoder() throws {
    let folder = try ShellFolder()
    try folder.write(
      soundFile(.wave, .pcm(.int16), channels: [.bell, .square], frameCount: 3000), to: "in.wav")
    func output(_ options: String) throws -> [UInt8] {
      let outcome = try folder.run("afconvert in.wav out.caf -f caff -d ima4 \(options)")
      #expect(outcome.ending == .exit(0) && outcome.errors == "")
      return try folder.directory.read("out.caf")
    }
    let exact = try output("")
    #expect(try output("-q 0") == exact)
    let searched = try output("-q 63")
    #expect(searched != exact)
    #expect(searched.count == exact.count)
    // Everything but the packets is the same.
    let audio = try SoundFile(parsing: searched).audioBytes
    #expect(searched[..<audio.lowerBound] == exact[..<audio.lowerBound])
    let original = interleaved([Signal.bell, .square].map { $0.int16(frameCount: 3000) })
    func ratio(_ file: [UInt8]) throws -> Double {
      let decoded = try frames(of: file).int16Samples
      return signalToNoise(of: Array(decoded.prefix(original.count)), to: original)
    }
    #expect(try ratio(searched) > ratio(exact) + 1)
    let verbose = try folder.run("afconvert -v in.wav out.caf -f caff -d ima4 -q 63").outputText
    #expect(
      verbose.contains(
        "    signal to noise: \(String(format: "%.1f", try ratio(searched))) dB"))
    #expect(verbose.contains("codec quality = 63"))
  }
}
