import AlertCheck
import CommandSupport
import Platform
import SystemPackage

/// Runs a plan and prints its progress, problems and summary.
struct ConversionRun {
  let plan: ConversionPlan
  let options: BuildOptions

  struct Results {
    let sounds: BatchResults
    /// The results for Android; nil without `--android`.
    let android: BatchResults?

    /// The errors of the sounds that failed only for Android.
    var androidFailures: [SoundError] {
      let failed = sounds.failedInputs
      return (android?.sounds ?? []).filter { !failed.contains($0.item.input) }
        .compactMap(\.failure)
    }

    fileprivate var all: [BatchResults] { [sounds] + (android.map { [$0] } ?? []) }
  }

  /// Converts the sounds, and writes the depfile and the manifest.
  ///
  /// - Returns: Success if all sounds were converted and all files were written.
  func convertAndReport() throws -> ExitStatus {
    for failure in plan.failures { tell(Diagnostic(failure)) }
    if let name = plan.namedOutput, let pathExtension = name.extension?.lowercased(),
      case let container = plan.batch.converter.target.container,
      !container.pathExtensions.contains(pathExtension)
    {
      let finding = AlertFinding.misleadingExtension(pathExtension, content: container)
      tell(Diagnostic(.warning, name, finding.sentence))
    }
    let soundCount = plan.batch.items.count + (plan.android?.batch.items.count ?? 0)
    let progress = BatchProgress(total: soundCount, options)
    let sounds = try convert(plan.batch, progress, after: [])
    let android = try plan.android.map {
      try convert($0.batch, progress, after: sounds.failedInputs)
    }
    let results = Results(sounds: sounds, android: android)
    tellOrphans(of: sounds, in: plan.batch)
    if let android, let batch = plan.android?.batch { tellOrphans(of: android, in: batch) }
    if let diagnostic = adviceOnShrinking(android) { tell(diagnostic) }
    for failure in results.all.compactMap(\.recordsFailure) { tell(Diagnostic(failure)) }
    if plan.leavesOutSearch, sounds.sounds.contains(where: \.isEncodedAsIMA4) {
      // Print this note with --quiet, too: it is for the logs of builds.
      printError(
        Diagnostic(
          .note, nil,
          "this debug build encodes IMA4 as Apple does; a release build searches for less audible noise, so its"
            + " files have other bytes; -q 63 searches, slowly"
        ).line(options.diagnostics))
    }
    let status = status(of: results)
    if !options.dryRun { try writeFiles(results, isSuccess: status == .success) }
    if options.verbose { for line in sounds.table { try options.show(line) } }
    if !options.quiet { try options.show(summary(of: results)) }
    return status
  }

  private func status(of results: Results) -> ExitStatus {
    let failures =
      plan.failures
      + results.all.flatMap {
        $0.sounds.compactMap(\.failure) + ($0.recordsFailure.map { [$0] } ?? [])
      }
    // Count a file that can't be removed as a failure of the system, because no sound is at fault.
    let orphans = results.all.flatMap(\.orphans).filter(\.isFailure)
      .map { _ in ExitStatus.systemFailure }
    return (failures.map(\.exitStatus) + orphans).max() ?? .success
  }

  /// Converts a batch, and reports each sound in the order of the inputs.
  ///
  /// - Parameter failed: The inputs that the batch for iOS failed to convert. These failures aren't reported again.
  private func convert(
    _ batch: Batch, _ progress: BatchProgress, after failed: Set<FilePath>
  ) throws -> BatchResults {
    // Report each collision only once, not once for each of the inputs that collide.
    let collidingItems = Set(batch.collisions.flatMap(\.indices))
    for collision in batch.collisions
    where !failed.isSuperset(of: collision.indices.map { batch.items[$0].input }) {
      tell(Diagnostic(collision.error))
    }
    var waiting: [Int: BatchResult] = [:]
    var nextIndex = 0
    defer { progress.clear() }
    let run = BatchRun(batch, monitor: .untilInterrupted)
    return try run.results(jobs: options.batch.jobCount) { event in
      switch event {
      case .advanced(let index, let fraction): progress.advance(index, to: fraction)
      case .finished(let index, let result):
        progress.finish(index, result)
        waiting[index] = result
        while let result = waiting.removeValue(forKey: nextIndex) {
          let isReported =
            result.failure != nil
            && (collidingItems.contains(nextIndex) || failed.contains(result.item.input))
          nextIndex += 1
          for diagnostic in isReported ? [] : diagnostics(on: result, of: batch) {
            progress.clear()
            tell(diagnostic)
          }
          try progress.show(result, in: batch.folder)
        }
      case .rejectedRecords(let fault):
        progress.clear()
        tell(Diagnostic(.note, fault.path, fault.sentence))
      case .waitingForLock(let folder):
        progress.clear()
        tell(
          Diagnostic(
            .warning, folder, "waiting for another process to release its lock on this folder"))
      }
    }
  }

