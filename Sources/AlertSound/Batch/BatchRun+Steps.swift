internal import SoundFormat
internal import SystemPackage

/// What happened to an input.
struct BatchStep: Sendable {
  /// The change to the records.
  enum Change: Sendable {
    case none
    /// The existing record with newer stamps, so that the next run needn't read so many bytes.
    case renewed(BatchRecord, sparedByteCount: Int)
    case made(BatchRecord)
  }

  let result: BatchResult
  let change: Change
}

extension BatchRun {
  /// Processes an input; nil if the run was cancelled meanwhile.
  func step(for item: BatchItem, _ monitor: Monitor) -> BatchStep? {
    let output = batch.folder.pushing(item.output)
    // A sound that was converted in place is its own output, whatever path it was found by.
    let isInPlace = paths.isInPlace(item)
    let relativePath = isInPlace ? item.output : paths.relativePath(to: item.input)
    do throws(SoundError) {
      if let collision = batch.collision(of: item) { throw collision.error }
      let sibling = try plannedSibling(of: item, from: relativePath)
      let record = batch.remakesEverything ? nil : records[item.output]
      guard let record, record.recipeDigest == recipeDigest,
        record.isCurrent(for: ForeignDecoders.system.chosen(by: batch.inputPolicy))
      else {
        let input = try self.input(item)
        return try make(item, from: input, at: relativePath, output, sibling, monitor)
      }
      let stamp = FileStamp(of: item.input)
      let isUntouched = stamp != nil && stamp == record.inputStamp
      let outputState = record.outputState(
        of: item.output, in: batch.folder, usesFiller: batch.target.usesFiller, monitor)
      if isUntouched, case .intact(let outputStamp) = outputState {
        return try unchanged(
          item, record, at: relativePath, stamp, outputStamp, sibling, monitor
        ) { () throws(SoundError) in try self.input(item) }
      }
      let input = try self.input(item)
      if case .intact(let outputStamp) = outputState,
        input.digest == (isInPlace ? record.outputDigest : record.inputDigest)
      {
        return try unchanged(
          item, record, at: relativePath, input.stamp, outputStamp, sibling, monitor
        ) { input }
      }
      return try make(item, from: input, at: relativePath, output, sibling, monitor)
    } catch {
      if case .cancelled = error.cause { return nil }
      return BatchStep(
        result: BatchResult(item: item, action: .failed(error.placed(at: item.input))),
        change: .none)
    }
  }

  private func input(_ item: BatchItem) throws(SoundError) -> BatchInput {
    try BatchInput(
      item.input, byteLimit: batch.inputPolicy.byteLimit, digests: batch.keepsRecords, monitor)
  }

  private func unchanged(
    _ item: BatchItem, _ old: BatchRecord, at relativePath: FilePath, _ inputStamp: FileStamp?,
    _ outputStamp: FileStamp?, _ sibling: PlannedSibling?, _ monitor: Monitor,
    input: () throws(SoundError) -> BatchInput
  ) throws(SoundError) -> BatchStep {
    var record = old
    record.input = relativePath
    record.inputStamp = inputStamp
    if outputStamp == old.outputStamp || mayAdoptOutput(at: relativePath) {
      record.outputStamp = outputStamp
      record.isOutputYoung = false
    }
    let android = try sibling.flatMap { planned throws(SoundError) in
      try self.sibling(planned, of: record, monitor) { () throws(SoundError) in
        try arranged(input(), monitor).source
      }
    }
    if let android { record.sibling = android.record }
    let inputByteCount = Int(inputStamp?.byteCount ?? FileStamp(of: item.input)?.byteCount ?? 0)
    let outputByteCount = Int(outputStamp?.byteCount ?? 0)
    var change = BatchStep.Change.none
    let isNowProven = outputStamp.map { record.isOutput(by: $0) && !old.isOutput(by: $0) } ?? false
    if record.input != old.input || isNowProven || android?.sound.isMade == true
      || record.sibling?.file != old.sibling?.file
    {
      change = .made(record)
    } else if record != old {
      let spared =
        (record.inputStamp == old.inputStamp ? 0 : inputByteCount)
        + (record.outputStamp == old.outputStamp ? 0 : outputByteCount)
        + (record.sibling == old.sibling ? 0 : android?.sound.byteCount ?? 0)
      change = .renewed(record, sparedByteCount: spared)
    }
    return BatchStep(
      result: BatchResult(
        item: item, action: .unchanged, outcome: record.outcome, inputByteCount: inputByteCount,
        outputByteCount: outputByteCount, signalToNoise: record.signalToNoise,
        truncation: record.truncation, android: android?.sound, arrangement: record.arrangement,
        levels: record.levels),
      change: change)
  }

