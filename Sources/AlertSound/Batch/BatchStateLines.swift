internal import SoundFormat

/// The lines with records in a file of records, read block by block. The file's form and its digest are checked on the
/// way.
struct BatchStateLines {
  /// A record's line.
  struct Line {
    /// Where it begins, in bytes from the file's start.
    let offset: Int
    /// Its bytes without the end of line.
    let bytes: ArraySlice<UInt8>

    /// The output's path as it is written.
    var escapedPath: ArraySlice<UInt8> { bytes.prefix { $0 != UInt8(ascii: "\t") } }
  }

  static let blockByteCount = 1 << 18

  /// The version that the first line names.
  private(set) var version = BatchStateVersion.latest
  private let source: any ByteSource & Sendable
  private let blockByteCount: Int
  private let recordLimit: Int
  private var digest = ContentDigest()
  /// Bytes that were read, those before `start` already as lines.
  private var buffer: [UInt8] = []
  private var start = 0
  /// Where the buffer ends in the file.
  private var end = 0
  private var recordCount = 0

  /// Reads the first line.
  ///
  /// - Throws: `SoundFileError`.
  init(
    of source: some ByteSource & Sendable, blockByteCount: Int = Self.blockByteCount,
    recordLimit: Int = BatchState.recordLimit
  ) throws(SoundFileError) {
    self.source = source
    self.blockByteCount = blockByteCount
    self.recordLimit = recordLimit
    guard source.byteCount <= BatchState.byteLimit else {
      throw .excess(ofBytes: BatchState.byteLimit)
    }
    guard let line = try nextLine() else { throw .damagedRecords }
    guard
      let stated = BatchStateVersion.allCases.first(where: {
        line.bytes.elementsEqual($0.firstLine)
      })
    else { throw SoundFileError(.malformed, "another version wrote them") }
    version = stated
  }

  /// Returns the next record's line; nil after the last one, if the digest is right.
  ///
  /// - Throws: `SoundFileError`.
  mutating func next() throws(SoundFileError) -> Line? {
    let digest = digest.value
    guard let line = try nextLine() else { throw .damagedRecords }
    if let stated = Self.digest(inLastLine: line.bytes) {
      guard stated == digest, try nextLine() == nil else { throw .damagedRecords }
      return nil
    }
    recordCount += 1
    guard recordCount <= recordLimit else { throw .excess(ofRecords: recordLimit) }
    return line
  }

  /// The next line of any kind; nil at the file's end.
  private mutating func nextLine() throws(SoundFileError) -> Line? {
    var searched = start
    while true {
      if let lineEnd = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let bytes = buffer[start..<lineEnd]
        guard bytes.count <= version.lineLimit else { throw .damagedRecords }
        digest.update(Array(buffer[start...lineEnd]))
        let offset = end - buffer.count + start
        start = lineEnd + 1
        return Line(offset: offset, bytes: bytes)
      }
      guard buffer.count - start <= version.lineLimit else { throw .damagedRecords }
      let block = try source.bytes(at: end, count: blockByteCount)
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

  private static let lastLinePrefix = Array("digest ".utf8)

  /// The last line, for the digest of all lines before it.
  static func lastLine(_ digest: UInt64) -> [UInt8] {
    lastLinePrefix + Array(String(digest, radix: 16).utf8)
  }

  /// The digest in the last line; nil for any other line.
  private static func digest(inLastLine line: ArraySlice<UInt8>) -> UInt64? {
    guard line.starts(with: lastLinePrefix) else { return nil }
    return UInt64(hexadecimal: line.dropFirst(lastLinePrefix.count))
  }
}

extension SoundFileError {
  static var damagedRecords: SoundFileError { SoundFileError(.malformed, "the file is damaged") }

  static func excess(ofRecords limit: Int) -> SoundFileError {
    SoundFileError(.tooLong, "there are more than \(limit) records")
  }

  static func excess(ofBytes limit: Int) -> SoundFileError {
    SoundFileError(.tooLong, "the file is larger than \(limit >> 20) MiB")
  }
}
