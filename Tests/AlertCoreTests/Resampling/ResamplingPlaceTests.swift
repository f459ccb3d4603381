import AlertSound
import SoundFormat
import TestSupport
import Testing

/// A change of rate doesn't move anything in time.
struct ResamplingPlaceTests {
  private static let changes = [
    StreamedChange(48_000, 44_100), StreamedChange(44_100, 22_050), StreamedChange(44_100, 48_000),
    StreamedChange(8000, 48_000),
  ]

  private static let frameCount = 3000

  private func peak(of samples: [Double]) -> Int? {
    samples.indices.max { abs(samples[$0]) < abs(samples[$1]) }
  }

  @Test(arguments: changes, [.bandLimited, .libsamplerate(.fast)] as [ResamplingMethod])
  func impulseStaysWithinAFrame(change: StreamedChange, method: ResamplingMethod) throws {
    for place in [0, 1, Self.frameCount / 2, Self.frameCount - 1] {
      var samples = [Double](repeating: 0, count: Self.frameCount)
      samples[place] = 1
      let sound = PlainSound([samples], sampleRate: change.sourceRate)
      let resampled = try sound.resampled(to: change.rate, method)
      let found = try #require(peak(of: resampled.channels[0]))
      let wanted = Double(place) * change.rate / change.sourceRate
      #expect(
        abs(Double(found) - wanted) <= (wanted.rounded() == wanted ? 0 : 1), "frame \(place)")
      #expect(resampled.channels[0][found] > 0)
    }
  }

  /// At the end, the filters ring as if silence followed.
  @Test(
    arguments: changes + [
      StreamedChange(48_000, 1000), StreamedChange(1000, 48_000), StreamedChange(44_100, 44_101),
      StreamedChange(44_100, 96_000),
    ], ResamplingMethod.all)
  func trailingSilenceChangesNothing(change: StreamedChange, method: ResamplingMethod) throws {
    for (channelCount, frameCount) in [(1, 2), (2, 63), (3, 441)] {
      let sound = PlainSound(
        .noise, channelCount: channelCount, frameCount: frameCount, sampleRate: change.sourceRate)
      // Append as much silence as the filters reach: at most 300 frames of the lower rate.
      let silence = [Double](
        repeating: 0, count: min(8000, Int(300 * max(1, change.sourceRate / change.rate))))
      let longer = PlainSound(sound.channels.map { $0 + silence }, sampleRate: change.sourceRate)
      let resampled = try sound.resampled(to: change.rate, method, .littleFloat64)
      let expected = try longer.resampled(to: change.rate, method, .littleFloat64).channels.map {
        Array($0.prefix(resampled.frameCount))
      }
      // Allow for the band-limited method's errors, below −170 dB. They depend on its block size, and so on the length.
      let tolerance = method == .bandLimited ? 1e-8 : 0
      let isEqual = zip(resampled.channels, expected).allSatisfy { samples, wanted in
        samples.count == wanted.count
          && zip(samples, wanted).allSatisfy { abs($0 - $1) <= tolerance }
      }
      #expect(isEqual, "\(channelCount) channels, \(frameCount) frames")
    }
  }

  /// At twice the rate, linear interpolation inserts the mean of every two neighbours, and half of the last frame.
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

  /// `--offset` counts frames of the source, and only the remaining frames are resampled.
  @Test func offsetCountsFramesOfTheSource() throws {
    let sound = PlainSound(.bell, frameCount: 4800, sampleRate: 48_000)
    let cut = PlainSound([Array(sound.channels[0][160...])], sampleRate: 48_000)
    let resampled = try sound.converted {
      $0.sampleRate = 44_100
      $0.firstFrame = 160
    }
    #expect(try resampled == cut.resampled(to: 44_100))
    #expect(resampled.frameCount == (4640 * 441 + 479) / 480)
  }
}
