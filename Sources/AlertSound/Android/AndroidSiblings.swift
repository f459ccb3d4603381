internal import SoundFormat
internal import SystemPackage

/// What a run knows of its batch's Android siblings.
struct AndroidSiblings: Sendable {
  let folder: FilePath
  let format: AndroidOutput.Format
  /// What the siblings' frames are converted to.
  let target: ConversionTarget
  /// The digest of everything but the input that determines a sibling.
  private let recipeDigest: UInt64
  /// The files in the folder at the start of the run, by the resource that each defines.
  private let files: [String: [FilePath]]

  /// - Parameters:
  ///   - output: The folder and the format.
  ///   - target: What the batch converts to.
  ///   - recipeDigest: The digest of the batch's recipe.
  init(_ output: AndroidOutput, besides target: ConversionTarget, recipeDigest: UInt64) {
    folder = output.folder
    format = output.format
    var target = target.forAndroid
    if format == .ogg, let limit = target.levels?.truePeak {
      // What the frames decode to isn't measured. Vorbis usually raises their peak by less.
      target.levels?.truePeak = max(LevelTarget.truePeakRange.lowerBound, limit - 1)
    }
    self.target = target
    var digest = ContentDigest()
    digest.update(Array("\(recipeDigest) \(format.rawValue)".utf8))
    if format == .ogg {
      // Without the library nothing can be made, so there is nothing to keep.
      digest.update(
        Array(" \(VorbisEncoder.quality) \(VorbisEncoder.identity ?? "")".utf8))
    }
    self.recipeDigest = digest.value
    let names = (try? AnchoredFolder(output.folder).names()) ?? []
    files = Dictionary(grouping: names) { AndroidResources.resourceName(of: $0.string) }
  }

  /// The sibling of an output.
  func file(siblingOf output: FilePath) -> AndroidFile {
    AndroidFile(siblingOf: output, format: format)
  }

  /// The path of a sibling.
  func path(of file: AndroidFile) -> FilePath { folder.pushing(file.path) }

  /// The digest of everything that determines a sibling.
  func workDigest(_ inputDigest: UInt64, _ decoder: String?) -> UInt64 {
    ContentDigest.value(of: Array("\(recipeDigest) \(inputDigest) \(decoder ?? "")".utf8))
  }

  /// Whether the folder holds another file that defines a sibling's resource.
  func isContested(_ file: AndroidFile) -> Bool {
    files[file.name.name, default: []].contains { $0 != file.path }
  }

  /// Whether the folder holds a file with a sibling's name.
  func exists(_ file: AndroidFile) -> Bool {
    files[file.name.name, default: []].contains(file.path)
  }

  /// The sibling of a former output that is in the way of a sibling: a file of the same resource that its record
  /// proves.
  ///
  /// An input may have had several outputs. If their records name one file, only that of the last run that wrote it
  /// proves it.
  ///
  /// - Parameter candidates: The siblings of the input's former outputs.
  /// - Returns: A file of another format first: the sibling can't be made beside it. nil if there is none.
  func former(
    inTheWayOf file: AndroidFile, among candidates: [SiblingRecord]
  ) -> SiblingRecord? {
    let former = candidates.filter { $0.file.name == file.name && isProven($0) }
    return former.first { $0.file != file } ?? former.first
  }

  /// Refuses a sibling beside which another file would define the same resource: Android's build would fail.
  ///
  /// - Parameter earlier: The sibling that an earlier run made. If it has another format, this run replaces it.
  /// - Throws: `SoundError` of the step `creatingOutput`.
  func check(_ file: AndroidFile, of item: BatchItem, earlier: SiblingRecord?) throws(SoundError) {
    for other in files[file.name.name, default: []] where other != file.path {
      if let earlier, earlier.file.path == other, isProven(earlier) { continue }
      throw SoundError(
        .creatingOutput, folder.pushing(other),
        .sound(
          .unsupported,
          reason:
            "this file and \(file.fileName), made from \(item.input), would both be the Android"
            + " resource \(file.name), and Android's build fails then"),
        advice: "remove this file, or rename the sound")
    }
  }

