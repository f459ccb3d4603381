import AlertSound
import CommandSupport
import Platform
import SystemPackage

/// Runs a plan and reports what happens.
struct ConversionRun {
  let plan: ConversionPlan
  let options: BuildOptions
  /// The inputs of collisions. Each collision is reported once for all its inputs.
  private let collidingItems: Set<BatchItem>

  init(_ plan: ConversionPlan, _ options: BuildOptions) {
    self.plan = plan
    self.options = options
    collidingItems = Set(plan.batch.collisions.flatMap(\.items))
  }

  /// Converts the sounds, and writes the depfile and the manifest.
  ///
  /// - Returns: Success if every sound was converted and everything was written.
  func convertAndReport() throws -> ExitStatus {
    for failure in plan.failures { tell(Diagnostic(failure)) }
    for collision in plan.batch.collisions { tell(Diagnostic(collision.error)) }
    let report = try convertSounds()
    for orphan in report.orphans {
      if let diagnostic = diagnostic(on: orphan) { tell(diagnostic) }
    }
    if let diagnostic = adviceOnShrinking(report) { tell(diagnostic) }
    if let failure = report.recordsFailure { tell(Diagnostic(failure)) }
    let status = status(of: report)
    if !options.dryRun { try writeFiles(report, isSuccess: status == .success) }
    if options.verbose { for line in PreparationTable(report).lines { try options.show(line) } }
    if !options.quiet { try options.show(ConversionSummary(report, plan, options).line) }
    return status
  }

  private func status(of report: BatchReport) -> ExitStatus {
    let failures =
      plan.failures + report.results.compactMap(\.failure)
      + [report.recordsFailure].compactMap(\.self)
    // Failing to remove a file is the system's fault, never a sound's.
    let orphans = report.orphans.filter(\.isFailure).map { _ in ExitStatus.systemFailure }
    return (failures.map(\.exitStatus) + orphans).max() ?? .success
  }

  /// Converts, and reports each sound in the inputs' order.
  private func convertSounds() throws -> BatchReport {
    let progress = BatchProgress(total: plan.batch.items.count, options)
    var waiting: [Int: BatchResult] = [:]
    var nextIndex = 0
    do {
      let report = try plan.batch.runToEnd(
        jobs: options.jobs ?? Threads.processorCount,
        monitor: .untilInterrupted,
        onEvent: { event in
          switch event {
          case .advanced(let index, let fraction): progress.advance(index, to: fraction)
          case .finished(let index, let count, let result):
            progress.finish(index, count: count, result)
            waiting[index] = result
            while let result = waiting.removeValue(forKey: nextIndex) {
              nextIndex += 1
              for diagnostic in diagnostics(on: result) {
                progress.clear()
                tell(diagnostic)
              }
              try progress.show(result, plan)
            }
          case .rejectedRecords(let fault):
            progress.clear()
            tell(Diagnostic(.note, fault.path, fault.sentence))
          case .waitingForLock(let folder):
            progress.clear()
            tell(
              Diagnostic(
                .warning, folder, "waiting for another process to release its lock on this folder"))
          case .ended: break
          }
        })
      progress.clear()
      return report
    } catch is CancellationError {
      progress.clear()
      Interruption.dieIfRequested()
      throw CancellationError()
    }
  }

  private func writeFiles(_ report: BatchReport, isSuccess: Bool) throws {
    guard let path = options.depfile?.path else { return try writeManifest(report) }
    let depfile = Depfile(plan, manifest: options.manifestPath)
    var isMade = false
    // After a failed run, the depfile's target must look out of date. A named output is left alone: it is
    // newer only if it was made.
    defer {
      if !isMade, depfile.target != plan.namedOutput {
        try? depfile.target.setTimesToEpoch()
      }
    }
    for name in depfile.unsayable {
      tell(
        Diagnostic(
          .warning, name,
          "Make and Ninja can't read this name, so they won't notice when this file changes;"
            + " rename it"))
    }
    try depfile.write(to: path)
    try writeManifest(report)
    isMade = isSuccess
    // After a successful run, the target must be newer than its dependencies.
    if isMade, options.manifestPath == nil { try? plan.batch.markRecordsAsCurrent() }
  }

