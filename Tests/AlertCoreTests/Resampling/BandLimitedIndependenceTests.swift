import TestSupport
import Testing

@testable import AlertCore
@testable import AlertSound

/// A result's bits don't depend on other channels, on how the stream is split, or on whether its length is stated.
struct BandLimitedIndependenceTests {
  private static let changes = [
    StreamedChange(48_000, 44_100), StreamedChange(44_100, 48_000), StreamedChange(8000, 48_000),
    StreamedChange(44_100, 22_050), StreamedChange(44_100, 48_001), StreamedChange(96_000, 44_101),
    StreamedChange(384_000, 8000),
  ]

  /// The factor by which the first step divides the rate.
  private static func divisor(_ change: StreamedChange) -> Int {
    RatePlan(from: change.sourceRate, to: change.rate).division?.sourceUnit ?? 1
  }

  /// The length of the longest short stream, in source frames. A short stream's length determines the block size.
  /// At the higher rate of the blocks, the limit is 65,536 frames, including the ringing that dividing the rate adds.
  private static func longestShortFrameCount(_ change: StreamedChange) -> Int {
    let plan = RatePlan(from: change.sourceRate, to: change.rate)
    let higher = max(plan.ratio.sourceUnit, plan.ratio.unit)
    let ringing = 2 * (plan.division?.reachFrameCount ?? 0)
    return (65_536 * plan.ratio.sourceUnit / higher - ringing) * divisor(change)
  }

  /// Lengths that lead to many different block sizes.
  private static func lengths(_ change: StreamedChange) -> [Int] {
    let longest = longestShortFrameCount(change)
    return [2, 3, 4, 6, 8, 12, 16, 24, 32].flatMap { share in
      let length = share * longest / 32
      return [length - 1, length, length + 1, length + 2]
    } + [0, 1, 2, longest + 5000]
  }

  @Test(arguments: changes, [1, 2, 3])
  func partsGiveTheSameBits(change: StreamedChange, channelCount: Int) throws {
    let change = change.with(\.channelCount, channelCount)
    // Try a short stream, whose block size is chosen at its end, and a long stream, whose size is chosen earlier.
    for frameCount in [3000, Self.longestShortFrameCount(change) + 5000] {
      let noise = whiteNoise(sampleCount: frameCount * channelCount)
      let whole = try change.convert(noise) { frameCount }
      var generator = SeededGenerator(seed: 9)
      for (name, partLength) in [
        ("1", { 1 }), ("7", { 7 }), ("4096", { 4096 }),
        ("random", { Int.random(in: 1...9000, using: &generator) }),
      ] as [(String, () -> Int)] where frameCount == 3000 || name != "1" {
        let samples = try change.convert(noise, partLength: partLength)
        let difference = firstDifference(samples, whole)
        #expect(difference == nil, "\(frameCount) frames in parts of \(name)")
      }
    }
  }

  @Test(arguments: changes, [2, 3, 4, 5, 8, 65])
  func otherChannelsDoNotMatter(change: StreamedChange, channelCount: Int) throws {
    let frameCount = 7000
    let noise = whiteNoise(sampleCount: frameCount * channelCount)
    // State the length. Otherwise, a stream of more than 64 channels is processed like a long stream.
    let stated = change.with(\.statesLength, true)
    let together = try stated.with(\.channelCount, channelCount).convert(noise)
    for channel in 0..<channelCount {
      let own = stride(from: channel, to: noise.count, by: channelCount).map { noise[$0] }
      let result = stride(from: channel, to: together.count, by: channelCount).map { together[$0] }
      let alone = try stated.convert(own)
      #expect(firstDifference(result, alone) == nil, "channel \(channel)")
    }
  }

  @Test(arguments: changes)
  func theStatedLengthDoesNotMatter(change: StreamedChange) throws {
    let noise = whiteNoise(sampleCount: Self.longestShortFrameCount(change) + 5000)
    for length in Self.lengths(change) {
      let frames = Array(noise[..<length])
      let unstated = try change.convert(frames)
      let stated = try change.with(\.statesLength, true).convert(frames)
      #expect(firstDifference(stated, unstated) == nil, "\(length) frames")
    }
  }

  /// Farther from a sound than the filter reaches, silence stays silent, wherever blocks end.
  @Test(arguments: changes, [1, 2, 3])
  func silenceAroundASoundStaysSilent(change: StreamedChange, channelCount: Int) throws {
    let change = change.with(\.channelCount, channelCount)
    // Add the interpolator's reach, five frames of its own rate. This rate is at least twice the lower rate.
    let lower = min(1, change.rate / change.sourceRate)
    let reach = SincConvolution(from: change.sourceRate, to: change.rate).lobe + 5 / (2 * lower)
    let divisor = Self.divisor(change)
    for (onset, length, frameCount) in [
      (5000 * divisor, 1, 9000 * divisor), (3001 * divisor, 2000, 9000 * divisor),
      (20_011 * divisor, 30_000, 80_000 * divisor),
    ] {
      var frames = [Double](repeating: 0, count: frameCount * channelCount)
      let noise = whiteNoise(sampleCount: length * channelCount)
      frames.replaceSubrange(
        onset * channelCount..<(onset + length) * channelCount, with: noise)
      let samples = try change.convert(frames)
      let scale = change.rate / change.sourceRate
      let first = Int((Double(onset) - reach) * scale) - 2
      let last = Int((Double(onset + length) + reach) * scale) + 2
      #expect(samples[..<(first * channelCount)].allSatisfy { $0 == 0 }, "before \(onset)")
      #expect(samples[(last * channelCount)...].allSatisfy { $0 == 0 }, "after \(onset)")
      #expect(!samples[(first * channelCount)..<(last * channelCount)].allSatisfy { $0 == 0 })
    }
  }

  /// Cached filters give the same results as new filters, even if several threads request the first filter at once.
  @Test(arguments: changes)
  func keptFiltersGiveTheSameBits(change: StreamedChange) async throws {
    let noise = whiteNoise(sampleCount: 6000)
    let wanted = try change.convert(noise, on: Host())
    let cached = Host.makeSystem()
    let results = await withTaskGroup(of: [Double]?.self) { group in
      for _ in 0..<4 { group.addTask { try? change.convert(noise, on: cached) } }
      var results: [[Double]?] = []
      for await result in group { results.append(result) }
      return results
    }
    #expect(results.count == 4)
    for result in results { #expect(result.map { firstDifference($0, wanted) } == .some(nil)) }
    let again = try change.convert(noise, on: cached)
    #expect(firstDifference(again, wanted) == nil)
  }
}
