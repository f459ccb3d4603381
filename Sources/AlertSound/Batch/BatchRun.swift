internal import SoundFormat
internal import SystemPackage

/// One run of a batch.
struct BatchRun: Sendable {
  let batch: Batch
  let isCancelled: @Sendable () -> Bool
  /// Is told how far an input is, from any thread.
  let onProgress: @Sendable (_ index: Int, _ fraction: Double) -> Void
  /// The records as they were when the run began.
  let records: [FilePath: BatchRecord]
  let recipeDigest: UInt64
  let places: BatchPlaces

  init(
    _ batch: Batch, isCancelled: @escaping @Sendable () -> Bool,
    onProgress: @escaping @Sendable (_ index: Int, _ fraction: Double) -> Void = { _, _ in }
  ) {
    self.batch = batch
    self.isCancelled = isCancelled
    self.onProgress = onProgress
    records = batch.keepsRecords ? BatchState(at: batch.recordsPath).records : [:]
    recipeDigest = batch.recipeDigest()
    places = BatchPlaces(batch)
  }

  /// Whether the run shall end before it is done.
  var isToEnd: Bool { Task.isCancelled || isCancelled() }

  /// Converts all inputs, a number of them at once.
  ///
  /// - Parameters:
  ///   - jobs: How many at once.
  ///   - savingInterval: How often what is done is put on record.
  ///   - onEvent: Is told of each input that is done.
  /// - Throws: `CancellationError`.
  func results(
    jobs: Int, savingInterval: Duration = BatchLedger.savingInterval,
    onEvent: (BatchEvent) -> Void
  ) async throws -> BatchReport {
    var ledger = BatchLedger(
      of: batch, savingInterval: savingInterval, isCancelled: isCancelled)
    if ledger.isKept { removeAbandonedFiles() }
    let results = await results(jobs: jobs) { index, count, step in
      ledger.note(step)
      onEvent(.finished(index: index, count: count, step.result))
      ledger.saveIfDue()
    }
    let wasCancelled = results.contains { $0 == nil } || isToEnd
    let orphans = wasCancelled ? [] : handleOrphans(besides: results, noting: &ledger)
    var recordsFailure: ConversionError?
    do throws(ConversionError) {
      try ledger.close()
    } catch {
      recordsFailure = error
    }
    if wasCancelled { throw CancellationError() }
    return BatchReport(
      results: results.compactMap(\.self), orphans: orphans, recordsFailure: recordsFailure)
  }

  /// Does the steps, a number of them at once.
  ///
  /// - Parameter onStep: Is told of each that is done: which one, how many are by then, and what came of it.
  /// - Returns: A result for each input; nil where the run was cancelled before.
  private func results(
    jobs: Int, onStep: (_ index: Int, _ count: Int, BatchStep) -> Void
  ) async -> [BatchResult?] {
    var results = [BatchResult?](repeating: nil, count: batch.items.count)
    var finishedCount = 0
    await withTaskGroup(of: (Int, BatchStep?).self) { group in
      var rest = batch.items.indices[...]
      func startNext() {
        guard !isToEnd, let index = rest.popFirst() else { return }
        group.addTask { (index, step(for: batch.items[index], pacedProgress(of: index))) }
      }
      for _ in 0..<jobs { startNext() }
      while let (index, step) = await group.next() {
        startNext()
        guard let step else { continue }
        results[index] = step.result
        finishedCount += 1
        onStep(index, finishedCount, step)
      }
    }
    return results
  }

  /// A closure that passes on how far an input is, but not for every block: that would be as many events
  /// as there are blocks in all sounds.
  private func pacedProgress(of index: Int) -> (Double) -> Void {
    let clock = ContinuousClock()
    let interval = Duration.milliseconds(100)
    var nextEvent = clock.now + interval
    return { fraction in
      let now = clock.now
      guard now >= nextEvent else { return }
      nextEvent = now + interval
      onProgress(index, fraction)
    }
  }

  /// Removes what killed runs have left behind.
  private func removeAbandonedFiles() {
    var folders: Set<FilePath> = [batch.folder]
    for path in batch.items.lazy.map(\.output) + records.keys where path.components.count > 1 {
      folders.insert(batch.folder.pushing(path.removingLastComponent()))
    }
    for folder in folders { TemporaryName.removeAbandoned(in: folder) }
  }
}
