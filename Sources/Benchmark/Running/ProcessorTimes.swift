import Foundation

/// The processor time of a machine since it was started, in ticks.
struct ProcessorTimes {
  /// Ticks in which programs ran, or were ready to run but the host ran others.
  let wantedTickCount: Int
  /// Ticks in which programs were ready to run, but a virtual machine's host ran others.
  let stolenTickCount: Int

  /// The ticks until now; nil if the system doesn't report them.
  static var now: ProcessorTimes? {
    (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)).flatMap(ProcessorTimes.init)
  }

  /// Parses the first line of `/proc/stat`: the ticks of user, nice, system, idle, iowait, irq, softirq and
  /// steal. The ticks of guests come last and are already part of user and nice.
  ///
  /// Source: proc(5).
  init?(statistics: String) {
    let words = statistics.prefix { $0 != "\n" }.split(separator: " ")
    let ticks = words.dropFirst().prefix(8).compactMap { Int($0) }
    guard words.first == "cpu", ticks.count == 8 else { return nil }
    wantedTickCount = ticks.reduce(0, +) - ticks[3] - ticks[4]
    stolenTickCount = ticks[7]
  }

  /// Returns the share of the wanted ticks since an earlier moment that went to others: 0 to 1.
  func stolenShare(since earlier: ProcessorTimes) -> Double {
    Double(stolenTickCount - earlier.stolenTickCount)
      / Double(max(1, wantedTickCount - earlier.wantedTickCount))
  }
}
