import AlertSound
import CommandSupport
import FoundationEssentials
import SystemPackage

/// Runs a plan and says what happens.
struct ConversionRun {
  let plan: ConversionPlan
  let options: BuildOptions

  init(_ plan: ConversionPlan, _ options: BuildOptions) {
    self.plan = plan
    self.options = options
  }

  /// Converts, and writes what programs read of it.
  ///
  /// - Returns: Whether every sound was converted.
  func run() async throws -> Bool {
    let progress = BatchProgress(total: plan.batch.items.count, isQuiet: options.quiet)
    var report: BatchReport?
    do {
      let events = plan.batch.run(
        jobs: options.jobs ?? ProcessInfo.processInfo.activeProcessorCount,
        isCancelled: { Interruption.isRequested })
      for try await event in events {
        switch event {
        case .finished(let count, let result):
          if let diagnostic = diagnostic(on: result) {
            progress.clear()
            printError(diagnostic.line(options.diagnostics))
          }
          progress.show(count: count, result)
        case .ended(let ending): report = ending
        }
      }
    } catch is CancellationError {
      progress.clear()
      Interruption.obey()
      throw CancellationError()
    }
    progress.clear()
    guard let report else { return false }
    if let manifest = options.manifest?.path {
      try ConversionManifest(plan, report).write(to: manifest)
    }
    if let depfile = options.depfile?.path {
      try Depfile(plan, manifest: options.manifest?.path).write(to: depfile)
    }
    if !options.quiet {
      for line in ConversionSummary(report, plan, options).lines { print(line) }
    }
    return report.results.allSatisfy { !$0.isFailure }
  }

  /// What is wrong with a sound, or what was made of it instead.
  private func diagnostic(on result: BatchResult) -> Diagnostic? {
    if case .failed(let error) = result.action { return Diagnostic(error) }
    return result.outcome?.warning(under: plan.batch.limit).map {
      Diagnostic(.warning, result.item.input, $0)
    }
  }
}

extension BatchResult {
  var isFailure: Bool {
    if case .failed = action { true } else { false }
  }
}
