internal import SoundFormat
internal import SystemPackage

/// The records of an output folder, by the outputs' paths in that folder.
///
/// The file of records has a line of JSON that names the format, and a line for each output, sorted by path. The
/// file is untrusted: if a line isn't valid, or contains a path outside the folder, the whole file is rejected and
/// everything is converted again.
///
/// Only the lines' offsets are kept in memory, about 30 bytes for each line. A line is read when it is needed.
struct BatchRecords: Sendable {
  /// The file's name in the output folder.
  static let fileName: FilePath.Component = ".alertsound-records"
  /// The limit on the number of records: a hundred times the number of sounds in a large app.
  static let countLimit = 1 << 18
  /// The largest size of the file, in bytes: about 512 bytes for each record.
  static let byteLimit = 1 << 27
  /// The longest line, in bytes: two escaped paths of the system's maximum length, and the other members.
  static let lineByteLimit = 1 << 15
  fileprivate static let firstLine = Array(#"{"schema":"alertsound.records/1"}"#.utf8)

  private let source: any ByteSource & Sendable
  /// The lines' offsets by the hash values of their paths. If two paths have the same value, a record is missed,
  /// and the sound is converted again.
  private var offsets: [Int: UInt32] = [:]
  private(set) var count = 0

  init() { source = [] }

  /// Checks the bytes of a file, and stores the lines' offsets.
  init(
    parsing source: some ByteSource & Sendable, countLimit: Int = Self.countLimit
  ) throws(SoundFileError) {
    self.source = source
    guard source.byteCount <= Self.byteLimit else {
      throw .excess("the file is larger than \(Self.byteLimit >> 20) MiB")
    }
    var lines = LineSequence(of: source)
    guard let first = try lines.next(), first.bytes.elementsEqual(Self.firstLine) else {
      throw SoundFileError(.malformed, "another program or version wrote them")
    }
    var lastPath: [UInt8] = []
    while let line = try lines.next() {
      guard let (path, _) = BatchRecord.parsed(line.bytes) else { throw .damagedRecords }
      guard path.isOutputName else {
        throw SoundFileError(.malformed, "\(path) is not a path inside the folder")
      }
      let bytes = path.bytes
      guard count == 0 || lastPath.lexicographicallyPrecedes(bytes) else { throw .damagedRecords }
      lastPath = bytes
      offsets[path.hashValue] = UInt32(line.offset)
      count += 1
      guard count <= countLimit else { throw .excess("there are more than \(countLimit) records") }
    }
  }

  /// The record of an output; nil if there is none, or the file has changed since it was checked.
  subscript(path: FilePath) -> BatchRecord? {
    guard let offset = offsets[path.hashValue] else { return nil }
    // Read a short block first, because most lines fit into it.
    for byteCount in [1 << 10, Self.lineByteLimit + 1] {
      guard let bytes = try? source.bytes(at: Int(offset), count: byteCount) else { return nil }
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        guard let found = BatchRecord.parsed(bytes[..<end]), found.output == path else {
          return nil
        }
        return found.record
      }
    }
    return nil
  }

  /// Calls a closure with each output's path and its record, in the order of the paths' bytes.
  func each(_ body: (FilePath, BatchRecord) throws -> Void) throws {
    guard count > 0 else { return }
    var lines = LineSequence(of: source)
    _ = try lines.next()
    while let line = try lines.next() {
      guard let (path, record) = BatchRecord.parsed(line.bytes) else {
        throw SoundFileError.damagedRecords
      }
      try body(path, record)
    }
  }
}

extension BatchRecords {
  /// A change to a record. It is boxed to keep the dictionary small.
  indirect enum Change: Sendable {
    case set(BatchRecord)
    case removed
  }

