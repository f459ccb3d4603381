internal import Platform
internal import SoundFormat
internal import SystemPackage

/// One run of a batch.
struct BatchRun: Sendable {
  let batch: Batch
  let monitor: Monitor
  /// The records at the start of the run.
  let records: BatchRecords
  /// Why the existing file of records can't be used, if it can't. There are no records then.
  let recordsFault: SoundError?
  let recipeDigest: UInt64
  let paths: BatchPaths
  /// The Android siblings; nil if the batch makes none.
  let siblings: AndroidSiblings?
  /// The siblings' paths in the Android folder, those of other parts included.
  let siblingPaths: Set<FilePath>
  /// The siblings of outputs that aren't made any more, by their inputs' paths; none unless one may be in the way.
  let formerSiblings: [FilePath: [SiblingRecord]]

  init(_ batch: Batch, monitor: Monitor = Monitor()) {
    self.batch = batch
    self.monitor = monitor
    do throws(SoundError) {
      let state: BatchState
      if !batch.keepsRecords {
        state = BatchState()
      } else if let earlier = batch.earlierRecords {
        state = try earlier.get()
      } else {
        state = try BatchState(in: batch.folder)
      }
      records = state.records
      recordsFault = nil
    } catch {
      records = BatchRecords()
      recordsFault = error
    }
    recipeDigest = batch.recipeDigest()
    paths = BatchPaths(
      of: (batch.items + batch.otherItems).lazy.map(\.input), in: batch.folder)
    let recipeDigest = recipeDigest
    let siblings = batch.android.map {
      AndroidSiblings($0, besides: batch.target, recipeDigest: recipeDigest)
    }
    self.siblings = siblings
    siblingPaths =
      siblings.map { siblings in
        Set(batch.allItems.map { siblings.file(siblingOf: $0.output).path })
      } ?? []
    let records = records
    formerSiblings = siblings.map { Self.formerSiblings(of: batch, $0, in: records) } ?? [:]
  }

  /// Converts all inputs, several at once.
  ///
  /// - Parameters:
  ///   - jobs: The largest number of concurrent conversions.
  ///   - savingInterval: How often records are saved.
  ///   - onEvent: Called for each event, one call at a time.
  /// - Throws: `CancellationError`, what `onEvent` throws, or `SoundError` if a link inside the folder is in the way of an
  ///   output. Nothing is converted then.
  func results(
    jobs: Int, savingInterval: Duration = BatchLedger.savingInterval,
    onEvent: (BatchEvent) throws -> Void
  ) throws -> BatchReport {
    try checkLinks()
    var ledger = BatchLedger(
      of: batch, savingInterval: savingInterval, monitor: monitor)
    if ledger.isKept { removeAbandonedFiles() }
    var eventFailure: (any Error)?
    func report(_ event: BatchEvent) {
      guard eventFailure == nil else { return }
      do {
        try onEvent(event)
      } catch {
        eventFailure = error
      }
    }
    if let recordsFault { report(.rejectedRecords(recordsFault)) }
    let (results, finishedCount) = results(
      jobs: jobs,
      onStep: { index, count, step in
        ledger.note(step)
        report(.finished(index: index, count: count, step.result))
        monitor.progress(Double(count) / Double(batch.items.count))
        ledger.saveIfDue()
        return eventFailure == nil
      },
      onProgress: { index, fraction in report(.advanced(index: index, fraction: fraction)) })
    var wasCancelled = finishedCount < results.count || monitor.isCancelled
    let orphans = wasCancelled ? [] : handleOrphans(besides: results, noting: &ledger)
    wasCancelled = wasCancelled || monitor.isCancelled
    var recordsFailure: SoundError?
    do throws(SoundError) {
      try ledger.close { report(.waitingForLock(batch.folder)) }
    } catch {
      if case .cancelled = error.cause { wasCancelled = true }
      recordsFailure = error
    }
    if let eventFailure { throw eventFailure }
    if wasCancelled { throw CancellationError() }
    return BatchReport(results: results, orphans: orphans, recordsFailure: recordsFailure)
  }

