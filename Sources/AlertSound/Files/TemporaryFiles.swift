internal import Platform
internal import SoundFormat
internal import SystemPackage

/// The name of a file that is incomplete or not at its destination yet.
///
/// The process that creates the file holds a lock on it until the file gets its final name. The system releases the
/// lock when the process ends in any way, so a file without a lock is abandoned.
enum TemporaryName {
  private static let prefix = Array(".alertsound-".utf8)
  private static let suffix = Array(".part".utf8)
  private static let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
  private static let digitCount = 13

  /// Returns a random name, which no other file has.
  static func random() -> FilePath {
    // Draw a single random number: each takes a system call. In base 36, the number has at most 13 digits.
    let number = String(UInt64.random(in: 0 ... .max), radix: 36).utf8
    let zeros = repeatElement(digits[0], count: digitCount - number.count)
    return FilePath(bytes: prefix + zeros + number + suffix)
  }

  private static func matches(_ name: [UInt8]) -> Bool {
    name.count == prefix.count + digitCount + suffix.count && name.starts(with: prefix)
      && name.suffix(suffix.count).elementsEqual(suffix)
      && name.dropFirst(prefix.count).prefix(digitCount).allSatisfy(digits.contains)
  }

  /// Creates a file with a temporary name, and locks it.
  static func create(
    in folder: AnchoredFolder, permissions: FilePermissions = .newFile
  ) throws -> (name: FilePath, descriptor: FileDescriptor) {
    while true {
      let name = random()
      let descriptor = try folder.descriptor.createFile(name, permissions: permissions)
      // Go on without a lock if the file system has no locks. On such a file system, no file counts as abandoned.
      descriptor.lock()
      // Try again if another process removed the file as abandoned before this process had the lock.
      if (try? descriptor.stat().linkCount) != 0 { return (name, descriptor) }
      try descriptor.close()
    }
  }

  /// Removes abandoned files from a folder, and from the folders inside it that hold `files`. Skips missing folders.
  static func removeAbandoned(besides files: some Sequence<FilePath>, in root: AnchoredFolder) {
    var folders: Set<FilePath> = [FilePath()]
    for path in files where path.components.count > 1 {
      folders.insert(path.removingLastComponent())
    }
    for path in folders {
      guard let folder = try? root.folder(at: path) else { continue }
      removeAbandoned(in: folder)
    }
  }

  /// Removes the files that have temporary names and that no process is writing.
  static func removeAbandoned(in folder: AnchoredFolder) {
    for name in (try? folder.names()) ?? [] where matches(name.bytes) {
      guard let file = try? folder.file(at: name) else { continue }
      guard (try? file.descriptor.lockAtOnce()) != nil else { continue }
      _ = try? file.remove()
    }
  }
}

/// A temporary file that buffers a pipe's input or output: sounds are read and written at any offset, but a pipe has no
/// offsets. The file is in `TMPDIR`, has no name, and is deleted when it is closed.
enum AnonymousFile {
  static var folder: FilePath {
    guard let value = ThisProcess.environment("TMPDIR"), !value.isEmpty else { return "/tmp" }
    return FilePath(bytes: value)
  }

  static func open() throws(SoundError) -> FileDescriptor {
    let folder = folder
    do {
      let open = try AnchoredFolder(folder)
      if let unnamed = open.descriptor.openUnnamed(permissions: .newFile) { return unnamed }
      let named = try TemporaryName.create(in: open, permissions: .ownerReadWrite)
      try open.descriptor.removeEntry(named.name)
      return named.descriptor
    } catch {
      throw SoundError(
        .creatingOutput, folder, .system(error as? Errno ?? .ioError),
        advice: "set TMPDIR to a folder for temporary files")
    }
  }
}