  /// Writes the file's bytes with changes applied, block by block.
  ///
  /// - Throws: The closure's errors, or a `SoundFileError`. Its code is `tooLong` if the file would exceed a
  ///   limit, so that every run would reject it. Any other code means that the existing records can't be read
  ///   any more.
  func write(
    with changes: [FilePath: Change], countLimit: Int = Self.countLimit,
    byteLimit: Int = Self.byteLimit, to append: ([UInt8]) throws -> Void
  ) throws {
    var block = Self.firstLine + "\n".utf8
    var (recordCount, byteCount) = (0, 0)
    func add(_ path: FilePath, _ record: BatchRecord) throws {
      let line = record.line(of: path)
      guard line.count <= Self.lineByteLimit else { throw .excess("a path is too long to record") }
      recordCount += 1
      guard recordCount <= countLimit else {
        throw .excess("there are more than \(countLimit) records")
      }
      block += line
      block.append(UInt8(ascii: "\n"))
      if block.count >= LineSequence.blockByteCount { try flush() }
    }
    func flush() throws {
      byteCount += block.count
      guard byteCount <= byteLimit else {
        throw .excess("the file is larger than \(byteLimit >> 20) MiB")
      }
      try append(block)
      block.removeAll(keepingCapacity: true)
    }
    var rest = changes.map { (path: $0.key.bytes, output: $0.key, change: $0.value) }
    // Sort in descending order, so that the next change is the last element.
    rest.sort { $1.path.lexicographicallyPrecedes($0.path) }
    func addChange() throws {
      guard let next = rest.popLast(), case .set(let record) = next.change else { return }
      try add(next.output, record)
    }
    try each { path, record in
      let bytes = path.bytes
      while let next = rest.last, next.path.lexicographicallyPrecedes(bytes) { try addChange() }
      if rest.last?.path == bytes { try addChange() } else { try add(path, record) }
    }
    while !rest.isEmpty { try addChange() }
    try flush()
  }

  /// The file's path in an output folder.
  static func path(in folder: FilePath) -> FilePath { folder.appending(fileName) }

  /// Reads a folder's records. Without a file there are no records. A file that can't be used is an error.
  init(in folder: OutputFolder) throws(SoundError) {
    do {
      self = try Self.read(in: folder) ?? BatchRecords()
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
      self = try Self.read(in: folder) ?? BatchRecords()
    } catch let error as SoundFileError where error.code != .inputOutput {
      self.init()
    } catch Errno.invalidArgument, Errno.tooManySymbolicLinkLevels {
      // Replace a link, a folder or anything else that isn't a regular file.
      self.init()
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, Self.path(in: folder.path))
    }
  }

  /// Returns nil if there is no file.
  private static func read(in folder: OutputFolder) throws -> BatchRecords? {
    do {
      return try BatchRecords(
        parsing: folder.open().file(at: FilePath(root: nil, [fileName])))
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return nil
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

/// The lines of a file, read block by block. Every line must end with a line feed.
private struct LineSequence {
  static let blockByteCount = 1 << 18

  private let source: any ByteSource & Sendable
  /// Bytes that were read. The bytes before `start` have been returned as lines.
  private var buffer: [UInt8] = []
  private var start = 0
  /// The buffer's end as an offset in the file.
  private var end = 0

  init(of source: any ByteSource & Sendable) { self.source = source }

  /// Returns the next line without its line feed, and the line's offset in the file; nil at the file's end.
  mutating func next() throws(SoundFileError) -> (offset: Int, bytes: ArraySlice<UInt8>)? {
    var searched = start
    while true {
      if let lineEnd = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = (offset: end - buffer.count + start, bytes: buffer[start..<lineEnd])
        guard line.bytes.count <= BatchRecords.lineByteLimit else { throw .damagedRecords }
        start = lineEnd + 1
        return line
      }
      guard buffer.count - start <= BatchRecords.lineByteLimit else { throw .damagedRecords }
      let block = try source.bytes(at: end, count: Self.blockByteCount)
      guard !block.isEmpty else {
        guard start == buffer.count else { throw .damagedRecords }
        return nil
      }
      end += block.count
      searched = buffer.count - start
      buffer = buffer[start...] + block
      start = 0
    }
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
