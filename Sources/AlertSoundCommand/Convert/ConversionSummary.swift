import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

extension ConversionRun {
  /// Returns the line at the end of a run, with numbers of sounds and bytes.
  func summary(of results: Results) -> String {
    let counts = Counts(of: results.sounds)
    let failedCount = plan.failures.count + counts.failed
    guard counts.made + counts.unchanged + counts.omitted + failedCount > 0 else {
      return "no sounds found"
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
    return line + levelsText(results.sounds, plan.batch.converter.target.levels)
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

/// Returns in words how many of the measured sounds have the requested loudness. Empty if no loudness was requested, or
/// if no sound was measured. If a sound doesn't have the loudness, a warning says why.
private func levelsText(_ results: BatchResults, _ target: LevelTarget?) -> String {
  let levels = results.sounds.compactMap(\.facts?.levels)
  guard let target, let loudness = target.loudness, !levels.isEmpty else { return "" }
  let reached = levels.count { $0.fact(for: target) == nil }
  return "; \(reached) of \(levels.count) at \(decimalText(loudness, decimals: 2)) LUFS"
}

extension BatchResults {
  /// A table of what was done to each sound, which `convert -v` prints at the end. Columns without values are left out.
  /// Empty if there are no sounds.
  var table: [String] {
    let heading = [
      "output", "result", "size", "LUFS", "to", "dBTP", "to", "gain", "limited", "trimmed", "plays",
    ]
    let rows = sounds.map(\.row)
    let columns = heading.indices.filter { column in rows.contains { $0[column] != none } }
    let table = ([heading] + rows).map { row in columns.map { row[$0] } }
    let widths = columns.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    return (rows.isEmpty ? [] : table).map { cells in
      let numbers = zip(cells, widths).dropFirst().map { $0.leftPadded(to: $1) }
      return cells[0].rightPadded(to: widths[0] + 2) + numbers.joined(separator: "  ")
    }
  }
}

extension BatchResult {
  fileprivate var row: [String] {
    let (levels, arrangement) = (facts?.levels, facts?.arrangement)
    let trimmed = arrangement.map { $0.trimmedAtStart + $0.trimmedAtEnd }
    return [
      item.output.string.onOneLine,
      (facts?.outcome).flatMap { $0 == .converted ? nil : $0.word } ?? action.name,
      outputByteCount == 0 ? none : sizeText(outputByteCount),
      text(levels?.loudnessBefore), text(levels?.loudnessAfter),
      text(levels?.truePeakBefore), text(levels?.truePeakAfter), text(levels?.gain),
      text(levels?.limiting), trimmed.map { $0.text(decimals: 2) + " s" } ?? none,
      arrangement.map { "\($0.playCount)" } ?? none,
    ]
  }
}

private let none = "-"

private func text(_ value: Double?) -> String {
  value.flatMap { $0.isFinite ? $0.text(decimals: 1) : nil } ?? none
}
