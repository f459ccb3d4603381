package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FilePath {
  /// The descriptor of this process that the path names; nil for any other path.
  ///
  /// It is to be used as it is. Opened by its path, a file that a shell appends to would be overwritten,
  /// and a pipe whose writer has gone would look like one whose writer has yet to come.
  package var ownDescriptor: FileDescriptor? {
    switch string {
    case "/dev/stdin": return .standardInput
    case "/dev/stdout": return .standardOutput
    case "/dev/stderr": return .standardError
    default:
      guard ["/dev/fd", "/proc/self/fd"].contains(removingLastComponent().string) else {
        return nil
      }
      return lastComponent.flatMap { CInt($0.string) }.map { FileDescriptor(rawValue: $0) }
    }
  }
}

extension FileDescriptor {
  /// As much as a pipe takes at once when it takes anything. Source: POSIX, `PIPE_BUF` on Linux; Darwin's
  /// is smaller, and its pipes take this much nevertheless when they are waited for.
  private static let pipedByteCount = 4096
  private static let copiedByteCount = 1 << 16

  /// Appends all that comes out of a stream, until its end.
  ///
  /// - Parameter byteLimit: Stops once more bytes than this have come.
  /// - Returns: Whether that was all.
  /// - Throws: `Errno`; `interrupted` where a signal came while nothing else did.
  func append(allOf stream: FileDescriptor, upTo byteLimit: Int) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: Self.copiedByteCount)
    var byteCount = 0
    while true {
      try stream.wait(for: POLLIN)
      let count = try unsafe buffer.withUnsafeMutableBytes { try unsafe stream.read(into: $0) }
      guard count > 0 else { return true }
      byteCount += count
      guard byteCount <= byteLimit else { return false }
      _ = try writeAll(buffer.prefix(count))
    }
  }

  /// Writes all that is in this file into a stream.
  ///
  /// - Throws: `Errno`; `interrupted` where a signal came while nobody read.
  func copyAll(into stream: FileDescriptor) throws {
    let isFile = try stream.stat().type == .regular
    let count = isFile ? Self.copiedByteCount : Self.pipedByteCount
    var offset = 0
    while true {
      let block = try bytes(at: offset, count: count)
      guard !block.isEmpty else { return }
      // What waits inside a write is told of no signal.
      if !isFile { try stream.wait(for: POLLOUT) }
      _ = try stream.writeAll(block)
      offset += block.count
    }
  }

  private func wait(for event: CInt) throws(Errno) {
    var request = pollfd(fd: rawValue, events: Int16(event), revents: 0)
    guard unsafe poll(&request, 1, -1) >= 0 else { throw Errno(rawValue: errno) }
  }

  /// Opens a file without a name, or returns nil where the system has no such thing.
  static func openUnnamed(in folder: FilePath) -> FileDescriptor? {
    #if os(Linux)
      // glibc's O_TMPFILE is a macro Swift doesn't import: __O_TMPFILE | O_DIRECTORY.
      let options = FileDescriptor.OpenOptions(rawValue: 0o20_000_000 | O_DIRECTORY)
      return try? FileDescriptor.open(
        folder, .readWrite, options: [options, .closeOnExec], permissions: .newFile)
    #else
      return nil
    #endif
  }
}