  private func isProven(_ sibling: SiblingRecord) -> Bool {
    guard let status = try? path(of: sibling.file).stat(followTargetSymlink: false) else {
      return true
    }
    return sibling.written.isProven(by: FileStamp(status))
  }

  /// Refuses to replace the sound that a sibling is made from.
  ///
  /// - Throws: `SoundError` of the step `creatingOutput`.
  func checkReplacing(_ file: AndroidFile, of item: BatchItem) throws(SoundError) {
    let path = path(of: file)
    guard let replaced = FileIdentity(of: path), replaced == FileIdentity(of: item.input) else {
      return
    }
    throw SoundError(
      .creatingOutput, path,
      .sound(
        .unsupported, reason: "the sound for Android would replace the one that it is made from"),
      advice: "move the original to a folder outside the Android app's resources")
  }
}

/// An Android sibling that isn't in its place yet.
struct StagedSibling {
  fileprivate let output: OutputFile
  fileprivate let digest: UInt64
}

extension AndroidSiblings {
  /// Makes the sibling of an output, but doesn't put it in its place yet.
  ///
  /// - Parameters:
  ///   - outcome: What became of the output. It decides whether the sibling is whole, too.
  ///   - limit: The limit that led to the outcome.
  /// - Returns: nil if the sound was left out.
  func stage(
    _ file: AndroidFile, from source: SoundSource, _ outcome: AlertOutcome, _ limit: LengthLimit,
    _ monitor: Monitor
  ) throws(SoundError) -> StagedSibling? {
    guard !outcome.isOmitted else { return nil }
    let conversion = try Conversion(of: source, to: target, limit: limit).with(outcomeOf: outcome)
    let path = path(of: file)
    // A failure must leave nothing behind, not even a folder.
    if conversion.fitsIntoMemory {
      let memory = MemorySink(for: conversion.header)
      try write(conversion, into: memory, monitor)
      let output = try OutputFile.inFolders(for: path)
      try output.write(memory.bytes)
      return StagedSibling(output: output, digest: ContentDigest.value(of: memory.bytes))
    }
    try folder.createFolders()
    let output = try OutputFile(for: path)
    try write(conversion, into: output, monitor)
    return StagedSibling(output: output, digest: try output.digest(monitor))
  }

  /// Converts to a whole file in the siblings' format.
  func write(
    _ conversion: Conversion, into output: some ByteSink, _ monitor: Monitor
  ) throws(SoundError) {
    // The progress that is shown is that of the sound itself.
    let monitor = Monitor(isCancelled: monitor.cancels)
    switch format {
    case .wav: _ = try conversion.run(into: output, monitor: monitor)
    case .ogg:
      let format = conversion.header.format
      func makeEncoder() throws(SoundError) -> VorbisEncoder {
        try VorbisEncoder(
          into: output, sampleRate: format.sampleRate, channelCount: format.channelCount)
      }
      var encoder = try makeEncoder()
      _ = try conversion.encodeFrames(
        monitor: monitor,
        restart: { () throws(SoundError) in
          try output.restart()
          encoder = try makeEncoder()
        }, { frames throws(SoundError) in try encoder.encode(frames) })
      try encoder.finish()
    }
  }

  /// Puts a sibling in its place.
  func commit(
    _ staged: StagedSibling, _ monitor: Monitor
  ) throws(SoundError) -> RecordedFile {
    let byteCount = try staged.output.stamp().byteCount
    let stamp = try staged.output.stamp(
      of: staged.digest,
      afterCommit: { () throws(SoundError) in try staged.output.commit(replacing: true) }, monitor)
    return RecordedFile(stamp: stamp, byteCount: byteCount, digest: staged.digest)
  }
}
