internal import SoundFormat
internal import SystemPackage

/// What a run adds to the records, kept until it is on file.
struct BatchLedger {
  /// Records are saved this often, so that a killed run has little to do again.
  static let savingInterval = Duration.seconds(2)
  /// Records that have only become more precise are saved where that spares the next run reading so much:
  /// otherwise a run that finds nothing changed writes nothing.
  private static let renewalByteCount = 1 << 25

  private let batch: Batch
  private let isCancelled: @Sendable () -> Bool
  private let savingInterval: Duration
  private var nextSaving: ContinuousClock.Instant
  private var changes: [FilePath: BatchRecord?] = [:]
  private var renewals: [FilePath: BatchRecord] = [:]
  private var sparedByteCount = 0

  init(
    of batch: Batch, savingInterval: Duration = savingInterval,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.batch = batch
    self.savingInterval = savingInterval
    self.isCancelled = isCancelled
    nextSaving = ContinuousClock.now + savingInterval
  }

  /// Whether anything goes on record at all.
  var isKept: Bool { batch.keepsRecords && !batch.isDryRun }

  /// Notes what came of an input.
  mutating func note(_ step: BatchStep) {
    let output = step.result.item.output
    switch step.change {
    case .none: break
    case .renewed(let record, let byteCount):
      renewals[output] = record
      sparedByteCount += byteCount
    case .made(let record): changes[output] = .some(record)
    }
  }

  /// Notes that there is no such output any more.
  mutating func noteRemoval(of output: FilePath) {
    changes[output] = .some(nil)
  }

  /// Saves what has been noted, if it is time to and no other process is saving.
  mutating func saveIfDue() {
    guard isKept, !changes.isEmpty, ContinuousClock.now >= nextSaving else { return }
    let start = ContinuousClock.now
    // What can't be saved now is saved at the end, where a failure is reported.
    if (try? saveAtOnce(changes)) == true { changes = [:] }
    // A tenth of the time at most goes into it.
    let end = ContinuousClock.now
    nextSaving = end + max(savingInterval, (end - start) * 10)
  }

  /// Saves what is left, where it is worth it, as soon as no other process is saving.
  ///
  /// - Parameter onWait: Called once when another process has kept this waiting for a second.
  mutating func close(onWait: () -> Void = {}) throws(ConversionError) {
    guard isKept, !changes.isEmpty || sparedByteCount >= Self.renewalByteCount else { return }
    try batch.folder.createFolders()
    let lock = try FolderLock(batch.folder)
    try lock.wait(onWait, isCancelled)
    try save(changes.merging(renewals) { change, _ in change }, holding: lock)
  }

  /// Saves records unless another process is saving.
  private func saveAtOnce(_ changes: [FilePath: BatchRecord?]) throws(ConversionError) -> Bool {
    try batch.folder.createFolders()
    let lock = try FolderLock(batch.folder)
    guard lock.take() else { return false }
    try save(changes, holding: lock)
    return true
  }

  /// Adds records to those on file, which another run may have added to meanwhile.
  private func save(
    _ changes: [FilePath: BatchRecord?], holding lock: borrowing FolderLock
  ) throws(ConversionError) {
    var state = try BatchState(replacingIn: batch.folder)
    // A new file has the time of the outputs' file system, which isn't always the system's.
    let file = try OutputFile(for: batch.recordsPath)
    let time = try file.stamp().modificationTime
    do {
      var links = FolderLinks(in: try AnchoredFolder(batch.folder))
      for (path, record) in changes {
        // A record that goes through a link would have the whole file rejected. So what the user's own link
        // leads to is made in each run.
        state.records[path] = try links.lead(to: path) ? nil : record?.settled(at: time)
      }
    } catch {
      throw ConversionError(wrapping: error, .creatingOutput, batch.folder)
    }
    try file.write(try bytes(of: state))
    try file.commit(replacing: true)
  }

  private func bytes(of state: BatchState) throws(ConversionError) -> [UInt8] {
    do throws(SoundFileError) {
      return try state.fileBytes()
    } catch {
      throw ConversionError(
        .creatingOutput, batch.recordsPath,
        .sound(error.code, reason: "what was made can't be recorded: \(error.reason)"),
        advice: "convert into several folders, or delete this file")
    }
  }
}
