internal import SoundFormat
internal import SystemPackage

/// The paths and the earlier record of an output.
struct PlannedOutput {
  let item: BatchItem
  let path: FilePath
  /// The input's path relative to the batch's folder.
  let input: FilePath
  /// The record of an earlier output at this path; nil if there is none.
  let record: BatchRecord?
  /// Earlier outputs in another format for the same Android resource. The new output replaces these files.
  let rivals: [FilePath]

  /// Whether the output replaces an input.
  var isInput: Bool { input == item.output }
}

extension BatchRun {
  /// What was done with a sound; in a dry run, what would be done.
  struct WriteResult {
    let outcome: AlertOutcome
    /// What the conversion did; nil in a dry run, and if the sound is left out.
    var conversion: ConversionResult?
    /// The output's stamp; nil if there is no output, or another program has altered it.
    var stamp: FileStamp?
    /// The output's length; 0 if there is none.
    var byteCount: Int64 = 0
    /// The digest of the output's bytes.
    var digest: UInt64 = 0
    /// Whether an earlier run's output was removed; in a dry run, whether it would be removed.
    var removesOutput = false
  }

  /// Converts a sound and writes its output. No other function writes outputs.
  func write(
    _ conversion: Conversion, to planned: PlannedOutput, _ monitor: Monitor
  ) throws(SoundError) -> WriteResult {
    let conversion = try conversion.decided(monitor: monitor)
    if conversion.isOmitted {
      let outcome = try conversion.inMemory().outcome
      try check(outcome, planned, of: conversion)
      return WriteResult(outcome: outcome, removesOutput: try clear(planned))
    }
    let (file, result, digest): (OutputFile, ConversionResult, UInt64)
    if conversion.fitsIntoMemory {
      // Convert a short sound before creating a file, so that a failure changes nothing on disk.
      let memory = MemorySink(for: conversion.header)
      result = try run(conversion, into: memory, monitor)
      file = try folder.file(for: planned.path)
      try file.write(memory.bytes)
      digest = ContentDigest.value(of: memory.bytes)
    } else {
      file = try folder.file(for: planned.path)
      result = try run(conversion, into: file, monitor)
      digest = try file.digest(monitor)
    }
    try check(result.outcome, planned, of: conversion)
    let byteCount = try file.stamp().byteCount
    try conversion.source.doing(
      .writing, batch.converter.inputPolicy.check(byteCount: Int(byteCount), of: "the output has"))
    for rival in planned.rivals { _ = try remove(rival, recordedAs: records[rival]) }
    return WriteResult(
      outcome: result.outcome, conversion: result,
      stamp: try file.commit(with: digest, monitor), byteCount: byteCount, digest: digest)
  }

  /// Converts into a sink, in the format of the batch.
  private func run(
    _ conversion: Conversion, into output: any ByteSink, _ monitor: Monitor
  ) throws(SoundError) -> ConversionResult {
    guard batch.androidFormat == .ogg else {
      return try conversion.run(into: output, monitor: monitor)
    }
    let encoder = try VorbisSink(for: conversion, into: output)
    let result = try conversion.run(into: encoder, monitor: monitor)
    try encoder.finish()
    return result
  }

  /// Predicts the result of writing as well as possible without writing.
  func rehearse(
    _ conversion: Conversion, _ planned: PlannedOutput
  ) throws(SoundError) -> WriteResult {
    let outcome = try conversion.rehearse(monitor: monitor)
    try check(outcome, planned, of: conversion)
    if outcome.isOmitted {
      return WriteResult(outcome: outcome, removesOutput: try clear(planned))
    }
    try WholeFile.check(planned.path, makesFolder: true)
    return WriteResult(outcome: outcome)
  }

  /// Rejects an outcome that would destroy the only copy of a sound. Only a sound that is converted in place has
  /// no other copy.
  private func check(
    _ outcome: AlertOutcome, _ planned: PlannedOutput, of conversion: Conversion
  ) throws(SoundError) {
    if planned.isInput { try conversion.checkKeepsOriginal(outcome) }
  }

  /// Removes the output that an earlier run made from a sound that is now left out. Any other file with the
  /// output's name is an error. Returns whether a file was removed; in a dry run, whether a file would be removed.
  private func clear(_ planned: PlannedOutput) throws(SoundError) -> Bool {
    guard (try? planned.path.stat(followTargetSymlink: false)) != nil else {
      for rival in planned.rivals { _ = try remove(rival, recordedAs: records[rival]) }
      return !planned.rivals.isEmpty
    }
    if try remove(planned.item.output, recordedAs: planned.record) { return true }
    let hasLostRecord = recordsFault != nil && planned.record == nil
    throw SoundError(
      .creatingOutput, planned.path,
      .sound(
        .unsupported,
        reason: hasLostRecord
          ? "the sound is left out, but a file has its output's name; the records can't be used to tell whether"
            + " an earlier run made it"
          : "the sound is left out, but another file has its output's name"),
      advice: hasLostRecord ? "remove it if it was made from this sound" : "remove that file")
  }

  /// Removes an output of an earlier run if it has the recorded bytes. Returns whether the output was removed; in
  /// a dry run, whether it would be removed. The output's path is untrusted, so no link is followed.
  private func remove(
    _ output: FilePath, recordedAs record: BatchRecord?
  ) throws(SoundError) -> Bool {
    do {
      guard let record else { return false }
      let file = try folder.open().file(at: output)
      return try record.isOutput(file, monitor) && (batch.isDryRun || file.remove())
    } catch Errno.tooManySymbolicLinkLevels, Errno.notDirectory, Errno.invalidArgument {
      // Keep a link, or anything else that isn't a regular file.
      return false
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, batch.folder.pushing(output))
    }
  }
}

extension Conversion {
  /// Whether the output is small enough to be made in memory. That takes fewer system calls.
  fileprivate var fitsIntoMemory: Bool {
    source.statesExactLength && header.audioByteCount <= BatchInput.memoryByteCount
  }
}

extension OutputFile {
  /// Moves the file to its destination, and makes sure that its stamp belongs to the bytes that were written.
  ///
  /// Once the file has a name, other programs can write to it. A write sets the modification time, but to the same
  /// time as our own last write if both happen within one tick of the clock. If no tick has passed, the digest of
  /// the bytes is compared.
  ///
  /// - Returns: The stamp; nil if another program has altered the file, so that the next run compares digests.
  fileprivate func commit(
    with digest: UInt64, _ monitor: Monitor
  ) throws(SoundError) -> FileStamp? {
    let written = try stamp()
    try commit(replacing: true)
    let current = try stamp()
    guard current.isSameContent(as: written) else { return nil }
    if current.changeTime <= current.modificationTime, try self.digest(monitor) != digest {
      return nil
    }
    return current
  }
}
