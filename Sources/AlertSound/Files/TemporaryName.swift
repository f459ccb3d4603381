internal import Platform
internal import SystemPackage

/// The name of a file that is incomplete or not at its destination yet.
///
/// A process that gives a file such a name holds a lock on it until the file has another. The system
/// releases the lock however the process ends, so that abandoned files can be told from active ones.
enum TemporaryName {
  private static let prefix = Array(".alertsound-".utf8)
  private static let suffix = Array(".part".utf8)
  private static let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
  private static let digitCount = 13

  /// Returns a path with a random name, which no other file has.
  static func path(in folder: FilePath) -> FilePath {
    let name = (0..<digitCount).map { _ in digits.randomElement()! }
    return folder.appending(prefix + name + suffix)
  }

  /// Whether a name is a temporary one.
  private static func matches(_ name: [UInt8]) -> Bool {
    name.count == prefix.count + digitCount + suffix.count && name.starts(with: prefix)
      && name.suffix(suffix.count).elementsEqual(suffix)
      && name.dropFirst(prefix.count).prefix(digitCount).allSatisfy(digits.contains)
  }

  /// Creates a file with such a name, and locks it.
  static func create(
    in folder: FilePath, permissions: FilePermissions = .newFile
  ) throws -> (path: FilePath, descriptor: FileDescriptor) {
    while true {
      let path = path(in: folder)
      let descriptor = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: permissions)
      // On a file system without locks, no file ever counts as abandoned.
      descriptor.lock()
      // Before it was locked, another process may have removed it as abandoned.
      if (try? descriptor.stat().linkCount) != 0 { return (path, descriptor) }
      try descriptor.close()
    }
  }

  /// Removes the files with such names that no process is writing, from a folder and from the folders of
  /// files in it.
  ///
  /// - Parameters:
  ///   - files: The files' paths in the folder.
  ///   - folder: The folder. Nothing happens if it doesn't exist.
  static func removeAbandoned(besides files: some Sequence<FilePath>, in folder: FilePath) {
    guard let root = try? AnchoredFolder(folder) else { return }
    var folders: Set<FilePath> = [FilePath()]
    for path in files where path.components.count > 1 {
      folders.insert(path.removingLastComponent())
    }
    for path in folders {
      guard let folder = try? root.folder(at: path) else { continue }
      removeAbandoned(in: folder)
    }
  }

  /// Removes the files with such names that no process is writing.
  static func removeAbandoned(in folder: AnchoredFolder) {
    for name in (try? folder.names()) ?? [] where matches(name.bytes) {
      guard let file = try? folder.file(at: name) else { continue }
      guard (try? file.descriptor.lockAtOnce()) != nil else { continue }
      _ = try? file.remove()
    }
  }
}
