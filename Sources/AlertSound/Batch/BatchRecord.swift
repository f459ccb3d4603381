internal import SoundFormat
internal import SystemPackage

/// What a batch made from an input, with everything that decides whether to convert it again.
struct BatchRecord: Hashable, Sendable {
  /// The input's path relative to the output folder, so that a checkout may be moved.
  ///
  /// It is untrusted and may lead anywhere, as inputs may. So it is only compared with the inputs that were found, and
  /// looked up to learn whether there still is a file. Nothing is opened by it.
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
  /// What part of the sound plays, and how often; nil if it wasn't arranged.
  var arrangement: ArrangementChange?
  /// How the loudness and the peaks changed; nil if they were left alone.
  var levels: LevelChange?
  /// The output's sibling for Android; nil if none was made.
  var sibling: SiblingRecord?
}

/// What a batch made for Android from the same input.
struct SiblingRecord: Hashable, Sendable {
  /// The file in the Android folder. The folder isn't recorded: the command line names it.
  var file: AndroidFile
  /// The digest of everything that determines the file's bytes, the input included.
  var workDigest: UInt64
  /// The file as it was written.
  var written: RecordedFile
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

  /// The output as it was written.
  var writtenOutput: RecordedFile {
    RecordedFile(
      stamp: outputStamp, isYoung: isOutputYoung, byteCount: outputByteCount, digest: outputDigest)
  }

  /// Checks what is at an output's path now, as ``RecordedFile/state(of:in:_:_:)`` does.
  ///
  /// - Parameter usesFiller: Whether outputs have filler, as ``ConversionTarget/usesFiller`` says.
  func outputState(
    of output: FilePath, in folder: FilePath, usesFiller: Bool = true, _ monitor: Monitor
  ) -> OutputState {
    guard hasOutput else {
      let isEmpty = (try? folder.pushing(output).stat(followTargetSymlink: false)) == nil
      return isEmpty ? .intact(nil) : .altered
    }
    return
      switch writtenOutput.state(
        of: output, in: folder, .sound(usesFiller: usesFiller), monitor)
    {
    case .intact(let stamp): .intact(stamp)
    case .empty: .empty
    case .altered: .altered
    }
  }

  /// Whether a file's stamp proves that the file is the output, as ``RecordedFile/isProven(by:)`` says.
  func isOutput(by current: FileStamp) -> Bool { hasOutput && writtenOutput.isProven(by: current) }

  /// Whether a file is the output, as ``RecordedFile/isWritten(as:_:_:)`` says.
  ///
  /// - Parameter usesFiller: Whether outputs have filler, as ``ConversionTarget/usesFiller`` says.
  func isOutput(
    _ file: AnchoredFile, usesFiller: Bool = true, _ monitor: Monitor
  ) -> Bool {
    hasOutput && writtenOutput.isWritten(as: file, .sound(usesFiller: usesFiller), monitor)
  }

  /// The record as it is saved at a time of the outputs' file system.
  func settled(at time: Int64) -> BatchRecord {
    var record = self
    record.isOutputYoung = writtenOutput.settled(at: time).isYoung
    if let written = sibling?.written { record.sibling?.written = written.settled(at: time) }
    return record
  }
}