  /// Opens an input, and takes from it what the batch wants.
  private func arranged(
    _ input: BatchInput, _ monitor: Monitor
  ) throws(SoundError) -> (source: SoundSource, change: ArrangementChange?) {
    let source = try input.source(batch.inputPolicy)
    guard !batch.arrangement.isEmpty else { return (source, nil) }
    // Finding silence has no progress of its own: it takes little of the time.
    let (arranged, change) = try source.arranged(
      by: batch.arrangement, monitor: Monitor(isCancelled: monitor.cancels))
    return (arranged, change)
  }

  /// Whether a file with the recorded bytes counts as written by this run, which lets a later one remove it.
  ///
  /// A record may be forged, but converting the input would have replaced the file anyway. That doesn't hold
  /// in a folder of inputs: there the file would be another input, and the two would collide.
  private func mayAdoptOutput(at relativePath: FilePath) -> Bool {
    !batch.searchesOutputs && relativePath.components.first?.kind == .parentDirectory
  }

  private func make(
    _ item: BatchItem, from input: BatchInput, at relativePath: FilePath, _ output: FilePath,
    _ sibling: PlannedSibling?, _ monitor: Monitor
  ) throws(SoundError) -> BatchStep {
    let (source, arrangement) = try arranged(input, monitor)
    let conversion = try Conversion(
      of: source,
      to: batch.target.keepingPackets(
        of: source, limit: batch.limit, monitor: Monitor(isCancelled: monitor.cancels)),
      limit: batch.limit)
    let planned = PlannedOutput(
      name: item.output, path: output, input: relativePath, record: records[item.output])
    var staged: StagedSibling?
    func prepareSibling(_ outcome: AlertOutcome) throws(SoundError) {
      guard let sibling else { return }
      if case .omitted = outcome {
        if !batch.isDryRun {
          // Neither file goes if the other one must stay: the sound would be left on one system only.
          try clear(sibling, isRehearsal: true)
          _ = try clear(planned, isRehearsal: true)
        }
        try clear(sibling)
      } else {
        staged = try stage(sibling, from: source, outcome, monitor)
      }
    }
    let making: WriteResult
    if batch.isDryRun {
      making = try rehearse(conversion, planned)
      try prepareSibling(making.outcome)
    } else {
      making = try write(conversion, to: planned, monitor, beforeCommit: prepareSibling)
    }
    let decoder = source.decoderIdentity()
    let android = try sibling.flatMap { sibling throws(SoundError) -> SiblingResult? in
      if case .omitted = making.outcome { return nil }
      let workDigest = input.digest.map { sibling.siblings.workDigest($0, decoder) }
      return try commit(staged, as: sibling, workDigest, monitor)
    }
    let made = making.written
    let truncation = batch.isDryRun ? source.truncation : made?.sound.truncation
    let signalToNoise = made?.sound.signalToNoise
    let change = arrangement?.remaining(after: making.outcome, of: source)
    let levels = making.outcome.isReplaced ? nil : made?.sound.levels
    let record = input.digest.map { inputDigest in
      BatchRecord(
        input: relativePath, inputStamp: input.stamp, inputDigest: inputDigest,
        recipeDigest: recipeDigest,
        outputStamp: made?.stamp, outputByteCount: made?.byteCount ?? 0,
        outputDigest: made?.digest ?? 0, outcome: making.outcome, signalToNoise: signalToNoise,
        truncation: truncation, decoder: decoder, arrangement: change, levels: levels,
        // Without an Android folder, the file stays where it is, and its record with it.
        sibling: sibling == nil ? records[item.output]?.sibling : android?.record)
    }
    return BatchStep(
      result: BatchResult(
        item: item, action: .made, outcome: making.outcome, inputByteCount: input.byteCount,
        outputByteCount: Int(made?.byteCount ?? 0), signalToNoise: signalToNoise,
        removesOutput: making.removesOutput, truncation: truncation, android: android?.sound,
        arrangement: change, levels: levels),
      change: record.map(BatchStep.Change.made) ?? .none)
  }
}

extension SoundError {
  /// The error, with this path if it has none.
  fileprivate func placed(at path: FilePath) -> SoundError {
    self.path == nil ? SoundError(step, path, cause, advice: advice) : self
  }
}
