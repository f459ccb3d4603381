internal import SoundFormat
internal import SystemPackage

/// A batch's record of one output: everything that decides whether to convert its input again.
struct BatchRecord: Hashable, Sendable {
  /// The input's path relative to the output folder, so that a checkout may be moved.
  ///
  /// The path is untrusted and may lead anywhere, because inputs may be anywhere. It is only compared with the
  /// inputs that were found, and checked for existence. No file is opened by this path.
  var input: FilePath
  /// The input's stamp when it was read; nil if a later change might not show in it: see `InputFile.settledStamp`.
  var inputStamp: FileStamp?
  var inputDigest: UInt64 = 0
  /// The digest of the options and the library versions; see `Batch.recipeDigest`.
  var recipeDigest: UInt64 = 0
  /// The stamp of the output file after it got its final name; nil if there is no output, or another program has
  /// altered it. The change time is 0 if a later write could leave the stamp the same.
  var outputStamp: FileStamp?
  /// The output's length; 0 if there is none.
  var outputByteCount: Int64 = 0
  /// The digest of the output's bytes; 0 if there is none.
  var outputDigest: UInt64 = 0
  var facts = ConversionFacts()
}

extension BatchRecord {
  var hasOutput: Bool { !facts.outcome.isOmitted }

  /// The state of the file at an output's path.
  enum OutputState: Hashable {
    /// The output is unchanged, and has this stamp; nil if there should be no output, and there is no file.
    case intact(FileStamp?)
    /// There is no file, although there should be an output.
    case missing
    /// There is a file, folder or link that isn't the recorded output.
    case altered
  }

  /// Checks the file at an output's path.
  ///
  /// Records are untrusted. So only a file of the recorded length is read, and only if no link inside the folder
  /// leads to it.
  func outputState(of output: FilePath, in folder: OutputFolder, _ monitor: Monitor) -> OutputState
  {
    guard let status = try? folder.path.pushing(output).stat(followTargetSymlink: false) else {
      return hasOutput ? .missing : .intact(nil)
    }
    guard hasOutput, status.type == .regular else { return .altered }
    guard status.size == outputByteCount else { return .altered }
    if FileStamp(status) == outputStamp { return .intact(outputStamp) }
    guard let file = try? folder.open().file(at: output), isOutput(file, monitor) else {
      return .altered
    }
    return .intact(FileStamp(file.status))
  }

  func isOutput(_ file: AnchoredFile, _ monitor: Monitor) -> Bool {
    hasOutput && file.status.size == outputByteCount
      && (try? file.digest(monitor)) == outputDigest
  }

  /// Whether the output's size and time confirm the record. A record that comes with a checkout can name any file
  /// and its digest, but a checkout sets the file's time to the present or to whole seconds.
  func isConfirmed(by current: FileStamp) -> Bool {
    guard hasOutput, let stamp = outputStamp else { return false }
    return current == stamp
      || current.byteCount == stamp.byteCount
        && current.modificationTime == stamp.modificationTime
        && stamp.modificationTime % 1_000_000_000 != 0
  }

  /// Returns the record to save at a time given by the clock of the outputs' file system.
  ///
  /// A write within the same tick of the file system's clock wouldn't change the output's stamp. If that is possible,
  /// the saved change time is 0, which no file has, so the next run compares the bytes. Git calls such entries racy.
  func settled(at time: Int64) -> BatchRecord {
    guard let stamp = outputStamp, max(stamp.changeTime, stamp.modificationTime) >= time else {
      return self
    }
    var record = self
    record.outputStamp?.changeTime = 0
    return record
  }
}
