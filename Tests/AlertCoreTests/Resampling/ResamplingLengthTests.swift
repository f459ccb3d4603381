import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

/// The number of frames after a change of rate.
///
/// The number is rounded down if the rate rises, and up if it falls. Apple's tool rounds up in 34 conversions from 48 to
/// 44.1 kHz.
struct ResamplingLengthTests {
  private static func rule(_ frameCount: Int, _ sourceRate: Int, _ rate: Int) -> Int {
    let product = frameCount * rate
    return rate < sourceRate ? (product + sourceRate - 1) / sourceRate : product / sourceRate
  }

  @Test(arguments: ResamplingMethod.all, [1, 2])
  func lengthIsTheSameForEveryMethod(method: ResamplingMethod, channelCount: Int) throws {
    for (sourceRate, rate) in [
      (48_000, 44_100), (44_100, 48_000), (44_100, 22_050), (8000, 48_000),
    ] {
      for frameCount in [0, 1, 2, 147, 161, 4097] {
        let sound = PlainSound(
          .noise, channelCount: channelCount, frameCount: frameCount,
          sampleRate: Double(sourceRate))
        let resampled = try sound.resampled(to: Double(rate), method)
        let expected = Self.rule(frameCount, sourceRate, rate)
        #expect(resampled.channels.map(\.count) == Array(repeating: expected, count: channelCount))
      }
    }
  }

  /// If the requested rate is the source's, the bytes are the same as without a request.
  @Test func sameRateChangesNothing() throws {
    let file = try PlainSound(.noise, channelCount: 2, frameCount: 5000).file(.wave)
    for dataFormat in [DataFormat.littleInt16, .ima4, .littleInt24] {
      let plain = try output(of: file, .caf, dataFormat)
      #expect(try output(of: file, .caf, dataFormat) { $0.sampleRate = 44_100 } == plain)
    }
  }

  @Test(arguments: [(8000.0, 2_100_000.0), (1_000_000, 3900), (44_100, 172)])
  func unreachableRatioIsRejected(sourceRate: Double, rate: Double) throws {
    let file = try PlainSound(.sine, frameCount: 100, sampleRate: sourceRate).file(.wave)
    let error = #expect(throws: SoundError.self) {
      try Conversion(of: file, to: .wave, .littleInt16) { $0.sampleRate = rate }
    }
    #expect(error?.step == .choosingCodec)
    #expect(error?.reason.contains("the sample rate can change by a factor of 256 at most") == true)
  }
}
