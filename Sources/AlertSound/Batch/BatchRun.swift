internal import SoundFormat
internal import SystemPackage

/// One run of a batch.
struct BatchRun: Sendable {
  let batch: Batch
  let isCancelled: @Sendable () -> Bool
  /// The records as they were when the run began.
  private let records: [FilePath: BatchRecord]
  private let recipeDigest: UInt64

  /// Records are saved this often, so that a killed run has little to do again.
  private static let savingInterval = Duration.seconds(2)

  init(_ batch: Batch, isCancelled: @escaping @Sendable () -> Bool) {
    self.batch = batch
    self.isCancelled = isCancelled
    records = batch.keepsRecords ? BatchState(at: batch.recordsPath).records : [:]
    recipeDigest = batch.recipeDigest
  }

  /// Converts all inputs, a number of them at once.
  func results(
    jobs: Int, onEvent: (BatchEvent) -> Void
  ) async throws -> BatchReport {
    var results = [BatchResult?](repeating: nil, count: batch.items.count)
    var changes: [FilePath: BatchRecord?] = [:]
    var nextSaving = ContinuousClock.now + Self.savingInterval
    var finishedCount = 0
    await withTaskGroup(of: (Int, BatchStep).self) { group in
      var rest = batch.items.indices[...]
      func startNext() {
        guard !Task.isCancelled, !isCancelled(), let index = rest.popFirst() else { return }
        group.addTask { (index, step(for: batch.items[index])) }
      }
      for _ in 0..<jobs { startNext() }
      while let (index, step) = await group.next() {
        startNext()
        results[index] = step.result
        finishedCount += 1
        if let change = step.change { changes[step.result.item.output] = change }
        onEvent(.finished(count: finishedCount, step.result))
        if savesRecords, ContinuousClock.now >= nextSaving, !changes.isEmpty {
          // What can't be saved now is saved at the end, where a failure is reported.
          if (try? save(changes)) != nil { changes = [:] }
          nextSaving = ContinuousClock.now + Self.savingInterval
        }
      }
    }
    let wasCancelled = results.contains { $0 == nil } || Task.isCancelled || isCancelled()
    let orphans = wasCancelled ? [] : removeOrphans(noting: &changes)
    if savesRecords, !changes.isEmpty { try save(changes) }
    if wasCancelled { throw CancellationError() }
    return BatchReport(results: results.compactMap(\.self), orphans: orphans)
  }

  private var savesRecords: Bool { batch.keepsRecords && !batch.isDryRun }

  /// Adds records to those on file, which another run may have added to meanwhile.
  private func save(_ changes: [FilePath: BatchRecord?]) throws(ConversionError) {
    try batch.folder.createFolders()
    try FolderLock.holding(batch.folder) { () throws(ConversionError) in
      var state = BatchState(at: batch.recordsPath)
      for (path, record) in changes { state.records[path] = record }
      try WholeFile.write(state.fileBytes, to: batch.recordsPath)
    }
  }
}

/// What came of an input, and what is to be put on record for its output: a record, that there is none
/// any more, or nothing new.
private struct BatchStep: Sendable {
  let result: BatchResult
  let change: BatchRecord??
}

extension BatchRun {
  /// Does with an input what is to be done.
  private func step(for item: BatchItem) -> BatchStep {
    let output = batch.folder.pushing(item.output)
    do throws(ConversionError) {
      let record = batch.remakesEverything ? nil : records[item.output]
      if let record, record.recipeDigest == recipeDigest, isUntouched(record, item, output) {
        return unchanged(item, record, record)
      }
      let input = try BatchInput(
        item.input, importsForeignFormats: batch.importsForeignFormats, isCancelled)
      // A sound that was converted in place is its own output.
      let isInPlace = item.input.absolute == output.absolute
      if let record, record.recipeDigest == recipeDigest,
        input.digest == (isInPlace ? record.outputDigest : record.inputDigest),
        let stamp = intactStamp(of: output, record)
      {
        var renewed = record
        renewed.inputStamp = input.stamp
        renewed.outputStamp = stamp
        return unchanged(item, record, renewed)
      }
      return try make(item, from: input, output)
    } catch {
      return BatchStep(
        result: BatchResult(
          item: item, action: .failed(error.placed(at: item.input)), outcome: nil,
          inputByteCount: 0, outputByteCount: 0),
        change: nil)
    }
  }

  /// Whether neither the input nor the output can have changed, by their stamps alone.
  private func isUntouched(
    _ record: BatchRecord, _ item: BatchItem, _ output: FilePath
  ) -> Bool {
    record.inputStamp != nil && record.inputStamp == FileStamp(of: item.input)
      && record.outputStamp == FileStamp(of: output)
  }

  /// The output's stamp where its bytes are those on record; nil within for a sound that is left out.
  private func intactStamp(of output: FilePath, _ record: BatchRecord) -> FileStamp?? {
    let stamp = FileStamp(of: output)
    if stamp == record.outputStamp { return .some(stamp) }
    guard record.outputStamp != nil, let stamp, let file = try? InputFile(path: output),
      (try? file.digest(isCancelled)) == record.outputDigest
    else { return nil }
    return .some(stamp)
  }

