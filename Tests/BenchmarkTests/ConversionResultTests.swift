import SoundFormat
import Testing

@testable import Benchmark

/// Which program is reported as ahead, and the arguments that programs are called with.
struct ConversionResultTests {
  private func result(_ own: Double, _ peers: [Converter: Double]) -> ConversionResult {
    func runs(_ seconds: Double) -> Runs {
      Runs(costs: [Cost(wall: seconds, processor: seconds)], peakMemory: 0)
    }
    return ConversionResult(
      conversion: LongConversion(
        name: "to IMA4", input: .pcm(.wave, .int16), format: .ima4, reasonBehind: "It rests."),
      copy: runs(1),
      results: peers.mapValues(runs).merging([.afconvert: runs(own)]) { $1 },
      conformances: [.sox: .not("no such format")])
  }

  @Test func aFasterProgramIsNamedWithTheReason() {
    let note = result(3, [.sfconvert: 2, .ffmpeg: 9]).note
    #expect(
      note == """
        to IMA4: another program is faster in elapsed time (sfconvert; afconvert takes × 1.50) and in \
        processor time (sfconvert; afconvert takes × 1.50). It rests.
        """)
  }

  @Test(arguments: [2.0, 3, 2.995])
  func equalOrSlowerProgramsAreNotNamed(_ own: Double) {
    #expect(result(own, [.sfconvert: 3]).note == nil)
  }

  @Test func theBoldProgramIsTheFasterOne() {
    func runs(_ walls: [Double]) -> Runs {
      Runs(costs: walls.map { Cost(wall: $0, processor: 1) }, peakMemory: 0)
    }
    // By median we would be ahead, but in two of three rounds we aren't.
    let result = ConversionResult(
      conversion: LongConversion(name: "to IMA4", input: .pcm(.wave, .int16), format: .ima4),
      copy: runs([1, 1, 1]),
      results: [.afconvert: runs([10, 10, 20]), .sfconvert: runs([9, 18, 18])], conformances: [:])
    let cells = result.cells(
      of: [.afconvert, .sfconvert], \.wall, text: { Words.seconds($0.wall) })
    #expect(cells == ["10.00 s", "**18.00 s**"])
    #expect(result.note?.contains("sfconvert; afconvert takes × 1.11") == true)
  }

  @Test func theLowestCostIsBoldAndMissingCellsHaveAReason() {
    let cells = result(3, [.sfconvert: 2]).cells(
      of: [.afconvert, .sox, .sfconvert, .ffmpeg], \.wall, text: { Words.seconds($0.wall) })
    #expect(cells == ["3.00 s", "no such format", "**2.00 s**", "-"])
  }

  @Test func programsGetTheirOwnArguments() {
    #expect(
      Converter.sndfileConvert.arguments(.int16, from: "in.wav", to: "out.caf")
        == ["-pcm16", "-endian=little", "in.wav", "out.caf"])
    #expect(Converter.sox.arguments(.ima4, from: "in.wav", to: "out.caf") == nil)
  }
}
