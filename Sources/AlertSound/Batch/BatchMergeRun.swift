internal import SoundFormat
internal import SystemPackage

/// What a merge did.
package struct BatchMergeReport: Sendable {
  /// How many outputs were copied.
  package fileprivate(set) var mergedCount = 0
  /// How many outputs were already in the folder.
  package fileprivate(set) var unchangedCount = 0
  /// How many sounds have no output because they are too long.
  package fileprivate(set) var leftOutCount = 0
  /// The size of the outputs that were merged or unchanged.
  package fileprivate(set) var byteCount = 0
  /// Why outputs weren't merged, in the order of the outputs.
  package fileprivate(set) var failures: [SoundError] = []
  /// Why the folder's own records can't be used, if they can't. They were replaced.
  package fileprivate(set) var rejectedRecords: SoundError?
  /// Why the outputs couldn't be recorded; nil if they were.
  package fileprivate(set) var recordsFailure: SoundError?
}

extension BatchMerge {
  /// Copies the outputs that aren't in the folder yet, and records all of them.
  ///
  /// - Parameters:
  ///   - monitor: Follows the progress, and can cancel the merge. What has been copied stays and is recorded.
  ///   - onWait: Called once after waiting a second for another process to release its lock on the folder.
  /// - Throws: `CancellationError`, or `SoundError` if the folder can't be created, or a link inside it is in the way of
  ///   an output. Nothing is merged then.
  package func run(
    monitor: Monitor = Monitor(), onWait: () -> Void = {}
  ) throws -> BatchMergeReport {
    try run(recordLimit: BatchState.recordLimit, monitor: monitor, onWait: onWait)
  }

  /// As above, with another limit of records.
  func run(
    recordLimit: Int, monitor: Monitor = Monitor(), onWait: () -> Void = {}
  ) throws -> BatchMergeReport {
    guard !items.isEmpty else { return BatchMergeReport() }
    try folder.createFolders()
    try FolderLinks.checkWriting(items.lazy.map(\.output), in: folder)
    var run = BatchMergeRun(self, recordLimit: recordLimit, monitor)
    return try run.report(onWait: onWait)
  }
}

private struct BatchMergeRun {
  private let merge: BatchMerge
  private let folder: FilePath
  private let monitor: Monitor
  /// The folder's own records.
  private let records: BatchRecords
  private var ledger: BatchLedger
  private var result = BatchMergeReport()

  init(_ merge: BatchMerge, recordLimit: Int, _ monitor: Monitor) {
    self.merge = merge
    self.monitor = monitor
    folder = merge.folder
    ledger = BatchLedger(
      in: folder, recordLimit: recordLimit, adviceOnLimit: "merge fewer parts into this folder",
      monitor: monitor)
    do throws(SoundError) {
      records = try BatchState(in: folder).records
    } catch {
      records = BatchRecords()
      result.rejectedRecords = SoundError(
        error.step, error.file, error.cause, advice: "they are replaced")
    }
  }

  mutating func report(onWait: () -> Void) throws -> BatchMergeReport {
    TemporaryName.removeAbandoned(besides: merge.items.lazy.map(\.output), in: folder)
    for (index, item) in merge.items.enumerated() where !monitor.isCancelled {
      merge(item)
      ledger.saveIfDue()
      monitor.progress(Double(index + 1) / Double(merge.items.count))
    }
    var wasCancelled = monitor.isCancelled
    do throws(SoundError) {
      try ledger.close(onWait: onWait)
    } catch {
      if case .cancelled = error.cause { wasCancelled = true }
      result.recordsFailure = error
    }
    if wasCancelled { throw CancellationError() }
    return result
  }

  /// Merges an item from the first part whose output is intact.
  private mutating func merge(_ item: BatchMergeItem) {
    for source in item.sources {
      do throws(SoundError) {
        try merge(item.output, from: source)
        return
      } catch {
        if case .cancelled = error.cause { return }
        result.failures.append(error)
      }
    }
  }

  private mutating func merge(
    _ output: FilePath, from source: BatchMergeItem.Source
  ) throws(SoundError) {
    let earlier = records[output]
    guard source.record.hasOutput else {
      try leaveOut(output, earlier)
      result.leftOutCount += 1
      if earlier?.isSameWork(as: source.record) != true {
        ledger.note(record(of: source), of: output)
      }
      return
    }
    var record: BatchRecord
    if let earlier, earlier.isSameWork(as: source.record) {
      record = earlier
    } else {
      record = self.record(of: source)
      let isSameOutput = earlier?.outputDigest == record.outputDigest
      record.outputStamp = isSameOutput ? earlier?.outputStamp : nil
      record.isOutputYoung = isSameOutput && earlier?.isOutputYoung == true
    }
    if case .intact(let stamp?) = record.outputState(of: output, in: folder, monitor) {
      try check(output, of: source)
      result.unchangedCount += 1
      result.byteCount += Int(stamp.byteCount)
      let isRecorded = record == earlier && record.outputStamp == stamp
      record.outputStamp = stamp
      record.outputByteCount = stamp.byteCount
      record.isOutputYoung = false
      if !isRecorded { ledger.note(record, of: output) }
    } else {
      record = self.record(of: source)
      let copy = try copy(output, of: source)
      record.outputStamp = copy.stamp
      record.outputByteCount = Int64(copy.byteCount)
      record.isOutputYoung = false
      result.mergedCount += 1
      result.byteCount += copy.byteCount
      ledger.note(record, of: output)
    }
  }

