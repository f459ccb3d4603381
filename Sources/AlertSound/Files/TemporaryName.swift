internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The name of a file that isn't whole or isn't in its place yet.
///
/// Whoever gives a file such a name holds a lock on it until it has another. The system takes the lock
/// from a process that ends in whatever way, so that what a killed one left is told from what another is
/// still writing.
enum TemporaryName {
  private static let prefix = Array(".alertsound-".utf8)
  private static let suffix = Array(".part".utf8)
  private static let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
  private static let digitCount = 13

  /// A path that nobody has.
  static func path(in folder: FilePath) -> FilePath {
    let name = (0..<digitCount).map { _ in digits.randomElement()! }
    return folder.appending(prefix + name + suffix)
  }

  /// Whether a name is one of these.
  private static func matches(_ name: [UInt8]) -> Bool {
    name.count == prefix.count + digitCount + suffix.count && name.starts(with: prefix)
      && name.suffix(suffix.count).elementsEqual(suffix)
      && name.dropFirst(prefix.count).prefix(digitCount).allSatisfy(digits.contains)
  }

  /// Creates a file of such a name.
  static func create(
    in folder: FilePath, permissions: FilePermissions = .newFile
  ) throws -> (path: FilePath, descriptor: FileDescriptor) {
    while true {
      let path = path(in: folder)
      let descriptor = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: permissions)
      lock(descriptor)
      // Before it had a lock, it could be taken for an abandoned one.
      if (try? descriptor.stat().linkCount) != 0 { return (path, descriptor) }
      try descriptor.close()
    }
  }

  /// Takes the lock. Where a file system has none, nothing is ever taken for abandoned.
  static func lock(_ descriptor: FileDescriptor) {
    while flock(descriptor.rawValue, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Removes the files of such names that no process is writing.
  static func removeAbandoned(in folder: AnchoredFolder) {
    for name in (try? folder.names()) ?? [] where matches(name.bytes) {
      guard let file = try? folder.file(at: name) else { continue }
      if flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 { _ = try? file.remove() }
    }
  }
}
