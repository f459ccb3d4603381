import Foundation
import SoundFormat
import TestSupport
import Testing

/// `alertsound convert` with options that trim, fade or repeat sounds, or set their loudness; `check --loudness`.
struct ConvertPreparationTests {
  /// A second of a soft tone between two half seconds of silence, and a second of a loud tone.
  private static func sounds() throws -> SoundFolder {
    let rate = 8000
    func tone(_ level: Double, silentFrameCount: Int) throws -> [UInt8] {
      let silence = [Int16](repeating: 0, count: silentFrameCount)
      let tone = (0..<rate).map { frame in
        Int16((level * 32_767 * sin(Double(frame) * 2 * .pi * 500 / Double(rate))).rounded())
      }
      return try soundFile(
        .wave, .pcm(.int16), .int16(silence + tone + silence), sampleRate: Double(rate),
        usesFiller: false)
    }
    return try SoundFolder([
      "soft.wav": tone(0.02, silentFrameCount: 4000), "loud.wav": tone(0.5, silentFrameCount: 0),
    ])
  }

  private func sounds(in folder: SoundFolder) throws -> [String: [String: Any]] {
    let sounds = try folder.shell.manifestSounds()
    return Dictionary(
      uniqueKeysWithValues: try sounds.map { (try #require($0["output"] as? String), $0) })
  }

  /// The loud tone has 25 times the amplitude of the soft tone. Both get -16 LUFS.
  @Test func soundsGetOneLoudness() throws {
    let folder = try Self.sounds()
    let line = "in -o out -d LEI16 --loudness -16 --trim-silence --manifest m.json"
    #expect(try folder.succeed(line) == "2 converted, 0 unchanged")
    // Later runs report the same values.
    for _ in 0..<2 {
      let sounds = try sounds(in: folder)
      let soft = try #require(sounds["soft.caf"]?["levels"] as? [String: Double])
      let loud = try #require(sounds["loud.caf"]?["levels"] as? [String: Double])
      let (softBefore, loudBefore) = (
        try #require(soft["loudnessBefore"]), try #require(loud["loudnessBefore"])
      )
      #expect(abs(loudBefore - softBefore - 20 * log10(25)) < 0.3)
      for levels in [soft, loud] {
        #expect(abs(try #require(levels["loudnessAfter"]) + 16) < 0.11)
        #expect(try #require(levels["truePeakAfter"]) < -1)
      }
      let preparation = try #require(sounds["soft.caf"]?["preparation"] as? [String: Any])
      for (side, expected) in [("Start", 0.495), ("End", 0.485)] {
        for name in ["trimmedAt\(side)", "silenceTrimmedAt\(side)"] {
          #expect(abs(try #require(preparation[name] as? Double) - expected) < 0.001, "\(name)")
        }
      }
      #expect(abs(try #require(sounds["soft.caf"]?["seconds"] as? Double) - 1.02) < 0.001)
      #expect(try folder.succeed(line) == "0 converted, 2 unchanged")
    }
    #expect(try folder.succeed(line + " --loudness -20") == "2 converted, 0 unchanged")
    #expect(try folder.succeed(line + " --true-peak -3") == "2 converted, 0 unchanged")
    let outcome = try folder.run("alertsound check --loudness -16 --tolerance 0.2 out")
    #expect(outcome.ending == .exit(0))
    #expect(!outcome.outputText.contains("LUFS"))
  }

  @Test func soundsRepeat() throws {
    let folder = try Self.sounds()
    let outcome = try folder.convert("in/loud.wav -o ring.caf --repeat 5 --gap 0.25 --trim :0.5")
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.outputText.contains(
        " KB; 0.5 s cut off at the end; played 7 times with gaps of 0.25 s"))
    let valid = try folder.run("afinfo ring.caf | grep 'valid frames'").outputText
    // Seven plays of 0.5 s and six gaps of 0.25 s, at 8000 Hz.
    #expect(valid.contains("audio \(7 * 4000 + 6 * 2000) valid frames"))
  }

  /// A sound of 2 s repeats for exactly the time that was asked for, but stays below the limit.
  @Test(
    arguments: [
      ("--repeat 18", 9, nil), ("--repeat 17.999", 8, nil), ("--repeat 30", 14, nil),
      ("--repeat 40", 14, "repeats below the limit of 30 s, not for 40 s"),
      (
        "--repeat 40 --over-limit fail --limit 20", 9,
        "repeats below the limit of 20 s, not for 40 s"
      ),
      ("--repeat 40 --limit 3", 1, "plays once, since two plays aren't shorter than 3 s"),
      ("--repeat 3", 1, "plays once, since two plays are longer than 3 s"),
    ] as [(String, Int, String?)])
  func repetitionsStayBelowTheLimit(options: String, count: Int, note: String?) throws {
    let folder = try SoundFolder([
      "ring.wav": try soundFile(.wave, .pcm(.int16), frameCount: 16_000, sampleRate: 8000)
    ])
    let outcome = try folder.convert("in/ring.wav -o ring.caf -q 0 \(options)")
    expectErrors(outcome, exit: 0, note.map { "in/ring.wav: note: \($0)\n" } ?? "")
    let seconds = try folder.run("afinfo ring.caf | grep 'estimated duration'").outputText
    #expect(seconds == "estimated duration: \(2 * count).000000 sec\n")
  }

  @Test func theTableShowsEachSound() throws {
    let folder = try Self.sounds()
    let outcome = try folder.convert("in -o out -d LEI16 --loudness -16 -v")
    let lines = outcome.outputLines
    #expect(
      lines.suffix(4).first
        == "output       result     size   LUFS     to   dBTP     to  gain  limited"
    )
    #expect(Set(lines.suffix(4).dropLast().map(\.count)).count == 1, "the columns are aligned")
    #expect(lines.last?.hasSuffix("; 2 of 2 at -16 LUFS") == true)
    // Without such options, there is a shorter table.
    try folder.write([1], to: "in/bad.wav")
    let plain = try folder.convert("in -o plain -d LEI16 -v").outputLines.suffix(5).dropLast()
    #expect(
      plain.map { $0.split(separator: " ").prefix(2) } == [
        ["output", "result"], ["bad.caf", "failed"], ["loud.caf", "converted"],
        ["soft.caf", "converted"],
      ])
  }

