import Foundation

/// What a machine's processors have done since it was started.
struct ProcessorTimes {
  /// All of it, and what a virtual machine's host gave to others; in the system's ticks.
  let total: Int
  let stolen: Int

  /// Those until now; nil where the system doesn't tell.
  static var now: ProcessorTimes? {
    (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)).flatMap(ProcessorTimes.init)
  }

  /// Reads the first line of `/proc/stat`: ticks of user, nice, system, idle, iowait, irq, softirq and steal, and
  /// of guests, which are among user's and nice's.
  ///
  /// Source: proc(5).
  init?(statistics: String) {
    let words = statistics.prefix { $0 != "\n" }.split(separator: " ")
    let ticks = words.dropFirst().prefix(8).compactMap { Int($0) }
    guard words.first == "cpu", ticks.count == 8 else { return nil }
    total = ticks.reduce(0, +)
    stolen = ticks[7]
  }

  /// How much was given to others since an earlier moment, of all there was: 0 to 1.
  func stolenShare(since earlier: ProcessorTimes) -> Double {
    Double(stolen - earlier.stolen) / Double(max(1, total - earlier.total))
  }
}
