import AlertSound
import SoundFormat
import TestSupport
import Testing

/// A change of rate doesn't move anything in time.
struct ResamplingPlaceTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let sourceRate: Double
    let rate: Double
    var testDescription: String { "\(sourceRate) to \(rate)" }

    static let all = [
      Pair(sourceRate: 48_000, rate: 44_100), Pair(sourceRate: 44_100, rate: 22_050),
      Pair(sourceRate: 44_100, rate: 48_000), Pair(sourceRate: 8000, rate: 48_000),
    ]
  }

  private static let frameCount = 3000

  private func peak(of samples: [Double]) -> Int? {
    samples.indices.max { abs(samples[$0]) < abs(samples[$1]) }
  }

  @Test(arguments: Pair.all, ResamplingMethod.allBandLimited)
  func impulseStaysWithinAFrame(pair: Pair, method: ResamplingMethod) throws {
    for place in [0, 1, Self.frameCount / 2, Self.frameCount - 1] {
      var samples = [Double](repeating: 0, count: Self.frameCount)
      samples[place] = 1
      let sound = PlainSound([samples], sampleRate: pair.sourceRate)
      let resampled = try sound.resampled(to: pair.rate, method)
      let found = try #require(peak(of: resampled.channels[0]))
      let wanted = Double(place) * pair.rate / pair.sourceRate
      #expect(
        abs(Double(found) - wanted) <= (wanted.rounded() == wanted ? 0 : 1), "frame \(place)")
      #expect(resampled.channels[0][found] > 0)
    }
  }

  /// The filters ring at the end as if silence followed.
  @Test(
    arguments: Pair.all + [
      Pair(sourceRate: 48_000, rate: 1000), Pair(sourceRate: 1000, rate: 48_000),
      Pair(sourceRate: 44_100, rate: 44_101), Pair(sourceRate: 44_100, rate: 96_000),
    ], ResamplingMethod.all)
  func trailingSilenceChangesNothing(pair: Pair, method: ResamplingMethod) throws {
    for (channelCount, frameCount) in [(1, 2), (2, 63), (3, 441)] {
      let sound = PlainSound(
        .noise, channelCount: channelCount, frameCount: frameCount, sampleRate: pair.sourceRate)
      // As far as the filters reach, at the lower rate.
      let silence = [Double](
        repeating: 0, count: min(8000, Int(300 * max(1, pair.sourceRate / pair.rate))))
      let longer = PlainSound(sound.channels.map { $0 + silence }, sampleRate: pair.sourceRate)
      let resampled = try sound.resampled(to: pair.rate, method, .littleFloat64)
      let expected = try longer.resampled(to: pair.rate, method, .littleFloat64).channels.map {
        Array($0.prefix(resampled.frameCount))
      }
      // The band-limited method works in blocks, whose size depends on the sound's length. What is lost at their
      // ends, below −170 dB, depends on that size.
      let tolerance = method == .bandLimited ? 1e-8 : 0
      let isEqual = zip(resampled.channels, expected).allSatisfy { samples, wanted in
        samples.count == wanted.count
          && zip(samples, wanted).allSatisfy { abs($0 - $1) <= tolerance }
      }
      #expect(isEqual, "\(channelCount) channels, \(frameCount) frames")
    }
  }

  /// At twice the rate, straight lines insert the mean of two frames, and half of the last
  /// frame after it.
  @Test(
    arguments: [1, 2, 3, 63, 64, 65, 4096, 4410],
    [ResamplingMethod.linear, .libsamplerate(.linear)])
  func linearInterpolationReachesTheEnd(frameCount: Int, method: ResamplingMethod) throws {
    let samples = PlainSound(.noise, frameCount: frameCount, sampleRate: 24_000).channels[0]
    let resampled = try PlainSound([samples], sampleRate: 24_000).resampled(to: 48_000, method)
    let followers = samples.dropFirst() + [0]
    let expected = zip(samples, followers).flatMap { [$0, ($0 + $1) / 2] }
    #expect(resampled.channels[0].count == expected.count)
    #expect(zip(resampled.channels[0], expected).allSatisfy { abs($0 - $1) < 1e-6 })
  }
}