  @Test func whatFallsShortIsSaid() throws {
    let folder = try Self.sounds()
    let outcome = try folder.convert("in/loud.wav -o loud.caf -d LEI16 --loudness 0")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors.contains("in/loud.wav: warning: "))
    #expect(outcome.errors.contains(" LU below 0 LUFS, since its true peak may not exceed -1 dBTP"))
    let silent = try folder.run(
      "head -c 44 in/loud.wav >s.wav; head -c 16000 /dev/zero >>s.wav; alertsound convert s.wav -o s.caf --loudness -16"
    )
    expectErrors(silent, exit: 0, "s.wav: warning: silent, so its loudness can't be changed\n")
  }

  @Test func theAdvisedCommandCuresTheLoudness() throws {
    let folder = try Self.sounds()
    let check = try folder.run("alertsound check --loudness -16 --tolerance 3 in")
    #expect(check.ending == .exit(0))
    let command = try #require(
      check.outputLines.first { $0.contains("soft.wav --") }?
        .components(separatedBy: "by the result: ").last)
    #expect(
      command == "alertsound convert in/soft.wav --loudness -16 --trim-silence -o in/soft.caf")
    #expect(try folder.run(command).ending == .exit(0))
    let fixed = try folder.run("alertsound check --loudness -16 --tolerance 0.2 in/soft.caf")
    #expect(!fixed.outputText.contains("LUFS"))
  }

  @Test func aSpanBehindTheEndFails() throws {
    let folder = try Self.sounds()
    let outcome = try folder.convert("in/loud.wav -o loud.caf --trim 4:")
    expectErrors(
      outcome,
      "in/loud.wav: error: the part starts at 4 s, but the sound is 1 s long; start it earlier\n")
  }
}
