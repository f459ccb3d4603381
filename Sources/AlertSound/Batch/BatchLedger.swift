internal import SoundFormat
internal import SystemPackage

/// A run's changes to the records, collected until they are saved.
struct BatchLedger {
  /// How often records are saved, so that little is lost if a run is killed.
  static let savingInterval = Duration.seconds(2)
  /// If only stamps were renewed, records are saved only if that spares the next run reading this many bytes.
  /// Otherwise a run that finds nothing changed writes nothing.
  private static let renewalByteCount = 1 << 25

  private let folder: FilePath
  /// Whether anything is recorded.
  let isKept: Bool
  /// Whether to create the file even if there is nothing to record.
  private let needsFile: Bool
  private let monitor: Monitor
  private let savingInterval: Duration
  private let recordLimit: Int
  private let adviceOnLimit: String
  private var nextSaving: ContinuousClock.Instant
  private var changes: [FilePath: BatchRecords.Change] = [:]
  private var renewals: [FilePath: BatchRecords.Change] = [:]
  private var sparedByteCount = 0

  init(
    of batch: Batch, savingInterval: Duration = savingInterval,
    recordLimit: Int = BatchState.recordLimit, monitor: Monitor = Monitor()
  ) {
    self.init(
      in: batch.folder, isKept: batch.keepsRecords && !batch.isDryRun,
      // A part without sounds then differs from a part that is missing.
      needsFile: batch.shard != nil, savingInterval: savingInterval, recordLimit: recordLimit,
      monitor: monitor)
  }

  init(
    in folder: FilePath, isKept: Bool = true, needsFile: Bool = false,
    savingInterval: Duration = savingInterval, recordLimit: Int = BatchState.recordLimit,
    adviceOnLimit: String = "convert into several folders, or delete this file", monitor: Monitor
  ) {
    self.folder = folder
    self.isKept = isKept
    self.needsFile = needsFile
    self.savingInterval = savingInterval
    self.recordLimit = recordLimit
    self.adviceOnLimit = adviceOnLimit
    self.monitor = monitor
    nextSaving = ContinuousClock.now + savingInterval
  }

  /// Notes an input's change to the records.
  mutating func note(_ step: BatchStep) {
    guard isKept else { return }
    let output = step.result.item.output
    switch step.change {
    case .none: break
    case .renewed(let record, let byteCount):
      renewals[output] = .set(record)
      sparedByteCount += byteCount
    case .made(let record): changes[output] = .set(record)
    }
  }

  /// Notes an output, or that a sound has none.
  mutating func note(_ record: BatchRecord, of output: FilePath) {
    changes[output] = .set(record)
  }

  /// Notes that an output no longer exists.
  mutating func noteRemoval(of output: FilePath) {
    changes[output] = .removed
  }

  /// Saves the noted changes if the interval has passed and no other process is saving.
  mutating func saveIfDue() {
    guard isKept, !changes.isEmpty, ContinuousClock.now >= nextSaving else { return }
    let start = ContinuousClock.now
    // Changes that can't be saved now are saved at the end, where a failure is reported.
    if (try? saveAtOnce(changes)) == true { changes = [:] }
    // Spend at most about a tenth of the time saving.
    let end = ContinuousClock.now
    nextSaving = end + max(savingInterval, (end - start) * 10)
  }

  /// Saves the remaining changes if it is worth it, once no other process is saving.
  ///
  /// - Parameter onWait: Called once after waiting a second for another process.
  mutating func close(onWait: () -> Void = {}) throws(SoundError) {
    guard isKept, !changes.isEmpty || sparedByteCount >= Self.renewalByteCount || lacksFile else {
      return
    }
    try folder.createFolders()
    let lock = try FolderLock(folder)
    try lock.wait(monitor, onWait: onWait)
    try save(changes.merging(renewals) { change, _ in change }, holding: lock)
  }

  /// Whether the file must be created or replaced although there is nothing to record.
  private var lacksFile: Bool {
    needsFile && !monitor.isCancelled && (try? BatchState(ofPart: folder)) == nil
  }

  private var path: FilePath { BatchState.path(in: folder) }

  /// Saves records unless another process is saving.
  private func saveAtOnce(_ changes: [FilePath: BatchRecords.Change]) throws(SoundError) -> Bool {
    try folder.createFolders()
    let lock = try FolderLock(folder)
    guard lock.take() else { return false }
    try save(changes, holding: lock)
    return true
  }

  /// Adds records to the saved ones, which another run may have extended meanwhile.
  private func save(
    _ changes: [FilePath: BatchRecords.Change], holding lock: borrowing FolderLock
  ) throws(SoundError) {
    var state = try BatchState(replacingIn: folder)
    // A new file gets its time from the outputs' file system, which may differ from the system's time.
    let file = try OutputFile(for: path)
    let time = try file.stamp().modificationTime
    for (path, change) in changes {
      if case .set(let record) = change {
        state.records[path] = record.settled(at: time)
      } else {
        state.records[path] = nil
      }
    }
    var blocks = try recording { () throws(SoundFileError) in
      try BatchStateBlocks(of: state, recordLimit: recordLimit, byteLimit: BatchState.byteLimit)
    }
    while let block = try recording({ () throws(SoundFileError) in try blocks.next() }) {
      try file.write(block)
    }
    try file.commit(replacing: true)
  }

  /// Explains an error of the records.
  private func recording<Result>(
    _ body: () throws(SoundFileError) -> Result
  ) throws(SoundError) -> Result {
    do throws(SoundFileError) {
      return try body()
    } catch {
      throw SoundError(
        .creatingOutput, path,
        .sound(error.code, reason: "the outputs can't be recorded: \(error.reason)"),
        advice: error.code == .tooLong ? adviceOnLimit : "run the command again")
    }
  }
}
