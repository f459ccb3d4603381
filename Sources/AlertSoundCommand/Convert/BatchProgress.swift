import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// Shows the progress of a run: on a terminal a bar, otherwise a line for each output.
final class BatchProgress {
  private let total: Int
  private let options: BuildOptions
  private let line = ProgressLine()
  private let start = ContinuousClock.now
  private let signs = Terminal.showsUnicode ? (done: "█", left: "░") : (done: "#", left: ".")
  private let barWidth = max(0, min(24, Terminal.width - 50))
  private var savedByteCount = 0
  private var finishedCount = 0
  /// For the index of each input whose conversion is unfinished: the progress, from 0 to 1.
  private var fractions: [Int: Double] = [:]

  init(total: Int, _ options: BuildOptions) {
    self.total = total
    self.options = options
  }

  /// Erases the bar. Call this before printing something else.
  func clear() {
    line.clear()
  }

  /// Updates the bar when an input is finished.
  func finish(_ index: Int, _ result: BatchResult) {
    guard !options.quiet else { return }
    finishedCount += 1
    fractions[index] = nil
    savedByteCount += result.inputByteCount - result.outputByteCount
    line.update { self.bar }
  }

  /// Updates the bar while a slow input is being converted.
  func advance(_ index: Int, to fraction: Double) {
    guard !options.quiet else { return }
    // Never move the bar back, even if a conversion starts over.
    fractions[index] = max(fractions[index] ?? 0, min(1, fraction))
    line.update { self.bar }
  }

  /// If no bar is shown, or in a dry run, prints a line for a new output.
  func show(_ result: BatchResult, in folder: FilePath) throws {
    guard !options.quiet, options.dryRun || !line.isShown, case .made = result.action else {
      return
    }
    if result.facts?.outcome.isOmitted == true {
      if options.dryRun { try options.show("\(result.item.input) would be left out".onOneLine) }
      return
    }
    clear()
    let output = folder.pushing(result.item.output)
    let size = options.dryRun ? "" : ", \(sizeText(result.outputByteCount))"
    let changes = [result.facts?.arrangement?.fact, result.facts?.levels?.words].compactMap(\.self)
    try options.show(
      "\(result.item.input) -> \(output)".onOneLine + size + changes.map { "; \($0)" }.joined())
  }

  private var bar: String {
    let done = Double(finishedCount) + fractions.values.reduce(0, +)
    let filled = Int(Double(barWidth) * min(1, done / Double(max(1, total))))
    let bar =
      String(repeating: signs.done, count: filled)
      + String(repeating: signs.left, count: barWidth - filled)
    let spent = (ContinuousClock.now - start) / .seconds(1)
    // Until a hundredth of a sound is done, the remaining time can't be estimated: leave the time out.
    let left =
      done < 0.01
      ? "" : "  \(Int((spent / done * (Double(total) - done)).rounded(.up))) s left"
    return
      "\(bar) \(finishedCount)/\(total)  \(sizeText(max(0, savedByteCount))) saved" + left
  }
}
