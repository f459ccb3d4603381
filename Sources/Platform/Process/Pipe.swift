package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A pipe from another process to this one.
struct Pipe {
  private(set) var readEnd: FileDescriptor?
  private(set) var writeEnd: FileDescriptor
  private var isWriteEndOpen = true

  /// How many bytes are read at once.
  private static let blockByteCount = 1 << 16
  /// How many blocks a pipe holds at most: Linux lets a user's pipes grow to a mebibyte.
  static let capacity = 1 << 4

  /// Creates a pipe whose ends no process inherits by itself.
  init() throws(Errno) {
    do {
      let ends = try FileDescriptor.pipe()
      defer {
        try? ends.readEnd.close()
        try? ends.writeEnd.close()
      }
      let readEnd = try ends.readEnd.copyAboveStandardStreams()
      do {
        writeEnd = try ends.writeEnd.copyAboveStandardStreams()
      } catch {
        try? readEnd.close()
        throw error
      }
      self.readEnd = readEnd
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// Whether all has been read.
  var isAtEnd: Bool { readEnd == nil }

  mutating func closeWriteEnd() {
    if isWriteEndOpen { try? writeEnd.close() }
    isWriteEndOpen = false
  }

  mutating func close() {
    closeWriteEnd()
    try? readEnd?.close()
    readEnd = nil
  }

  /// Reads what is there, without waiting; nothing at the end.
  mutating func read() -> [UInt8] {
    guard let end = readEnd, Self.isReadable(end) else { return [] }
    var block = [UInt8](repeating: 0, count: Self.blockByteCount)
    let count = (try? unsafe block.withUnsafeMutableBytes { try unsafe end.read(into: $0) }) ?? 0
    if count == 0 {
      try? end.close()
      readEnd = nil
    }
    block.removeLast(block.count - count)
    return block
  }

  private static func isReadable(_ end: FileDescriptor) -> Bool {
    var request = pollfd(fd: end.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) > 0
  }

  /// Waits until one of the pipes can be read or has ended.
  static func wait(for pipes: [Pipe?], milliseconds: CInt) {
    var requests = pipes.compactMap { $0?.readEnd }.map {
      pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
    }
    _ = unsafe poll(&requests, nfds_t(requests.count), milliseconds)
  }
}

extension FileDescriptor {
  /// Copies the descriptor to a number above 2, closed in other programs: the numbers of a process's standard streams,
  /// if those were closed, can't be passed on.
  ///
  /// A process that another thread starts between the pipe's creation and this keeps the pipe open. That does no harm:
  /// a process's end is detected by waiting for it, not by the end of its output.
  package func copyAboveStandardStreams() throws(Errno) -> FileDescriptor {
    let copy = fcntl(rawValue, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw Errno(rawValue: errno) }
    return FileDescriptor(rawValue: copy)
  }
}
