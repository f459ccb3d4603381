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
  /// The output's stamp when it was in place; nil where a change could have left it the same, and where
  /// there is no output.
  var outputStamp: FileStamp?
  /// The output's length; 0 where there is none.
  var outputByteCount: Int64
  /// The digest of the output's bytes; 0 where there is none.
  var outputDigest: UInt64
  /// What became of the sound.
  var outcome: AlertOutcome
  /// How close ima4 came to the sound, in decibels; nil where nothing was coded as ima4.
  var signalToNoise: Double?
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
  /// are untrusted.
  func place(
    of output: FilePath, in folder: FilePath, _ isCancelled: () -> Bool
  ) -> Place {
    guard let status = try? folder.pushing(output).stat(followTargetSymlink: false) else {
      return hasOutput ? .empty : .intact(nil)
    }
    guard hasOutput else { return .altered }
    let stamp = FileStamp(status)
    if stamp == outputStamp { return .intact(stamp) }
    guard status.type == .regular, stamp.byteCount == outputByteCount,
      let file = try? AnchoredFolder(folder).file(at: output), isContent(of: file, isCancelled)
    else { return .altered }
    return .intact(FileStamp(file.status))
  }

  /// Whether a file is the output: it has the recorded bytes, and they are laid out as this library writes
  /// a sound.
  ///
  /// The recorded digest alone proves nothing: an untrusted record can name any file and its digest.
  /// The layout excludes files that are no sounds, and sounds of programs that write another layout. A sound
  /// from Apple's tools can't be told from one of ours, which has the same bytes.
  ///
  /// - Parameter usesFiller: Whether outputs have filler, as ``ConversionTarget/usesFiller`` says.
  func isOutput(
    _ file: AnchoredFile, usesFiller: Bool = true, _ isCancelled: () -> Bool
  ) -> Bool {
    guard hasOutput, isContent(of: file, isCancelled), let sound = try? SoundFile(parsing: file)
    else { return false }
    return (try? sound.isAsWritten(in: file, usesFiller: usesFiller)) ?? false
  }

  private func isContent(of file: AnchoredFile, _ isCancelled: () -> Bool) -> Bool {
    file.status.size == outputByteCount
      && (try? file.digest(isCancelled)) == outputDigest
  }

  /// The record for a file of records that is written at a time of the outputs' file system.
  ///
  /// What is written to an output within the same tick of the clock would not change its stamp: git
  /// calls such an entry racy.
  func settled(at time: Int64) -> BatchRecord {
    var record = self
    if let stamp = outputStamp, max(stamp.changeTime, stamp.modificationTime) >= time {
      record.outputStamp = nil
    }
    return record
  }
}
