import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

/// A sound that repeats ends at least 65 frames before the limit. The 65 frames are counted at the sound's rate or at
/// 8 kHz, whichever is lower.
struct ArrangedRepetitionTests {
  private func repeated(
    _ samples: [Int16], seconds: Double, gap: Double = 0, channelCount: Int = 1
  ) throws -> (source: SoundSource, change: ArrangementChange) {
    try arranged(file(samples, channelCount: channelCount)) {
      $0.repetition = .init(seconds: seconds, gap: gap)
    }
  }

  /// A triangle that ends where it begins.
  private let triangle = (0..<100).map { Int16(100 * ($0 < 50 ? $0 : 100 - $0)) }

  @Test(arguments: [
    (1.0, 0.0, 9), (0.965, 0, 8), (0.966, 0, 9), (1.1, 0, 10), (1, 0.02, 7), (1, 0.1, 5),
    (0.265, 0, 1), (0.266, 0, 2), (0.05, 0, 1), (1, 5, 1),
  ])
  func repeatsAsOftenAsFits(seconds: Double, gap: Double, count: Int) throws {
    let (source, change) = try repeated(triangle, seconds: seconds, gap: gap)
    let rest = [Int16](repeating: 0, count: Int(gap * 1000))
    #expect(try source.int16() == Array((0..<count).map { _ in triangle }.joined(separator: rest)))
    #expect(change.playCount == count)
    #expect(change.gap == (count > 1 ? gap : 0))
    #expect(change.isUnchanged == (count == 1))
    #expect((source.soundFile == nil) == (count > 1))
    #expect(!change.fadesBetweenPlays)
    #expect(source.frameCount == count * 100 + (count - 1) * rest.count)
  }

  /// A header that claims a high rate or many channels doesn't make a repetition endless.
  @Test(arguments: [
    // The rate, the channels, the seconds, and whether a sound of 1000 frames repeats for so long.
    (48_000, 2, 179.99, true), (48_000, 2, 181, false), (10_000_000, 2, 29, false),
    (10_000_000, 500, 0.011, true), (10_000_000, 500, 0.0123, false), (1, 1, 1e6, true),
    (1, 1, 1e300, false),
  ])
  func allPlaysTogetherAreLimited(
    rate: Double, channelCount: Int, seconds: Double, repeats: Bool
  ) throws {
    let file = try soundFile(
      .caf, .pcm(.int8), channels: Array(repeating: .silence, count: channelCount),
      frameCount: 1000, sampleRate: rate)
    do {
      let (source, change) = try arranged(file) { $0.repetition = .init(seconds: seconds) }
      #expect(repeats && change.playCount > 1)
      #expect(source.frameCount * channelCount <= 17_280_000)
    } catch let error as SoundError {
      #expect(!repeats && error.fault == .limit)
      #expect(error.reason.contains(/has [0-9,]+,[0-9]{3} samples, more than 17,280,000$/))
      guard channelCount < 500 else {
        // Not even two plays fit, with the room for a change of rate.
        #expect(error.advice == "convert it to fewer channels or a lower rate first")
        return
      }
      // Accept the advised length.
      let fits = try #require(
        error.advice?.firstMatch(of: /at most (.+) s$/).flatMap { Double($0.1) })
      let (_, change) = try arranged(file) { $0.repetition = .init(seconds: fits) }
      #expect(change.playCount > 1)
    }
  }

  /// The plays are encoded as one continuous stream, which decodes to the right length in every container.
  @Test(arguments: [Container.caf, .aifc], [8000, 11_025, 22_050, 44_100])
  func ima4AtTheLimit(container: Container, rate: Double) throws {
    let bell = PlainSound(.bell, frameCount: 10_007, sampleRate: 44_100)
    let (source, change) = try arranged(bell.file(.wave)) {
      $0.repetition = .init(seconds: 30)
    }
    #expect(change.playCount == 132)
    var target = ConversionTarget(container: container, dataFormat: .ima4)
    target.sampleRate = rate
    let result = try Conversion(of: source, to: target, limit: LengthLimit(.fail)).inMemory()
    #expect(result.facts.outcome == .converted)
    let sound = try SoundFile(parsing: result.bytes)
    let frameCount = RateChange.frameCount(132 * 10_007, from: 44_100, to: rate)
    #expect(AlertRules.iOS.verdict(on: sound).outcome == .plays)
    guard container == .caf else {
      #expect(sound.frameCount == (frameCount + 63) / 64 * 64)
      return
    }
    #expect(sound.frameCount == frameCount)
    #expect(sound.packetTable?.validFrameCount == frameCount)
    #expect(sound.packetTable?.primingFrameCount == 0)
    #expect(sound.packetCount * 64 - frameCount == sound.packetTable?.remainderFrameCount)
    #expect(try SoundReport(of: SoundSource(bytes: result.bytes)).frameCount == frameCount)
  }

  @Test func ima4IsEncodedAsOneStream() throws {
    let samples = Signal.bell.int16(frameCount: 1000, sampleRate: 8000)
    let file = try file(samples, sampleRate: 8000)
    let (source, change) = try arranged(file) { $0.repetition = .init(seconds: 1) }
    #expect(!change.fadesBetweenPlays)
    let plays = [[Int16]](repeating: samples, count: change.playCount)
    let whole = try soundFile(.caf, .ima4, .int16(Array(plays.joined())), sampleRate: 8000)
    #expect(try audio(of: output(of: source, .caf, .ima4)) == audio(of: whole))
  }
}
