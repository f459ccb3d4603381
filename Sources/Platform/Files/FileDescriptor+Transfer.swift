package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FileDescriptor {
  /// Has the system append bytes of another file, which avoids a copy through this process.
  ///
  /// - Returns: The range left to copy by reading and writing. It is empty unless the system or the file
  ///   systems don't support this, or the source isn't a file or became shorter.
  package func append(_ range: Range<Int>, of source: FileDescriptor) -> Range<Int> {
    var rest = range
    #if os(Linux)
      var offset = off_t(range.lowerBound)
      while !rest.isEmpty {
        let count = unsafe sendfile(rawValue, source.rawValue, &offset, rest.count)
        guard count > 0 else { break }
        rest.removeFirst(count)
      }
    #endif
    return rest
  }

  /// How many bytes a writable pipe takes without blocking. Source: POSIX, `PIPE_BUF` on Linux. Darwin's is
  /// smaller, but its pipes also take this many once poll() reports them writable.
  package static let pipeByteCount = 4096

  /// Waits until there are bytes to read, or the end.
  ///
  /// - Throws: `Errno`; `interrupted` if a signal arrived.
  package func waitUntilReadable() throws(Errno) { try wait(for: POLLIN) }

  /// Waits until bytes can be written, or the reader has closed the pipe.
  ///
  /// - Throws: `Errno`; `interrupted` if a signal arrived.
  package func waitUntilWritable() throws(Errno) { try wait(for: POLLOUT) }

  private func wait(for event: CInt) throws(Errno) {
    var request = pollfd(fd: rawValue, events: Int16(event), revents: 0)
    guard unsafe poll(&request, 1, -1) >= 0 else { throw .last }
  }
}
