import AlertSound
import ConversionSupport
import Foundation
import SoundFormat
import TestSupport
import Testing

/// Sounds whose length is known only after decoding.
@Suite
struct UnknownLengthTests {
  private static let target = ConversionTarget(container: .caf, dataFormat: .ima4)

  /// - Parameter reported: The length that the outcomes state, if it isn't exact.
  private func expectEachPolicy(
    for file: [UInt8], seconds: Double, reported: AlertLength? = nil
  ) throws {
    let source = try SoundSource(bytes: file)
    let whole = try Conversion(of: source, to: Self.target).inMemory().bytes
    #expect(try SoundFile(parsing: whole).duration == seconds)
    for policy in OverLimitPolicy.allCases {
      let output = try OverLimitPolicyTests.expect(
        policy, on: source, to: Self.target, whole: whole, isTooLong: seconds >= 30,
        reported: reported)
      guard seconds >= 30, policy == .trim else { continue }
      let sound = try SoundFile(parsing: output)
      #expect(sound.duration == 29.9)
      let steady = (29_850 * Int(sound.format.sampleRate) / 1000) / 64 * 34
      #expect(try audio(of: output).prefix(steady) == audio(of: whole).prefix(steady))
    }
  }

  /// A sound of 29.95 s is short enough, although longer sounds are trimmed to 29.9 s.
  @Test(arguments: [29_950, 29_999, 30_000, 30_001])
  func flacWithoutALength(milliseconds: Int) throws {
    let file = try streamedFLAC(.bell, frameCount: milliseconds)
    #expect(try SoundSource(bytes: file).frameCount == 0)
    // Decoding stops as soon as the sound is too long, so the exact length stays unknown.
    let isCutOff = milliseconds > 30_000
    try expectEachPolicy(
      for: file, seconds: Double(milliseconds) / 1000,
      reported: isCutOff ? .atLeast(seconds: 30) : nil)
  }
}
