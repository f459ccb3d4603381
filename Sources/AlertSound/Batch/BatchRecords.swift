internal import Platform
internal import SoundFormat
internal import SystemPackage

/// The records of an output folder. Key: an output's path relative to that folder. Value: that output's record.
///
/// The file of records has a line that names the format, and then the fields of each ``BatchRecord``. The file is
/// untrusted: if a record isn't valid, or has a path outside the folder, the whole file is rejected and everything is
/// converted again.
struct BatchRecords: Sendable {
  /// The file's name in the output folder.
  static let fileName: FilePath.Component = ".alertsound-records"
  /// The limit on the number of records: a hundred times the number of sounds in a large app.
  static let countLimit = 1 << 18
  /// The largest size of the file, in bytes: about 512 bytes for each record.
  static let byteLimit = 1 << 27
  private static let firstLine = Array("alertsound.records/2\n".utf8)
  private static let blockByteCount = 1 << 18

  /// Where to read a record's bytes when the record is needed: the file, or all bytes of the file in memory. If the
  /// file is read again, only `places` takes memory: about 50 bytes for each record.
  private let source: any ByteSource
  /// When the file was written, in nanoseconds since 1970, by the clock of the outputs' file system.
  private let time: Int64
  /// For the hash value of each output's path: the range of the output's record in the file.
  private var places: [Int: Range<Int>] = [:]

  var count: Int { places.count }

  init() { (source, time) = (Self.firstLine, .max) }

  /// Reads the bytes of a file of records, and checks them.
  ///
  /// - Parameter file: Where to read the bytes again when a record is needed; nil to keep the bytes in memory.
  init(
    parsing bytes: [UInt8], of file: (any ByteSource)? = nil,
    writtenAt time: Int64 = .max, countLimit: Int = Self.countLimit
  ) throws(SoundFileError) {
    (source, self.time) = (file ?? bytes, time)
    guard bytes.starts(with: Self.firstLine) else {
      throw SoundFileError(.malformed, "another program or version wrote them")
    }
    var rest = bytes[Self.firstLine.count...]
    while !rest.isEmpty {
      let fields = rest.split(separator: 0, maxSplits: 4, omittingEmptySubsequences: false)
      guard fields.count == 5, BatchRecord(fields[1...3]) != nil,
        places.updateValue(rest.startIndex..<fields[4].startIndex, forKey: fields[0].hashValue)
          == nil
      else { throw SoundFileError(.malformed, "the file is damaged") }
      guard fields[0].isOutputName else {
        let path = String(decoding: fields[0], as: UTF8.self)
        throw SoundFileError(.malformed, "'\(path)' is not a path inside the folder")
      }
      guard count <= countLimit else { throw .tooManyRecords(countLimit) }
      rest = fields[4]
    }
  }

  /// Returns the bytes of a record; no bytes if the file can't be read, or has become shorter.
  private func bytes(at place: Range<Int>) -> [UInt8] {
    let bytes = try? source.bytes(at: place.lowerBound, count: place.count)
    return bytes?.count == place.count ? bytes ?? [] : []
  }

  /// The recorded outputs, in no particular order.
  var outputs: some Sequence<FilePath> {
    places.values.lazy.map { FilePath(bytes: bytes(at: $0).prefix { $0 != 0 }) }
  }

  /// The record of an output; nil if there is no record, or if the file of records has changed since it was checked.
  ///
  /// A write to an output in the same clock tick as the write of the records may leave the output's stamp unchanged. If
  /// a stamp is that young, its change time becomes 0, which no file has: the output's bytes are then compared. Git
  /// calls such entries racy.
  subscript(path: FilePath) -> BatchRecord? {
    let path = path.bytes[...]
    guard let place = places[path.hashValue] else { return nil }
    let fields = bytes(at: place).split(separator: 0, omittingEmptySubsequences: false)
    guard fields.count == 5, fields[0] == path, var record = BatchRecord(fields[1...3]) else {
      return nil
    }
    if max(record.outputStamp.changeTime, record.outputStamp.modificationTime) >= time {
      record.outputStamp.changeTime = 0
    }
    return record
  }