  private func unchanged(
    _ item: BatchItem, _ old: BatchRecord, _ record: BatchRecord
  ) -> BatchStep {
    BatchStep(
      result: BatchResult(
        item: item, action: .unchanged, outcome: record.outcome,
        inputByteCount: Int(FileStamp(of: item.input)?.byteCount ?? 0),
        outputByteCount: Int(record.outputStamp?.byteCount ?? 0)),
      change: old == record ? nil : .some(record))
  }

  private func make(
    _ item: BatchItem, from input: BatchInput, _ output: FilePath
  ) throws(ConversionError) -> BatchStep {
    let source = try input.source()
    let conversion = try AlertConversion(
      of: source, to: batch.target(for: source, limit: batch.limit), limit: batch.limit)
    var outcome = try conversion.expectedOutcome()
    var made: (stamp: FileStamp, digest: UInt64)?
    if !batch.isDryRun {
      (outcome, made) = try write(conversion, to: output)
      if made == nil { try removeOmitted(item, output) }
    }
    let record = BatchRecord(
      input: item.input.relative(to: batch.folder), inputStamp: input.stamp,
      inputDigest: input.digest, recipeDigest: recipeDigest, outputStamp: made?.stamp,
      outputDigest: made?.digest ?? 0, outcome: outcome)
    return BatchStep(
      result: BatchResult(
        item: item, action: .made, outcome: outcome, inputByteCount: input.byteCount,
        outputByteCount: Int(made?.stamp.byteCount ?? 0)),
      change: .some(record))
  }

  /// Writes an output and says what is in its place, if anything.
  private func write(
    _ conversion: AlertConversion, to output: FilePath
  ) throws(ConversionError) -> (AlertOutcome, (stamp: FileStamp, digest: UInt64)?) {
    try output.folder.createFolders()
    if conversion.fitsIntoMemory {
      let (outcome, bytes) = try conversion.bytes(isCancelled: isCancelled)
      guard let bytes else { return (outcome, nil) }
      try WholeFile.write(bytes, to: output)
      return (outcome, (try stamp(of: output), ContentDigest.value(of: bytes)))
    }
    let staged = try conversion.stage(for: output, isCancelled: isCancelled)
    guard let sound = staged.sound else { return (staged.outcome, nil) }
    try sound.commit()
    let stamp = try stamp(of: output)
    return (staged.outcome, (stamp, try InputFile(path: output).digest(isCancelled)))
  }

  private func stamp(of output: FilePath) throws(ConversionError) -> FileStamp {
    do {
      return FileStamp(try output.stat())
    } catch {
      throw ConversionError(wrapping: error, .writing, output)
    }
  }

  /// Removes the output of an earlier run in whose place there shall be none.
  private func removeOmitted(_ item: BatchItem, _ output: FilePath) throws(ConversionError) {
    guard let stamp = FileStamp(of: output) else { return }
    guard let record = records[item.output], stamp == record.outputStamp else {
      throw ConversionError(
        .creatingOutput, output,
        .sound(.unsupported, reason: "the sound is left out, and another file has its name"),
        advice: "remove that file")
    }
    try output.removeFile()
  }
}

extension BatchRun {
  /// Finds the outputs of earlier runs that no input stands for any more, and removes them where that is
  /// asked for.
  private func removeOrphans(
    noting changes: inout [FilePath: BatchRecord?]
  ) -> [BatchOrphan] {
    let outputs = Set(batch.items.map(\.output))
    let inputs = Set(batch.items.map { $0.input.relative(to: batch.folder) })
    var orphans: [BatchOrphan] = []
    for (path, record) in records where !outputs.contains(path) {
      let input = batch.folder.pushing(record.input).lexicallyNormalized()
      // An input of this run has another output now: its extension or its folder has changed.
      guard inputs.contains(record.input) || (try? input.stat(followTargetSymlink: false)) == nil
      else { continue }
      let output = batch.folder.pushing(path)
      let stamp = FileStamp(of: output)
      let isChanged = stamp != nil && stamp != record.outputStamp
      var isRemoved = false
      if batch.removesOrphans, !batch.isDryRun, !isChanged {
        isRemoved = stamp == nil || (try? output.removeFile()) != nil
        if isRemoved { changes[path] = .some(nil) }
      }
      orphans.append(
        BatchOrphan(output: path, input: input, isRemoved: isRemoved, isChanged: isChanged))
    }
    return orphans.sorted { $0.output.bytes.lexicographicallyPrecedes($1.output.bytes) }
  }
}

extension ConversionError {
  /// The error with a file it concerns, unless it has one.
  fileprivate func placed(at path: FilePath) -> ConversionError {
    self.path == nil ? ConversionError(step, path, cause, advice: advice) : self
  }
}
