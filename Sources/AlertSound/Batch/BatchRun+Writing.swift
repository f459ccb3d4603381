internal import SoundFormat
internal import SystemPackage

/// Where an output goes.
struct OutputPlace {
  /// The path inside the batch's folder.
  let name: FilePath
  let path: FilePath
  /// The way from the folder to the sound.
  let input: FilePath
  /// What is on record for the place.
  let record: BatchRecord?

  /// Whether the sound itself is there.
  var isInput: Bool { input == name }
}

extension BatchRun {
  /// What was written: the file's stamp, unless a change would leave it the same; its length and digest;
  /// and what is in it.
  typealias Written = (
    stamp: FileStamp?, byteCount: Int64, digest: UInt64, sound: ConvertedSound
  )

  /// What came of a sound, or would come of it.
  struct Making {
    let outcome: AlertOutcome
    /// What is in the place then; nil where that is nothing, or nothing yet.
    var written: Written?
    /// Whether the output of an earlier run had to go.
    var removesOutput = false
  }

  /// Converts.
  func write(
    _ conversion: AlertConversion, to place: OutputPlace, _ progress: (Double) -> Void
  ) throws(ConversionError) -> Making {
    // A short sound is made before there is a file: where that fails, nothing was touched.
    if conversion.fitsIntoMemory {
      let (outcome, made) = try conversion.inMemory(progress, isCancelled)
      try check(outcome, place, of: conversion)
      guard let (sound, bytes) = made else { return try clear(place, outcome) }
      let file = try OutputFile.inFolders(for: place.path)
      try file.write(bytes)
      return Making(
        outcome: outcome,
        written: try commit(file, ContentDigest.value(of: bytes), sound) {
          () throws(ConversionError) in try file.commit(replacing: true)
        })
    }
    if !place.isInput { try place.path.folder.createFolders() }
    let staged = try conversion.stage(
      for: place.path, progress: progress, isCancelled: isCancelled)
    try check(staged.outcome, place, of: conversion)
    guard let file = staged.sound else { return try clear(place, staged.outcome) }
    let digest = try file.output.digest(isCancelled)
    return Making(
      outcome: staged.outcome,
      written: try commit(file.output, digest, file.sound) { () throws(ConversionError) in
        try file.commit()
      })
  }

  /// Puts a file in its place, and makes sure that its stamp is that of the bytes that were written.
  ///
  /// From the moment the file has a name, others can write to it. Such a write sets the modification
  /// time, which is only conclusive once the clock has ticked since our own last write. Until then the
  /// bytes are read again. Without a stamp on record, the digest decides in the next run.
  private func commit(
    _ file: OutputFile, _ digest: UInt64, _ sound: ConvertedSound,
    by commit: () throws(ConversionError) -> Void
  ) throws(ConversionError) -> Written {
    let written = try file.stamp()
    try commit()
    var stamp: FileStamp? = try file.stamp()
    if stamp?.isSameContent(as: written) != true {
      stamp = nil
    } else if let current = stamp, current.changeTime <= current.modificationTime,
      try file.digest(isCancelled) != digest
    {
      stamp = nil
    }
    return (stamp, written.byteCount, digest, sound)
  }

  /// Says what writing would do, as far as that can be known without writing.
  func rehearse(
    _ conversion: AlertConversion, _ place: OutputPlace
  ) throws(ConversionError) -> Making {
    let outcome = try conversion.rehearse(isCancelled: isCancelled)
    try check(outcome, place, of: conversion)
    if case .omitted = outcome {
      return Making(outcome: outcome, removesOutput: try clear(place))
    }
    try OutputFile.checkCreating(place.path)
    return Making(outcome: outcome)
  }

  /// Keeps the only copy of a sound: one that is converted in place is still the same sound.
  private func check(
    _ outcome: AlertOutcome, _ place: OutputPlace, of conversion: AlertConversion
  ) throws(ConversionError) {
    guard place.isInput else { return }
    switch outcome {
    case .converted, .convertedTooLong, .trimmed: return
    case .replacedByDefault(let length), .omitted(let length):
      throw conversion.excess(
        length, "converted in place, nothing would be left of it",
        advice: "choose another folder, or --over-limit trim or warn")
    }
  }

  /// Removes the output of an earlier run from where there shall be none.
  private func clear(
    _ place: OutputPlace, _ outcome: AlertOutcome
  ) throws(ConversionError) -> Making {
    Making(outcome: outcome, removesOutput: try clear(place))
  }

  /// Removes the output of an earlier run, and refuses to remove anything else.
  ///
  /// - Returns: Whether there was something to remove; in a dry run, whether there is.
  private func clear(_ place: OutputPlace) throws(ConversionError) -> Bool {
    guard (try? place.path.stat(followTargetSymlink: false)) != nil else { return false }
    do {
      if let record = place.record,
        try remove(place.name, recordedAs: record, needsProof: record.input != place.input)
      {
        return true
      }
    } catch {
      throw ConversionError(wrapping: error, .creatingOutput, place.path)
    }
    let hasLostRecord = recordsFault != nil && place.record == nil
    throw ConversionError(
      .creatingOutput, place.path,
      .sound(
        .unsupported,
        reason: hasLostRecord
          ? "the sound is left out, and a file has its name; whether an earlier run made it isn't known, for"
            + " the records can't be used"
          : "the sound is left out, and another file has its name"),
      advice: hasLostRecord ? "remove it if it was made of this sound" : "remove that file")
  }
}

extension OutputFile {
  /// Creates a file, and first the folders it is in where they aren't there.
  fileprivate static func inFolders(for path: FilePath) throws(ConversionError) -> OutputFile {
    do throws(ConversionError) {
      return try OutputFile(for: path)
    } catch {
      // To look first would cost a call of the system for each of a thousand files.
      switch error.cause {
      case .system(.noSuchFileOrDirectory), .system(.notDirectory): break
      default: throw error
      }
    }
    try path.folder.createFolders()
    return try OutputFile(for: path)
  }

  /// Finds out whether a file can be created, and creates none.
  fileprivate static func checkCreating(_ path: FilePath) throws(ConversionError) {
    do {
      try check(path)
    } catch {
      throw ConversionError(wrapping: error, .creatingOutput, path)
    }
    try path.folder.checkWritable(for: path)
  }
}
