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
    /// The output was made. If the sound has no output, any stale output was removed.
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
  /// The output's size in bytes; 0 if there is none, or none yet in a dry run.
  package let outputByteCount: Int
  /// Whether the sound is left out and its earlier output was removed; in a dry run, whether it would be.
  package let removesOutput: Bool

  /// Why no output was made; nil if it was made or is unchanged.
  public var failure: SoundError? { if case .failed(let error) = action { error } else { nil } }

  /// Creates a result, as a batch in a test may return it.
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
    /// The file was kept, because it may not be the file that the batch wrote.
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
  /// The outputs that no longer belong to an input, by name.
  package let orphans: [BatchOrphan]
  /// Why the outputs couldn't be recorded; nil if they were. Without a record, the next run makes an output again.
  public let recordsFailure: SoundError?

  package init(sounds: [BatchResult], orphans: [BatchOrphan], recordsFailure: SoundError?) {
    (self.sounds, self.orphans, self.recordsFailure) = (sounds, orphans, recordsFailure)
  }

  /// Creates the results of a batch, as a batch in a test may return them.
  public init(sounds: [BatchResult]) {
    self.init(sounds: sounds, orphans: [], recordsFailure: nil)
  }
}

/// What a batch reports while it runs.
package indirect enum BatchEvent: Sendable {
  /// The progress of an input, from 0 to 1, reported after each block of frames. The fraction starts over if decoding shows that
  /// a sound is too long.
  case advanced(index: Int, fraction: Double)
  /// An input is finished: its index, and its result. Inputs finish in any order.
  case finished(index: Int, BatchResult)
  /// The records of earlier runs can't be used, so everything is converted again. This event comes first.
  case rejectedRecords(SoundError)
  /// Everything is converted, but saving the records has waited for a second: another process holds the lock
  /// on the batch's folder. Cancelling ends the wait.
  case waitingForLock(FilePath)
}
