internal import SoundFormat
internal import SystemPackage

/// The records of an output folder, by the outputs' paths in that folder.
///
/// The file of records has a line that names the format, and the ``RecordFields`` of each output, sorted by path. The
/// file is untrusted: if a record isn't valid, or has a path outside the folder, the whole file is rejected and
/// everything is converted again.
struct BatchRecords: Sendable {
  /// The file's name in the output folder.
  static let fileName: FilePath.Component = ".alertsound-records"
  /// The limit on the number of records: a hundred times the number of sounds in a large app.
  static let countLimit = 1 << 18
  /// The largest size of the file, in bytes: 256 bytes for each record.
  static let byteLimit = 1 << 26
  private static let firstLine = Array("alertsound.records/1\n".utf8)

  private var bytes = Self.firstLine
  /// The end of each record in the bytes.
  private var ends: [UInt32] = []
  /// The records' indices by the hash values of their paths. If two paths have the same value, a record is missed, and
  /// the sound is converted again.
  private var indices: [Int: UInt32] = [:]

  init() {}

  /// Checks the bytes of a file.
  init(
    parsing source: some ByteSource, countLimit: Int = Self.countLimit
  ) throws(SoundFileError) {
    guard source.byteCount <= Self.byteLimit else {
      throw .excess("the file is larger than \(Self.byteLimit >> 20) MiB")
    }
    bytes = try source.bytes(at: 0, count: source.byteCount)
    guard bytes.starts(with: Self.firstLine) else {
      throw SoundFileError(.malformed, "another program or version wrote them")
    }
    var fields = RecordFields(reading: bytes[Self.firstLine.count...])
    var lastPath: [UInt8] = []
    while !fields.bytes.isEmpty {
      guard let (path, _) = fields.next() else { throw .damagedRecords }
      guard path.isOutputName else {
        throw SoundFileError(.malformed, "\(path) is not a path inside the folder")
      }
      guard lastPath.lexicographicallyPrecedes(path.bytes) else { throw .damagedRecords }
      lastPath = path.bytes
      indices[path.hashValue] = UInt32(count)
      ends.append(UInt32(fields.bytes.startIndex))
      guard count <= countLimit else { throw .excess("there are more than \(countLimit) records") }
    }
  }

  var count: Int { ends.count }

  /// The record of an output; nil if there is none.
  subscript(path: FilePath) -> BatchRecord? {
    guard let index = indices[path.hashValue] else { return nil }
    let (output, record) = self[Int(index)]
    return output == path ? record : nil
  }

  /// A record by its place in the order of the outputs' paths.
  subscript(index: Int) -> (output: FilePath, record: BatchRecord) {
    var fields = RecordFields(reading: bytes[range(of: index)])
    guard let found = fields.next() else { preconditionFailure("the record was checked") }
    return found
  }

  private func range(of index: Int) -> Range<Int> {
    (index == 0 ? Self.firstLine.count : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// Returns the file's bytes with changes applied. A nil record is removed.
  ///
  /// - Throws: `tooLong` if every run would reject the file.
  func bytes(
    with changes: [FilePath: BatchRecord?], countLimit: Int = Self.countLimit,
    byteLimit: Int = Self.byteLimit
  ) throws(SoundFileError) -> [UInt8] {
    var records = (0..<count).compactMap { index in
      let path = self[index].output
      return changes[path] == nil ? (path: path.bytes, fields: bytes[range(of: index)]) : nil
    }
    for case (let path, let record?) in changes {
      records.append((path.bytes, RecordFields(writing: path, record).bytes))
    }
    guard records.count <= countLimit else {
      throw .excess("there are more than \(countLimit) records")
    }
    records.sort { $0.path.lexicographicallyPrecedes($1.path) }
    let all = records.reduce(into: Self.firstLine) { $0 += $1.fields }
    guard all.count <= byteLimit else {
      throw .excess("the file is larger than \(byteLimit >> 20) MiB")
    }
    return all
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
