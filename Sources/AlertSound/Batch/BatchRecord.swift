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
  /// The output's stamp when it was in place; nil where it had only just been written when the records
  /// were, and where there is none.
  var outputStamp: FileStamp?
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
  func place(at output: FilePath, _ isCancelled: () -> Bool) -> Place {
    let stamp = FileStamp(of: output)
    guard let stamp else { return hasOutput ? .empty : .intact(nil) }
    guard hasOutput else { return .altered }
    if stamp == outputStamp { return .intact(stamp) }
    guard let file = try? InputFile(path: output),
      (try? file.descriptor.digest(isCancelled)) == outputDigest
    else { return .altered }
    return .intact(file.stamp)
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
