internal import SoundFormat
internal import SystemPackage

/// A file that a batch wrote, as it is recorded.
struct RecordedFile: Hashable, Sendable {
  /// The stamp once the file was in place. nil if another program had altered the file by then.
  var stamp: FileStamp?
  /// Whether a change could have left the stamp the same. The bytes are then compared.
  var isYoung = false
  /// The length; nil in records of version 1 without a stamp.
  var byteCount: Int64?
  /// The digest of the bytes.
  var digest: UInt64
}

/// How the files that a batch writes are laid out.
enum FileLayout: Hashable, Sendable {
  /// A sound in a container of this library's. The filler is that of ``ConversionTarget/usesFiller``.
  case sound(usesFiller: Bool)
  /// Ogg with the serial number of this library's files.
  case ogg

  /// Whether a file is laid out as this library writes it.
  func fits(_ file: AnchoredFile) -> Bool {
    switch self {
    case .sound(let usesFiller):
      guard let sound = try? SoundFile(parsing: file) else { return false }
      return (try? sound.isAsWritten(in: file, usesFiller: usesFiller)) ?? false
    case .ogg: return (try? OggStream.isAsWritten(in: file)) ?? false
    }
  }
}

extension RecordedFile {
  /// What is at a file's path now.
  enum State: Hashable {
    /// The unchanged file.
    case intact(FileStamp)
    /// No file.
    case empty
    /// Something else.
    case altered
  }

  /// Checks what is at a file's path now.
  ///
  /// Records are untrusted. So only a file of the right length is read, and none that is reached by a link
  /// inside the folder. A long file must also be laid out as one of ours.
  func state(
    of path: FilePath, in folder: FilePath, _ layout: FileLayout, _ monitor: Monitor
  ) -> State {
    guard let status = try? folder.pushing(path).stat(followTargetSymlink: false) else {
      return .empty
    }
    let current = FileStamp(status)
    if current == stamp, !isYoung { return .intact(current) }
    guard status.type == .regular, isLength(current.byteCount),
      let file = try? AnchoredFolder(folder).file(at: path), isLength(file.status.size),
      file.byteCount <= BatchInput.memoryByteCount || layout.fits(file),
      isContent(of: file, monitor)
    else { return .altered }
    return .intact(FileStamp(file.status))
  }

  /// Whether a file's stamp proves that the file is the one that was written. A checkout can't forge it.
  ///
  /// The file itself has the recorded stamp. A copy that kept the modification time to the nanosecond also
  /// counts as proven: the caches of build servers make such copies. A checkout sets that time to the
  /// present, and tools that restore the times of commits set it to whole seconds.
  func isProven(by current: FileStamp) -> Bool {
    guard let stamp else { return false }
    guard current != stamp else { return true }
    return current.byteCount == stamp.byteCount
      && current.modificationTime == stamp.modificationTime
      && current.modificationTime % 1_000_000_000 != 0
  }

  /// Whether a file is the one that was written: it has the recorded bytes, and they are laid out as this
  /// library lays them out. The bytes are read last.
  ///
  /// The recorded digest alone proves nothing: an untrusted record can name any file and its digest. The
  /// layout excludes files that aren't sounds, and sounds of programs that write another layout. A sound from
  /// Apple's tools can't be told from one of ours, which has the same bytes.
  func isWritten(
    as file: AnchoredFile, _ layout: FileLayout, _ monitor: Monitor
  ) -> Bool {
    isLength(file.status.size) && layout.fits(file) && isContent(of: file, monitor)
  }

  /// Whether a file's length allows it to be the one that was written. If the record has no length, long
  /// files are excluded.
  private func isLength(_ length: Int64) -> Bool {
    byteCount.map { $0 == length } ?? (length <= BatchInput.memoryByteCount)
  }

  private func isContent(of file: AnchoredFile, _ monitor: Monitor) -> Bool {
    (try? file.digest(monitor)) == digest
  }

  /// The file as it is recorded at a time of its file system.
  ///
  /// A write within the same tick of the clock wouldn't change the stamp. Git calls such an entry racy.
  func settled(at time: Int64) -> RecordedFile {
    var file = self
    if let stamp, max(stamp.changeTime, stamp.modificationTime) >= time { file.isYoung = true }
    return file
  }
}