  /// The record of a part's sound for the common folder.
  ///
  /// Paths to inputs are relative to a part. They are adapted if the part is still where it was made. Other parts were
  /// made beside the folder or under its name, so that their paths are right.
  private func record(of source: BatchMergeItem.Source) -> BatchRecord {
    var record = source.record
    if merge.partsBesideInputs.contains(source.part) {
      let input = source.part.pushing(record.input)
      record.input = BatchPaths(of: [input], in: folder).relativePath(to: input)
    }
    return record
  }

  /// Checks that a part still has an output.
  private func check(
    _ output: FilePath, of source: BatchMergeItem.Source
  ) throws(SoundError) {
    switch source.record.outputState(of: output, in: source.part, monitor) {
    case .intact: break
    case .empty: throw missing(output, in: source)
    case .altered: throw altered(output, in: source)
    }
  }

  private static let blockByteCount = 1 << 20

  /// Copies an output from a part.
  private func copy(
    _ output: FilePath, of source: BatchMergeItem.Source
  ) throws(SoundError) -> (stamp: FileStamp?, byteCount: Int) {
    let original: AnchoredFile
    do {
      original = try AnchoredFolder(source.part).file(at: output)
    } catch Errno.noSuchFileOrDirectory {
      throw missing(output, in: source)
    } catch {
      let error = SoundError(wrapping: error, .openingInput, source.part.pushing(output))
      throw error.isSystemFailure ? error : altered(output, in: source)
    }
    guard source.record.isOutput(original, monitor) else { throw altered(output, in: source) }
    let copy = try OutputFile.inFolders(for: folder.pushing(output))
    var digest = ContentDigest()
    var byteCount = 0
    while byteCount < original.byteCount {
      try monitor.checkCancellation()
      let block: [UInt8]
      do throws(SoundFileError) {
        block = try original.bytes(at: byteCount, count: Self.blockByteCount)
      } catch {
        throw SoundError(wrapping: error, .reading, source.part.pushing(output))
      }
      guard !block.isEmpty else { break }
      digest.update(block)
      try copy.write(block)
      byteCount += block.count
    }
    // Another program may have changed it since it was checked.
    guard digest.value == source.record.outputDigest else { throw altered(output, in: source) }
    let stamp = try copy.stamp(
      of: digest.value,
      afterCommit: { () throws(SoundError) in try copy.commit(replacing: true) }, monitor)
    return (stamp, byteCount)
  }

  /// Removes the earlier output of a sound that is left out now, and refuses to remove anything else.
  private func leaveOut(_ output: FilePath, _ earlier: BatchRecord?) throws(SoundError) {
    let path = folder.pushing(output)
    guard path.exists else { return }
    do {
      let file = try AnchoredFolder(folder).file(at: output)
      if let earlier, earlier.isOutput(by: FileStamp(file.status)),
        earlier.isOutput(file, monitor), try file.remove()
      {
        return
      }
    } catch Errno.tooManySymbolicLinkLevels, Errno.notDirectory, Errno.invalidArgument {
      // A link, or not a regular file.
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, path)
    }
    try monitor.checkCancellation()
    throw SoundError(
      .creatingOutput, path,
      .sound(
        .unsupported, reason: "the sound is left out, but another file has its output's name"),
      advice: "remove that file")
  }

  private func missing(_ output: FilePath, in source: BatchMergeItem.Source) -> SoundError {
    error(output, in: source, "this output is missing")
  }

  private func altered(_ output: FilePath, in source: BatchMergeItem.Source) -> SoundError {
    error(output, in: source, "this isn't the output that was recorded")
  }

  private func error(
    _ output: FilePath, in source: BatchMergeItem.Source, _ reason: String
  ) -> SoundError {
    let path = source.part.pushing(output)
    // Reading that is cancelled looks like an altered file.
    guard !monitor.isCancelled else { return SoundError(.reading, path, .cancelled) }
    return SoundError(
      .openingInput, path, .sound(.malformed, reason: reason), advice: "convert its part again")
  }
}

extension BatchRecord {
  /// Whether two records are of the same input, request and output. Where the files are and their stamps don't
  /// count.
  fileprivate func isSameWork(as other: BatchRecord) -> Bool {
    inputDigest == other.inputDigest && recipeDigest == other.recipeDigest
      && outputDigest == other.outputDigest && outcome == other.outcome
      && signalToNoise == other.signalToNoise && truncation == other.truncation
      && decoder == other.decoder && sibling?.workDigest == other.sibling?.workDigest
  }
}

extension FilePath {
  /// Whether there is a file, a folder or a link.
  var exists: Bool { (try? stat(followTargetSymlink: false)) != nil }
}
