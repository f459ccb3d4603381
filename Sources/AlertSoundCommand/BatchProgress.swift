import AlertSound
import CommandSupport
import SystemPackage

/// What a run shows while it goes on: a bar on a terminal, a line for each output in a log.
final class BatchProgress {
  private let total: Int
  private let isQuiet: Bool
  private let isDryRun: Bool
  private let line = ProgressLine()
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let signs = Terminal.showsUnicode ? (done: "█", left: "░") : (done: "#", left: ".")
  private let barWidth = max(0, min(24, Terminal.width - 50))
  private var savedByteCount = 0

  init(total: Int, _ options: BuildOptions) {
    self.total = total
    isQuiet = options.quiet
    isDryRun = options.dryRun
    start = clock.now
  }

  /// Takes the bar away, so that something else can be printed.
  func clear() {
    line.clear()
  }

  /// Moves the bar.
  func update(count: Int, _ result: BatchResult) {
    guard !isQuiet, line.isShown else { return }
    savedByteCount += result.inputByteCount - result.outputByteCount
    line.update { self.bar(count) }
  }

  /// Prints what was made of a sound where there is no bar.
  ///
  /// - Throws: `ExitCode.failure` where it can't be printed.
  func show(_ result: BatchResult, _ plan: ConversionPlan) throws {
    guard !isQuiet, isDryRun || !line.isShown, case .made = result.action else { return }
    if result.outcome?.isOmitted == true {
      if isDryRun { try Results.show(["\(result.item.input) would be left out".onOneLine]) }
      return
    }
    clear()
    let output = plan.batch.folder.pushing(result.item.output)
    let size = isDryRun ? "" : ", \(ByteCount.text(result.outputByteCount))"
    try Results.show(["\(result.item.input) -> \(output)".onOneLine + size])
  }

  private func bar(_ count: Int) -> String {
    let filled = barWidth * count / max(1, total)
    let bar =
      String(repeating: signs.done, count: filled)
      + String(repeating: signs.left, count: barWidth - filled)
    let spent = (clock.now - start) / .seconds(1)
    let left = Int((spent / Double(max(1, count)) * Double(total - count)).rounded(.up))
    return
      "\(bar) \(count)/\(total)  \(ByteCount.text(max(0, savedByteCount))) saved  \(left) s left"
  }
}
