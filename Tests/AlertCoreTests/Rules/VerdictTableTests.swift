import AlertCore
import SoundFormat
import TestSupport
import Testing

/// The verdict for every container, data format, length and number of channels. The expected
/// verdicts come from Apple's documentation, not from the rules' code.
struct VerdictTableTests {
  /// A container, its data formats, and whether Apple lists it.
  struct Kind: Sendable, CustomTestStringConvertible {
    let container: Container
    let isListed: Bool
    let dataFormats: [DataFormat]
    var testDescription: String { "\(container)" }
  }

  /// A length in frames at 1000 Hz, and whether it is under thirty seconds.
  static let lengths: [(frameCount: Int, isShort: Bool)] = [
    (29_900, true), (29_999, true), (30_000, false), (30_001, false), (181_000, false),
  ]

  private static let littleEndian: [DataFormat] = [
    .pcm(.int16), .pcm(.int24), .pcm(.int32), .pcm(.float32), .pcm(.float64),
  ]
  private static let bigEndian: [DataFormat] = [
    .pcm(.int16, .big), .pcm(.int24, .big), .pcm(.int32, .big), .pcm(.float32, .big),
    .pcm(.float64, .big),
  ]
  private static let wave = [.pcm(.uint8)] + littleEndian + [.muLaw, .aLaw]

  static let kinds = [
    Kind(
      container: .caf, isListed: true,
      dataFormats: [.pcm(.int8)] + littleEndian + bigEndian + [.ima4, .muLaw, .aLaw]),
    Kind(
      container: .aiff, isListed: true,
      dataFormats: [.pcm(.int8), .pcm(.int16, .big), .pcm(.int24, .big), .pcm(.int32, .big)]),
    Kind(
      container: .aifc, isListed: true,
      dataFormats: [.pcm(.int8), .pcm(.uint8)] + bigEndian + [.ima4, .muLaw, .aLaw]),
    Kind(container: .wave, isListed: true, dataFormats: wave),
    Kind(container: .rf64, isListed: false, dataFormats: wave),
    Kind(container: .bw64, isListed: false, dataFormats: wave),
  ]

  @Test func theTableHasEveryContainerAndDataFormat() {
    #expect(Set(Self.kinds.map(\.container)) == Set(Container.writable))
    for kind in Self.kinds {
      #expect(Set(kind.dataFormats) == Set(kind.container.dataFormats), "\(kind.container)")
    }
  }

  @Test(arguments: kinds)
  func theVerdictFollowsApplesRules(kind: Kind) throws {
    for dataFormat in kind.dataFormats {
      for (frameCount, isShort) in Self.lengths {
        for channelCount in [1, 2, 6] where dataFormat != .ima4 || channelCount <= 2 {
          // An AIFC states only a number of packets, each of 64 frames. So the last packet counts
          // in full, although it also has padding.
          let isPadded = kind.container == .aifc && dataFormat == .ima4
          let heard = isPadded ? (frameCount / 64 + 1) * 64 : frameCount
          let isShort = isPadded ? heard < 30_000 : isShort
          let file = try SparseFile(
            kind.container, dataFormat, frameCount: frameCount, channelCount: channelCount)
          let verdict = AlertRules.iOS.verdict(on: try SoundFile(in: file))
          let cell: Comment = "\(dataFormat), \(frameCount) frames, \(channelCount) channels"
          #expect(verdict.outcome == (kind.isListed && isShort ? .plays : .default), cell)
          let rules = (kind.isListed ? [] : [AlertRule.container]) + (isShort ? [] : [.length])
          #expect(verdict.reasons.map(\.rule) == rules, cell)
          if !isShort {
            let seconds = Double(heard) / 1000
            let reason: AlertFinding =
              heard == 30_000 ? .atLimit(seconds: 30) : .tooLong(seconds: seconds, limit: 30)
            #expect(verdict.reasons.last == reason, cell)
          }
        }
      }
    }
  }

  /// 29.999 s of IMA4 are 469 packets. They play for 30.016 s if nothing marks the padding.
  @Test func paddingCountsIfItCannotBeDistinguished() throws {
    let caf = try SoundFile(in: SparseFile(.caf, .ima4, frameCount: 29_999))
    #expect(AlertRules.iOS.verdict(on: caf).outcome == .plays)
    #expect(caf.decodedFrameCount == 30_016)
    let aifc = try SoundFile(in: SparseFile(.aifc, .ima4, frameCount: 29_999))
    #expect(
      AlertRules.iOS.verdict(on: aifc).reasons == [.tooLong(seconds: 30.016, limit: 30)])
  }

  /// Lengths just under the limit, at rates where a frame doesn't take a whole number of
  /// milliseconds.
  @Test(arguments: [8000.0, 11_025, 22_050, 44_100, 48_000])
  func aFrameLessThanThirtySecondsPlays(sampleRate: Double) throws {
    let limit = Int(sampleRate) * 30
    for (frameCount, reasons) in [
      (limit - 1, []), (limit, [.atLimit(seconds: 30)]),
      (limit + 1, [.tooLong(seconds: Double(limit + 1) / sampleRate, limit: 30)]),
    ] as [(Int, [AlertFinding])] {
      let file = try SparseFile(.caf, .ima4, frameCount: frameCount, sampleRate: sampleRate)
      let verdict = AlertRules.iOS.verdict(on: try SoundFile(in: file))
      #expect(verdict.reasons == reasons, "\(frameCount) frames")
    }
  }
}
