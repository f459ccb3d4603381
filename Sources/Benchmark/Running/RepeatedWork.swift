/// Work inside this process, done several times in a row.
struct RepeatedWork {
  let body: () throws -> Void
  let count: Int

  /// Below it, the resolution of the clocks and other programs would show, in seconds.
  private static let leastSeconds = 0.02

  /// Returns how often to repeat work that takes a number of seconds.
  static func count(forSeconds seconds: Double) -> Int {
    max(1, Int((leastSeconds / max(seconds, 1e-6)).rounded(.up)))
  }

  /// Returns the cost of doing the work once, on average.
  func run() throws -> Cost {
    let start = ContinuousClock.now
    let processorStart = processorSeconds()
    for _ in 0..<count { try body() }
    let processor = processorSeconds() - processorStart
    let wall = (ContinuousClock.now - start) / .seconds(1)
    return Cost(wall: wall / Double(count), processor: processor / Double(count))
  }
}
