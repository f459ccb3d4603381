internal import SoundFormat
internal import SystemPackage

/// Where an output goes.
struct OutputPlace {
  let path: FilePath
  /// Whether the sound itself is there.
  let isInput: Bool
  /// What is on record for the place.
  let record: BatchRecord?
}

extension BatchRun {
  /// What was written: the file's stamp and its digest, and what is in it.
  typealias Written = (stamp: FileStamp, digest: UInt64, sound: ConvertedSound)

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
      try file.commit(replacing: true)
      return Making(
        outcome: outcome, written: (try file.stamp(), ContentDigest.value(of: bytes), sound))
    }
    if !place.isInput { try place.path.folder.createFolders() }
    let staged = try conversion.stage(
      for: place.path, progress: progress, isCancelled: isCancelled)
    try check(staged.outcome, place, of: conversion)
    guard let file = staged.sound else { return try clear(place, staged.outcome) }
    let digest = try file.output.digest(isCancelled)
    try file.commit()
    return Making(
      outcome: staged.outcome, written: (try file.output.stamp(), digest, file.sound))
  }

  /// Says what writing would do, as far as that can be known without writing.
  func rehearse(
    _ conversion: AlertConversion, _ place: OutputPlace
  ) throws(ConversionError) -> Making {
    let outcome = try conversion.rehearse(isCancelled: isCancelled)
    try check(outcome, place, of: conversion)
    if case .omitted = outcome {
      return Making(outcome: outcome, removesOutput: try checkClearing(place))
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
    let isThere = try checkClearing(place)
    if isThere { try place.path.removeFile() }
    return Making(outcome: outcome, removesOutput: isThere)
  }

  /// Refuses to remove what is somebody else's.
  ///
  /// - Returns: Whether there is something to remove.
  private func checkClearing(_ place: OutputPlace) throws(ConversionError) -> Bool {
    guard (try? place.path.stat(followTargetSymlink: false)) != nil else { return false }
    if let record = place.record, record.hasOutput,
      case .intact = record.place(at: place.path, isCancelled)
    {
      return true
    }
    throw ConversionError(
      .creatingOutput, place.path,
      .sound(.unsupported, reason: "the sound is left out, and another file has its name"),
      advice: "remove that file")
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