  private func writeFiles(_ results: Results, isSuccess: Bool) throws {
    guard let path = options.depfile?.path else { return try writeManifest(results) }
    let depfile = Depfile(plan, manifest: options.manifestPath)
    // Leave a single output file alone: a failed run doesn't write that file, so the file looks out of date anyway.
    let folder = plan.reportFolders[depfile.target] ?? plan.batch.listing?.outputFolder
    var isMade = false
    // After a failed run, make the depfile's target look out of date.
    defer {
      if !isMade { try? folder?.setTimes(of: depfile.target, toEpoch: true) }
    }
    for name in depfile.unsayable {
      tell(
        Diagnostic(
          .warning, name,
          "Make and Ninja can't read this name, so they won't notice when this file changes;"
            + " rename it"))
    }
    try WholeFile.write(depfile.bytes, to: path, in: plan.reportFolders[path])
    try writeManifest(results)
    isMade = isSuccess
    // After a successful run, make the target newer than its dependencies.
    if isMade, options.manifestPath == nil {
      try? folder?.setTimes(of: depfile.target, toEpoch: false)
    }
  }

  private func writeManifest(_ results: Results) throws {
    let manifest = ConversionManifest(plan: plan, results: results)
    if options.showsManifest {
      try manifest.show()
    } else if let path = options.manifestPath {
      try manifest.write(to: path)
    }
  }

  private func tell(_ diagnostic: Diagnostic) {
    if options.quiet, diagnostic.severity == .note { return }
    printError(diagnostic.line(options.diagnostics))
  }

  /// Returns a sound's error, or else its warnings and notes. For Android, returns only the error or the name, because
  /// the batch for iOS reports everything else.
  private func diagnostics(on result: BatchResult, of batch: Batch) -> [Diagnostic] {
    if let error = result.failure { return [Diagnostic(error)] }
    if batch.isForAndroid { return [androidName(of: result)].compactMap(\.self) }
    return (result.facts?.warnings ?? []).map {
      Diagnostic(
        $0.rule == .unfilled ? .note : .warning, result.item.input, $0.sentence(\.commandWords))
    }
      + [lengthWarning(on: result), levelWarning(on: result), repetitionNote(on: result)]
      .compactMap(\.self)
  }

  /// Returns a note with the XML that makes an Android app's release build keep the sounds; nil if no XML is needed.
  private func adviceOnShrinking(_ results: BatchResults?) -> Diagnostic? {
    let names = results?.sounds.compactMap(\.androidName) ?? []
    guard let keeping = plan.android?.output.keeping(names) else { return nil }
    let advice =
      keeping.exists
      ? "add this to its tools:keep: \(keeping.list)" : "write this file: \(keeping.content)"
    return Diagnostic(
      .note, keeping.file,
      "this app's release builds remove sounds that only strings name; \(advice)")
  }

  /// Returns a note with a sound's name on Android; nil if the output for iOS has the same name.
  private func androidName(of result: BatchResult) -> Diagnostic? {
    guard case .made = result.action, let name = result.androidName,
      let stem = (plan.namedOutput ?? result.item.input).lastComponent?.stem, stem != name.name
    else { return nil }
    return Diagnostic(.note, result.item.input, "'\(name)' on Android")
  }

  private func lengthWarning(on result: BatchResult) -> Diagnostic? {
    let finding = result.facts?.outcome.finding(under: plan.batch.converter.limit)
    guard var message = finding?.sentence(\.commandWords) else { return nil }
    if result.removesOutput {
      let output = plan.batch.folder.pushing(result.item.output)
      message += "; \(output) \(options.dryRun ? "would be" : "was") removed"
    }
    return Diagnostic(.warning, result.item.input, message)
  }

  /// Returns a warning, with the reason, if a sound doesn't have the requested loudness; otherwise nil.
  private func levelWarning(on result: BatchResult) -> Diagnostic? {
    guard let target = plan.batch.converter.target.levels, let levels = result.facts?.levels,
      let fact = levels.fact(for: target)
    else { return nil }
    return Diagnostic(.warning, result.item.input, fact)
  }

  /// Returns a note, with the reason, if a sound doesn't repeat for as long as requested; otherwise nil.
  private func repetitionNote(on result: BatchResult) -> Diagnostic? {
    guard let change = result.facts?.arrangement else { return nil }
    return plan.batch.converter.limitedArrangement.fact(onRepetitionIn: change).map {
      Diagnostic(.note, result.item.input, $0)
    }
  }

  private func tellOrphans(of results: BatchResults, in batch: Batch) {
    for orphan in results.orphans {
      let fact =
        "\(orphan.input) \(orphan.isReplaced ? "has another output now" : "is gone")"
      let (severity, rest): (Diagnostic.Severity, String) =
        switch orphan.action {
        case .kept: (.note, "; --prune removes this file")
        case .keptAsChanged: (.note, "; this may not be the file that was written, so it stays")
        case .removed: (.note, "; \(options.dryRun ? "would be removed" : "removed")")
        case .failed(let errno): (.error, ", and this file can't be removed: \(errno)")
        }
      tell(Diagnostic(severity, batch.folder.pushing(orphan.output), fact + rest))
    }
  }
}

extension BatchResults {
  fileprivate var failedInputs: Set<FilePath> {
    Set(sounds.filter { $0.failure != nil }.map(\.item.input))
  }
}

extension BatchResult {
  fileprivate var isEncodedAsIMA4: Bool {
    if case .made = action { facts?.signalToNoise != nil } else { false }
  }

  /// The name by which code and payloads find an output for Android; nil if there is no output.
  var androidName: AndroidSoundName? {
    guard facts?.outcome.isOmitted == false else { return nil }
    return item.output.lastComponent.flatMap { AndroidSoundName($0.stem) }
  }
}

extension BatchOrphan {
  fileprivate var isFailure: Bool {
    if case .failed = action { true } else { false }
  }
}
