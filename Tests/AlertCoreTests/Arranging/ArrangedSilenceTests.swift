import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

/// Trims leading and trailing silence. At 1 kHz, 5 silent frames stay before the sound, and 15 stay after the sound.
struct ArrangedSilenceTests {
  private func silence(_ count: Int) -> [Int16] { Array(repeating: 0, count: count) }

  private let ding: [Int16] = [900, -8000, 12_000, 33]

  @Test func aLittleStays() throws {
    let file = try file(silence(500) + ding + silence(200))
    let (source, change) = try arranged(file) { $0.trimSilence() }
    #expect(try source.int16() == silence(5) + ding + silence(15))
    #expect(change.silenceTrimmedAtStart == 0.495)
    #expect(change.silenceTrimmedAtEnd == 0.185)
    #expect(change.trimmedAtStart == 0.495)
    #expect(change.trimmedAtEnd == 0.185)
    #expect(
      change.fact == "0.495 s of silence trimmed at the start, 0.185 s at the end")
  }

  /// Samples of 32 are silent: 32 of 32,768 is just below −60 dBFS, and 33 is just above.
  @Test func onlyWhatStaysOfTheSilenceFades() throws {
    let file = try file(
      [Int16](repeating: 32, count: 100) + ding + [Int16](repeating: -32, count: 100))
    let samples = try arranged(file) { $0.trimSilence() }.source.int16()
    let start = (0..<5).map { Int16((32 * fadeGain(Double($0) / 5)).rounded()) }
    let end = (0..<15).map { Int16((-32 * fadeGain(Double(14 - $0) / 15)).rounded()) }
    #expect(samples == start + ding + end)
    #expect(samples[0] == 0)
    #expect(samples.last == 0)
  }

  @Test(arguments: [0, 1, 5, 9, 10], [0, 14, 15, 29, 30])
  func littleSilenceIsLeftAlone(before: Int, after: Int) throws {
    let file = try file(
      [Int16](repeating: 7, count: before) + ding + [Int16](repeating: 7, count: after))
    let (source, change) = try arranged(file) { $0.trimSilence() }
    #expect(change.isUnchanged)
    #expect(change.fact == nil)
    #expect(source.soundFile != nil)
  }

  /// Resampling and IMA4's noise move the edges of the silence a little. A second trim must still change nothing.
  @Test(arguments: [8000, 11_025, 22_050, 48_000])
  func isIdempotentAfterAConversion(rate: Double) throws {
    let rest = Array(repeating: 0.0, count: 20_000)
    let bell = Signal.bell.doubles(frameCount: 30_000)
    let file = try PlainSound([rest + bell + rest]).file(.wave)
    let (source, change) = try arranged(file) { $0.trimSilence() }
    #expect(change.silenceTrimmedAtStart > 0.4)
    let converted = try output(of: source, .caf, .ima4) { $0.sampleRate = rate }
    #expect(try arranged(converted) { $0.trimSilence() }.change.isUnchanged)
  }

  @Test func everyChannelMustBeSilent() throws {
    var samples = silence(2 * 400)
    samples[2 * 100 + 1] = 5000
    samples[2 * 300] = -5000
    let (source, change) = try arranged(file(samples, channelCount: 2)) { $0.trimSilence() }
    #expect(change.trimmedAtStart == 0.095)
    #expect(change.trimmedAtEnd == 0.084)
    #expect(try source.int16() == Array(samples[2 * 95..<2 * 316]))
  }

  /// A sample at the threshold isn't silent. The measurement of leading silence has the same rule.
  @Test(arguments: [(-20.0, 0.1), (-40, 0.01), (-60, 0.001), (-80, 0.0001), (-100, 0.00001)])
  func thresholdsAreExact(threshold: Double, level: Double) throws {
    var samples = [Double](repeating: level.nextDown, count: 100)
    samples[50] = level
    let file = try soundFile(.caf, .pcm(.float64), .float64(samples), sampleRate: 1000)
    let change = try arranged(file) { $0.silenceThreshold = threshold }.change
    #expect(change.silenceTrimmedAtStart == 0.045)
    #expect(change.silenceTrimmedAtEnd == 0.034)
  }

  @Test(arguments: [Signal.silence, .quietSine])
  func aSilentSoundStaysAsItIs(signal: Signal) throws {
    let file = try soundFile(.caf, .ima4, channels: [signal], frameCount: 1000)
    let (source, change) = try arranged(file) { $0.silenceThreshold = -20 }
    #expect(change.isSilent)
    #expect(change.isUnchanged)
    #expect(change.fact == "silent from start to end, so no silence trimmed")
    #expect(source.soundFile != nil)
  }

  @Test func nanIsSilenceAndInfinityIsLoud() throws {
    var samples = [Float](repeating: .nan, count: 300)
    samples[100] = .infinity
    samples[150] = -.infinity
    let file = try soundFile(.caf, .pcm(.float32), .float32(samples), sampleRate: 1000)
    let (source, change) = try arranged(file) { $0.trimSilence() }
    #expect(change.trimmedAtStart == 0.095)
    #expect(change.trimmedAtEnd == 0.134)
    #expect(source.frameCount == 71)
    let kept = try source.block().doubles
    #expect(kept[5] == 1)
    // The outermost frame of a fade becomes zero.
    #expect(kept[0] == 0)
    #expect(kept[70] == 0)
    _ = try output(of: source, .caf, .ima4)
  }

  /// The span is cut first. Then the silence at its edges is trimmed.
  @Test func insideASpan() throws {
    let file = try file(ding + silence(100) + ding + silence(100) + ding)
    let (source, change) = try arranged(file) {
      $0.span = .init(start: 0.004, end: 0.2)
      $0.trimSilence()
    }
    #expect(try source.int16() == silence(5) + ding + silence(15))
    #expect(change.silenceTrimmedAtStart == 0.095)
    #expect(abs(change.silenceTrimmedAtEnd - 0.077) < 1e-12)
    #expect(change.trimmedAtStart == 0.099)
    #expect(change.fact?.contains("cut off at the start") == true)
  }
}
