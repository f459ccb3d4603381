import Testing

@testable import Benchmark

/// Which changes of rate are measured, and with which signals.
struct RateChangeTests {
  @Test(arguments: RateChange.all)
  func tonesAreBelowTheirNyquistFrequencyAndTheirAliasesAboveTheBand(_ change: RateChange) {
    #expect(!change.strayTones.isEmpty)
    for tone in change.strayTones {
      #expect(2 * tone < change.sourceRate)
      let stray = change.tonesMustVanish ? tone : change.sourceRate - tone
      #expect(Double(stray) >= 1.002 * change.bandEnd)
    }
    #expect(change.sweepEnd < change.bandEnd)
  }

  @Test func strayTonesBeginJustBeyondTheBand() {
    #expect(
      RateChange(sourceRate: 48_000, rate: 44_100).strayTones == [22_095, 22_271, 22_491, 23_153])
    #expect(RateChange(sourceRate: 44_100, rate: 48_000).strayTones.first == 22_005)
  }

  @Test(arguments: [
    (48_000, 44_100, 480, 441), (48_000, 44_100, 481, 442), (44_100, 48_000, 441, 480),
    (44_100, 48_000, 442, 481), (44_100, 48_001, 44_100, 48_001),
  ])
  func lengthsFollowApplesTool(_ source: Int, _ rate: Int, _ frames: Int, _ wanted: Int) {
    #expect(RateChange(sourceRate: source, rate: rate).frameCount(of: frames) == wanted)
  }

  @Test func quickRunsMeasureAWholeRatioAndAnotherOne() {
    #expect(
      RateChange.all(at: .quick).map(\.title) == ["48000 → 44100 Hz", "44100 → 48001 Hz"])
    #expect(RateChange.all(at: .full).count == 9)
    // Both tones of the quality table must fit.
    for change in RateChange.all where change.isTelling { #expect(change.bandEnd > 10_000) }
  }
}
