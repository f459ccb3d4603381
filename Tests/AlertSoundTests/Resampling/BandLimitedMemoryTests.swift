import AlertSound
import TestSupport
import Testing

@testable import AlertCore

/// Memory doesn't grow with a stream's length.
@Suite(.enabled(if: AllocationMeter.isAvailable, "nothing counts allocations here"))
struct BandLimitedMemoryTests {
  private static let changes = [
    StreamedChange(48_000, 44_100), StreamedChange(8000, 48_000), StreamedChange(44_100, 48_001),
    StreamedChange(384_000, 8000),
  ]

  /// The most bytes that are held at a time to convert so many frames, as they arrive.
  private static func peak(_ change: StreamedChange, frameCount: Int) throws -> Int {
    let samples = whiteNoise(sampleCount: 4096 * change.channelCount)
    let request = change.request()
    // Tables that all conversions share are made by the first one.
    _ = try BuiltInResamplers().makeResampler(for: request)
    let (isDone, peak) = AllocationMeter.measure {
      guard let resampler = try? BuiltInResamplers().makeResampler(for: request) else {
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

  @Test(arguments: changes)
  func longStreamsNeedNoMore(change: StreamedChange) throws {
    // Counted after a division: before it, the shorter stream would be held as a whole.
    let divisor = RatePlan(from: change.sourceRate, to: change.rate).division?.sourceUnit ?? 1
    let short = try Self.peak(change, frameCount: divisor << 18)
    let long = try Self.peak(change, frameCount: divisor << 22)
    #expect(long <= short, "\(long) bytes, \(short) for a sixteenth")
    #expect(long < 3 << 20, "\(long) bytes")
  }

  /// A stream of which the length isn't known is held until it has turned out to be long, and no longer.
  @Test(arguments: changes)
  func manyChannelsNeedMemoryForTheirBlocks(change: StreamedChange) throws {
    let change = change.with(\.channelCount, 64)
    let peak = try Self.peak(change, frameCount: 1 << 17)
    // The held frames, twice if an array grows, and blocks.
    #expect(peak < 3 * 65_536 * 64 * 8, "\(peak) bytes")
  }

  /// A sound of one frame and 64 channels has small blocks, unless its rate is divided.
  @Test(arguments: changes.dropLast())
  func shortSoundsNeedLittle(change: StreamedChange) throws {
    let change = change.with(\.channelCount, 64)
    let samples = whiteNoise(sampleCount: 64)
    let request = change.request(sourceFrameCount: 1)
    let (output, peak) = AllocationMeter.measure { () -> [Double] in
      guard let resampler = try? BuiltInResamplers().makeResampler(for: request) else { return [] }
      var output: [Double] = []
      resampler.process(samples, appendingTo: &output)
      resampler.finish(frameCount: change.frameCount(1), appendingTo: &output)
      return output
    }
    #expect(output.count == 64 * change.frameCount(1))
    #expect(peak < 4 << 20, "\(peak) bytes")
  }

  /// The most channels that are accepted take the 64 MB that limit them, for an interpolator as much again, and what
  /// growing arrays have in reserve.
  @Test(arguments: changes)
  func mostChannelsNeedWhatTheyMay(change: StreamedChange) throws {
    let accepted = (65...10_000).prefix {
      (try? BuiltInResamplers().check(change.with(\.channelCount, $0).request())) != nil
    }
    for channelCount in [65, accepted.last ?? 0] {
      let peak = try Self.peak(change.with(\.channelCount, channelCount), frameCount: 1 << 16)
      #expect(peak < 160 << 20, "\(channelCount) channels: \(peak) bytes")
    }
  }

  /// The interpolator makes 125 and 128 frames of each that the blocks give.
  @Test(arguments: [StreamedChange(1000.5, 250_000), StreamedChange(1, 256)])
  func largeStepsUpwardsAreBounded(change: StreamedChange) throws {
    let change = change.with(\.channelCount, 2)
    #expect(try Self.peak(change, frameCount: 1 << 13) < 48 << 20)
  }

  /// Eight channels are accepted at any ratio.
  @Test(arguments: [
    StreamedChange(256, 1), StreamedChange(1, 256), StreamedChange(768_000, 3001),
    StreamedChange(384_000, 8000),
  ])
  func eightChannelsNeedTheirLimitAtMost(change: StreamedChange) throws {
    let change = change.with(\.channelCount, 8)
    #expect(try Self.peak(change, frameCount: 1 << 13) < 64 << 20)
  }

  /// The highest ratios need no large blocks, but the interpolator makes up to 128 frames of one.
  @Test(arguments: [
    (StreamedChange(256, 1), 1), (StreamedChange(1, 256), 2), (StreamedChange(768_000, 3001), 2),
    (StreamedChange(384_000, 8000), 1),
  ])
  func highestRatiosNeedLittle(change: StreamedChange, megabyteCount: Int) throws {
    let samples = whiteNoise(sampleCount: 100)
    let (sampleCount, peak) = AllocationMeter.measure { () -> Int? in
      (try? change.with(\.statesLength, true).convert(samples))?.count
    }
    #expect(sampleCount == change.frameCount(100))
    #expect(peak < megabyteCount << 20, "\(peak) bytes")
  }
}