  /// Writes these records with changes to a new file, block by block.
  ///
  /// - Parameter changes: For each output with a changed record: the new record's fields; empty if the record is
  ///   removed.
  /// - Throws: The closure's errors, or a `SoundFileError` if the file would be too large to be used by later runs.
  func write(
    with changes: [FilePath: [UInt8]], countLimit: Int = Self.countLimit,
    to append: ([UInt8]) throws -> Void
  ) throws {
    var kept = places
    for path in changes.keys { kept[path.bytes[...].hashValue] = nil }
    let added = changes.values.filter { !$0.isEmpty }
    guard kept.count + added.count <= countLimit else {
      throw SoundFileError.tooManyRecords(countLimit)
    }
    let byteCounts = kept.values.map(\.count) + added.map(\.count)
    try Self.checkSize(byteCounts.reduce(Self.firstLine.count, +))
    var block = Self.firstLine
    func add(_ record: [UInt8]) throws {
      block += record
      guard block.count >= Self.blockByteCount else { return }
      try append(block)
      block.removeAll(keepingCapacity: true)
    }
    for place in kept.values.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      try add(bytes(at: place))
    }
    for record in added { try add(record) }
    try append(block)
  }

  private static func checkSize(_ byteCount: Int) throws(SoundFileError) {
    guard byteCount > byteLimit else { return }
    throw SoundFileError(.tooLong, "the file is larger than \(byteLimit >> 20) MiB")
  }
}

extension BatchRecords {
  /// Returns the path of the file of records in an output folder.
  static func path(in folder: FilePath) -> FilePath { folder.appending(fileName) }

  /// Reads a folder's records. Without a file there are no records. A file that can't be used is an error.
  init(
    in folder: OutputFolder, advice: Remedy = "everything is converted again"
  ) throws(SoundError) {
    do {
      try self.init(reading: folder)
    } catch {
      let path = Self.path(in: folder.path)
      let reason = SoundError(wrapping: error, .openingInput, path).reason
      throw SoundError(
        .openingInput, path,
        .sound(.malformed, reason: "the records of earlier runs can't be used: \(reason)"),
        advice: advice)
    }
  }

  /// - Parameter keepsBytes: Whether to keep the whole file in memory, in order to write a new file from these bytes.
  fileprivate init(reading folder: OutputFolder, keepsBytes: Bool = false) throws {
    do {
      let file = try folder.open().file(at: FilePath(root: nil, [Self.fileName]))
      try Self.checkSize(file.byteCount)
      try self.init(
        parsing: file.bytes(at: 0, count: file.byteCount), of: keepsBytes ? nil : file,
        writtenAt: file.status.modificationTime)
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      self.init()
    }
  }
}

/// A run's changes to the records, collected until they are saved.
struct RecordSaving {
  /// The least time between two savings. It is short, so that little is lost if a run is killed.
  static let interval = Duration.seconds(2)
  /// The least number of bytes that saving only stamps must spare the next run from reading. Because of this minimum,
  /// most runs that convert nothing save nothing.
  private static let renewalByteCount: Int64 = 1 << 25

  private let run: BatchRun
  private let interval: Duration
  private let countLimit: Int
  private var nextSaving: ContinuousClock.Instant
  /// For each output with a changed record: the new record's fields; empty if the record is removed.
  private var changes: [FilePath: [UInt8]] = [:]
  /// Whether more than stamps has changed since the last saving.
  private var isDue = false
  /// How many bytes the changed stamps may spare the next run from reading.
  private var sparedByteCount: Int64 = 0

  init(
    of run: BatchRun, interval: Duration = interval, countLimit: Int = BatchRecords.countLimit
  ) {
    (self.run, self.interval, self.countLimit) = (run, interval, countLimit)
    nextSaving = ContinuousClock.now + interval
  }

  var isKept: Bool { run.batch.keepsRecords && !run.batch.isDryRun }

  /// Adds an output's record to the changes if the record differs from the old record. The record is nil if the output
  /// was removed.
  mutating func note(_ record: BatchRecord?, of output: FilePath, insteadOf old: BatchRecord?) {
    guard isKept, record != old else { return }
    changes[output] = record?.fields(of: output) ?? []
    if let record, var renewed = old {
      (renewed.inputStamp, renewed.outputStamp) = (record.inputStamp, record.outputStamp)
      let byteCount = record.inputStamp.byteCount + record.outputStamp.byteCount
      sparedByteCount = min(sparedByteCount + byteCount, Self.renewalByteCount)
      isDue = isDue || renewed != record
    } else {
      isDue = true
    }
  }