  /// Processes the inputs, several at once.
  ///
  /// - Parameters:
  ///   - onStep: Called for each finished input, one call at a time, with its index, the number of inputs
  ///     finished so far, and its step. Returns whether to continue.
  ///   - onProgress: Called when an input has advanced, with a fraction from 0 to 1; never during a call of
  ///     `onStep`.
  /// - Returns: A result for each input, and how many inputs were finished. The others have the result that they
  ///   were cancelled.
  private func results(
    jobs: Int, onStep: (_ index: Int, _ count: Int, BatchStep) -> Bool,
    onProgress: (_ index: Int, _ fraction: Double) -> Void
  ) -> ([BatchResult], finishedCount: Int) {
    struct Progress {
      var rest: Range<Int>
      var finishedCount = 0
      var results: [BatchResult]
    }
    let count = batch.items.count
    let cancelled = BatchResult.Action.failed(SoundError(.openingInput, nil, .cancelled))
    let progress = Locked(
      Progress(
        rest: 0..<count, results: batch.items.map { BatchResult(item: $0, action: cancelled) }))
    // Both closures are called only by the thread that holds the lock on `progress`.
    withoutActuallyEscaping(onStep) { onStep in
      withoutActuallyEscaping(onProgress) { onProgress in
        nonisolated(unsafe) let (onStep, onProgress) = (onStep, onProgress)
        Threads.inParallel(min(jobs, count, Threads.processorCount)) {
          while !monitor.isCancelled, let index = progress.withLock({ $0.rest.popFirst() }) {
            let progressOfItem = Self.throttled { fraction in
              progress.withLock { _ in unsafe onProgress(index, fraction) }
            }
            let monitorOfItem = Monitor(
              progress: progressOfItem, isCancelled: { monitor.isCancelled })
            guard let step = step(for: batch.items[index], monitorOfItem) else { continue }
            progress.withLock {
              $0.results[index] = step.result
              $0.finishedCount += 1
              if unsafe !onStep(index, $0.finishedCount, step) { $0.rest = count..<count }
            }
          }
        }
      }
    }
    return progress.withLock { ($0.results, $0.finishedCount) }
  }

  /// A closure that passes on an input's progress, at most ten times a second. Without the limit, every block
  /// of every sound would be an event.
  private static func throttled(
    _ report: @escaping @Sendable (Double) -> Void
  ) -> @Sendable (Double) -> Void {
    let clock = ContinuousClock()
    let interval = Duration.milliseconds(100)
    let nextEvent = Locked(clock.now + interval)
    return { fraction in
      let isDue = nextEvent.withLock { nextEvent in
        let now = clock.now
        guard now >= nextEvent else { return false }
        nextEvent = now + interval
        return true
      }
      if isDue { report(fraction) }
    }
  }

  /// Refuses outputs that would be written through a link inside the folder. Siblings need no check: the Android
  /// folder has no folders inside it.
  private func checkLinks() throws(SoundError) {
    try FolderLinks.checkWriting(batch.items.lazy.map(\.output), in: batch.folder)
  }

  /// Removes the temporary files that killed runs left in the folders of this run's outputs. Folders named
  /// only in records aren't visited: there could be thousands.
  private func removeAbandonedFiles() {
    TemporaryName.removeAbandoned(besides: batch.items.lazy.map(\.output), in: batch.folder)
    if let siblings { TemporaryName.removeAbandoned(besides: [], in: siblings.folder) }
  }

  /// Removes an output of an earlier run, unless another file has replaced it.
  ///
  /// - Parameters:
  ///   - needsProof: Whether the file's stamp must prove that it is the output. An input's own output needs no proof:
  ///     converting replaces any file in its place.
  ///   - isRehearsal: Whether to check everything and remove nothing, as in a dry run.
  /// - Returns: Whether it was removed; in a rehearsal, whether it would be.
  /// - Throws: `Errno`.
  func remove(
    _ output: FilePath, recordedAs record: BatchRecord, needsProof: Bool, isRehearsal: Bool = false
  ) throws -> Bool {
    guard record.hasOutput else { return false }
    return try remove(
      output, in: batch.folder, recordedAs: record.writtenOutput,
      .sound(usesFiller: batch.target.usesFiller), needsProof: needsProof, isRehearsal: isRehearsal)
  }

  /// Removes a file that an earlier run wrote, unless another file has replaced it.
  ///
  /// The file is checked by its descriptor and removed by its folder's: neither its name nor its record is
  /// trusted.
  ///
  /// - Returns: Whether it was removed; in a rehearsal, whether it would be.
  /// - Throws: `Errno`.
  func remove(
    _ path: FilePath, in folder: FilePath, recordedAs record: RecordedFile, _ layout: FileLayout,
    needsProof: Bool, isRehearsal: Bool = false
  ) throws -> Bool {
    let file: AnchoredFile
    do {
      file = try AnchoredFolder(folder).file(at: path)
    } catch Errno.tooManySymbolicLinkLevels, Errno.notDirectory, Errno.invalidArgument {
      // A link, or not a regular file.
      return false
    }
    guard !needsProof || record.isProven(by: FileStamp(file.status)),
      record.isWritten(as: file, layout, monitor)
    else { return false }
    return try batch.isDryRun || isRehearsal || file.remove()
  }
}
