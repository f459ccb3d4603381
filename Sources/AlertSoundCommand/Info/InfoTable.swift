import AlertSound
import CommandSupport
import SoundFormat

/// A table with a line for each sound. For a file that can't be opened, an error takes the place of the line.
struct InfoTable {
  private var rows: [Result<[String], SoundError>] = []
  private(set) var status = ExitStatus.success

  private static let heading = [
    "Sound", "Format", "Rate", "Channels", "Length", "LUFS", "Verdict",
  ]

  mutating func add(_ error: SoundError) {
    status = max(status, error.exitStatus)
    rows.append(.failure(error))
  }

  mutating func add(_ inspection: SoundInspection) {
    let (report, verdict) = (inspection.report, inspection.verdict)
    let fault = inspection.unheardReason ?? (report == nil ? verdict.reasons.first?.fact : nil)
    if fault != nil { status = max(status, .failure) }
    let isChime = verdict.advisories.contains { $0.rule == .ownSound }
    let reason = fault ?? verdict.reasons.first?.fact ?? (isChime ? "the built-in chime" : nil)
    rows.append(
      .success([
        inspection.path?.string.onOneLine ?? "", report?.codingInWords ?? "-",
        report.map { "\(groupedText($0.format.sampleRate, decimals: 3)) Hz" } ?? "-",
        report.map { "\($0.format.channelCount)" } ?? "-",
        report.map { secondsText($0.duration) } ?? "-",
        inspection.measurement?.levels.loudness.map { $0.text(decimals: 1) } ?? "-",
        verdict.outcome.rawValue + (reason.map { ": \($0)".onOneLine } ?? ""),
      ]))
  }

  /// Prints the sounds on standard output and the errors on standard error.
  func show() throws {
    let sounds = rows.compactMap { try? $0.get() }
    let widths = Self.heading.indices.dropLast().map { column in
      ([Self.heading] + sounds).map { $0[column].count }.max() ?? 0
    }
    func show(_ cells: [String]) throws {
      let padded = zip(cells, widths).enumerated().map { column, cell in
        column < 2 ? cell.0.rightPadded(to: cell.1) : cell.0.leftPadded(to: cell.1)
      }
      try Results.show([(padded + cells.suffix(1)).joined(separator: "  ")])
    }
    if !sounds.isEmpty { try show(Self.heading) }
    for row in rows {
      switch row {
      case .success(let cells): try show(cells)
      case .failure(let error): printError(Diagnostic(error).line())
      }
    }
  }
}
