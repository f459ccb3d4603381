internal import SoundFormat
internal import SystemPackage

/// The records of an output folder, by the outputs' paths in it.
///
/// As a file it is text: a line that names the format, a sorted line per record with tabs between its fields,
/// and a line with the digest of the lines before. The file is untrusted. If anything in it is wrong, or a
/// folder it names is reached by a symbolic link, the whole file is rejected and everything is converted
/// again.
struct BatchState: Equatable, Sendable {
  var records: [FilePath: BatchRecord] = [:]

  /// The file's name in the output folder.
  static let fileName: FilePath.Component = ".alertsound-state"

  /// The largest number of records: more than ten times what a large app has. A record takes about 224 bytes.
  static let recordLimit = 1 << 15
  /// The largest file: twice what that many records take, since paths may be long.
  static let byteLimit = 1 << 24

  fileprivate static let lastLinePrefix = Array("digest ".utf8)
}

extension FilePath {
  /// Whether a path may name an output of a batch: a file inside the batch's folder other than the
  /// folder's records.
  var isOutputName: Bool {
    // Compares bytes for speed: there may be tens of thousands of paths.
    let names = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return !names[0].elementsEqual(BatchState.fileName.string.utf8)
      && names.allSatisfy { name in
        !name.isEmpty && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
      }
  }
}

extension BatchState {
  /// The approximate length of a record's line.
  private static let lineByteCount = 224

