internal import Platform
internal import SoundFormat
internal import SystemPackage

/// The records of an output folder, by the outputs' paths in that folder.
///
/// The file of records has a line that names the format, and then the fields of each ``BatchRecord``. The file is
/// untrusted: if a record isn't valid, or has a path outside the folder, the whole file is rejected and everything is
/// converted again.
///
/// Only the records' places are in memory, about 30 bytes for each. A record is read when it is needed.
struct BatchRecords: Sendable {
  /// The file's name in the output folder.
  static let fileName: FilePath.Component = ".alertsound-records"
  /// The limit on the number of records: a hundred times the number of sounds in a large app.
  static let countLimit = 1 << 18
  /// The largest size of the file, in bytes: about 512 bytes for each record.
  static let byteLimit = 1 << 27
  /// The largest size of a record, in bytes: two paths of the system's maximum length, and the other fields.
  private static let recordByteLimit = 1 << 14
  private static let blockByteCount = 1 << 18
  private static let firstLine = Array("alertsound.records/1\n".utf8)

  private let source: any ByteSource & Sendable
  /// When the file was written, by the clock of the outputs' file system.
  private let time: Int64
  /// Where each record is in the file, by the hash value of its path.
  private var places: [Int: (offset: UInt32, byteCount: UInt32)] = [:]

  var count: Int { places.count }

  init() { (source, time) = (Self.firstLine, .max) }

  /// Checks the bytes of a file.
  init(
    parsing source: some ByteSource & Sendable, writtenAt time: Int64 = .max,
    countLimit: Int = Self.countLimit
  ) throws {
    (self.source, self.time) = (source, time)
    guard source.byteCount <= Self.byteLimit else {
      throw .excess("the file is larger than \(Self.byteLimit >> 20) MiB")
    }
    var places = places
    try each { fields, bytes, offset in
      guard BatchRecord(fields) != nil else { throw .damagedRecords }
      guard fields[0].isOutputName else {
        let path = String(decoding: fields[0], as: UTF8.self)
        throw SoundFileError(.malformed, "'\(path)' is not a path inside the folder")
      }
      let place = (UInt32(offset), UInt32(bytes.count))
      guard places.updateValue(place, forKey: fields[0].hashValue) == nil else {
        throw .damagedRecords
      }
      guard places.count <= countLimit else { throw .tooMany(countLimit) }
    }
    self.places = places
  }

  /// The record of an output; nil if there is none, or the file has changed since it was checked.
  ///
  /// A write within the tick of the file system's clock in which the records were written may not have changed the
  /// output's stamp. If the stamp is that young, its change time becomes 0, which no file has, so the bytes are
  /// compared. Git calls such entries racy.
  subscript(path: FilePath) -> BatchRecord? {
    let path = path.bytes[...]
    guard let place = places[path.hashValue],
      var bytes = try? source.bytes(at: Int(place.offset), count: Int(place.byteCount))[...],
      let fields = BatchRecord.nextFields(in: &bytes), fields[0] == path,
      var record = BatchRecord(fields)
    else { return nil }
    if let stamp = record.outputStamp, max(stamp.changeTime, stamp.modificationTime) >= time {
      record.outputStamp?.changeTime = 0
    }
    return record
  }

  /// Calls a closure with each record's fields, its bytes, and their offset, in the order of the file.
  ///
  /// - Throws: The closure's errors, or a `SoundFileError` if the file is damaged or has changed.
  func each(
    _ body: (_ fields: [ArraySlice<UInt8>], ArraySlice<UInt8>, _ offset: Int) throws -> Void
  ) throws {
    var offset = Self.firstLine.count
    guard try source.bytes(at: 0, count: offset) == Self.firstLine else {
      throw SoundFileError(.malformed, "another program or version wrote them")
    }
    while offset < source.byteCount {
      let block = try source.bytes(at: offset, count: Self.blockByteCount)
      let isLast = offset + block.count >= source.byteCount
      var rest = block[...]
      // A record that isn't certainly whole in this block begins the next one.
      while isLast ? !rest.isEmpty : rest.count >= Self.recordByteLimit {
        let start = rest.startIndex
        guard let fields = BatchRecord.nextFields(in: &rest) else { throw .damagedRecords }
        try body(fields, block[start..<rest.startIndex], offset + start)
      }
      // The file may have become shorter.
      guard rest.startIndex > 0 else { throw .damagedRecords }
      offset += rest.startIndex
    }
  }

