import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

/// Reading arranged sounds from any frame, in blocks of any size.
struct ArrangedFramesTests {
  private static func arrangement(_ generator: inout SeededGenerator) -> Arrangement {
    var arrangement = Arrangement()
    if Bool.random(using: &generator) {
      let start = Double.random(in: 0...0.3, using: &generator)
      arrangement.span = .init(
        start: start, end: start + Double.random(in: 0.001...0.5, using: &generator))
    }
    if Bool.random(using: &generator) {
      arrangement.silenceThreshold = Double.random(in: -100 ... -20, using: &generator)
    }
    if Bool.random(using: &generator) {
      arrangement.fadeInOfEachPlay = Double.random(in: 0...0.3, using: &generator)
    }
    if Bool.random(using: &generator) {
      arrangement.fadeOutOfEachPlay = Double.random(in: 0...0.3, using: &generator)
    }
    if Bool.random(using: &generator) {
      arrangement.repetition = .init(
        seconds: Double.random(in: 0.1...2, using: &generator),
        gap: Bool.random(using: &generator) ? 0 : Double.random(in: 0...0.2, using: &generator))
    }
    return arrangement
  }

  @Test(arguments: 0..<60)
  func randomArrangements(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let channelCount = Int.random(in: 1...3, using: &generator)
    let format = [DataFormat.pcm(.int16), .pcm(.int24), .pcm(.float32), .ima4, .muLaw]
      .randomElement(using: &generator)!
    let signal = [Signal.bell, .noise, .sweep, .impulse, .silence].randomElement(using: &generator)!
    let file = try PlainSound(
      signal, channelCount: format == .ima4 ? min(2, channelCount) : channelCount,
      frameCount: Int.random(in: 3000...20_000, using: &generator), sampleRate: 8000
    ).file(.caf, format)
    let arrangement = Self.arrangement(&generator)
    let original = try SoundSource(bytes: file)
    let (source, change) = try original.arranged(by: arrangement)
    let channels = original.format.channelCount
    let all = try source.block()
    #expect(all.sampleCount == source.frameCount * channels, "\(arrangement)")
    #expect(change.isUnchanged == (source.soundFile != nil), "\(arrangement)")
    for _ in 0..<12 {
      let first = Int.random(in: 0...source.frameCount, using: &generator)
      let rest = try source.block(
        from: first, widestChannelCount: Int.random(in: channels...9000, using: &generator))
      #expect(
        rest.bits == all.samples(in: first * channels..<all.sampleCount).bits,
        "from \(first): \(arrangement)")
    }
    // The first play equals the sound without repetition, except for the fade at its end.
    var once = arrangement
    once.repetition = nil
    let (single, _) = try original.arranged(by: once)
    let play = try single.block()
    let frameCount = play.sampleCount / channels
    let steady = max(0, frameCount - (change.fadesBetweenPlays ? 40 : 0)) * channels
    #expect(all.samples(in: 0..<steady).bits == play.samples(in: 0..<steady).bits)
    guard change.playCount > 1 else { return }
    let gap = Int((change.gap * 8000).rounded())
    #expect(source.frameCount == change.playCount * frameCount + (change.playCount - 1) * gap)
    // The last play equals the sound without repetition, too, except for the fade at its start.
    let faded = (change.fadesBetweenPlays ? min(12, frameCount) : 0) * channels
    #expect(
      all.samples(in: all.sampleCount - play.sampleCount + faded..<all.sampleCount).bits
        == play.samples(in: faded..<play.sampleCount).bits)
    #expect(Double(source.frameCount) / 8000 < arrangement.repetition!.seconds)
  }
}

/// The memory for arranging a sound as long as an alert may be.
@Suite(.enabled(if: AllocationMeter.isAvailable, "nothing counts allocations here"))
struct ArrangedMemoryTests {
  private static func peak(_ frameCount: Int, seconds: Double) throws -> Int {
    let folder = try TemporaryDirectory()
    let quiet = [Int16](repeating: 0, count: 96_000)
    try folder.write(
      soundFile(
        .wave, .pcm(.int16),
        .int16(quiet + [Int16](repeating: 99, count: 2 * frameCount) + quiet), channelCount: 2,
        sampleRate: 48_000), to: "in.wav")
    let original = try SoundSource(path: folder.filePath("in.wav"))
    let (count, peak) = AllocationMeter.measure { () -> Int in
      var arrangement = Arrangement()
      arrangement.trimSilence()
      arrangement.fadeInOfEachPlay = 10
      arrangement.repetition = .init(seconds: seconds)
      guard let (source, _) = try? original.arranged(by: arrangement),
        let reader = try? source.frameReader()
      else { return 0 }
      var count = 0
      while let block = try? reader.next() { count += block.sampleCount / 2 }
      return count
    }
    #expect(count > frameCount)
    return peak
  }

  @Test func anAlertTakesLittleMemory() throws {
    let long = try Self.peak(1_400_000, seconds: 29.9)
    #expect(long < 48 << 20, "\(long) bytes")
    let repeated = try Self.peak(20_000, seconds: 29.9)
    #expect(repeated < 48 << 20, "\(repeated) bytes")
  }
}
