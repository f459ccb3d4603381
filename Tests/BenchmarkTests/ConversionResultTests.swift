import SoundFormat
import Testing

@testable import Benchmark

/// Who is said to be ahead, and in which words programs are asked.
struct ConversionResultTests {
  private func result(_ own: Double, _ peers: [Converter: Double]) -> ConversionResult {
    func runs(_ seconds: Double) -> Runs {
      Runs(costs: [Cost(wall: seconds, processor: seconds, peakMemory: 0)], peakMemory: 0)
    }
    return ConversionResult(
      conversion: LongConversion(
        name: "to IMA4", input: .pcm(.wave, .int16), format: .ima4, reasonBehind: "It rests."),
      copy: runs(1),
      results: peers.mapValues(runs).merging([.afconvert: runs(own)]) { $1 },
      conformances: [.sox: .not("no such format")])
  }

  @Test func aProgramThatIsAheadIsNamedWithTheReason() {
    let note = result(3, [.sfconvert: 2, .ffmpeg: 9]).note
    #expect(
      note == """
        to IMA4: another is ahead from start to end (sfconvert; afconvert takes × 1.50) and in \
        processor time (sfconvert; afconvert takes × 1.50). It rests.
        """)
  }

  @Test(arguments: [2.0, 3, 2.995])
  func whoIsLevelOrBehindIsNotAhead(_ own: Double) {
    #expect(result(own, [.sfconvert: 3]).note == nil)
  }

  @Test func theLeastCostIsBoldAndWhatIsMissingHasAReason() {
    let cells = result(3, [.sfconvert: 2]).cells(
      of: [.afconvert, .sox, .sfconvert, .ffmpeg], \.wall, text: { Words.seconds($0.wall) })
    #expect(cells == ["3.00 s", "no such format", "**2.00 s**", "-"])
  }

  @Test func programsAreAskedInTheirOwnWords() {
    #expect(
      Converter.sndfileConvert.arguments(.int16, from: "in.wav", to: "out.caf")
        == ["-pcm16", "-endian=little", "in.wav", "out.caf"])
    #expect(Converter.sox.arguments(.ima4, from: "in.wav", to: "out.caf") == nil)
  }
}
