import Foundation
import Testing

@testable import Benchmark

/// Which sounds count as being at the target.
struct LevelledBatchTests {
  private static let manifest = """
    {"sounds": [
      {"input": "in/a.wav", "output": "a.caf",
        "levels": {"loudnessAfter": -16.05, "truePeakAfter": -3, "limiting": 0}},
      {"input": "in/b.wav", "output": "b.caf",
        "levels": {"loudnessAfter": -19, "truePeakAfter": -1.02, "limiting": 10, "shortfall": 3}},
      {"input": "in/c.wav", "output": "c.caf",
        "levels": {"loudnessAfter": -17, "truePeakAfter": -1.02, "limiting": 4, "shortfall": 1}},
      {"input": "in/d.wav", "output": "d.caf",
        "levels": {"loudnessAfter": -16, "truePeakAfter": -2, "limiting": 0}},
      {"input": "in/silence.wav", "output": "silence.caf", "levels": {"limiting": 0}},
      {"input": "in/failed.wav"}
    ]}
    """

  private static func batch(_ levels: [String: OtherMeters.Levels]?) throws -> LevelledBatch {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(manifest.utf8).write(to: file)
    return try LevelledBatch(manifest: file, levels: levels)
  }

  @Test func theOtherMeterDecides() throws {
    let batch = try Self.batch([
      "a": .init(loudness: -16.1, isByLibrary: false, truePeak: -2.9),
      "b": .init(loudness: -19.1, isByLibrary: true, truePeak: -0.97),
      "c": .init(loudness: -17, isByLibrary: false, truePeak: -0.9),
      "d": .init(loudness: -16.3, isByLibrary: false, truePeak: -2),
      "silence": .init(loudness: nil, isByLibrary: true, truePeak: -.infinity),
    ])
    let measured = try #require(batch.measured)
    #expect(batch.count == 5)
    #expect(batch.limitedCount == 2)
    #expect(measured.within == ["a"])
    #expect(measured.belowForPeak == ["b", "c"])
    #expect(measured.others == ["d"])
    #expect(measured.measuredCount == 4)
    #expect(measured.libraryCount == 1)
    #expect(measured.aboveLimit == 2)
    #expect(measured.aboveTolerance == 1)
    #expect(measured.highestTruePeak == -0.9)
    // The limiter could have raised it more.
    #expect(batch.weakShortfallCount == 1)
    #expect(abs(batch.largestLoudnessDifference - 0.3) < 1e-9)
    #expect(batch.own.within == ["a", "d"])
  }

  @Test func withoutOtherMetersOursIsShown() throws {
    let batch = try Self.batch(nil)
    #expect(batch.measured == nil)
    #expect(batch.row("IMA4")[1] == "2 of 4")
    #expect(batch.row("IMA4").count == LevelledBatch.columns.count)
  }
}
