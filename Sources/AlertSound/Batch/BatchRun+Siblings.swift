internal import SoundFormat
internal import SystemPackage

/// Where an output's Android sibling goes.
struct PlannedSibling {
  let siblings: AndroidSiblings
  let item: BatchItem
  let file: AndroidFile
  /// What an earlier run made for this output.
  let earlier: SiblingRecord?

  var path: FilePath { siblings.path(of: file) }
}

extension BatchRun {
  /// An Android sibling after a step: what is recorded of it, if anything is, and what is reported.
  typealias SiblingResult = (record: SiblingRecord?, sound: AndroidSound)

  /// Plans an output's Android sibling; nil if the batch makes none.
  ///
  /// - Throws: `SoundError` if Android's build would refuse it.
  func plannedSibling(
    of item: BatchItem, from relativePath: FilePath
  ) throws(SoundError) -> PlannedSibling? {
    guard let siblings else { return nil }
    let file = siblings.file(siblingOf: item.output)
    let earlier =
      records[item.output]?.sibling
      ?? siblings.former(inTheWayOf: file, among: formerSiblings[relativePath, default: []])
    try siblings.check(file, of: item, earlier: earlier)
    return PlannedSibling(siblings: siblings, item: item, file: file, earlier: earlier)
  }

  /// Returns the siblings that earlier runs made beside outputs that aren't made any more, by their inputs' paths: if an
  /// input gets another output and another sibling, its former sibling must go. Only those that are still in the folder
  /// count.
  ///
  /// All records are read only if a file is in the way of a sibling, and no record of the same output says whose it is.
  /// A file with the sibling's own name is in the way only of a sound that may be left out: any other sibling replaces it.
  static func formerSiblings(
    of batch: Batch, _ siblings: AndroidSiblings, in records: BatchRecords
  ) -> [FilePath: [SiblingRecord]] {
    let mayOmit = batch.limit.policy == .omit
    let isNeeded = batch.items.contains {
      let file = siblings.file(siblingOf: $0.output)
      return (siblings.isContested(file) || mayOmit && siblings.exists(file))
        && records[$0.output]?.sibling == nil
    }
    guard isNeeded else { return [:] }
    let outputs = Set(batch.allItems.map(\.output))
    var former: [FilePath: [SiblingRecord]] = [:]
    try? records.forEachRecord { output, record in
      if !outputs.contains(output), let sibling = record.sibling, siblings.exists(sibling.file) {
        former[record.input, default: []].append(sibling)
      }
    }
    return former
  }

  /// Keeps the sibling of an unchanged output, or makes it if it is missing or out of date.
  ///
  /// - Parameters:
  ///   - record: The output's record.
  ///   - source: Opens the input.
  func sibling(
    _ planned: PlannedSibling, of record: BatchRecord, _ monitor: Monitor,
    source: () throws(SoundError) -> SoundSource
  ) throws(SoundError) -> SiblingResult? {
    guard record.hasOutput else { return nil }
    let siblings = planned.siblings
    let workDigest = siblings.workDigest(record.inputDigest, record.decoder)
    if var kept = planned.earlier, kept.file == planned.file, kept.workDigest == workDigest,
      case .intact(let stamp) = kept.written.state(
        of: kept.file.path, in: siblings.folder, kept.file.layout, monitor)
    {
      // Making the sibling would have replaced the file, so it counts as written by this run.
      if stamp != kept.written.stamp { try siblings.checkReplacing(kept.file, of: planned.item) }
      kept.written.stamp = stamp
      kept.written.isYoung = false
      let sound = AndroidSound(
        name: kept.file.name, format: kept.file.format, byteCount: Int(stamp.byteCount),
        isMade: false)
      return (kept, sound)
    }
    let staged = try stage(planned, from: source(), record.outcome, monitor)
    return try commit(staged, as: planned, workDigest, monitor)
  }

  /// Makes a sibling, but doesn't put it in its place yet. In a dry run, checks only whether it could be written.
  ///
  /// - Returns: nil in a dry run, and if the sound was left out.
  func stage(
    _ planned: PlannedSibling, from source: SoundSource, _ outcome: AlertOutcome,
    _ monitor: Monitor
  ) throws(SoundError) -> StagedSibling? {
    if case .omitted = outcome { return nil }
    try planned.siblings.checkReplacing(planned.file, of: planned.item)
    guard !batch.isDryRun else {
      try OutputFile.checkCreating(planned.path)
      return nil
    }
    do throws(SoundError) {
      return try planned.siblings.stage(planned.file, from: source, outcome, batch.limit, monitor)
    } catch {
      // The encoder doesn't know the file.
      guard error.file == nil, error.cause != .cancelled else { throw error }
      throw SoundError(error.step, SoundPath(planned.item.input), error.cause, advice: error.advice)
    }
  }

  /// Puts a sibling in its place, and removes one of another format that an earlier run made.
  ///
  /// - Parameters:
  ///   - staged: The sibling; nil in a dry run.
  ///   - workDigest: The digest of everything that determines it; nil if nothing is recorded.
  func commit(
    _ staged: StagedSibling?, as planned: PlannedSibling, _ workDigest: UInt64?, _ monitor: Monitor
  ) throws(SoundError) -> SiblingResult {
    let written = try staged.map { staged throws(SoundError) in
      try planned.siblings.commit(staged, monitor)
    }
    if let earlier = planned.earlier, earlier.file != planned.file {
      try removeSuperseded(earlier, planned)
    }
    let sound = AndroidSound(
      name: planned.file.name, format: planned.file.format,
      byteCount: Int(written?.byteCount ?? 0), isMade: true)
    guard let written, let workDigest else { return (planned.earlier, sound) }
    return (SiblingRecord(file: planned.file, workDigest: workDigest, written: written), sound)
  }

  /// Removes the sibling of an earlier run that has another name, if it certainly is that file.
  private func removeSuperseded(
    _ earlier: SiblingRecord, _ planned: PlannedSibling, isRehearsal: Bool = false
  ) throws(SoundError) {
    let folder = planned.siblings.folder
    // Another sound's sibling may have the name now.
    guard !siblingPaths.contains(earlier.file.path) else { return }
    do {
      _ = try remove(
        earlier.file.path, in: folder, recordedAs: earlier.written, earlier.file.layout,
        needsProof: true, isRehearsal: isRehearsal)
    } catch Errno.noSuchFileOrDirectory {
      // Somebody has removed it.
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, folder.pushing(earlier.file.path))
    }
  }

  /// Removes the sibling that an earlier run made from a sound that is now left out, and refuses to remove
  /// anything else.
  ///
  /// The file's stamp must prove that it is the sibling. The Android folder also holds the app's own sounds, often
  /// a version that was shortened by hand, and a forged record can name one with its right digest.
  ///
  /// - Parameter isRehearsal: Whether to remove nothing, and only throw if something else would stay.
  func clear(_ planned: PlannedSibling, isRehearsal: Bool = false) throws(SoundError) {
    if let earlier = planned.earlier, earlier.file != planned.file {
      try removeSuperseded(earlier, planned, isRehearsal: isRehearsal)
    }
    guard (try? planned.path.stat(followTargetSymlink: false)) != nil else { return }
    do {
      if let earlier = planned.earlier, earlier.file == planned.file,
        try remove(
          earlier.file.path, in: planned.siblings.folder, recordedAs: earlier.written,
          earlier.file.layout, needsProof: true, isRehearsal: isRehearsal)
      {
        return
      }
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, planned.path)
    }
    throw blockedOmission(at: planned.path, isRecorded: planned.earlier != nil)
  }
}
