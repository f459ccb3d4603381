import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// Which outputs collide, compared with each pair of them.
struct BatchCollisionTests {
  /// Spellings of one name on a file system that ignores case.
  private static let spellings = [
    ["a", "A"], ["b"], ["é", "e\u{301}", "É"], ["ß", "ss", "SS", "ẞ"], ["c d"], ["e"], ["f"], ["g"],
  ]

  /// A name by its row in the table, and how it is spelled.
  private struct Name {
    let row: Int
    let text: String
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func allAreFoundAndNoOthers(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let paths = (0..<Int.random(in: 2...14, using: &generator)).map { _ in
      (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        let row = Int.random(in: 0..<Self.spellings.count, using: &generator)
        return Name(row: row, text: Self.spellings[row].randomElement(using: &generator)!)
      }
    }
    let items = paths.enumerated().map { index, path in
      BatchItem(
        input: FilePath("\(index).wav"), output: FilePath(path.map(\.text).joined(separator: "/")))
    }
    let rows = paths.map { $0.map(\.row) }
    let expected = rows.indices.filter { index in
      rows.indices.contains { other in
        other != index
          && (rows[index].starts(with: rows[other]) || rows[other].starts(with: rows[index]))
      }
    }
    let batch = try Batch(
      items, into: "out", to: ConversionTarget(container: .caf, dataFormat: .ima4),
      limit: LengthLimit(.fail))
    let found = batch.collisions.flatMap(\.items)
    #expect(Set(found) == Set(expected.map { items[$0] }))
    #expect(found.count == expected.count)
    #expect(batch.collisions.allSatisfy { $0.items.count > 1 })
    let firsts = batch.collisions.compactMap { items.firstIndex(of: $0.items[0]) }
    #expect(firsts == firsts.sorted())
  }

  /// Each of the inputs has the error, so a list of all of them would grow with the square of their number.
  @Test(arguments: [false, true]) func manyInputsAreNotAllNamed(isForAndroid: Bool) throws {
    func error(of count: Int) throws -> SoundError {
      var batch = try Batch(
        (0..<count).map {
          BatchItem(
            input: FilePath("\($0).wav"),
            output: isForAndroid ? FilePath("\($0)/a.caf") : "a.caf")
        },
        into: "out", to: ConversionTarget(container: .caf, dataFormat: .ima4),
        limit: LengthLimit(.fail))
      if isForAndroid { batch = batch.forAndroid(AndroidOutput(folder: "raw")) }
      #expect(batch.collisions.map(\.items.count) == [count])
      return try #require(batch.collisions.first?.error)
    }
    #expect(try error(of: 3).reason.hasPrefix("0.wav, 1.wav and 2.wav would all become this file"))
    #expect(try error(of: 20).reason.contains(", 18.wav and 19.wav would all become this file"))
    #expect(
      try error(of: 200).reason.hasPrefix(
        "0.wav, 1.wav, 2.wav, 3.wav, 4.wav, 5.wav, 6.wav, 7.wav, 8.wav, 9.wav and 190 others would"
          + " all become this file"))
  }
}
