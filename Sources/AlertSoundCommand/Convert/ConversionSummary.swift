import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The line at the end of a run, with numbers of sounds and bytes.
struct ConversionSummary {
  let line: String

  init(_ results: ConversionRun.Results, _ plan: ConversionPlan, _ options: BuildOptions) {
    let counts = Counts(of: results.sounds)
    let failedCount = plan.failures.count + counts.failed
    guard counts.made + counts.unchanged + counts.omitted + failedCount > 0 else {
      line = "no sounds found"
      return
    }
    let isDryRun = options.dryRun
    let converted = isDryRun ? "to convert" : "converted"
    var line = [
      "\(counts.made) \(converted)", "\(counts.unchanged) unchanged",
      counts.omitted > 0 ? "\(counts.omitted) \(isDryRun ? "to leave out" : "left out")" : nil,
      "\(failedCount) failed",
    ].compactMap(\.self).joined(separator: ", ")
    if counts.replaced > 0 { line += "; \(counts.replaced) of these fell back" }
    if !isDryRun {
      line += "; \(sizeText(counts.inputByteCount)) -> \(sizeText(counts.outputByteCount))"
    }
    if let android = results.android.map(Counts.init) {
      line += "; for Android: \(android.made) \(converted), \(android.unchanged) unchanged"
      if android.failed > 0 { line += ", \(android.failed) failed" }
      if !isDryRun { line += "; \(sizeText(android.outputByteCount))" }
    }
    self.line = line + levelsText(results.sounds, plan.batch.converter.target.levels)
  }
}

/// How many of a batch's sounds were made, unchanged and so on, and the total sizes of their inputs and outputs.
private struct Counts {
  var (made, unchanged, omitted, failed, replaced) = (0, 0, 0, 0, 0)
  var (inputByteCount, outputByteCount) = (0, 0)

  init(of results: BatchResults) {
    for result in results.sounds {
      switch result.action {
      case _ where result.facts?.outcome.isOmitted == true: omitted += 1
      case .made: made += 1
      case .unchanged: unchanged += 1
      case .failed: failed += 1
      }
      if result.facts?.outcome.isReplaced == true { replaced += 1 }
      inputByteCount += result.inputByteCount
      outputByteCount += result.outputByteCount
    }
  }
}

/// Returns in words how many sounds have the requested loudness; empty if no loudness was requested. A warning says why
/// another sound doesn't have it.
private func levelsText(_ results: BatchResults, _ target: LevelTarget?) -> String {
  let levels = results.sounds.compactMap(\.facts?.levels)
  guard let target, let loudness = target.loudness, !levels.isEmpty else { return "" }
  let reached = levels.count { $0.fact(for: target) == nil }
  return "; \(reached) of \(levels.count) at \(decimalText(loudness, decimals: 2)) LUFS"
}

/// A table of what was done to each sound, which `convert -v` prints at the end.
struct ConversionTable {
  private static let none = "-"

  /// The table's lines, beginning with a heading. Columns without values are left out. Empty if there are no sounds.
  let lines: [String]

  init(_ results: BatchResults) {
    let heading = [
      "output", "result", "size", "LUFS", "to", "dBTP", "to", "gain", "limited", "trimmed", "plays",
    ]
    let rows = results.sounds.map(Self.row)
    let columns = heading.indices.filter { column in rows.contains { $0[column] != Self.none } }
    let table = ([heading] + rows).map { row in columns.map { row[$0] } }
    let widths = columns.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    lines = (rows.isEmpty ? [] : table).map { cells in
      let numbers = zip(cells, widths).dropFirst().map { $0.leftPadded(to: $1) }
      return cells[0].rightPadded(to: widths[0] + 2) + numbers.joined(separator: "  ")
    }
  }

  private static func row(_ result: BatchResult) -> [String] {
    let (levels, arrangement) = (result.facts?.levels, result.facts?.arrangement)
    let trimmed = arrangement.map { $0.trimmedAtStart + $0.trimmedAtEnd }
    return [
      result.item.output.string.onOneLine,
      (result.facts?.outcome).flatMap { $0 == .converted ? nil : $0.word } ?? result.action.name,
      result.outputByteCount == 0 ? none : sizeText(result.outputByteCount),
      text(levels?.loudnessBefore), text(levels?.loudnessAfter),
      text(levels?.truePeakBefore), text(levels?.truePeakAfter), text(levels?.gain),
      text(levels?.limiting), trimmed.map { $0.text(decimals: 2) + " s" } ?? none,
      arrangement.map { "\($0.playCount)" } ?? none,
    ]
  }

  private static func text(_ value: Double?) -> String {
    value.flatMap { $0.isFinite ? $0.text(decimals: 1) : nil } ?? none
  }
}
