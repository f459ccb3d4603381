public import SystemPackage

/// An input of a batch, and where its output goes.
public struct BatchItem: Hashable, Sendable {
  /// The sound to convert.
  public let input: FilePath
  /// The file to make, relative to the batch's folder.
  public let output: FilePath

  /// Names an input and its output.
  public init(input: FilePath, output: FilePath) {
    self.input = input
    self.output = output
  }
}

/// What a batch has done with an input.
public struct BatchResult: Sendable {
  /// What happened.
  public enum Action: Sendable {
    /// The output was made; without an output, it was seen to that there is none.
    case made
    /// The output was there already, from the same bytes by the same request.
    case unchanged
    /// No output was made; one of an earlier run is still there.
    case failed(ConversionError)
  }

  /// The input and its output.
  public let item: BatchItem
  /// What happened; in a dry run, what would.
  public let action: Action
  /// What became of the sound; nil where that failed.
  public let outcome: AlertOutcome?
  /// How long the input is in bytes; 0 where it could not be read.
  public let inputByteCount: Int
  /// How long the output is in bytes; 0 where there is none, or would be none yet.
  public let outputByteCount: Int
  /// How close ima4 came to the sound, in decibels, as ``ConvertedSound/signalToNoise`` has
  /// it; nil where nothing was coded as ima4.
  public let signalToNoise: Double?
  /// Whether the sound is left out, and the output of an earlier run was removed for it; in a dry run,
  /// would be.
  public private(set) var removesOutput = false
  /// What is missing from a truncated input, in words; nil where it was whole. An input that is unchanged
  /// since it was converted is still truncated.
  public private(set) var truncation: String?
}

/// An output that a batch once made and that no input stands for any more.
public struct BatchOrphan: Hashable, Sendable {
  /// Why no input stands for it.
  public enum Cause: Hashable, Sendable {
    /// The input doesn't exist any more.
    case inputIsGone
    /// The input has another output now, in another container or another place.
    case inputHasOtherOutput
  }

  /// What became of it.
  public enum Fate: Hashable, Sendable {
    /// Nobody asked for its removal.
    case kept
    /// It isn't the file that was made, so it must not be removed.
    case keptAsChanged
    /// It may be the file that was made, or one of the user's own that an untrusted record names, so it must
    /// not be removed: it was copied or checked out without its modification time, or changed.
    case keptAsUnproven
    /// It was removed; in a dry run, it would be.
    case removed
    /// It was to be removed, which failed.
    case failed(Errno)
  }

  /// The output, relative to the batch's folder.
  public let output: FilePath
  /// The input it was made from.
  public let input: FilePath
  /// Why no input stands for it.
  public let cause: Cause
  /// What became of it.
  public let fate: Fate
}

/// What is to be known when a batch has ended.
public struct BatchReport: Sendable {
  /// A result for each input, in the inputs' order.
  public let results: [BatchResult]
  /// The outputs that no input stands for any more, by name.
  public let orphans: [BatchOrphan]
  /// Why what was made could not be put on record, so that it will be made again.
  public let recordsFailure: ConversionError?
}

/// A sign of life of a running batch.
public enum BatchEvent: Sendable {
  /// How far an input is, from 0 to 1. Reported only of inputs that take more than a tenth of a second,
  /// and ten times a second at most; it begins again where decoding has shown that a sound is too long.
  case advanced(index: Int, fraction: Double)
  /// An input is done: which one, how many are by now, and what came of it. Inputs end in any order.
  case finished(index: Int, count: Int, BatchResult)
  /// The records of earlier runs can't be used, so everything is converted again. This comes first.
  case rejectedRecords(ConversionError)
  /// Everything is converted, and has been waiting for a second to go on record: another process holds
  /// the lock on the batch's folder. Cancelling ends the wait.
  case waitingForLock(FilePath)
  /// Everything is done.
  case ended(BatchReport)
}
