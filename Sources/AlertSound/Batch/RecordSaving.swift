internal import Platform
internal import SoundFormat
internal import SystemPackage

/// A run's changes to the records, collected until they are saved.
struct RecordSaving {
  /// How often records are saved, so that little is lost if a run is killed.
  static let interval = Duration.seconds(2)
  /// If only stamps have changed, records are saved only if the next run would otherwise read at least this many
  /// bytes. So a run that finds nothing changed usually writes nothing.
  private static let renewalByteCount: Int64 = 1 << 25

  private let folder: OutputFolder
  let isKept: Bool
  private let monitor: Monitor
  private let interval: Duration
  private let countLimit: Int
  private var nextSaving: ContinuousClock.Instant
  private var changes: [FilePath: BatchRecords.Change] = [:]
  /// Records with newer stamps.
  private var renewals: [FilePath: BatchRecords.Change] = [:]
  private var sparedByteCount: Int64 = 0

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

  /// Adds an output's record to the changes unless it is the same as the old one.
  mutating func note(_ record: BatchRecord, of output: FilePath, insteadOf old: BatchRecord?) {
    guard isKept, record != old else { return }
    if let old, record.isRenewal(of: old) {
      renewals[output] = .set(record)
      if record.inputStamp != old.inputStamp {
        sparedByteCount += record.inputStamp?.byteCount ?? 0
      }
      if record.outputStamp != old.outputStamp { sparedByteCount += record.outputByteCount }
    } else {
      changes[output] = .set(record)
    }
  }

  mutating func noteRemoval(of output: FilePath) { changes[output] = .removed }

  /// Saves the collected changes if the interval has passed and no other process is saving.
  mutating func saveIfDue() {
    guard isKept, !changes.isEmpty, ContinuousClock.now >= nextSaving else { return }
    let start = ContinuousClock.now
    // Ignore a failure: the changes are saved again at the end, where a failure is reported.
    if let lock = try? FolderLock(folder.make()), lock.take(),
      (try? save(changes, holding: lock)) != nil
    {
      changes = [:]
    }
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

  /// Adds changes to the saved records, which another run may have extended meanwhile.
  private func save(
    _ changes: [FilePath: BatchRecords.Change], holding lock: borrowing FolderLock
  ) throws(SoundError) {
    let records = try BatchRecords(replacingIn: folder)
    let path = BatchRecords.path(in: folder.path)
    // Take the time from a new file: the clock of the outputs' file system may differ from the system's clock.
    let file = try folder.file(for: path)
    let time = try file.stamp().modificationTime
    do {
      let settled = changes.mapValues { change in
        if case .set(let record) = change {
          return BatchRecords.Change.set(record.settled(at: time))
        }
        return change
      }
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

extension BatchRecord {
  /// Whether the record has newer stamps than another, and is the same otherwise.
  fileprivate func isRenewal(of other: BatchRecord) -> Bool {
    var record = self
    (record.inputStamp, record.outputStamp) = (other.inputStamp, other.outputStamp)
    return record == other
  }
}