  private func writeManifest(_ report: BatchReport) throws {
    if options.showsManifest {
      try ConversionManifest.write(plan, report, to: .standardOutput)
    } else if let path = options.manifestPath {
      try ConversionManifest.write(plan, report, to: .file(path))
    }
  }

  private func tell(_ diagnostic: Diagnostic) {
    if options.quiet, diagnostic.severity == .note { return }
    printError(diagnostic.line(options.diagnostics))
  }

  /// A sound's problems, and what was made instead.
  private func diagnostics(on result: BatchResult) -> [Diagnostic] {
    if case .failed(let error) = result.action {
      return collidingItems.contains(result.item) ? [] : [Diagnostic(error)]
    }
    let truncation = result.truncation.map { Diagnostic(.warning, result.item.input, $0) }
    return [
      truncation, lengthWarning(on: result), levelWarning(on: result), repetitionNote(on: result),
      androidName(of: result),
    ].compactMap(\.self)
  }

  /// Says what to write so that an Android app's release build keeps the sounds.
  private func adviceOnShrinking(_ report: BatchReport) -> Diagnostic? {
    let names = report.results.compactMap { $0.android?.name }
    guard let keeping = plan.batch.android?.keeping(names) else { return nil }
    let advice =
      keeping.exists
      ? "add this to its tools:keep: \(keeping.list)" : "write this file: \(keeping.content)"
    return Diagnostic(
      .note, keeping.file,
      "this app's release builds remove sounds that only strings name; \(advice)")
  }

  /// Says by which name a sound that was made is found on Android, if that isn't its own.
  private func androidName(of result: BatchResult) -> Diagnostic? {
    guard let sound = result.android, sound.isMade,
      let stem = result.item.output.lastComponent?.stem, stem != sound.name.name
    else { return nil }
    return Diagnostic(.note, result.item.input, "'\(sound.name)' on Android")
  }

  private func lengthWarning(on result: BatchResult) -> Diagnostic? {
    guard var message = result.outcome?.warning(under: plan.batch.limit) else { return nil }
    if result.removesOutput {
      let output = plan.batch.folder.pushing(result.item.output)
      message += "; \(output) \(options.dryRun ? "would be" : "was") removed"
    }
    return Diagnostic(.warning, result.item.input, message)
  }

  /// Says that a sound hasn't the loudness asked for, and why.
  private func levelWarning(on result: BatchResult) -> Diagnostic? {
    guard let target = plan.batch.target.levels, let levels = result.levels,
      let fact = levels.fact(for: target)
    else { return nil }
    return Diagnostic(.warning, result.item.input, fact)
  }

  /// Says that a sound was to repeat and doesn't.
  private func repetitionNote(on result: BatchResult) -> Diagnostic? {
    guard result.outcome?.isReplaced == false, let change = result.arrangement else { return nil }
    return plan.batch.arrangement.fact(onRepetitionIn: change).map {
      Diagnostic(.note, result.item.input, $0)
    }
  }

  private func diagnostic(on orphan: BatchOrphan) -> Diagnostic? {
    let fact =
      switch orphan.cause {
      case .inputIsGone: "\(orphan.input) is gone"
      case .inputHasOtherOutput: "\(orphan.input) has another output now"
      }
    let folder = orphan.isAndroid ? plan.batch.android?.folder : nil
    let output = (folder ?? plan.batch.folder).pushing(orphan.output)
    return switch orphan.fate {
    case .kept: Diagnostic(.note, output, "\(fact); --prune removes this file")
    case .keptAsChanged:
      Diagnostic(.note, output, "\(fact); this isn't the file that was written, so it stays")
    case .keptAsUnproven:
      Diagnostic(
        .note, output,
        "\(fact); this file may not be the one that was written, so it stays; delete it by hand if you"
          + " don't need it")
    case .removed:
      Diagnostic(.note, output, "\(fact); \(options.dryRun ? "would be removed" : "removed")")
    case .failed(let errno):
      Diagnostic(.error, output, "\(fact), and this file can't be removed: \(errno)")
    }
  }
}

extension BatchResult {
  fileprivate var failure: SoundError? {
    if case .failed(let error) = action { error } else { nil }
  }
}

extension BatchOrphan {
  fileprivate var isFailure: Bool {
    if case .failed = fate { true } else { false }
  }
}
