import Foundation
import TestSupport
import Testing

@testable import AlertCore

/// The wave between the samples, and what may be left out of it.
struct OversamplingTests {
  private static let frameCount = Oversampling.blockFrameCount
  private static let signals: [Signal] = [.silence, .sine, .sweep, .bell, .noise, .square]

  private static func heights(
    _ samples: [Double], above level: Double
  ) -> (isAbove: Bool, heights: [Double]) {
    var wave = Oversampling()
    let isAbove = wave.measure(
      from: Oversampling.reach, count: frameCount, in: samples, above: level)
    return (isAbove, wave.heights)
  }

  /// Every height above a level is measured, whatever the bounds leave out.
  @Test(arguments: signals)
  func nothingAboveALevelIsLeftOut(signal: Signal) {
    let all = signal.doubles(frameCount: 20_000)
    for start in stride(from: 0, to: 19_000, by: 331) {
      let samples = Array(all[start..<start + Self.frameCount + 2 * Oversampling.reach])
      let (_, wanted) = Self.heights(samples, above: -1)
      let highest = wanted.max() ?? 0
      for part in [0.2, 0.5, 0.9, 0.99, 0.9999, 1.01] {
        let level = highest * part
        let (isAbove, heights) = Self.heights(samples, above: level)
        #expect(isAbove || highest <= level)
        guard isAbove else { continue }
        for (height, other) in zip(wanted, heights) {
          #expect(height == other || height <= level && other == 0)
        }
      }
    }
  }
}
