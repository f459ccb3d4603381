import AlertSound
import CommandSupport

/// What a run shows while it goes on: a bar on a terminal, a line for each output in a log.
final class BatchProgress {
  private let total: Int
  private let isQuiet: Bool
  private let line = ProgressLine()
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var savedByteCount = 0

  private static let barWidth = 24

  init(total: Int, isQuiet: Bool) {
    self.total = total
    self.isQuiet = isQuiet
    start = clock.now
  }

  /// Takes the bar away, so that something else can be printed.
  func clear() {
    line.clear()
  }

  /// Shows what came of one more sound.
  func show(count: Int, _ result: BatchResult) {
    guard !isQuiet else { return }
    savedByteCount += result.inputByteCount - result.outputByteCount
    if line.isShown {
      line.update { self.bar(count) }
    } else if case .made = result.action {
      let size = result.outputByteCount > 0 ? ", \(ByteCount.text(result.outputByteCount))" : ""
      print("\(result.item.input) -> \(result.item.output)".onOneLine + size)
    }
  }

  private func bar(_ count: Int) -> String {
    let filled = Self.barWidth * count / max(1, total)
    let bar =
      String(repeating: "█", count: filled)
      + String(repeating: "░", count: Self.barWidth - filled)
    let spent = (clock.now - start) / .seconds(1)
    let left = Int((spent / Double(max(1, count)) * Double(total - count)).rounded(.up))
    return
      "\(bar) \(count)/\(total)  \(ByteCount.text(max(0, savedByteCount))) saved  \(left) s left"
  }
}
