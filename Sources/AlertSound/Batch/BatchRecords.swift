internal import SoundFormat
internal import SystemPackage

/// The records of an output folder, by the outputs' paths in that folder.
///
/// The file of records has a line that names the format, and the ``RecordFields`` of each output, sorted by path. The
/// file is untrusted: if a record isn't valid, or has a path outside the folder, the whole file is rejected and
/// everything is converted again.
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
  /// Where each record is in the file, by the hash value of its path. If two paths have the same value, a record is
  /// missed, and the sound is converted again.
  private var places: [Int: (offset: UInt32, byteCount: UInt32)] = [:]
  private(set) var count = 0

  init() { source = [] }

  /// Checks the bytes of a file.
  init(
    parsing source: some ByteSource & Sendable, countLimit: Int = Self.countLimit
  ) throws {
    self.source = source
    guard source.byteCount <= Self.byteLimit else {
      throw SoundFileError.excess("the file is larger than \(Self.byteLimit >> 20) MiB")
    }
    var lastPath: [UInt8] = []
    try Self.forEachRecord(in: source) { path, _, bytes, end throws(SoundFileError) in
      guard path.isOutputName else {
        throw SoundFileError(.malformed, "\(path) is not a path inside the folder")
      }
      guard lastPath.lexicographicallyPrecedes(path.bytes) else { throw .damagedRecords }
      lastPath = path.bytes
      places[path.hashValue] = (UInt32(end - bytes.count), UInt32(bytes.count))
      count += 1
      guard count <= countLimit else { throw .excess("there are more than \(countLimit) records") }
    }
  }

  /// The record of an output; nil if there is none, or the file has changed since it was checked.
  subscript(path: FilePath) -> BatchRecord? {
    guard let place = places[path.hashValue],
      let bytes = try? source.bytes(at: Int(place.offset), count: Int(place.byteCount))
    else { return nil }
    var fields = RecordFields(reading: bytes[...])
    guard let found = fields.next(), found.output == path else { return nil }
    return found.record
  }

  /// Calls a closure with each output's path, its record and the record's bytes, in the order of the paths.
  ///
  /// - Throws: The closure's errors, or a `SoundFileError` if the file has changed since it was checked.
  func each(_ body: (FilePath, BatchRecord, ArraySlice<UInt8>) throws -> Void) throws {
    guard count > 0 else { return }
    try Self.forEachRecord(in: source) { path, record, bytes, _ in try body(path, record, bytes) }
  }

  private static func forEachRecord<Failure>(
    in source: any ByteSource,
    _ body: (FilePath, BatchRecord, ArraySlice<UInt8>, _ end: Int) throws(Failure) -> Void
  ) throws {
    var offset = firstLine.count
    guard try source.bytes(at: 0, count: offset) == firstLine else {
      throw SoundFileError(.malformed, "another program or version wrote them")
    }
    while offset < source.byteCount {
      let block = try source.bytes(at: offset, count: blockByteCount)
      let isLast = offset + block.count >= source.byteCount
      var fields = RecordFields(reading: block[...])
      // A record that isn't certainly whole in this block begins the next one.
      while isLast ? !fields.bytes.isEmpty : fields.bytes.count >= recordByteLimit {
        let start = fields.bytes.startIndex
        guard let (path, record) = fields.next() else { throw SoundFileError.damagedRecords }
        let end = fields.bytes.startIndex
        try body(path, record, block[start..<end], offset + end)
      }
      // The file may have become shorter.
      guard fields.bytes.startIndex > 0 else { throw SoundFileError.damagedRecords }
      offset += fields.bytes.startIndex
    }
  }

  /// A change to a record. It is boxed to keep dictionaries small.
  indirect enum Change: Sendable {
    case set(BatchRecord)
    case removed
  }

  /// Writes the file's bytes with changes applied, block by block.
  ///
  /// - Throws: The closure's errors, or a `SoundFileError`. Its code is `tooLong` if every run would reject the file.
  func write(
    with changes: [FilePath: Change], countLimit: Int = Self.countLimit,
    byteLimit: Int = Self.byteLimit, to append: ([UInt8]) throws -> Void
  ) throws {
    var block = Self.firstLine
    var (recordCount, byteCount) = (0, block.count)
    func add(_ record: some Collection<UInt8>) throws {
      guard record.count <= Self.recordByteLimit else {
        throw .excess("a record is too large")
      }
      recordCount += 1
      byteCount += record.count
      guard recordCount <= countLimit else {
        throw .excess("there are more than \(countLimit) records")
      }
      guard byteCount <= byteLimit else {
        throw .excess("the file is larger than \(byteLimit >> 20) MiB")
      }
      block += record
      guard block.count >= Self.blockByteCount else { return }
      try append(block)
      block.removeAll(keepingCapacity: true)
    }
    // Sort in descending order, so that the next change is the last element.
    var rest = changes.map { (output: $0.key, path: $0.key.bytes, change: $0.value) }
    rest.sort { $1.path.lexicographicallyPrecedes($0.path) }
    func addChanges(before path: [UInt8]?) throws {
      while let next = rest.last, path.map(next.path.lexicographicallyPrecedes) ?? true {
        rest.removeLast()
        if case .set(let record) = next.change {
          try add(RecordFields(writing: next.output, record).bytes)
        }
      }
    }
    try each { output, _, bytes in
      try addChanges(before: output.bytes)
      if changes[output] == nil { try add(bytes) }
    }
    try addChanges(before: nil)
    try append(block)
  }
}

