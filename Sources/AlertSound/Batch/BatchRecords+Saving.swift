internal import Platform
internal import SoundFormat
internal import SystemPackage

/// A run's changes to the records, collected until they are saved.
struct RecordSaving {
  /// How often records are saved, so that little is lost if a run is killed.
  static let interval = Duration.seconds(2)
  /// If only stamps have changed, records are saved only if the next run would otherwise read at least this many
  /// bytes. So a run that finds nothing changed usually writes nothing.
  private static let renewalByteCount = 1 << 25

  private let folder: OutputFolder
  let isKept: Bool
  private let monitor: Monitor
  private let interval: Duration
  private let countLimit: Int
  private var nextSaving: ContinuousClock.Instant
  private var changes: [FilePath: BatchRecords.Change] = [:]
  private var renewals: [FilePath: BatchRecords.Change] = [:]
  private var sparedByteCount = 0

  init(
    of run: BatchRun, interval: Duration = interval, countLimit: Int = BatchRecords.countLimit
  ) {
    folder = run.folder
    isKept = run.batch.keepsRecords && !run.batch.isDryRun
    self.interval = interval
    self.countLimit = countLimit
    monitor = run.monitor
    nextSaving = ContinuousClock.now + interval
  }

  /// Adds the change of an input's record to the changes.
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

  mutating func noteRemoval(of output: FilePath) {
    changes[output] = .removed
  }

  /// Saves the collected changes if the interval has passed and no other process is saving.
  mutating func saveIfDue() {
    guard isKept, !changes.isEmpty, ContinuousClock.now >= nextSaving else { return }
    let start = ContinuousClock.now
    // Ignore a failure: the changes are saved again at the end, where a failure is reported.
    if (try? saveAtOnce()) == true { changes = [:] }
    // Spend at most about a tenth of the time saving.
    let end = ContinuousClock.now
    nextSaving = end + max(interval, (end - start) * 10)
  }

  /// Waits until no other process is saving, and saves the remaining changes. If only stamps have changed, saves them
  /// only if that spares the next run enough reading. Calls `onWait` once if the wait takes longer than a second.
  mutating func close(onWait: () -> Void = {}) throws(SoundError) {
    guard isKept, !changes.isEmpty || sparedByteCount >= Self.renewalByteCount else { return }
    let lock = try FolderLock(folder.make())
    try lock.wait(monitor, onWait: onWait)
    try save(changes.merging(renewals) { change, _ in change }, holding: lock)
  }

  /// Saves the changes unless another process is saving.
  private func saveAtOnce() throws(SoundError) -> Bool {
    let lock = try FolderLock(folder.make())
    guard lock.take() else { return false }
    try save(changes, holding: lock)
    return true
  }

  /// Adds changes to the saved records, which another run may have extended meanwhile.
  private func save(
    _ changes: [FilePath: BatchRecords.Change], holding lock: borrowing FolderLock
  ) throws(SoundError) {
    let records = try BatchRecords(replacingIn: folder)
    let path = BatchRecords.path(in: folder.path)
    // Take the time from a new file: the clock of the outputs' file system may differ from the system's clock.
    let file = try folder.file(for: path)
    let time = try file.stamp().modificationTime
    let settled = changes.mapValues { change in
      if case .set(let record) = change { return BatchRecords.Change.set(record.settled(at: time)) }
      return change
    }
    do {
      try records.write(with: settled, countLimit: countLimit) { try file.write($0) }
    } catch let error as SoundFileError {
      throw SoundError(
        .creatingOutput, path,
        .sound(error.code, reason: "the outputs can't be recorded: \(error.reason)"),
        advice: error.code == .tooLong
          ? "convert into several folders, or delete this file" : "run the command again")
    } catch {
      throw SoundError(wrapping: error, .writing, path)
    }
    try file.commit(replacing: true)
  }
}

/// The lock on a folder's records. One process at a time holds it.
///
/// The system releases the lock however the process ends. On a file system without locks, every process gets it.
/// Then the records that are saved last are kept, and sounds without a record are converted again.
struct FolderLock: ~Copyable {
  private let folder: FilePath
  private let descriptor: FileDescriptor

  /// Opens a folder's lock without taking it.
  init(_ folder: AnchoredFolder) throws(SoundError) {
    self.folder = folder.path
    descriptor = try SoundError.wrap(.creatingOutput, folder.path) {
      try folder.descriptor.reopened()
    }
  }

  deinit { try? descriptor.close() }

  /// Takes the lock unless another process holds it. Returns whether this process has it.
  func take() -> Bool {
    do {
      try descriptor.lockAtOnce()
    } catch {
      return error != .wouldBlock
    }
    return true
  }

  /// Waits until this process has taken the lock. Calls `onWait` once after a second.
  ///
  /// Signals wouldn't interrupt a blocking call, so the lock is polled.
  func wait(_ monitor: Monitor, onWait: () -> Void) throws(SoundError) {
    let noticeTime = ContinuousClock.now + Self.noticeDelay
    var hasNotified = false
    while !take() {
      if monitor.isCancelled { throw SoundError(.creatingOutput, folder, .cancelled) }
      if !hasNotified, ContinuousClock.now >= noticeTime {
        hasNotified = true
        onWait()
      }
      SystemClock.sleep(microseconds: Self.pollingInterval)
    }
  }

  private static let noticeDelay = Duration.seconds(1)
  /// The time between two attempts, in microseconds.
  private static let pollingInterval: UInt32 = 10_000
}
