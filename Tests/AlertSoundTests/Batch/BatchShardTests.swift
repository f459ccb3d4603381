import AlertSound
import SystemPackage
import Testing

struct BatchShardTests {
  /// By python3's xxhash.
  @Test(arguments: [
    ("bell.caf", 1, 2), ("chime.caf", 2, 5), ("deep/knock.caf", 1, 6),
    ("deep/down/ring.caf", 2, 1), ("tick.caf", 1, 5),
  ])
  func partsAreThoseOfXXH64(output: FilePath, ofThree: Int, ofEight: Int) throws {
    for (number, count) in [(ofThree, 3), (ofEight, 8)] {
      for other in 1...count {
        let shard = try #require(BatchShard(other, of: count))
        #expect(shard.contains(output) == (other == number), "\(other) of \(count)")
      }
    }
  }

  @Test func partsAreAboutEqual() throws {
    let outputs = (0..<8000).map { FilePath("sounds/\($0).caf") }
    let sizes = try (1...8).map { number in
      let shard = try #require(BatchShard(number, of: 8))
      return outputs.count { shard.contains($0) }
    }
    #expect(sizes.reduce(0, +) == outputs.count)
    #expect(sizes.allSatisfy { (850...1150).contains($0) })
  }

  @Test(arguments: [(0, 3), (4, 3), (-1, 3), (1, 0), (1, -1), (.min, .max)])
  func otherNumbersAreNoParts(number: Int, count: Int) {
    #expect(BatchShard(number, of: count) == nil)
  }
}
