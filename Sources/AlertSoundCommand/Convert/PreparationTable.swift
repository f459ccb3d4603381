import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// What was done to each sound, as a table for people: `convert -v` prints it at the end.
struct PreparationTable {
  private static let none = "-"

  /// The table's lines, a heading first; none if nothing was prepared.
  let lines: [String]

  init(_ report: BatchReport) {
    let rows = report.results.compactMap(Self.row)
    guard !rows.isEmpty else {
      lines = []
      return
    }
    let heading = [
      "output", "LUFS", "to", "dBTP", "to", "gain", "limited", "trimmed", "plays",
    ]
    let table = [heading] + rows
    let widths = heading.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    lines = table.map { cells in
      let numbers = zip(cells, widths).dropFirst().map { $0.leftPadded(to: $1) }
      return cells[0].padded(to: widths[0] + 2) + numbers.joined(separator: "  ")
    }
  }

  private static func row(_ result: BatchResult) -> [String]? {
    guard result.arrangement != nil || result.levels != nil, result.outcome != nil else {
      return nil
    }
    let (levels, arrangement) = (result.levels, result.arrangement)
    let trimmed = arrangement.map { $0.trimmedAtStart + $0.trimmedAtEnd }
    return [
      result.item.output.string.onOneLine, text(levels?.loudnessBefore),
      text(levels?.loudnessAfter),
      text(levels?.truePeakBefore), text(levels?.truePeakAfter), text(levels?.gain),
      text(levels?.limiting), trimmed.map { $0.text(decimals: 2) + " s" } ?? none,
      arrangement.map { "\($0.playCount)" } ?? none,
    ]
  }

  private static func text(_ value: Double?) -> String {
    value.flatMap { $0.isFinite ? $0.text(decimals: 1) : nil } ?? none
  }
}
