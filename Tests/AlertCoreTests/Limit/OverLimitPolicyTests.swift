import AlertSound
import ConversionSupport
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// Each policy for sounds just below, at and above the limit.
struct OverLimitPolicyTests {
  struct Target: Sendable, CustomTestStringConvertible {
    let container: Container
    let dataFormat: DataFormat

    var conversionTarget: ConversionTarget {
      ConversionTarget(container: container, dataFormat: dataFormat)
    }
    /// Whether iOS plays the padding of the last packet, because the file can't exclude it.
    var playsPadding: Bool { container == .aifc && dataFormat == .ima4 }
    var testDescription: String { "\(container) \(dataFormat)" }
  }

  static let targets = [
    Target(container: .caf, dataFormat: .ima4), Target(container: .caf, dataFormat: .pcm(.int16)),
    Target(container: .aiff, dataFormat: .pcm(.int24, .big)),
    Target(container: .aifc, dataFormat: .ima4), Target(container: .aifc, dataFormat: .muLaw),
    Target(container: .wave, dataFormat: .pcm(.float32)),
    Target(container: .wave, dataFormat: .aLaw),
  ]
  private static let old = Array("what was there before".utf8)

  /// A sound at 1000 Hz. Each frame lasts a millisecond.
  static func source(milliseconds: Int) throws -> [UInt8] {
    try soundFile(.wave, .pcm(.int16), frameCount: milliseconds, sampleRate: 1000)
  }

  /// Apple's rule, computed independently of the code under test.
  private func isTooLong(_ milliseconds: Int, _ target: Target) -> Bool {
    let played = target.playsPadding ? (milliseconds / 64 + 1) * 64 : milliseconds
    return played >= 30_000
  }

  /// Converts to an existing file's path. Expects the policy's outcome and output, and the same outcome of a dry run.
  ///
  /// - Parameter reported: The length that the outcome states, if it isn't exact.
  @discardableResult
  static func expect(
    _ policy: OverLimitPolicy, on source: SoundSource, to target: ConversionTarget, whole: [UInt8],
    isTooLong: Bool, reported: AlertLength? = nil
  ) throws -> [UInt8] {
    let seconds = try SoundFile(parsing: whole).duration
    let length = reported ?? .exactly(seconds: seconds)
    let folder = try TemporaryDirectory()
    try folder.write(old, to: "out")
    var outcome: AlertOutcome?
    var failure: SoundError?
    do throws(SoundError) {
      let conversion = try Conversion(of: source, to: target, limit: LengthLimit(policy))
      outcome = try conversion.write(to: folder.filePath("out")).facts.outcome
      #expect(try conversion.rehearse().outcome == outcome)
    } catch {
      failure = error
    }
    #expect(try folder.names == ["out"])
    let output = try folder.read("out")
    guard isTooLong else {
      #expect(outcome == .converted, "\(seconds) s")
      #expect(firstDifference(of: output, from: whole) == nil)
      return output
    }
    #expect(seconds >= 30)
    switch policy {
    case .warn:
      #expect(outcome == .convertedTooLong(seconds: seconds))
      #expect(firstDifference(of: output, from: whole) == nil)
    case .fail:
      #expect(failure?.step == .checkingLength)
      #expect(failure?.reason.contains("30 s") == true)
      #expect(failure?.advice != nil)
      #expect(output == old)
    case .omit:
      #expect(outcome == .omitted(from: length))
      #expect(output == old)
    case .default:
      #expect(outcome == .replacedByDefault(from: length))
      let expected = try Conversion(of: DefaultSound.source, to: target).inMemory().bytes
      #expect(firstDifference(of: output, from: expected) == nil)
    case .trim:
      let sound = try SoundFile(parsing: output)
      #expect(outcome == .trimmed(from: length, to: sound.duration))
      #expect(sound.duration < 30 && sound.duration > 29.8)
    }
    return output
  }

  @Test(arguments: OverLimitPolicy.allCases, targets)
  func eachPolicyAtTheLimit(policy: OverLimitPolicy, target: Target) throws {
    for milliseconds in [29_900, 29_999, 30_000, 30_001] {
      let source = try SoundSource(bytes: Self.source(milliseconds: milliseconds))
      let whole = try Conversion(of: source, to: target.conversionTarget).inMemory().bytes
      try Self.expect(
        policy, on: source, to: target.conversionTarget, whole: whole,
        isTooLong: isTooLong(milliseconds, target))
    }
  }
}
