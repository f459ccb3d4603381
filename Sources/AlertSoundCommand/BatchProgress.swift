import AlertSound
import CommandSupport
import SystemPackage

/// What a run shows while it goes on: a bar on a terminal, a line for each output in a log.
final class BatchProgress {
  private let total: Int
  private let isQuiet: Bool
  private let options: BuildOptions
  private let line = ProgressLine()
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let signs = Terminal.showsUnicode ? (done: "█", left: "░") : (done: "#", left: ".")
  private let barWidth = max(0, min(24, Terminal.width - 50))
  private var savedByteCount = 0
  private var finishedCount = 0
  /// How far those are that take long, by their places among the inputs.
  private var fractions: [Int: Double] = [:]

  init(total: Int, _ options: BuildOptions) {
    self.total = total
    isQuiet = options.quiet
    self.options = options
    start = clock.now
  }

  /// Takes the bar away, so that something else can be printed.
  func clear() {
    line.clear()
  }

  /// Moves the bar: an input is done.
  func finish(_ index: Int, count: Int, _ result: BatchResult) {
    guard !isQuiet else { return }
    finishedCount = count
    fractions[index] = nil
    savedByteCount += result.inputByteCount - result.outputByteCount
    line.update { self.bar }
  }

  /// Moves the bar: an input takes long, and this much of it is done.
  func advance(_ index: Int, to fraction: Double) {
    guard !isQuiet else { return }
    // A conversion may begin again, but the bar doesn't go back.
    fractions[index] = max(fractions[index] ?? 0, min(1, fraction))
    line.update { self.bar }
  }

  /// Prints what was made of a sound where there is no bar.
  ///
  /// - Throws: `ExitCode` where it can't be printed.
  func show(_ result: BatchResult, _ plan: ConversionPlan) throws {
    guard !isQuiet, options.dryRun || !line.isShown, case .made = result.action else { return }
    if result.outcome?.isOmitted == true {
      if options.dryRun { try options.show("\(result.item.input) would be left out".onOneLine) }
      return
    }
    clear()
    let output = plan.batch.folder.pushing(result.item.output)
    let size = options.dryRun ? "" : ", \(ByteCount.text(result.outputByteCount))"
    try options.show("\(result.item.input) -> \(output)".onOneLine + size)
  }

  private var bar: String {
    let done = Double(finishedCount) + fractions.values.reduce(0, +)
    let filled = Int(Double(barWidth) * min(1, done / Double(max(1, total))))
    let bar =
      String(repeating: signs.done, count: filled)
      + String(repeating: signs.left, count: barWidth - filled)
    let spent = (clock.now - start) / .seconds(1)
    // Of so little done nothing is known of the rest.
    let left =
      done < 0.01
      ? "" : "  \(Int((spent / done * (Double(total) - done)).rounded(.up))) s left"
    return
      "\(bar) \(finishedCount)/\(total)  \(ByteCount.text(max(0, savedByteCount))) saved" + left
  }
}
