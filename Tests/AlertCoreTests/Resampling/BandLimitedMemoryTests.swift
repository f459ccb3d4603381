import AlertSound
import TestSupport
import Testing

@testable import AlertCore

/// The memory for resampling doesn't grow with a stream's length.
@Suite(.enabled(if: AllocationMeter.isAvailable, "nothing counts allocations here"))
struct BandLimitedMemoryTests {
  private static let changes = [
    StreamedChange(48_000, 44_100), StreamedChange(8000, 48_000), StreamedChange(44_100, 48_001),
    StreamedChange(384_000, 8000),
  ]

  /// The peak memory, in bytes, of resampling a stream.
  private static func peak(_ change: StreamedChange, frameCount: Int) throws -> Int {
    let samples = whiteNoise(sampleCount: 4096 * change.channelCount)
    let request = change.request()
    // Make a resampler first. It makes the tables that all resamplers share, so that they aren't measured.
    _ = try Host().makeResampler(for: request)
    let (isDone, peak) = AllocationMeter.measure {
      guard let resampler = try? Host().makeResampler(for: request) else {
        return false
      }
      var output: [Double] = []
      for _ in 0..<frameCount / 4096 {
        output.removeAll(keepingCapacity: true)
        resampler.process(samples, appendingTo: &output)
      }
      output.removeAll(keepingCapacity: true)
      resampler.finish(frameCount: 10, appendingTo: &output)
      return output.count == 10 * change.channelCount
    }
    #expect(isDone)
    return peak
  }

  private static func expectPeak(
    _ change: StreamedChange, channelCount: Int, frameCount: Int, below limit: Int
  ) throws {
    let peak = try peak(change.with(\.channelCount, channelCount), frameCount: frameCount)
    #expect(peak < limit, "\(channelCount) channels: \(peak) bytes")
  }

  @Test(arguments: changes)
  func longStreamsNeedNoMore(change: StreamedChange) throws {
    // If a `RateDivider` comes first, make the streams longer by its divisor. Otherwise, `BlockResampler` would hold
    // all frames of the short stream.
    let divisor = RatePlan(from: change.sourceRate, to: change.rate).division?.sourceUnit ?? 1
    let short = try Self.peak(change, frameCount: divisor << 18)
    let long = try Self.peak(change, frameCount: divisor << 21)
    #expect(long <= short, "\(long) bytes, \(short) for an eighth")
    #expect(long < 3 << 20, "\(long) bytes")
  }

  /// The largest accepted number of channels takes up to 64 MB of buffers, up to another 64 MB for an interpolator, and
  /// the spare capacity of growing arrays.
  @Test(arguments: changes)
  func mostChannelsNeedWhatTheyMay(change: StreamedChange) throws {
    let accepted = (65...10_000).prefix {
      (try? Host().check(change.with(\.channelCount, $0).request())) != nil
    }
    for channelCount in [65, accepted.last ?? 0] {
      try Self.expectPeak(
        change, channelCount: channelCount, frameCount: 1 << 16, below: 160 << 20)
    }
  }

  @Test(arguments: [
    (StreamedChange(256, 1), 8, 64), (StreamedChange(1, 256), 8, 64),
    (StreamedChange(768_000, 3001), 8, 64), (StreamedChange(384_000, 8000), 8, 64),
    // The interpolator makes 125 or 128 frames from each frame of a block.
    (StreamedChange(1000.5, 250_000), 2, 48), (StreamedChange(1, 256), 2, 48),
  ])
  func extremeRatiosAreBounded(change: StreamedChange, channelCount: Int, megabyteCount: Int) throws
  {
    try Self.expectPeak(
      change, channelCount: channelCount, frameCount: 1 << 13, below: megabyteCount << 20)
  }
}
