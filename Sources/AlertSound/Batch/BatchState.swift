internal import SoundFormat
internal import SystemPackage

/// The records of an output folder, by the outputs' paths in it.
///
/// As a file it is text: a line that names the format, a line for each record with its fields between
/// tabs, sorted, and a line with the digest of the lines before. The file is untrusted. If anything in
/// it is wrong, all of it is rejected, which costs a rebuild.
struct BatchState: Equatable, Sendable {
  var records: [FilePath: BatchRecord] = [:]

  /// The file's name in the output folder.
  static let fileName: FilePath.Component = ".alertsound-state"

  /// A record takes about 224 bytes. A quarter of a million of them is more than a hundred times what a
  /// large app has, and a run with that many takes less than 300 MB of memory.
  static let recordLimit = 1 << 18
  /// What that many records take, and some more for long paths.
  static let byteLimit = 1 << 26

  fileprivate static let firstLine = Array("alertsound state 2\n".utf8)
  fileprivate static let lastLinePrefix = Array("digest ".utf8)
}

extension FilePath {
  /// Whether a path may name an output of a batch: a file inside the batch's folder other than the
  /// folder's records.
  var isOutputName: Bool {
    isRelative && !isEmpty && self == lexicallyNormalized()
      && components.first?.kind == .regular && components.first != BatchState.fileName
  }
}

extension BatchState {
  /// About how long a record's line is.
  private static let lineByteCount = 224

  /// The file's bytes.
  var fileBytes: [UInt8] {
    var bytes = Self.firstLine
    bytes.reserveCapacity(records.count * Self.lineByteCount)
    for (path, record) in records.map({ ($0.key.bytes.escaped, $0.value) }).sorted(by: {
      $0.0.lexicographicallyPrecedes($1.0)
    }) {
      bytes += path
      for field in record.fields {
        bytes.append(UInt8(ascii: "\t"))
        bytes += field
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    let digest = ContentDigest.value(of: bytes)
    bytes += Self.lastLinePrefix + String(digest, radix: 16).utf8
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}

extension BatchState {
  /// Reads a folder's records; there are none where there is no such file.
  ///
  /// - Throws: `ConversionError` of the step `openingInput` for a file that can't be used.
  init(in folder: FilePath) throws(ConversionError) {
    let path = folder.appending(Self.fileName)
    do {
      let file = try AnchoredFolder(folder).file(at: FilePath(root: nil, [Self.fileName]))
      try self.init(parsing: file)
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      self.init()
    } catch {
      let reason = ConversionError(wrapping: error, .openingInput, path).reason
      throw ConversionError(
        .openingInput, path,
        .sound(.malformed, reason: "the records of earlier runs can't be used: \(reason)"),
        advice: "everything is converted again")
    }
  }

  /// Reads what `fileBytes` wrote, block by block.
  ///
  /// - Throws: `SoundFileError`.
  init(
    parsing source: some ByteSource, blockByteCount: Int = 1 << 18,
    recordLimit: Int = Self.recordLimit
  ) throws(SoundFileError) {
    self.init()
    guard source.byteCount <= Self.byteLimit else {
      throw SoundFileError(.tooLong, "the file is larger than \(Self.byteLimit >> 20) MiB")
    }
    var reader = BatchStateReader(recordLimit: recordLimit)
    var offset = 0
    while true {
      let block = try source.bytes(at: offset, count: blockByteCount)
      guard !block.isEmpty else { break }
      offset += block.count
      try reader.read(block, into: &self)
    }
    try reader.finish()
  }
}

/// Reads a file of records while it comes in.
private struct BatchStateReader {
  private enum Part {
    case firstLine, records, end
  }

  private let recordLimit: Int
  private var part = Part.firstLine
  private var digest = ContentDigest()
  /// The beginning of a line whose end is still to come.
  private var beginning: [UInt8] = []

  /// Two paths as long as a system allows, escaped, and what is between them.
  private static let lineLimit = 1 << 15

  init(recordLimit: Int) { self.recordLimit = recordLimit }

  mutating func read(
    _ block: [UInt8], into state: inout BatchState
  ) throws(SoundFileError) {
    let bytes = beginning + block
    var rest = bytes[...]
    var digestedEnd = rest.startIndex
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      guard line.count <= Self.lineLimit else {
        throw SoundFileError(.malformed, "the file is damaged")
      }
      switch part {
      case .firstLine:
        guard line.elementsEqual(BatchState.firstLine.dropLast()) else {
          throw SoundFileError(.malformed, "another version wrote them")
        }
        part = .records
      case .records:
        guard let stated = BatchState.digest(inLastLine: line) else {
          try state.add(line)
          guard state.records.count <= recordLimit else {
            throw SoundFileError(.tooLong, "there are more than \(recordLimit) records")
          }
          break
        }
        digest.update(Array(bytes[digestedEnd..<line.startIndex]))
        digestedEnd = bytes.endIndex
        guard stated == digest.value else {
          throw SoundFileError(.malformed, "the file is damaged")
        }
        part = .end
      case .end: throw SoundFileError(.malformed, "the file is damaged")
      }
      rest = rest[(end + 1)...]
    }
    guard rest.count <= Self.lineLimit else {
      throw SoundFileError(.malformed, "the file is damaged")
    }
    if part != .end { digest.update(Array(bytes[digestedEnd..<rest.startIndex])) }
    beginning = Array(rest)
  }

  func finish() throws(SoundFileError) {
    guard part == .end, beginning.isEmpty else {
      throw SoundFileError(.malformed, "the file is damaged")
    }
  }
}

extension BatchState {
  /// The digest in the last line; nil for another line.
  fileprivate static func digest(inLastLine line: ArraySlice<UInt8>) -> UInt64? {
    guard line.starts(with: lastLinePrefix) else { return nil }
    return UInt64(hexadecimal: line.dropFirst(lastLinePrefix.count))
  }

  fileprivate mutating func add(_ line: ArraySlice<UInt8>) throws(SoundFileError) {
    let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard fields.count == 1 + BatchRecord.fieldCount, let bytes = fields[0].unescaped,
      let record = BatchRecord(fields: fields.dropFirst())
    else { throw SoundFileError(.malformed, "the file is damaged") }
    let path = FilePath(bytes: bytes)
    guard path.isOutputName else {
      throw SoundFileError(.malformed, "\(path) is not a path inside the folder")
    }
    records[path] = record
  }
}
