import Foundation
import SoundFormat
import TestSupport
import Testing

struct CompareTests {
  private static func folder() throws -> ShellFolder {
    let bell = Signal.bell.int16(frameCount: 4000)
    return try ShellFolder([
      "bell.wav": soundFile(.wave, .pcm(.int16), .int16(bell)),
      "bell.caf": soundFile(.caf, .ima4, .int16(bell)),
      "late.caf": soundFile(.caf, .pcm(.int16), .int16([0, 0, 0, 0, 0] + bell)),
    ])
  }

  @Test func twoSounds() throws {
    let folder = try Self.folder()
    let outcome = try folder.run("alertsound compare bell.wav bell.caf")
    #expect(outcome.ending == .exit(0))
    let lines = outcome.outputLines
    #expect(lines[0] == "bell.caf compared with bell.wav")
    guard case .int16(let decoded) = try frames(of: folder.read("bell.caf")) else {
      Issue.record("ima4 is decoded to 16 bits")
      return
    }
    let ratio = signalToNoise(
      of: Array(decoded.prefix(4000)), to: Signal.bell.int16(frameCount: 4000))
    let noise = try #require(
      lines[1].firstMatch(of: /Noise to mask    (-?\d+\.\d) dB: noise (is masked|may be heard)/))
    #expect((Double(noise.1).map { $0 <= -10 }) == (noise.2 == "is masked"))
    #expect(lines[2] == "  Signal to noise  " + String(format: "%.1f dB", ratio))
    #expect(lines.count == 5)
  }

  @Test func samplesThatArentFiniteAreMentioned() throws {
    let folder = try Self.folder()
    let bytes = try PlainSound([[0, 0.5, .infinity, .nan]]).file(.wave, .littleFloat32)
    try folder.write(bytes, to: "odd.wav")
    let outcome = try folder.run("alertsound compare odd.wav odd.wav")
    #expect(outcome.errors.contains("odd.wav: warning: 2 samples are not finite or huge"))
  }

  /// Each row: arguments, and lines or parts of lines in the report.
  @Test(arguments: [
    (
      "bell.wav late.caf",
      [
        "  Compared         0.09 s of 0.09 s; the copy is 5 frames longer",
        "  Lengths          differ; if one sound begins later, as after a codec's delay, cut that first:"
          + " alertsound convert --trim",
      ]
    ),
    (
      "bell.wav bell.wav",
      [
        "bell.wav\n  Signal to noise  exact\n  Worst 20 ms      exact\n",
        "  Largest error    0.00 % of full scale",
      ]
    ),
    ("bell.wav slow.wav", ["  Rate             22050 Hz, compared at the original's 44100 Hz"]),
    ("silence.wav bell.wav", ["  Signal to noise  none: the original is silent"]),
    (
      "bell.wav cut.wav",
      [
        "  Signal to noise  exact in the compared part",
        "  Compared         0.02 s of 0.09 s; the copy is 3,118 frames shorter",
      ]
    ),
    ("bell.wav click.wav", ["  Worst 20 ms      ", " dB, at 0.02 s"]),
  ])
  func whatDiffersIsReported(arguments: String, lines: [String]) throws {
    let folder = try Self.folder()
    var bell = Signal.bell.int16(frameCount: 4000)
    for (name, samples) in [
      ("cut", Array(bell[..<882])), ("silence", [Int16](repeating: 0, count: 4000)),
    ] { try folder.write(soundFile(.wave, .pcm(.int16), .int16(samples)), to: "\(name).wav") }
    for index in 1000..<1010 { bell[index] += 100 }
    try folder.write(soundFile(.wave, .pcm(.int16), .int16(bell)), to: "click.wav")
    _ = try folder.run("afconvert bell.wav slow.wav -f WAVE -d LEI16@22050")
    let outcome = try folder.run("alertsound compare \(arguments)")
    #expect(outcome.ending == .exit(0))
    let text = outcome.outputText
    for line in lines { #expect(text.contains(line), "\(text)") }
    #expect(text.contains("  Lengths  ") == lines.contains { $0.contains("Lengths") })
    #expect(!arguments.contains("slow") || !text.contains("Compared  "))
  }

  @Test func formatsAreListedAndOneIsRecommended() throws {
    let folder = try Self.folder()
    let outcome = try folder.run("alertsound compare bell.wav --formats")
    #expect(outcome.ending == .exit(0))
    let lines = outcome.outputLines
    #expect(lines.count == 10)
    #expect(lines[1...2].allSatisfy { $0.hasPrefix("ima4 -q ") })
    let sizes = try ["ima4", "LEI16"].map { format in
      _ = try folder.run("afconvert bell.wav out.caf -f caff -d \(format)")
      return try folder.read("out.caf").count
    }
    #expect(lines[2].contains(String(format: "%.1f KB", Double(sizes[0]) / 1000)))
    let exactLine = try #require(lines.first { $0.hasPrefix("LEI16") })
    #expect(exactLine.hasSuffix("          exact            exact        exact  <-"))
    #expect(lines.last == "<- LEI16, the smallest whose noise is masked")
    // Noise masks noise.
    let noise = Signal.noise.int16(frameCount: 4000).map { $0 / 4 }
    try folder.write(soundFile(.wave, .pcm(.int16), .int16(noise)), to: "noise.wav")
    let masked = try folder.run("alertsound compare noise.wav --formats").outputLines
    #expect(masked.last?.hasPrefix("<- ima4 -q ") == true)
  }

  @Test func failuresNameTheFile() throws {
    let folder = try Self.folder()
    try folder.write(
      soundFile(.wave, .pcm(.int16), channels: [.bell, .bell], frameCount: 100), to: "wide.wav")
    let outcome = try folder.run("alertsound compare bell.wav wide.wav")
    expectErrors(
      outcome,
      "wide.wav: error: it has 2 channels, and the original has 1; convert the original to the"
        + " copy's channels first\n")
    #expect(try folder.run("alertsound compare bell.wav none.wav").ending == .exit(1))
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
    ].map {
      try JSONSerialization.jsonObject(
        with: Data(folder.run("alertsound compare --json \($0)").output))
    }
    try JSONDocumentation("alertsound.compare/3").expectAgreement(with: documents)
    let late = try #require((documents[1] as? [String: Any])?["comparison"] as? [String: Any])
    #expect(late["exact"] as? Bool == false && late["whole"] as? Bool == false)
    #expect(late["originalFrameCount"] as? Int == 4000 && late["copyFrameCount"] as? Int == 4005)
  }
}

/// `afconvert -q`, which searches for better IMA4.
struct SearchQualityTests {
  @Test func qualityChoosesTheEncoder() throws {
    let folder = try ShellFolder([
      "in.wav": soundFile(.wave, .pcm(.int16), channels: [.bell, .square], frameCount: 3000)
    ])
    func output(_ options: String) throws -> [UInt8] {
      let outcome = try folder.run("afconvert in.wav out.caf -f caff -d ima4 \(options)")
      #expect(outcome.ending == .exit(0) && outcome.errors == "")
      return try folder.read("out.caf")
    }
    let exact = try output("")
    #expect(try output("-q 0") == exact)
    let searched = try output("-q 63")
    #expect(searched != exact)
    #expect(searched.count == exact.count)
    // Expect the same bytes before the packets.
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
