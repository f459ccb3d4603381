public import SystemPackage

/// An input of a batch, and its output's path.
public struct BatchItem: Hashable, Sendable {
  /// The sound to convert.
  public let input: FilePath
  /// The file to write, relative to the batch's folder.
  public let output: FilePath

  public init(input: any PathConvertible, output: any PathConvertible) {
    self.input = input.filePath
    self.output = output.filePath
  }
}

/// The result of a batch for one input.
public struct BatchResult: Sendable {
  /// What a batch did with an input.
  public enum Action: Sendable {
    /// The output was made. If the sound is left out, any output of an earlier run was removed instead.
    case made
    /// The output already existed, made from the same bytes with the same options.
    case unchanged
    /// No output was made. An earlier output, if any, is still there.
    indirect case failed(SoundError)
  }

  /// The input and its output.
  public let item: BatchItem
  /// What was done with the input; in a dry run, what would be done.
  public let action: Action
  /// What the conversion did, and what is wrong with the sound; nil if the conversion failed. For an unchanged input,
  /// the facts are those of the run that converted it.
  public let facts: ConversionFacts?
  /// The input's size in bytes; 0 if it couldn't be read.
  package let inputByteCount: Int
  /// The output's size in bytes; 0 if there is no output, or if it doesn't exist yet in a dry run.
  package let outputByteCount: Int
  /// Whether an earlier output was removed because the sound is left out; in a dry run, whether it would be removed.
  package let removesOutput: Bool

  /// Why no output was made; nil if the output was made or is unchanged.
  public var failure: SoundError? { if case .failed(let error) = action { error } else { nil } }

  /// Creates a result, for example in a test that runs no batch.
  public init(_ item: BatchItem, _ action: Action, facts: ConversionFacts? = nil) {
    (self.item, self.action, self.facts) = (item, action, facts)
    (inputByteCount, outputByteCount, removesOutput) = (0, 0, false)
  }
}

extension BatchResult {
  /// - Parameter record: The output's record; nil if the input wasn't converted.
  init(
    item: BatchItem, action: Action, _ record: BatchRecord? = nil, inputByteCount: Int = 0,
    removesOutput: Bool = false
  ) {
    (self.item, self.action, facts) = (item, action, record?.facts)
    self.inputByteCount = inputByteCount
    outputByteCount = record.map { Int($0.outputStamp.byteCount) } ?? 0
    self.removesOutput = removesOutput
  }
}

/// An output of an earlier run that no longer belongs to an input.
package struct BatchOrphan: Equatable, Sendable {
  /// What was done with an orphan.
  package enum Action: Equatable, Sendable {
    /// The output was kept, because removal wasn't requested.
    case kept
    /// The file was kept, because it is possibly not the file that the batch wrote.
    case keptAsChanged
    /// The output was removed; in a dry run, it would be removed.
    case removed
    /// Removing the output failed.
    case failed(Errno)
  }

  /// The output, relative to the batch's folder.
  package let output: FilePath
  /// The input that the output was made from.
  package let input: FilePath
  /// Whether the input still exists and now has another output, in another format or folder.
  package let isReplaced: Bool
  /// What was done with the output; in a dry run, what would be done.
  package let action: Action
}

/// The results of a batch that has ended.
public struct BatchResults: Sendable {
  /// A result for each input, in the inputs' order.
  public let sounds: [BatchResult]
  /// The outputs that no longer belong to an input, sorted by the bytes of their paths.
  package let orphans: [BatchOrphan]
  /// Why outputs couldn't be recorded; nil if all were recorded. The next run makes an unrecorded output again.
  public let recordsFailure: SoundError?

  package init(sounds: [BatchResult], orphans: [BatchOrphan], recordsFailure: SoundError?) {
    (self.sounds, self.orphans, self.recordsFailure) = (sounds, orphans, recordsFailure)
  }

  /// Creates results, for example in a test that runs no batch.
  public init(sounds: [BatchResult]) {
    self.init(sounds: sounds, orphans: [], recordsFailure: nil)
  }
}

/// What a batch reports while it runs.
package indirect enum BatchEvent: Sendable {
  /// A block of an input's frames is processed: the input's index, and the fraction done, from 0 to 1. The fraction
  /// starts again at 0 if decoding shows that the sound is too long.
  case advanced(index: Int, fraction: Double)
  /// An input is finished: its index, and its result. Inputs finish in any order.
  case finished(index: Int, BatchResult)
  /// The records of earlier runs can't be used, so everything is converted again. This event comes first.
  case rejectedRecords(SoundError)
  /// All inputs are converted, but the records aren't saved yet: for one second, another process has held the lock on
  /// the batch's folder. Cancelling ends the wait.
  case waitingForLock(FilePath)
}
