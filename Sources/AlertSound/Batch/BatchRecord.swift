internal import SoundFormat
internal import SystemPackage

/// What a batch once made of an input: all that tells whether it must be made again.
struct BatchRecord: Hashable, Sendable {
  /// The way from the output folder to the input, so that a checkout may move.
  var input: FilePath
  /// The input's stamp when it was read; nil where it had only just been written, so that it could
  /// have been written again within one tick of the file system's clock.
  var inputStamp: FileStamp?
  /// The digest of the input's bytes.
  var inputDigest: UInt64
  /// The digest of all that was asked for.
  var recipeDigest: UInt64
  /// The output's stamp when it was in place; nil where another program had altered it by then, and where
  /// there is no output.
  var outputStamp: FileStamp?
  /// Whether a change could have left the output's stamp the same, so that the bytes decide.
  var isOutputYoung = false
  /// The output's length; 0 where there is none, nil in records of version 1 without a stamp.
  var outputByteCount: Int64?
  /// The digest of the output's bytes; 0 where there is none.
  var outputDigest: UInt64
  /// What became of the sound.
  var outcome: AlertOutcome
  /// How close ima4 came to the sound, in decibels; nil where nothing was coded as ima4.
  var signalToNoise: Double?
  /// What was missing from a truncated input, in words; nil where it was whole.
  var truncation: String?
}

extension BatchRecord {
  /// Whether there is an output.
  var hasOutput: Bool {
    if case .omitted = outcome { false } else { true }
  }

  /// What is where the output was made.
  enum Place: Hashable {
    /// The output as it was made, or nothing where there shall be nothing.
    case intact(FileStamp?)
    /// Nothing, where there shall be an output.
    case empty
    /// Something else.
    case altered
  }

  /// Looks at what is where the output was made.
  ///
  /// Only a file of the right length is read, and none that a link inside the folder leads to: records
  /// are untrusted. A long file must also be laid out as an output.
  ///
  /// - Parameter usesFiller: Whether outputs have filler, as ``ConversionTarget/usesFiller`` says.
  func place(
    of output: FilePath, in folder: FilePath, usesFiller: Bool = true, _ isCancelled: () -> Bool
  ) -> Place {
    guard let status = try? folder.pushing(output).stat(followTargetSymlink: false) else {
      return hasOutput ? .empty : .intact(nil)
    }
    guard hasOutput else { return .altered }
    let stamp = FileStamp(status)
    if stamp == outputStamp, !isOutputYoung { return .intact(stamp) }
    guard status.type == .regular, isLength(stamp.byteCount),
      let file = try? AnchoredFolder(folder).file(at: output), isLength(file.status.size),
      file.byteCount <= BatchInput.memoryByteCount || Self.isLaidOut(file, usesFiller),
      isContent(of: file, isCancelled)
    else { return .altered }
    return .intact(FileStamp(file.status))
  }

  /// Whether a file's stamp proves that the file is the output. A checkout can't forge it.
  ///
  /// The same file has the recorded stamp. A copy that kept the modification time to the nanosecond, as
  /// caches of build servers do, is a proof, too: a checkout sets that time to the present, and tools that
  /// restore commits' times set it to whole seconds.
  func isOutput(by current: FileStamp) -> Bool {
    guard hasOutput, let outputStamp else { return false }
    guard current != outputStamp else { return true }
    return current.byteCount == outputStamp.byteCount
      && current.modificationTime == outputStamp.modificationTime
      && current.modificationTime % 1_000_000_000 != 0
  }

  /// Whether a file is the output: it has the recorded bytes, and they are laid out as this library writes
  /// a sound. The bytes are read last.
  ///
  /// The recorded digest alone proves nothing: an untrusted record can name any file and its digest.
  /// The layout excludes files that are no sounds, and sounds of programs that write another layout. A sound
  /// from Apple's tools can't be told from one of ours, which has the same bytes.
  ///
  /// - Parameter usesFiller: Whether outputs have filler, as ``ConversionTarget/usesFiller`` says.
  func isOutput(
    _ file: AnchoredFile, usesFiller: Bool = true, _ isCancelled: () -> Bool
  ) -> Bool {
    hasOutput && isLength(file.status.size) && Self.isLaidOut(file, usesFiller)
      && isContent(of: file, isCancelled)
  }

  /// Whether a file may be the output by its length. Where that isn't on record, long files aren't.
  private func isLength(_ byteCount: Int64) -> Bool {
    outputByteCount.map { $0 == byteCount } ?? (byteCount <= BatchInput.memoryByteCount)
  }

  private static func isLaidOut(_ file: AnchoredFile, _ usesFiller: Bool) -> Bool {
    guard let sound = try? SoundFile(parsing: file) else { return false }
    return (try? sound.isAsWritten(in: file, usesFiller: usesFiller)) ?? false
  }

  private func isContent(of file: AnchoredFile, _ isCancelled: () -> Bool) -> Bool {
    (try? file.digest(isCancelled)) == outputDigest
  }

  /// The record for a file of records that is written at a time of the outputs' file system.
  ///
  /// What is written to an output within the same tick of the clock would not change its stamp: git
  /// calls such an entry racy.
  func settled(at time: Int64) -> BatchRecord {
    var record = self
    if let stamp = outputStamp, max(stamp.changeTime, stamp.modificationTime) >= time {
      record.isOutputYoung = true
    }
    return record
  }
}