  /// The file's bytes.
  ///
  /// - Throws: `SoundFileError` with the code `tooLong` if the file would exceed a limit. Every run would
  ///   reject such a file.
  func fileBytes(
    recordLimit: Int = Self.recordLimit, byteLimit: Int = Self.byteLimit
  ) throws(SoundFileError) -> [UInt8] {
    guard records.count <= recordLimit else { throw Self.excess(of: recordLimit) }
    var bytes = BatchStateVersion.latest.firstLine + [UInt8(ascii: "\n")]
    bytes.reserveCapacity(records.count * Self.lineByteCount)
    for (path, record) in records.map({ ($0.key.bytes.escaped, $0.value) }).sorted(by: {
      $0.0.lexicographicallyPrecedes($1.0)
    }) {
      let start = bytes.count
      bytes += path
      for field in record.fields {
        bytes.append(UInt8(ascii: "\t"))
        bytes += field
      }
      guard bytes.count - start <= BatchStateVersion.latest.lineLimit else {
        throw SoundFileError(.tooLong, "a path is too long to record")
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    let digest = ContentDigest.value(of: bytes)
    bytes += Self.lastLinePrefix + String(digest, radix: 16).utf8
    bytes.append(UInt8(ascii: "\n"))
    guard bytes.count <= byteLimit else { throw Self.excessOfBytes }
    return bytes
  }

  fileprivate static func excess(of recordLimit: Int) -> SoundFileError {
    SoundFileError(.tooLong, "there are more than \(recordLimit) records")
  }

  fileprivate static var excessOfBytes: SoundFileError {
    SoundFileError(.tooLong, "the file is larger than \(byteLimit >> 20) MiB")
  }
}

extension BatchState {
  /// Reads a folder's records. There are none if the file doesn't exist.
  ///
  /// - Throws: `SoundError` of the step `openingInput` if the file can't be used.
  init(in folder: FilePath) throws(SoundError) {
    do {
      self = try Self.read(in: folder) ?? BatchState()
    } catch {
      let path = folder.appending(Self.fileName)
      let reason = SoundError(wrapping: error, .openingInput, path).reason
      throw SoundError(
        .openingInput, path,
        .sound(.malformed, reason: "the records of earlier runs can't be used: \(reason)"),
        advice: "everything is converted again")
    }
  }

  /// Reads a folder's records in order to add to them. There are none if the file doesn't exist or its
  /// content can't be used; the file is then replaced.
  ///
  /// - Throws: `SoundError` of the step `creatingOutput` if the file can't be read. Its content may
  ///   still be valid.
  init(replacingIn folder: FilePath) throws(SoundError) {
    do {
      self = try Self.read(in: folder) ?? BatchState()
    } catch let error as SoundFileError where error.code != .inputOutput {
      self.init()
    } catch Errno.invalidArgument, Errno.tooManySymbolicLinkLevels {
      // Not a regular file.
      self.init()
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, folder.appending(Self.fileName))
    }
  }

  /// Reads the records of a part of a divided batch.
  ///
  /// - Throws: `SoundError` of the step `openingInput` if there is no file or it can't be used.
  init(ofPart folder: FilePath) throws(SoundError) {
    let path = folder.appending(Self.fileName)
    let state: BatchState?
    do {
      state = try Self.read(in: folder)
    } catch {
      let error = SoundError(wrapping: error, .openingInput, path)
      guard !error.isSystemFailure else { throw error }
      throw SoundError(
        .openingInput, path,
        .sound(.malformed, reason: "the records of this part can't be used: \(error.reason)"),
        advice: "convert this part again")
    }
    guard let state else {
      throw SoundError(
        .openingInput, path,
        .sound(.malformed, reason: "the records of this part are missing"),
        advice: "copy its folder with hidden files, or convert this part again")
    }
    self = state
  }

  /// Returns nil if there is no file.
  ///
  /// - Throws: `SoundFileError`, or `Errno`.
  private static func read(in folder: FilePath) throws -> BatchState? {
    do {
      let root = try AnchoredFolder(folder)
      let file = try root.file(at: FilePath(root: nil, [Self.fileName]))
      let state = try BatchState(parsing: file)
      var links = FolderLinks(in: root)
      for output in state.records.keys where try links.lead(to: output) {
        throw SoundFileError(
          .malformed, "\(output) is reached through a symbolic link inside the folder")
      }
      return state
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return nil
    }
  }

  /// Parses the bytes that `fileBytes()` returns, block by block.
  ///
  /// - Throws: `SoundFileError`.
  init(
    parsing source: some ByteSource, blockByteCount: Int = 1 << 18,
    recordLimit: Int = Self.recordLimit
  ) throws(SoundFileError) {
    self.init()
    guard source.byteCount <= Self.byteLimit else { throw Self.excessOfBytes }
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

/// Parses a file of records incrementally.
private struct BatchStateReader {
  private enum Part {
    case firstLine
    case records(BatchStateVersion)
    case end
  }

  private let recordLimit: Int
  private var part = Part.firstLine
  private var digest = ContentDigest()
  /// An incomplete line, to be continued by the next block.
  private var beginning: [UInt8] = []

  init(recordLimit: Int) { self.recordLimit = recordLimit }

  mutating func read(
    _ block: [UInt8], into state: inout BatchState
  ) throws(SoundFileError) {
    let bytes = beginning + block
    var rest = bytes[...]
    var digestedEnd = rest.startIndex
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      guard line.count <= lineLimit else {
        throw SoundFileError(.malformed, "the file is damaged")
      }
      switch part {
      case .firstLine:
        guard
          let version = BatchStateVersion.allCases.first(where: {
            line.elementsEqual($0.firstLine)
          })
        else { throw SoundFileError(.malformed, "another version wrote them") }
        part = .records(version)
      case .records(let version):
        guard let stated = BatchState.digest(inLastLine: line) else {
          try state.add(line, of: version)
          guard state.records.count <= recordLimit else {
            throw BatchState.excess(of: recordLimit)
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
    guard rest.count <= lineLimit else {
      throw SoundFileError(.malformed, "the file is damaged")
    }
    if !isAtEnd { digest.update(Array(bytes[digestedEnd..<rest.startIndex])) }
    beginning = Array(rest)
  }

  func finish() throws(SoundFileError) {
    guard isAtEnd, beginning.isEmpty else {
      throw SoundFileError(.malformed, "the file is damaged")
    }
  }

  private var lineLimit: Int {
    if case .records(let version) = part { return version.lineLimit }
    return BatchStateVersion.latest.lineLimit
  }

  private var isAtEnd: Bool {
    if case .end = part { true } else { false }
  }
}

extension BatchState {
  /// The digest in the last line; nil for any other line.
  fileprivate static func digest(inLastLine line: ArraySlice<UInt8>) -> UInt64? {
    guard line.starts(with: lastLinePrefix) else { return nil }
    return UInt64(hexadecimal: line.dropFirst(lastLinePrefix.count))
  }

  fileprivate mutating func add(
    _ line: ArraySlice<UInt8>, of version: BatchStateVersion
  ) throws(SoundFileError) {
    let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard let bytes = fields[0].unescaped,
      let record = BatchRecord(fields: fields.dropFirst(), of: version)
    else { throw SoundFileError(.malformed, "the file is damaged") }
    let path = FilePath(bytes: bytes)
    guard path.isOutputName else {
      throw SoundFileError(.malformed, "\(path) is not a path inside the folder")
    }
    records[path] = record
  }
}
