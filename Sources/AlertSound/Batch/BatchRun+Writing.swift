internal import SoundFormat
internal import SystemPackage

/// Where an output goes.
struct PlannedOutput {
  /// The path inside the batch's folder.
  let name: FilePath
  let path: FilePath
  /// The input's path relative to the folder.
  let input: FilePath
  /// The record of an earlier output at this path.
  let record: BatchRecord?

  /// Whether the output replaces the input itself.
  var isInput: Bool { input == name }
}

extension BatchRun {
  /// A file that was written: its stamp, or nil if another program has altered it; its length and digest; and
  /// its sound.
  typealias Written = (
    stamp: FileStamp?, byteCount: Int64, digest: UInt64, sound: ConversionResult
  )

  /// The result of converting a sound, or the expected result in a dry run.
  struct WriteResult {
    let outcome: AlertOutcome
    /// The file that was written; nil if none was.
    var written: Written?
    /// Whether an earlier run's output was removed, or would be in a dry run.
    var removesOutput = false
  }

  /// Converts a sound and writes its output.
  ///
  /// - Parameter beforeCommit: Called with the outcome once nothing is left to do but to put the output in its place,
  ///   or to remove an earlier one.
  func write(
    _ conversion: Conversion, to planned: PlannedOutput, _ monitor: Monitor,
    beforeCommit prepare: (AlertOutcome) throws(SoundError) -> Void
  ) throws(SoundError) -> WriteResult {
    // Convert a short sound before creating a file, so that a failure changes nothing on disk.
    if conversion.fitsIntoMemory {
      let result = try conversion.inMemory(monitor: monitor)
      let (outcome, bytes) = (result.outcome, result.bytes)
      try check(outcome, planned, of: conversion)
      try prepare(outcome)
      guard !outcome.isOmitted else { return try clear(planned, outcome) }
      let file = try OutputFile.inFolders(for: planned.path)
      try file.write(bytes)
      return WriteResult(
        outcome: outcome,
        written: try commit(file, ContentDigest.value(of: bytes), result) {
          () throws(SoundError) in try file.commit(replacing: true)
        })
    }
    if !planned.isInput { try planned.path.folder.createFolders() }
    let staged = try conversion.stage(for: planned.path, monitor: monitor)
    let outcome = staged.result.outcome
    try check(outcome, planned, of: conversion)
    let digest = try staged.output?.digest(monitor)
    try prepare(outcome)
    guard let file = staged.output, let digest else { return try clear(planned, outcome) }
    return WriteResult(
      outcome: outcome,
      written: try commit(file, digest, staged.result) { () throws(SoundError) in
        try staged.commit()
      })
  }

  /// Puts a file in its place.
  private func commit(
    _ file: OutputFile, _ digest: UInt64, _ sound: ConversionResult,
    by commit: () throws(SoundError) -> Void
  ) throws(SoundError) -> Written {
    let written = try file.stamp()
    let stamp = try file.stamp(of: digest, afterCommit: commit, monitor)
    return (stamp, written.byteCount, digest, sound)
  }

  /// Predicts what writing would do, as far as possible without writing.
  func rehearse(
    _ conversion: Conversion, _ planned: PlannedOutput
  ) throws(SoundError) -> WriteResult {
    let outcome = try conversion.rehearse(monitor: monitor)
    try check(outcome, planned, of: conversion)
    if case .omitted = outcome {
      return WriteResult(outcome: outcome, removesOutput: try clear(planned))
    }
    try OutputFile.checkCreating(planned.path)
    return WriteResult(outcome: outcome)
  }

  /// Rejects an outcome that would destroy a sound converted in place, since it is the only copy.
  private func check(
    _ outcome: AlertOutcome, _ planned: PlannedOutput, of conversion: Conversion
  ) throws(SoundError) {
    guard planned.isInput else { return }
    switch outcome {
    case .converted, .convertedTooLong, .trimmed: return
    case .replacedByDefault(let length), .omitted(let length):
      throw conversion.excess(
        length, "converting it in place would destroy the original",
        advice: "choose another folder, or --over-limit trim or warn")
    }
  }

  /// Removes the output that an earlier run made from a sound that is now left out.
  private func clear(
    _ planned: PlannedOutput, _ outcome: AlertOutcome
  ) throws(SoundError) -> WriteResult {
    WriteResult(outcome: outcome, removesOutput: try clear(planned))
  }

  /// Removes the output of an earlier run, and refuses to remove anything else.
  ///
  /// - Parameter isRehearsal: Whether to remove nothing, as in a dry run.
  /// - Returns: Whether a file was removed; in a rehearsal, whether one would be.
  func clear(_ planned: PlannedOutput, isRehearsal: Bool = false) throws(SoundError) -> Bool {
    guard (try? planned.path.stat(followTargetSymlink: false)) != nil else { return false }
    do {
      if let record = planned.record,
        try remove(
          planned.name, recordedAs: record, needsProof: record.input != planned.input,
          isRehearsal: isRehearsal)
      {
        return true
      }
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, planned.path)
    }
    throw blockedOmission(at: planned.path, isRecorded: planned.record != nil)
  }

  /// Returns the error for a sound that is left out although a file has its output's name.
  func blockedOmission(at path: FilePath, isRecorded: Bool) -> SoundError {
    let hasLostRecord = recordsFault != nil && !isRecorded
    return SoundError(
      .creatingOutput, path,
      .sound(
        .unsupported,
        reason: hasLostRecord
          ? "the sound is left out, but a file has its output's name; the records can't be used to tell whether"
            + " an earlier run made it"
          : "the sound is left out, but another file has its output's name"),
      advice: hasLostRecord ? "remove it if it was made from this sound" : "remove that file")
  }
}

extension OutputFile {
  /// Puts the file in its place, and makes sure that its stamp belongs to the bytes that were written.
  ///
  /// Once the file has a name, other programs can write to it. Such a write sets the modification time, but
  /// the time proves nothing until the clock has ticked since our own last write. Until then the bytes are
  /// read again. Without a recorded stamp, the next run compares the digests.
  ///
  /// - Parameters:
  ///   - digest: The digest of what was written.
  ///   - commit: Puts the file in its place.
  ///   - monitor: Can cancel reading.
  /// - Returns: The stamp; nil if another program has altered the file.
  func stamp(
    of digest: UInt64, afterCommit commit: () throws(SoundError) -> Void, _ monitor: Monitor
  ) throws(SoundError) -> FileStamp? {
    let written = try stamp()
    try commit()
    let current = try stamp()
    guard current.isSameContent(as: written) else { return nil }
    if current.changeTime <= current.modificationTime, try self.digest(monitor) != digest {
      return nil
    }
    return current
  }

  /// Creates a file, with its folders if they don't exist.
  static func inFolders(for path: FilePath) throws(SoundError) -> OutputFile {
    do throws(SoundError) {
      return try OutputFile(for: path)
    } catch {
      // Checking first would cost a system call for each of a thousand files.
      guard error.errno == .noSuchFileOrDirectory || error.errno == .notDirectory else {
        throw error
      }
    }
    try path.folder.createFolders()
    return try OutputFile(for: path)
  }

  /// Checks whether a file can be created, without creating it.
  static func checkCreating(_ path: FilePath) throws(SoundError) {
    do {
      try check(path)
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, path)
    }
    try path.folder.checkWritable(for: path)
  }
}
