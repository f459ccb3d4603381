import Foundation

/// What a machine's processors have done since it was started.
struct ProcessorTimes {
  /// When programs ran, or would have but for the host.
  let wantedTickCount: Int
  /// When programs would have run, but a virtual machine's host ran others.
  let stolenTickCount: Int

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
    wantedTickCount = ticks.reduce(0, +) - ticks[3] - ticks[4]
    stolenTickCount = ticks[7]
  }

  /// How much of what programs wanted since an earlier moment was given to others: 0 to 1.
  func stolenShare(since earlier: ProcessorTimes) -> Double {
    Double(stolenTickCount - earlier.stolenTickCount)
      / Double(max(1, wantedTickCount - earlier.wantedTickCount))
  }
}
