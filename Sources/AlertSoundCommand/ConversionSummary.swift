import AlertSound
import CommandSupport
import SystemPackage

/// The lines that close a run.
struct ConversionSummary {
  let lines: [String]

  init(_ report: BatchReport, _ plan: ConversionPlan, _ options: BuildOptions) {
    var made = 0
    var unchanged = 0
    var fellBack = 0
    var failed = 0
    var bytes = (before: 0, after: 0)
    for result in report.results {
      switch result.action {
      case .made: made += 1
      case .unchanged: unchanged += 1
      case .failed: failed += 1
      }
      if result.outcome?.isDefault == true { fellBack += 1 }
      bytes.before += result.inputByteCount
      bytes.after += result.outputByteCount
    }
    let counts = [
      "\(made) \(options.dryRun ? "to convert" : "converted")", "\(unchanged) unchanged",
      "\(fellBack) fell back", "\(failed) failed",
    ].joined(separator: ", ")
    let sizes =
      options.dryRun ? "" : "; \(ByteCount.text(bytes.before)) -> \(ByteCount.text(bytes.after))"
    lines =
      report.orphans.map { Self.line($0, in: plan.batch.folder, options) } + [counts + sizes]
  }

  private static func line(
    _ orphan: BatchOrphan, in folder: FilePath, _ options: BuildOptions
  ) -> String {
    let output = folder.pushing(orphan.output)
    let message =
      orphan.isRemoved
      ? "removed; \(orphan.input) is gone"
      : orphan.isChanged
        ? "\(orphan.input) is gone; kept, since somebody has changed it"
        : options.prune && !options.dryRun
          ? "\(orphan.input) is gone; this could not be removed"
          : "\(orphan.input) is gone; --prune removes this"
    return Diagnostic(.note, output, message).line()
  }
}

extension AlertOutcome {
  /// Whether the default sound is what will be heard.
  var isDefault: Bool {
    switch self {
    case .replacedByDefault, .omitted: true
    case .converted, .convertedTooLong, .trimmed: false
    }
  }
}
