import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

/// The samples around the seam between two plays.
struct ArrangedSeamTests {
  private let rate = 48_000.0

  private func tone(
    _ frequency: Double, frameCount: Int, phase: Double = 0, amplitude: Double = 0.5
  ) -> [Int16] {
    (0..<frameCount).map {
      Int16((amplitude * 32_767 * sin(2 * .pi * (frequency * Double($0) / rate + phase))).rounded())
    }
  }

  private func repeated(
    _ samples: [Int16], gap: Double = 0
  ) throws -> (samples: [Int16], change: ArrangementChange) {
    let (source, change) = try arranged(file(samples, sampleRate: rate)) {
      $0.repetition = .init(seconds: 1, gap: gap)
    }
    return (try source.int16(), change)
  }

  /// A tone of whole periods continues across the seam unchanged, whatever its phase.
  @Test(arguments: [30, 100, 440, 1000, 12_000.0], [0, 0.1, 0.25, 0.6])
  func aLoopedToneStaysExact(frequency: Double, phase: Double) throws {
    let frameCount = Int(rate / frequency) * max(1, Int(frequency / 20))
    let exact = rate / Double(Int(rate / frequency))
    let samples = tone(exact, frameCount: frameCount, phase: phase)
    let (all, change) = try repeated(samples)
    #expect(!change.fadesBetweenPlays)
    #expect(change.playCount > 1)
    #expect(all == tone(exact, frameCount: all.count, phase: phase))
  }

  /// 0.1 s of 107.5 Hz end at three quarters of a period, so the seam would click.
  @Test func anAbruptToneFades() throws {
    let samples = tone(107.5, frameCount: 4800, phase: 0)
    let (all, change) = try repeated(samples)
    #expect(change.fadesBetweenPlays)
    #expect(change.fact?.hasSuffix("times, with a short fade in between") == true)
    // The tone begins at zero, so only its last 240 frames fade.
    var faded = samples
    for index in 0..<240 {
      let gain = fadeGain(Double(239 - index) / 240)
      faded[4560 + index] = Int16((Double(samples[4560 + index]) * gain).rounded())
    }
    let wanted = [[Int16]](repeating: faded, count: change.playCount - 1).joined() + samples
    #expect(all == Array(wanted))
    #expect(2 * largestStep(all) <= 3 * largestStep(samples))
  }

  @Test func toAndFromAGap() throws {
    let samples = tone(105, frameCount: 4800, phase: 0.25)
    let (all, change) = try repeated(samples, gap: 0.01)
    #expect(change.fadesBetweenPlays)
    #expect(all[4799] == 0)
    #expect(all[4800..<5280].allSatisfy { $0 == 0 })
    #expect(all[5280] == 0)
    #expect(Array(all[5352..<9840]) == Array(samples[72..<4560]))
    // A tone that begins and ends at zero needs no fade.
    let whole = tone(100, frameCount: 4800)
    let (exact, unfaded) = try repeated(whole, gap: 0.01)
    #expect(!unfaded.fadesBetweenPlays)
    #expect(Array(exact[5280..<10_080]) == whole)
  }

  /// If one channel steps at the seam, all channels fade.
  @Test func oneChannelIsEnough() throws {
    let abrupt = tone(107.5, frameCount: 4800)
    let whole = tone(100, frameCount: 4800)
    let file = try file(interleaved([whole, abrupt]), channelCount: 2, sampleRate: rate)
    let (source, change) = try arranged(file) { $0.repetition = .init(seconds: 1) }
    #expect(change.fadesBetweenPlays)
    let samples = try source.int16()
    #expect(samples[2 * 4799] == 0)
    #expect(samples[2 * 4799 + 1] == 0)
  }

  /// A fade at the end of the sound leaves no click to remove.
  @Test func ownFadesCount() throws {
    let file = try file(tone(107.5, frameCount: 4800), sampleRate: rate)
    let (_, change) = try arranged(file) {
      $0.fadeOutOfEachPlay = 0.01
      $0.repetition = .init(seconds: 1)
    }
    #expect(change.playCount > 1)
    #expect(!change.fadesBetweenPlays)
  }

  /// Steps below −60 dBFS are inaudible, so nothing fades.
  @Test func inaudibleStepsStay() throws {
    let samples = [Int16](repeating: 0, count: 1000) + [Int16](repeating: 30, count: 1000)
    #expect(try !repeated(samples).change.fadesBetweenPlays)
    let audible = [Int16](repeating: 0, count: 1000) + [Int16](repeating: 40, count: 1000)
    #expect(try repeated(audible).change.fadesBetweenPlays)
  }

  private func largestStep(_ samples: [Int16]) -> Int {
    zip(samples, samples.dropFirst()).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}
