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
  /// Use the descriptor itself. Reopening its path would overwrite a file that a shell appends to, and
  /// would make a pipe whose writer has exited look like one that is still waiting for a writer.
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
  /// How many bytes a writable pipe takes without blocking. Source: POSIX, `PIPE_BUF` on Linux. Darwin's is
  /// smaller, but its pipes also take this many once poll() reports them writable.
  private static let pipedByteCount = 4096
  private static let copiedByteCount = 1 << 16

  /// Appends everything from a stream, until its end.
  ///
  /// - Parameter byteLimit: Stops once more bytes than this have arrived.
  /// - Returns: Whether the stream ended within the limit.
  /// - Throws: `Errno`; `interrupted` if a signal arrived while waiting for data.
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

  /// Writes the whole file to a stream.
  ///
  /// - Throws: `Errno`; `interrupted` if a signal arrived while waiting for the reader.
  func copyAll(into stream: FileDescriptor) throws {
    let isFile = try stream.stat().type == .regular
    let count = isFile ? Self.copiedByteCount : Self.pipedByteCount
    var offset = 0
    while true {
      let block = try bytes(at: offset, count: count)
      guard !block.isEmpty else { return }
      // Signals don't interrupt a blocking write, so wait before it.
      if !isFile { try stream.wait(for: POLLOUT) }
      _ = try stream.writeAll(block)
      offset += block.count
    }
  }

  private func wait(for event: CInt) throws(Errno) {
    var request = pollfd(fd: rawValue, events: Int16(event), revents: 0)
    guard unsafe poll(&request, 1, -1) >= 0 else { throw Errno(rawValue: errno) }
  }

  /// Opens a file without a name; returns nil if the system doesn't support that.
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