  /// Writes the file's bytes block by block.
  ///
  /// - Parameter changes: The fields of new and changed records by their outputs; empty for a removed record.
  /// - Throws: The closure's errors, or a `SoundFileError`. Its code is `tooLong` if every run would reject the file.
  func write(
    with changes: [FilePath: [UInt8]], countLimit: Int = Self.countLimit,
    to append: ([UInt8]) throws -> Void
  ) throws {
    var block = Self.firstLine
    var recordCount = 0
    func add(_ record: some Collection<UInt8>) throws {
      guard record.count <= Self.recordByteLimit else { throw .excess("a record is too large") }
      recordCount += 1
      guard recordCount <= countLimit else { throw .tooMany(countLimit) }
      block += record
      guard block.count >= Self.blockByteCount else { return }
      try append(block)
      block.removeAll(keepingCapacity: true)
    }
    try each { fields, bytes, _ in
      if changes[FilePath(bytes: fields[0])] == nil { try add(bytes) }
    }
    for change in changes.values where !change.isEmpty { try add(change) }
    try append(block)
  }
}

extension BatchRecords {
  /// The file's path in an output folder.
  static func path(in folder: FilePath) -> FilePath { folder.appending(fileName) }

  /// Reads a folder's records. Without a file there are no records. A file that can't be used is an error.
  init(
    in folder: OutputFolder, advice: String = "everything is converted again"
  ) throws(SoundError) {
    do {
      self = try Self.read(in: folder)
    } catch {
      let path = Self.path(in: folder.path)
      let reason = SoundError(wrapping: error, .openingInput, path).reason
      throw SoundError(
        .openingInput, path,
        .sound(.malformed, reason: "the records of earlier runs can't be used: \(reason)"),
        advice: advice)
    }
  }

  fileprivate static func read(in folder: OutputFolder) throws -> BatchRecords {
    do {
      let file = try folder.open().file(at: FilePath(root: nil, [fileName]))
      return try BatchRecords(parsing: file, writtenAt: file.status.modificationTime)
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return BatchRecords()
    }
  }
}

/// A run's changes to the records, collected until they are saved.
struct RecordSaving {
  /// How often records are saved, so that little is lost if a run is killed.
  static let interval = Duration.seconds(2)
  /// If only stamps have changed, records are saved only if the next run would otherwise read at least this many
  /// bytes. So a run that finds nothing changed usually writes nothing.
  private static let renewalByteCount: Int64 = 1 << 25

  private let run: BatchRun
  private let interval: Duration
  private let countLimit: Int
  private var nextSaving: ContinuousClock.Instant
  /// The fields of each new or changed record; empty for a removed record.
  private var changes: [FilePath: [UInt8]] = [:]
  /// Whether more than stamps has changed since the last saving.
  private var isDue = false
  /// How many bytes the changes of stamps spare the next run.
  private var sparedByteCount: Int64 = 0

  init(
    of run: BatchRun, interval: Duration = interval, countLimit: Int = BatchRecords.countLimit
  ) {
    (self.run, self.interval, self.countLimit) = (run, interval, countLimit)
    nextSaving = ContinuousClock.now + interval
  }

  var isKept: Bool { run.batch.keepsRecords && !run.batch.isDryRun }

