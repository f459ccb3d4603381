internal import SoundFormat
internal import SystemPackage

/// The bytes of a file of records, block by block: the saved lines, merged with the changes.
struct BatchStateBlocks {
  /// A changed record's path as it is written, and what became of the record.
  private typealias Change = (path: [UInt8], change: BatchRecords.Change)

  private var saved: BatchStateLines?
  private var savedLine: BatchStateLines.Line?
  /// In descending order of their paths.
  private var changes: [Change]
  private let recordLimit: Int
  private let byteLimit: Int
  private var digest = ContentDigest()
  private var recordCount = 0
  private var byteCount = 0
  private var isStarted = false
  private var isEnded = false

  /// - Throws: `SoundFileError` if the saved lines can't be read any more.
  init(of state: BatchState, recordLimit: Int, byteLimit: Int) throws(SoundFileError) {
    self.recordLimit = recordLimit
    self.byteLimit = byteLimit
    changes = state.records.changes.map { ($0.key.bytes.escaped, $0.value) }
    changes.sort { $1.path.lexicographicallyPrecedes($0.path) }
    saved = try state.records.savedLines()
    savedLine = try saved?.next()
  }

  /// Returns the next block; nil at the end.
  ///
  /// - Throws: `SoundFileError` with the code `tooLong` if the file would exceed a limit, or if the saved lines can't be
  ///   read any more.
  mutating func next() throws(SoundFileError) -> [UInt8]? {
    guard !isEnded else { return nil }
    var block = isStarted ? [] : BatchStateVersion.latest.firstLine + "\n".utf8
    isStarted = true
    while block.count < BatchStateLines.blockByteCount {
      guard savedLine != nil || !changes.isEmpty else {
        isEnded = true
        break
      }
      guard let line = try nextLine() else { continue }
      recordCount += 1
      guard recordCount <= recordLimit else { throw .excess(ofRecords: recordLimit) }
      block += line
      block.append(UInt8(ascii: "\n"))
    }
    digest.update(block)
    if isEnded { block += BatchStateLines.lastLine(digest.value) + "\n".utf8 }
    byteCount += block.count
    guard byteCount <= byteLimit else { throw .excess(ofBytes: byteLimit) }
    return block
  }

  /// The line of the next path; nil if its record is removed.
  private mutating func nextLine() throws(SoundFileError) -> [UInt8]? {
    if let line = savedLine, let version = saved?.version,
      changes.last.map({ line.escapedPath.lexicographicallyPrecedes($0.path) }) ?? true
    {
      savedLine = try saved?.next()
      guard version != .latest else { return Array(line.bytes) }
      return try Self.line(Array(line.escapedPath), line.record(of: version).record)
    }
    guard let (path, change) = changes.popLast() else { return nil }
    if savedLine?.escapedPath.elementsEqual(path) == true { savedLine = try saved?.next() }
    guard case .set(let record) = change else { return nil }
    return try Self.line(path, record)
  }

  private static func line(
    _ escapedPath: [UInt8], _ record: BatchRecord
  ) throws(SoundFileError) -> [UInt8] {
    var line = escapedPath
    for field in record.fields {
      line.append(UInt8(ascii: "\t"))
      line += field
    }
    guard line.count <= BatchStateVersion.latest.lineLimit else {
      throw SoundFileError(.tooLong, "a path is too long to record")
    }
    return line
  }
}
