internal import SoundFormat
internal import SystemPackage

/// One run of a batch.
struct BatchRun: Sendable {
  let batch: Batch
  let isCancelled: @Sendable () -> Bool
  /// The records as they were when the run began.
  let records: [FilePath: BatchRecord]
  let recipeDigest: UInt64
  let places: BatchPlaces

  /// Records are saved this often, so that a killed run has little to do again.
  private static let savingInterval = Duration.seconds(2)
  /// Records that have only become more precise are saved where that spares the next run reading so much:
  /// otherwise a run that finds nothing changed writes nothing.
  private static let renewalByteCount = 1 << 25

  init(_ batch: Batch, isCancelled: @escaping @Sendable () -> Bool) {
    self.batch = batch
    self.isCancelled = isCancelled
    records = batch.keepsRecords ? BatchState(at: batch.recordsPath).records : [:]
    recipeDigest = batch.recipeDigest
    places = BatchPlaces(batch)
  }

  /// Whether the run shall end before it is done.
  var isToEnd: Bool { Task.isCancelled || isCancelled() }

  /// Converts all inputs, a number of them at once.
  ///
  /// - Throws: `CancellationError`.
  func results(jobs: Int, onEvent: (BatchEvent) -> Void) async throws -> BatchReport {
    if savesRecords { removeAbandonedFiles() }
    var results = [BatchResult?](repeating: nil, count: batch.items.count)
    var changes: [FilePath: BatchRecord?] = [:]
    var renewals: [FilePath: BatchRecord] = [:]
    var sparedByteCount = 0
    var nextSaving = ContinuousClock.now + Self.savingInterval
    var finishedCount = 0
    await withTaskGroup(of: (Int, BatchStep?).self) { group in
      var rest = batch.items.indices[...]
      func startNext() {
        guard !isToEnd, let index = rest.popFirst() else { return }
        group.addTask { (index, step(for: batch.items[index])) }
      }
      for _ in 0..<jobs { startNext() }
      while let (index, step) = await group.next() {
        startNext()
        guard let step else { continue }
        results[index] = step.result
        finishedCount += 1
        switch step.change {
        case .none: break
        case .renewed(let record, let byteCount):
          renewals[step.result.item.output] = record
          sparedByteCount += byteCount
        case .made(let record): changes[step.result.item.output] = .some(record)
        }
        onEvent(.finished(index: index, count: finishedCount, step.result))
        if savesRecords, !changes.isEmpty, ContinuousClock.now >= nextSaving {
          let start = ContinuousClock.now
          // What can't be saved now is saved at the end, where a failure is reported.
          if (try? save(changes)) != nil { changes = [:] }
          // A tenth of the time at most goes into it.
          let end = ContinuousClock.now
          nextSaving = end + max(Self.savingInterval, (end - start) * 10)
        }
      }
    }
    let wasCancelled = results.contains { $0 == nil } || isToEnd
    let orphans = wasCancelled ? [] : handleOrphans(noting: &changes)
    var recordsFailure: ConversionError?
    if savesRecords, !changes.isEmpty || sparedByteCount >= Self.renewalByteCount {
      do throws(ConversionError) {
        try save(changes.merging(renewals) { change, _ in change })
      } catch {
        recordsFailure = error
      }
    }
    if wasCancelled { throw CancellationError() }
    return BatchReport(
      results: results.compactMap(\.self), orphans: orphans, recordsFailure: recordsFailure)
  }

  private var savesRecords: Bool { batch.keepsRecords && !batch.isDryRun }

  /// Adds records to those on file, which another run may have added to meanwhile.
  private func save(_ changes: [FilePath: BatchRecord?]) throws(ConversionError) {
    try batch.folder.createFolders()
    try FolderLock.holding(batch.folder) { () throws(ConversionError) in
      var state = BatchState(at: batch.recordsPath)
      // A new file has the time of the outputs' file system, which isn't always the system's.
      let file = try OutputFile(for: batch.recordsPath)
      let time = try file.stamp().modificationTime
      for (path, record) in changes { state.records[path] = record?.settled(at: time) }
      try file.write(state.fileBytes)
      try file.commit(replacing: true)
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
