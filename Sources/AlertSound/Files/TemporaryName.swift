internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

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
      lock(descriptor)
      // Before it was locked, another process may have removed it as abandoned.
      if (try? descriptor.stat().linkCount) != 0 { return (path, descriptor) }
      try descriptor.close()
    }
  }

  /// Takes the lock. On a file system without locks, no file ever counts as abandoned.
  static func lock(_ descriptor: FileDescriptor) {
    while flock(descriptor.rawValue, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Removes the files with such names that no process is writing.
  static func removeAbandoned(in folder: AnchoredFolder) {
    for name in (try? folder.names()) ?? [] where matches(name.bytes) {
      guard let file = try? folder.file(at: name) else { continue }
      if flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 { _ = try? file.remove() }
    }
  }
}
