internal import SoundFormat
internal import SystemPackage

/// Records by their outputs' paths: those of a file, and changes to them.
///
/// A file's records are read when they are needed. Only their places are kept in memory, about 30 bytes each.
struct BatchRecords: Sendable {
  /// What became of a record since the file was read. Boxed: a dictionary's free slots are as large as its used
  /// ones.
  indirect enum Change: Sendable {
    case set(BatchRecord)
    case removed
  }

  private var saved: SavedRecords?
  private(set) var changes: [FilePath: Change] = [:]

  /// No records.
  init() {}

  /// The records of a file, which is read again whenever one is needed.
  ///
  /// - Throws: `SoundFileError`.
  init(
    in source: some ByteSource & Sendable, blockByteCount: Int, recordLimit: Int
  ) throws(SoundFileError) {
    saved = try SavedRecords(
      in: source, blockByteCount: blockByteCount, recordLimit: recordLimit)
  }

  /// The record of an output. nil if there is none, or it can't be read any more.
  subscript(path: FilePath) -> BatchRecord? {
    get {
      switch changes[path] {
      case .set(let record): record
      case .removed: nil
      case nil: saved?[path]
      }
    }
    set { changes[path] = newValue.map(Change.set) ?? .removed }
  }

  /// How many there are.
  var count: Int {
    changes.reduce(saved?.count ?? 0) { count, change in
      let wasSaved = saved?[change.key] != nil
      if case .set = change.value { return count + (wasSaved ? 0 : 1) }
      return count - (wasSaved ? 1 : 0)
    }
  }

  /// The lines of the file they were read from; nil without a file.
  ///
  /// - Throws: `SoundFileError`.
  func savedLines() throws(SoundFileError) -> BatchStateLines? { try saved?.lines() }

  /// Calls a closure with each path. Those of a file come first, sorted as they are written.
  ///
  /// - Throws: `SoundFileError` if the file can't be read any more, or what the closure throws.
  func forEachPath(_ body: (FilePath) throws -> Void) throws {
    if var lines = try savedLines() {
      while let line = try lines.next() {
        let path = FilePath(bytes: try line.path)
        if changes[path] == nil { try body(path) }
      }
    }
    for case (let path, .set) in changes { try body(path) }
  }

  /// Calls a closure with each path and its record.
  ///
  /// - Throws: `SoundFileError` if the file can't be read any more, or what the closure throws.
  func forEachRecord(_ body: (FilePath, BatchRecord) throws -> Void) throws {
    if var lines = try savedLines() {
      while let line = try lines.next() {
        let (path, record) = try line.record(of: lines.version)
        if changes[path] == nil { try body(path, record) }
      }
    }
    for case (let path, .set(let record)) in changes { try body(path, record) }
  }
}

/// The records of a file that was checked.
private struct SavedRecords: Sendable {
  /// A file or an array. Neither keeps a position, so that several threads may read it at once.
  private let source: any ByteSource & Sendable
  private let version: BatchStateVersion
  /// Where the records' lines begin, by the hash values of their paths. Should two paths have one value, a record is
  /// missed, and the sound is converted again.
  private var offsets: [Int: UInt32] = [:]
  private(set) var count = 0

  init(
    in source: some ByteSource & Sendable, blockByteCount: Int, recordLimit: Int
  ) throws(SoundFileError) {
    self.source = source
    var lines = try BatchStateLines(
      of: source, blockByteCount: blockByteCount, recordLimit: recordLimit)
    version = lines.version
    var lastPath: [UInt8] = []
    while let line = try lines.next() {
      let path = try line.record(of: version).path
      guard lastPath.lexicographicallyPrecedes(line.escapedPath) else { throw .damagedRecords }
      lastPath = Array(line.escapedPath)
      offsets[path.hashValue] = UInt32(line.offset)
      count += 1
    }
  }

  func lines() throws(SoundFileError) -> BatchStateLines { try BatchStateLines(of: source) }

  subscript(path: FilePath) -> BatchRecord? {
    guard let offset = offsets[path.hashValue], let line = line(at: Int(offset)),
      let found = try? line.record(of: version), found.path == path
    else { return nil }
    return found.record
  }

  /// The line that begins at an offset; nil if the file has changed meanwhile.
  private func line(at offset: Int) -> BatchStateLines.Line? {
    // Most lines fit into the first block.
    for byteCount in [1 << 10, version.lineLimit + 1] {
      guard let bytes = try? source.bytes(at: offset, count: byteCount) else { return nil }
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        return BatchStateLines.Line(offset: offset, bytes: bytes[..<end])
      }
    }
    return nil
  }
}

extension BatchStateLines.Line {
  /// The output's path.
  ///
  /// - Throws: `SoundFileError` if it isn't written as this library writes it, or isn't a path inside the folder.
  fileprivate var path: [UInt8] {
    get throws(SoundFileError) {
      guard let bytes = escapedPath.unescaped, escapedPath.elementsEqual(bytes.escaped) else {
        throw .damagedRecords
      }
      let path = FilePath(bytes: bytes)
      guard path.isOutputName else {
        throw SoundFileError(.malformed, "\(path) is not a path inside the folder")
      }
      guard path.bytes == bytes else { throw .damagedRecords }
      return bytes
    }
  }

  /// The output's path and its record.
  ///
  /// - Throws: `SoundFileError` if they aren't valid.
  func record(of version: BatchStateVersion) throws(SoundFileError) -> (
    path: FilePath, record: BatchRecord
  ) {
    let fields = bytes.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard let record = BatchRecord(fields: fields.dropFirst(), of: version) else {
      throw .damagedRecords
    }
    return (FilePath(bytes: try path), record)
  }
}
