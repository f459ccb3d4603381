import AlertSound
import CommandSupport
import SoundFormat

/// The summary line at the end of a run.
struct ConversionSummary {
  let line: String

  init(_ report: BatchReport, _ plan: ConversionPlan, _ options: BuildOptions) {
    var made = 0
    var unchanged = 0
    var fellBack = 0
    var leftOut = 0
    var failed = plan.failures.count
    var bytes = (before: 0, after: 0)
    var android = (made: 0, unchanged: 0, bytes: 0)
    for result in report.results {
      switch result.action {
      case _ where result.outcome?.isOmitted == true: leftOut += 1
      case .made: made += 1
      case .unchanged: unchanged += 1
      case .failed: failed += 1
      }
      if result.outcome?.isReplaced == true { fellBack += 1 }
      bytes.before += result.inputByteCount
      bytes.after += result.outputByteCount
      if let sound = result.android {
        if sound.isMade { android.made += 1 } else { android.unchanged += 1 }
        android.bytes += sound.byteCount
      }
    }
    guard made + unchanged + leftOut + failed > 0 else {
      line =
        plan.batch.otherItems.isEmpty
        ? "no sounds found"
        : "no sounds in this part; \(plan.batch.otherItems.count) in the others"
      return
    }
    let leftOutCount = "\(leftOut) \(options.dryRun ? "to leave out" : "left out")"
    let counts = [
      "\(made) \(options.dryRun ? "to convert" : "converted")", "\(unchanged) unchanged",
      "\(fellBack) fell back", leftOut > 0 ? leftOutCount : nil, "\(failed) failed",
    ].compactMap(\.self).joined(separator: ", ")
    let sizes =
      options.dryRun ? "" : "; \(sizeText(bytes.before)) -> \(sizeText(bytes.after))"
    var parts = counts + sizes
    if plan.batch.android != nil {
      let size = options.dryRun ? "" : "; \(sizeText(android.bytes))"
      parts +=
        "; for Android: \(android.made) \(options.dryRun ? "to convert" : "converted"),"
        + " \(android.unchanged) unchanged" + size
    }
    parts += levelsText(report, plan.batch.target.levels)
    line = parts
  }
}

/// How many sounds have the loudness asked for, in words; empty if none was.
private func levelsText(_ report: BatchReport, _ target: LevelTarget?) -> String {
  let levels = report.results.compactMap(\.levels)
  guard let target, let loudness = target.loudness, !levels.isEmpty else { return "" }
  var (reached, short, missed, silent, unmeasured) = (0, 0, 0, 0, 0)
  for change in levels {
    if change.shortfall != nil {
      short += 1
    } else if let excess = change.excess(over: target) {
      if excess.magnitude <= LevelChange.tolerance { reached += 1 } else { missed += 1 }
    } else if change.truePeakAfter == -.infinity {
      silent += 1
    } else {
      unmeasured += 1
    }
  }
  let parts = [
    "\(reached) at \(decimalText(loudness, decimals: 2)) LUFS",
    short > 0 ? "\(short) below it for the peak" : nil,
    missed > 0 ? "\(missed) off it for the format" : nil, silent > 0 ? "\(silent) silent" : nil,
    unmeasured > 0 ? "\(unmeasured) without a loudness" : nil,
  ]
  return "; " + parts.compactMap(\.self).joined(separator: ", ")
}

extension AlertOutcome {
  var isOmitted: Bool {
    if case .omitted = self { true } else { false }
  }
}
