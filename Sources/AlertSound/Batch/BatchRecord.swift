internal import SoundFormat
internal import SystemPackage

/// What a batch made from an input, with everything that decides whether to convert it again.
struct BatchRecord: Hashable, Sendable {
  /// The input's path relative to the output folder, so that a checkout may be moved.
  var input: FilePath
  /// The input's stamp when it was read. nil if the input was so new that another write within the same tick
  /// of the file system's clock could have left the stamp the same.
  var inputStamp: FileStamp?
  /// The digest of the input's bytes.
  var inputDigest: UInt64
  /// The digest of the request, the default sound and the library's version.
  var recipeDigest: UInt64
  /// The output's stamp once it was in place. nil if another program had altered the file by then, or if
  /// there is no output.
  var outputStamp: FileStamp?
  /// Whether a change could have left the output's stamp the same. The bytes are then compared.
  var isOutputYoung = false
  /// The output's length; 0 if there is none, nil in records of version 1 without a stamp.
  var outputByteCount: Int64?
  /// The digest of the output's bytes; 0 if there is none.
  var outputDigest: UInt64
  /// What became of the sound.
  var outcome: AlertOutcome
  /// The signal-to-noise ratio of the ima4 encoder, in decibels; nil if nothing was encoded as ima4.
  var signalToNoise: Double?
  /// What was missing from a truncated input, in words; nil if it was complete.
  var truncation: String?
  /// The decoder outside this library that read the input, with its version; nil if there was none.
  var decoder: String?
}

extension BatchRecord {
  /// Whether the decoder that read the input still has the same version.
  ///
  /// A decoder that isn't installed counts as the same: nothing here could read the input again.
  func isCurrent(for decoders: ForeignDecoders) -> Bool {
    guard let decoder,
      let present = decoders.all.first(where: { decoder.hasPrefix($0.name + " ") })?.identity
    else { return true }
    return Self.field(present, Self.decoderByteLimit) == Self.field(decoder, Self.decoderByteLimit)
  }

  /// Whether there is an output.
  var hasOutput: Bool {
    if case .omitted = outcome { false } else { true }
  }

  /// What is at an output's path now.
  enum OutputState: Hashable {
    /// The unchanged output, with its stamp. Without an output: no file, and nil.
    case intact(FileStamp?)
    /// No file, although there should be an output.
    case empty
    /// Something else.
    case altered
  }

  /// Checks what is at an output's path now.
  ///
  /// Records are untrusted. So only a file of the right length is read, and none that is reached by a link
  /// inside the folder. A long file must also be laid out as an output.
  ///
  /// - Parameter usesFiller: Whether outputs have filler, as ``ConversionTarget/usesFiller`` says.
  func outputState(
    of output: FilePath, in folder: FilePath, usesFiller: Bool = true, _ monitor: Monitor
  ) -> OutputState {
    guard let status = try? folder.pushing(output).stat(followTargetSymlink: false) else {
      return hasOutput ? .empty : .intact(nil)
    }
    guard hasOutput else { return .altered }
    let stamp = FileStamp(status)
    if stamp == outputStamp, !isOutputYoung { return .intact(stamp) }
    guard status.type == .regular, isLength(stamp.byteCount),
      let file = try? AnchoredFolder(folder).file(at: output), isLength(file.status.size),
      file.byteCount <= BatchInput.memoryByteCount || Self.isLaidOut(file, usesFiller),
      isContent(of: file, monitor)
    else { return .altered }
    return .intact(FileStamp(file.status))
  }

  /// Whether a file's stamp proves that the file is the output. A checkout can't forge it.
  ///
  /// The output itself has the recorded stamp. A copy that kept the modification time to the nanosecond also
  /// counts as proven: the caches of build servers make such copies. A checkout sets that time to the
  /// present, and tools that restore the times of commits set it to whole seconds.
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
  /// The recorded digest alone proves nothing: an untrusted record can name any file and its digest. The
  /// layout excludes files that aren't sounds, and sounds of programs that write another layout. A sound from
  /// Apple's tools can't be told from one of ours, which has the same bytes.
  ///
  /// - Parameter usesFiller: Whether outputs have filler, as ``ConversionTarget/usesFiller`` says.
  func isOutput(
    _ file: AnchoredFile, usesFiller: Bool = true, _ monitor: Monitor
  ) -> Bool {
    hasOutput && isLength(file.status.size) && Self.isLaidOut(file, usesFiller)
      && isContent(of: file, monitor)
  }

  /// Whether a file's length allows it to be the output. If the record has no length, long files are
  /// excluded.
  private func isLength(_ byteCount: Int64) -> Bool {
    outputByteCount.map { $0 == byteCount } ?? (byteCount <= BatchInput.memoryByteCount)
  }

  private static func isLaidOut(_ file: AnchoredFile, _ usesFiller: Bool) -> Bool {
    guard let sound = try? SoundFile(parsing: file) else { return false }
    return (try? sound.isAsWritten(in: file, usesFiller: usesFiller)) ?? false
  }

  private func isContent(of file: AnchoredFile, _ monitor: Monitor) -> Bool {
    (try? file.digest(monitor)) == outputDigest
  }

  /// The record as it is saved at a time of the outputs' file system.
  ///
  /// A write to an output within the same tick of the clock wouldn't change its stamp. Git calls such an
  /// entry racy.
  func settled(at time: Int64) -> BatchRecord {
    var record = self
    if let stamp = outputStamp, max(stamp.changeTime, stamp.modificationTime) >= time {
      record.isOutputYoung = true
    }
    return record
  }
}
