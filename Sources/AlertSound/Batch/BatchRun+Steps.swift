internal import Platform
internal import SoundFormat
internal import SystemPackage

/// What was done with an input, and how its record changes.
struct BatchStep: Sendable {
  indirect enum Change: Sendable {
    case none
    /// The existing record gets newer stamps, so that the next run reads fewer bytes.
    case renewed(BatchRecord, sparedByteCount: Int)
    case made(BatchRecord)
  }

  let result: BatchResult
  let change: Change
}

extension BatchRun {
  /// Processes an input. Returns nil if the run was cancelled meanwhile.
  func step(for item: BatchItem, _ monitor: Monitor) -> BatchStep? {
    // Record an output that replaces an input as its own input, because it is no stale output for later runs.
    let isInPlace = inputs?.contain(item.output) ?? false
    let relativePath = isInPlace ? item.output : paths.relativePath(to: item.input)
    do throws(SoundError) {
      if let collision = batch.collision(of: item) { throw collision.error }
      let planned = PlannedOutput(
        item: item, path: batch.folder.pushing(item.output), input: relativePath,
        record: records[item.output], rivals: try rivals(of: item, madeFrom: relativePath))
      guard !batch.remakesEverything, let record = planned.record,
        record.recipeDigest == recipeDigest,
        case .intact(let outputStamp) = record.outputState(
          of: item.output, in: folder, monitor)
      else { return try make(planned, from: input(item), monitor) }
      if let stamp = FileStamp(of: item.input), stamp == record.inputStamp {
        return unchanged(planned, record, stamp, Int(stamp.byteCount), outputStamp)
      }
      let input = try input(item)
      guard input.digest == record.inputDigest else {
        return try make(planned, from: input, monitor)
      }
      return unchanged(planned, record, input.stamp, input.byteCount, outputStamp)
    } catch {
      if case .cancelled = error.cause { return nil }
      return BatchStep(
        result: BatchResult(
          item: item,
          action: .failed(error.file == nil ? error.placed(at: SoundPath(item.input)) : error)),
        change: .none)
    }
  }

  /// Returns the outputs that define the same Android resource in another format, and that an earlier run made from
  /// `input`. Throws if any other file defines the resource.
  private func rivals(
    of item: BatchItem, madeFrom input: FilePath
  ) throws(SoundError) -> [FilePath] {
    guard let androidFolder else { return [] }
    let rivals = androidFolder.rivals(of: item.output)
    for rival in rivals {
      guard let record = records[rival], record.input == input,
        case .intact(.some) = record.outputState(of: rival, in: folder, monitor)
      else { throw androidFolder.conflict(rival, with: item) }
    }
    return rivals
  }

  private func input(_ item: BatchItem) throws(SoundError) -> BatchInput {
    try BatchInput(batch.open(item.input), digests: batch.keepsRecords, monitor)
  }

  private func unchanged(
    _ planned: PlannedOutput, _ old: BatchRecord, _ inputStamp: FileStamp?, _ inputByteCount: Int,
    _ outputStamp: FileStamp?
  ) -> BatchStep {
    var record = old
    record.input = planned.input
    record.inputStamp = inputStamp
    // If the folder has inputs, don't let an unconfirmed record get the file's stamp: the stamp would confirm it later.
    if !paths.folderHasInputs || outputStamp.map(old.isConfirmed) == true {
      record.outputStamp = outputStamp
    }
    let outputByteCount = Int(record.outputByteCount)
    var change = BatchStep.Change.none
    if record.input != old.input {
      change = .made(record)
    } else if record != old {
      change = .renewed(
        record,
        sparedByteCount: (inputStamp == old.inputStamp ? 0 : inputByteCount)
          + (record.outputStamp == old.outputStamp ? 0 : outputByteCount))
    }
    return BatchStep(
      result: BatchResult(
        item: planned.item, action: .unchanged, outcome: record.outcome,
        inputByteCount: inputByteCount, outputByteCount: outputByteCount,
        signalToNoise: record.signalToNoise, warnings: record.warnings,
        arrangement: record.arrangement, levels: record.levels),
      change: change)
  }

  private func make(
    _ planned: PlannedOutput, from input: BatchInput, _ monitor: Monitor
  ) throws(SoundError) -> BatchStep {
    let source = try input.source(batch.converter.inputPolicy)
    let (conversion, arrangement) = try batch.converter.conversion(of: source, monitor: monitor)
    let made =
      try batch.isDryRun ? rehearse(conversion, planned) : write(conversion, to: planned, monitor)
    let warnings = source.warnings.merging(made.conversion?.warnings ?? [])
    let change =
      batch.converter.arrangement.isEmpty
      ? nil : arrangement.remaining(after: made.outcome, of: conversion.source)
    let levels = made.outcome.isReplaced ? nil : made.conversion?.levels
    let record = input.digest.map { inputDigest in
      BatchRecord(
        input: planned.input, inputStamp: input.stamp, inputDigest: inputDigest,
        recipeDigest: recipeDigest, outputStamp: made.stamp, outputByteCount: made.byteCount,
        outputDigest: made.digest, outcome: made.outcome,
        signalToNoise: made.conversion?.signalToNoise, warnings: warnings, arrangement: change,
        levels: levels)
    }
    return BatchStep(
      result: BatchResult(
        item: planned.item, action: .made, outcome: made.outcome,
        inputByteCount: input.byteCount, outputByteCount: Int(made.byteCount),
        signalToNoise: made.conversion?.signalToNoise, removesOutput: made.removesOutput,
        warnings: warnings, arrangement: change, levels: levels),
      change: record.map(BatchStep.Change.made) ?? .none)
  }
}

/// An input as it was read. Its bytes identify it, not its times.
struct BatchInput {
  let path: FilePath
  let byteCount: Int
  /// The stamp; nil if the file is so new that a later change might leave the stamp the same, or if it was read
  /// through a descriptor's path.
  let stamp: FileStamp?
  /// The digest of the bytes; nil if it isn't needed.
  let digest: UInt64?
  private let bytes: any ByteSource & Sendable

  /// Files up to this size are read into memory at once. Nearly all alerts are far smaller.
  static let memoryByteCount = 1 << 24
  /// The longest tick of a file system's clock, in nanoseconds. Most clocks tick every few milliseconds, but the
  /// clocks of network file systems and FAT tick every two seconds.
  private static let settlingTime: Int64 = 2_000_000_000

  /// Computes a file's digest, and keeps a short file in memory. If no digest is needed, reads nothing yet, because
  /// a conversion that finds a sound too long doesn't read all of it.
  init(
    _ file: InputFile, digests: Bool = true, now: Int64 = SystemClock.now, _ monitor: Monitor
  ) throws(SoundError) {
    path = file.path
    do {
      let latest = max(file.stamp.changeTime, file.stamp.modificationTime)
      // Keep no stamp of a descriptor's file: a stamp doesn't include the offset at which reading begins.
      let isSettled = latest < now - Self.settlingTime && path.ownDescriptor == nil
      stamp = isSettled ? file.stamp : nil
      byteCount = file.byteCount
      if !digests {
        bytes = file
        digest = nil
      } else if byteCount <= Self.memoryByteCount {
        let content = try file.bytes(at: 0, count: byteCount)
        bytes = content
        digest = ContentDigest.value(of: content)
      } else {
        bytes = file
        digest = try file.digest(monitor)
      }
    } catch {
      throw SoundError(wrapping: error, .reading, path)
    }
  }

  func source(_ policy: InputPolicy) throws(SoundError) -> SoundSource {
    try SoundSource(bytes: bytes, of: path, policy: policy)
  }
}