  /// Adds an output's record to the changes unless it is the same as the old one. The record is nil if the output was
  /// removed.
  mutating func note(_ record: BatchRecord?, of output: FilePath, insteadOf old: BatchRecord?) {
    guard isKept, record != old else { return }
    changes[output] = record?.fields(of: output) ?? []
    var renewed = old
    renewed?.inputStamp = record?.inputStamp
    renewed?.outputStamp = record?.outputStamp
    guard let record, record == renewed else {
      isDue = true
      return
    }
    if record.inputStamp != old?.inputStamp { sparedByteCount += record.inputStamp?.byteCount ?? 0 }
    if record.outputStamp != old?.outputStamp { sparedByteCount += record.outputByteCount }
  }

  /// Saves the collected changes if the interval has passed and no other process is saving.
  mutating func saveIfDue() {
    let start = ContinuousClock.now
    guard isDue, start >= nextSaving else { return }
    // Ignore a failure: the changes are saved again at the end, where a failure is reported.
    try? save(Monitor(isCancelled: { true }))
    // Spend at most about a tenth of the time saving.
    let end = ContinuousClock.now
    nextSaving = end + max(interval, (end - start) * 10)
  }

  /// Waits until no other process is saving, and saves the remaining changes. If only stamps have changed, saves them
  /// only if that spares the next run enough reading. Calls `onWait` once if the wait takes longer than a second.
  mutating func close(onWait: () -> Void = {}) throws(SoundError) {
    guard isDue || sparedByteCount >= Self.renewalByteCount else { return }
    try save(run.monitor, onWait: onWait)
  }

  private mutating func save(_ monitor: Monitor, onWait: () -> Void = {}) throws(SoundError) {
    try run.folder.make().whileLocked(monitor, onWait: onWait, replaceFile)
    (changes, isDue, sparedByteCount) = ([:], false, 0)
  }

  /// Adds the changes to the saved records, which another run may have extended meanwhile. A file whose content can't be
  /// used is replaced. A file that can't be read is an error, because its content may be valid.
  private func replaceFile() throws(SoundError) {
    let path = BatchRecords.path(in: run.folder.path)
    var records = BatchRecords()
    do {
      records = try BatchRecords.read(in: run.folder)
    } catch let error as SoundFileError where error.code != .inputOutput {
    } catch Errno.invalidArgument, Errno.tooManySymbolicLinkLevels {
      // Replace a link. `OutputFolder.file` refuses a folder, a pipe or a device.
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, path)
    }
    let file = try run.folder.file(for: path)
    do {
      try records.write(with: changes, countLimit: countLimit) { try file.write($0) }
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

extension AnchoredFolder {
  /// Does work while this process alone has the folder's lock. Calls `onWait` once if it has waited for a second.
  ///
  /// The system releases the lock however the process ends. On a file system without locks, every process gets it.
  /// Then the records that are saved last are kept, and sounds without a record are converted again.
  func whileLocked(
    _ monitor: Monitor, onWait: () -> Void = {}, _ work: () throws(SoundError) -> Void
  ) throws(SoundError) {
    let lock = try SoundError.wrap(.creatingOutput, path) { try descriptor.reopened() }
    defer { try? lock.close() }
    func isElsewhere() -> Bool {
      do throws(Errno) {
        try lock.lockAtOnce()
        return false
      } catch {
        return error == .wouldBlock
      }
    }
    var attemptCount = 0
    // Signals wouldn't interrupt a blocking call, so poll the lock.
    while isElsewhere() {
      if monitor.isCancelled { throw SoundError(.creatingOutput, path, .cancelled) }
      attemptCount += 1
      if attemptCount == 100 { onWait() }
      SystemClock.sleep(microseconds: 10_000)
    }
    try work()
  }
}

extension Error where Self == SoundFileError {
  fileprivate static var damagedRecords: SoundFileError { .init(.malformed, "the file is damaged") }

  fileprivate static func excess(_ reason: String) -> SoundFileError { .init(.tooLong, reason) }

  fileprivate static func tooMany(_ limit: Int) -> SoundFileError {
    .excess("there are more than \(limit) records")
  }
}
