/// The parts of a file that hold a sound's packets, in the stream's order.
///
/// There is one, unless the file is an MPEG-4 one with other media between the sound's packets. No packet is
/// in two of them.
public struct AudioRuns: Hashable, Sendable {
  private var runs: ArraySlice<Range<Int>>
  /// How many bytes they have together.
  public private(set) var byteCount: Int

  /// Creates the runs with these ranges, in bytes from the file's start. Empty ones are left out.
  public init(_ runs: [Range<Int>]) {
    self.runs = runs.filter { !$0.isEmpty }[...]
    byteCount = runs.reduce(0) { $0.addingClamped($1.count) }
  }

  /// The ranges, in bytes from the file's start. None is empty.
  public var ranges: [Range<Int>] { Array(runs) }

  /// Whether there are no bytes.
  public var isEmpty: Bool { runs.isEmpty }

  /// The beginning of the first run, up to a number of bytes, in bytes from the file's start.
  package func prefix(_ byteCount: Int) -> Range<Int> {
    runs.first.map { $0.prefix(byteCount) } ?? 0..<0
  }

  /// Removes bytes from the beginning.
  package mutating func removeFirst(_ count: Int) {
    byteCount -= min(count, byteCount)
    var count = count
    while let first = runs.first {
      if first.count > count {
        runs[runs.startIndex] = first.dropFirst(count)
        return
      }
      count -= first.count
      runs.removeFirst()
    }
  }

  /// Removes all but the first bytes.
  package mutating func keepFirst(_ count: Int) {
    var kept: [Range<Int>] = []
    var left = count
    for run in runs where left > 0 {
      kept.append(run.prefix(left))
      left -= min(left, run.count)
    }
    self = AudioRuns(kept)
  }
}
