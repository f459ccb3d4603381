internal import SoundFormat
internal import SystemPackage

/// The records of an output folder, by the outputs' paths in it.
///
/// As a file it is text: a line that names the format, a line per record with tabs between its fields, sorted by path,
/// and a line with the digest of the lines before. The file is untrusted. If anything in it is wrong, or a folder it
/// names is reached by a symbolic link, the whole file is rejected and everything is converted again.
struct BatchState: Sendable {
  var records = BatchRecords()

  /// The file's name in the output folder.
  static let fileName: FilePath.Component = ".alertsound-state"

  /// The file's path in an output folder.
  static func path(in folder: FilePath) -> FilePath { folder.appending(fileName) }

  /// The largest number of records: a hundred times what a large app has. A record takes about
  /// 230 bytes, and with a sibling for Android about 370.
  static let recordLimit = 1 << 18
  /// The largest file: twice what that many records take, since paths may be long.
  static let byteLimit = 1 << 27
}

extension FilePath {
  /// Whether a path may name an output of a batch: a file inside the batch's folder other than the
  /// folder's records.
  var isOutputName: Bool {
    let names = names
    return !names[0].elementsEqual(BatchState.fileName.string.utf8)
      && names.allSatisfy(Self.isRegular)
  }

  /// Whether a path may be that of an input relative to the batch's folder. An input may be in any folder, and `..`
  /// comes first, since links are resolved.
  var isRelativeInputPath: Bool {
    let names = names.drop { $0.elementsEqual("..".utf8) }
    return !names.isEmpty && names.allSatisfy(Self.isRegular)
  }

  /// What is between the slashes. Bytes are compared for speed: there may be hundreds of thousands of paths.
  private var names: [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }

  private static func isRegular(_ name: ArraySlice<UInt8>) -> Bool {
    !name.isEmpty && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
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
      let path = Self.path(in: folder)
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
      throw SoundError(wrapping: error, .creatingOutput, Self.path(in: folder))
    }
  }

  /// Reads the records of a part of a divided batch.
  ///
  /// - Throws: `SoundError` of the step `openingInput` if there is no file or it can't be used.
  init(ofPart folder: FilePath) throws(SoundError) {
    let path = Self.path(in: folder)
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
      try state.records.forEachPath { output in
        if try links.link(onTheWayTo: output) != nil {
          throw SoundFileError(
            .malformed, "\(output) is reached through a symbolic link inside the folder")
        }
      }
      return state
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return nil
    }
  }

  /// Checks the bytes of a file, block by block, and notes where its records are.
  ///
  /// - Throws: `SoundFileError`.
  init(
    parsing source: some ByteSource & Sendable,
    blockByteCount: Int = BatchStateLines.blockByteCount,
    recordLimit: Int = Self.recordLimit
  ) throws(SoundFileError) {
    records = try BatchRecords(
      in: source, blockByteCount: blockByteCount, recordLimit: recordLimit)
  }
}

extension BatchState {
  /// The file's bytes.
  ///
  /// - Throws: `SoundFileError` with the code `tooLong` if the file would exceed a limit. Every run would
  ///   reject such a file. Other codes if the file that holds the records can't be read any more.
  func fileBytes(
    recordLimit: Int = Self.recordLimit, byteLimit: Int = Self.byteLimit
  ) throws(SoundFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var blocks = try BatchStateBlocks(of: self, recordLimit: recordLimit, byteLimit: byteLimit)
    while let block = try blocks.next() { bytes += block }
    return bytes
  }
}
