import Testing

@testable import SoundFormat

struct ThreadsTests {
  private struct Failure: Error, Equatable {
    let name: String
  }

  @Test func bothAreDone() throws {
    var first = 0
    let second = try Threads.sideBySide({ first = 1 }, { 2 })
    #expect((first, second) == (1, 2))
  }

  /// Which of two errors is heard doesn't depend on which came first.
  @Test func firstErrorIsHeard() {
    for _ in 0..<100 {
      #expect(throws: Failure(name: "first")) {
        try Threads.sideBySide(
          { throw Failure(name: "first") }, { () throws in throw Failure(name: "second") })
      }
    }
  }

  /// The first is done although the second fails.
  @Test func secondErrorIsHeard() {
    var first = 0
    #expect(throws: Failure(name: "second")) {
      try Threads.sideBySide({ first = 1 }, { () throws in throw Failure(name: "second") })
    }
    #expect(first == 1)
  }
}