  /// Saves the collected changes if the interval has passed and no other process is saving.
  mutating func saveIfDue() {
    let start = ContinuousClock.now
    guard isDue, start >= nextSaving else { return }
    // Ignore a failure: the changes are saved again at the end, where a failure is reported.
    try? save(Monitor(isCancelled: { true }))
    // Wait at least ten times as long as this saving took: savings then take at most about a tenth of the time.
    let end = ContinuousClock.now
    nextSaving = end + max(interval, (end - start) * 10)
  }

  /// Saves the remaining changes as soon as no other process is saving. If only stamps have changed, and saving them
  /// spares the next run too little reading, saves nothing. Calls `onWait` once if the wait takes longer than one
  /// second.
  mutating func close(onWait: () -> Void = {}) throws(SoundError) {
    guard isDue || sparedByteCount >= Self.renewalByteCount else { return }
    try save(run.monitor, onWait: onWait)
  }

  /// Adds the changes to the saved records, which another run may have extended meanwhile.
  private mutating func save(_ monitor: Monitor, onWait: () -> Void = {}) throws(SoundError) {
    try run.folder.make().whileLocked(monitor, onWait: onWait) { () throws(SoundError) in
      let path = BatchRecords.path(in: run.folder.path)
      let file = try run.folder.file(for: path)
      do {
        try savedRecords().write(with: changes, countLimit: countLimit) { try file.write($0) }
      } catch let error as SoundFileError where error.code == .tooLong {
        throw SoundError(
          .creatingOutput, path,
          .sound(error.code, reason: "the outputs can't be recorded: \(error.reason)"),
          advice: "convert into several folders, or delete this file")
      } catch {
        throw SoundError(wrapping: error, .creatingOutput, path)
      }
      try file.commit(replacing: true)
    }
    (changes, isDue, sparedByteCount) = ([:], false, 0)
  }

  /// Returns the saved records. If the file's content isn't valid, returns no records, so that the file is replaced. If
  /// the file can't be read, throws an error: the content may be valid.
  private func savedRecords() throws -> BatchRecords {
    do {
      return try BatchRecords(reading: run.folder, keepsBytes: true)
    } catch let error as SoundFileError where error.code != .inputOutput {
      return BatchRecords()
    } catch Errno.invalidArgument, Errno.tooManySymbolicLinkLevels {
      // Replace a link. `OutputFolder.file` refuses a folder, a pipe or a device.
      return BatchRecords()
    }
  }
}

extension AnchoredFolder {
  /// Does work while only this process has the folder's lock. Calls `onWait` once after a wait of one second.
  ///
  /// The system releases the lock however the process ends. On a file system without locks, no process waits: if two
  /// processes save at once, the records of one are lost, and the next run converts those sounds again.
  func whileLocked(
    _ monitor: Monitor, onWait: () -> Void = {}, _ work: () throws(SoundError) -> Void
  ) throws(SoundError) {
    let lock = try SoundError.wrap(.creatingOutput, path) { try descriptor.reopened() }
    defer { try? lock.close() }
    // Poll the lock: a signal wouldn't interrupt a call that waits for the lock.
    for attempt in 0... {
      do throws(Errno) {
        try lock.lockAtOnce()
        break
      } catch {
        guard error == .wouldBlock else { break }
      }
      if monitor.isCancelled { throw SoundError(.creatingOutput, path, .cancelled) }
      if attempt == 100 { onWait() }
      SystemClock.sleep(microseconds: 10_000)
    }
    try work()
  }
}

extension Error where Self == SoundFileError {
  fileprivate static func tooManyRecords(_ limit: Int) -> SoundFileError {
    SoundFileError(.tooLong, "there are more than \(limit) records")
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes may name an output of a batch: a file inside the batch's folder, except the file of records.
  ///
  /// Splitting the bytes is faster than `FilePath`'s components, and there may be hundreds of thousands of paths.
  /// `a//b` is refused: `FilePath` turns it into `a/b`, so this library never writes such a path.
  var isOutputName: Bool {
    let names = split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return names.allSatisfy {
      !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
    } && !names[0].elementsEqual(BatchRecords.fileName.string.utf8)
  }
}