extension BatchRecords {
  /// The file's path in an output folder.
  static func path(in folder: FilePath) -> FilePath { folder.appending(fileName) }

  /// Reads a folder's records. Without a file there are no records. A file that can't be used is an error.
  init(in folder: OutputFolder) throws(SoundError) {
    do {
      self = try Self.read(in: folder)
    } catch {
      let path = Self.path(in: folder.path)
      let reason = SoundError(wrapping: error, .openingInput, path).reason
      throw SoundError(
        .openingInput, path,
        .sound(.malformed, reason: "the records of earlier runs can't be used: \(reason)"),
        advice: "everything is converted again")
    }
  }

  /// Reads a folder's records in order to add to them. A file whose content can't be used is replaced. A file that
  /// can't be read is an error, because its content may be valid.
  init(replacingIn folder: OutputFolder) throws(SoundError) {
    do {
      self = try Self.read(in: folder)
    } catch let error as SoundFileError where error.code != .inputOutput {
      self.init()
    } catch Errno.invalidArgument, Errno.tooManySymbolicLinkLevels {
      // Replace a link, a folder or anything else that isn't a regular file.
      self.init()
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, Self.path(in: folder.path))
    }
  }

  private static func read(in folder: OutputFolder) throws -> BatchRecords {
    do {
      return try BatchRecords(
        parsing: folder.open().file(at: FilePath(root: nil, [fileName])))
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return BatchRecords()
    }
  }
}

extension FilePath {
  /// Whether a path may name an output of a batch: a file inside the batch's folder other than the
  /// folder's records.
  var isOutputName: Bool {
    let names = names
    return !names[0].elementsEqual(BatchRecords.fileName.string.utf8)
      && names.allSatisfy(Self.isRegular)
  }

  /// Whether a path can be the path of an input relative to the batch's folder. An input may be in any folder.
  /// `..` occurs only at the beginning, because links are resolved.
  var isRelativeInputPath: Bool {
    let names = names.drop { $0.elementsEqual("..".utf8) }
    return !names.isEmpty && names.allSatisfy(Self.isRegular)
  }

  /// The bytes between the slashes. `FilePath`'s components would be slower, and there may be hundreds of
  /// thousands of paths.
  private var names: [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }

  private static func isRegular(_ name: ArraySlice<UInt8>) -> Bool {
    !name.isEmpty && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
  }
}

extension SoundFileError {
  fileprivate static var damagedRecords: SoundFileError {
    SoundFileError(.malformed, "the file is damaged")
  }
}

extension Error where Self == SoundFileError {
  fileprivate static func excess(_ reason: String) -> SoundFileError {
    SoundFileError(.tooLong, reason)
  }
}
