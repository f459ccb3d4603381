internal import Platform
package import SoundFormat
package import SystemPackage

/// A file open for reading at any offset. Its descriptor is closed when the object is released.
package final class InputFile: ByteSource, Sendable {
  package let path: FilePath
  /// The size of the file when it was opened, or of a pipe's contents, in bytes. If the path names a descriptor of this
  /// process, only the bytes after the descriptor's offset count.
  package let byteCount: Int
  /// The offset in the descriptor's file at which reading starts, in bytes.
  let startOffset: Int
  /// The file's stamp when it was opened.
  let stamp: FileStamp
  let descriptor: FileDescriptor

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file. `/dev/stdin` is the process's standard input. If the path names a descriptor of a regular
  ///     file, such as `/dev/fd/3`, reading starts at the descriptor's current offset.
  ///   - opened: Opens the file relative to an open folder. If this closure returns nil, the path is opened, and links
  ///     are followed.
  ///   - waitingForPipes: Whether to read a pipe to its end, into a file without a name. If false, a pipe causes the
  ///     error `invalidArgument`.
  ///   - byteLimit: The limit on the input's size, in bytes. A pipe is read only until it exceeds the limit.
  package init(
    path: FilePath, opening opened: @autoclosure () throws -> FileDescriptor? = nil,
    waitingForPipes: Bool = false, byteLimit: Int? = nil
  ) throws(SoundError) {
    self.path = path
    do {
      let file = try Self.regularFile(
        from: opened() ?? Self.open(path), path, waitingForPipes, byteLimit ?? .max)
      descriptor = file.descriptor
      startOffset = file.startOffset
      byteCount = max(0, Int(file.status.size) - startOffset)
      stamp = FileStamp(file.status)
      try InputPolicy(byteLimit: byteLimit).check(byteCount: byteCount)
    } catch Errno.noSuchAddressOrDevice {
      throw Self.notRegular(path)
    } catch {
      throw SoundError(wrapping: error, .openingInput, path)
    }
  }

  private static func open(_ path: FilePath) throws -> FileDescriptor {
    if let own = path.ownDescriptor { return try own.duplicate() }
    // Set O_NONBLOCK. Otherwise, opening a FIFO would wait for a writer, and signals wouldn't interrupt the wait.
    return try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
  }

  /// Returns a regular file: the opened file, or for a pipe, a file with the pipe's contents. If the opened descriptor
  /// isn't returned, closes it.
  private static func regularFile(
    from opened: FileDescriptor, _ path: FilePath, _ waitingForPipes: Bool, _ byteLimit: Int
  ) throws -> (descriptor: FileDescriptor, startOffset: Int, status: Stat) {
    var isKept = false
    defer { if !isKept { try? opened.close() } }
    let status = try opened.stat()
    switch status.type {
    case .regular:
      // Start at the descriptor's offset: an inherited descriptor might not be at the file's start.
      let startOffset = Int(try opened.seek(offset: 0, from: .current))
      isKept = true
      return (opened, startOffset, status)
    case .directory:
      throw SoundError(
        .openingInput, path, .system(.isDirectory), advice: "name a sound inside it")
    case .fifo where waitingForPipes, .socket where waitingForPipes:
      let file = try AnonymousFile.open()
      do {
        guard try file.append(allOf: opened, upTo: byteLimit) else {
          throw InputPolicy.excess(over: byteLimit)
        }
        return (file, 0, try file.stat())
      } catch {
        try? file.close()
        throw error
      }
    default: throw notRegular(path)
    }
  }

  private static func notRegular(_ path: FilePath) -> SoundError {
    SoundError(
      .openingInput, path, .system(.invalidArgument),
      advice: "copy it to a regular file first, or pipe it in")
  }

  deinit { try? descriptor.close() }

  package func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(at: offset, count: count, into: &bytes)
    return bytes
  }

  package func read(
    at offset: Int, count: Int, into bytes: inout [UInt8]
  ) throws(SoundFileError) {
    let presentCount = min(count, byteCount - offset)
    guard presentCount > 0 else { return bytes.removeAll(keepingCapacity: true) }
    do {
      try descriptor.read(at: startOffset + offset, count: presentCount, into: &bytes)
    } catch {
      throw SoundFileError(.inputOutput, "\(error)", at: offset)
    }
  }

  /// The largest size of a file that is read into memory at once, in bytes. Nearly all alerts are far smaller.
  static let memoryByteCount = 1 << 24

  /// Returns the file's bytes and their digest. Reads a small file into memory.
  func contents(
    _ monitor: Monitor
  ) throws(SoundError) -> (bytes: any ByteSource, digest: UInt64) {
    try SoundError.wrap(.reading, path) {
      guard byteCount <= Self.memoryByteCount else {
        return (self, try descriptor.digest(from: startOffset, monitor))
      }
      let bytes = try bytes(at: 0, count: byteCount)
      return (bytes, ContentDigest.value(of: bytes))
    }
  }

  /// The longest tick of a file system's clock, in nanoseconds. Most clocks tick every few milliseconds, but the
  /// clocks of network file systems and FAT tick every two seconds.
  private static let settlingTime: Int64 = 2_000_000_000

  /// Returns the stamp; zeros if the file is so new that a later change might leave the stamp unchanged.
  func settledStamp(at now: Int64 = SystemClock.now) -> FileStamp {
    let latest = max(stamp.changeTime, stamp.modificationTime)
    // Give a descriptor's file no stamp: a stamp doesn't tell at which offset reading began.
    return latest < now - Self.settlingTime && path.ownDescriptor == nil ? stamp : FileStamp()
  }
}

extension FileDescriptor {
  /// Reads `count` bytes at an offset, or fewer if the file ends first.
  package func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try read(at: offset, count: count, into: &bytes)
    return bytes
  }

  /// Reads `count` bytes into an array, or fewer if the file ends first. If possible, reuses the array's memory.
  func read(at offset: Int, count: Int, into bytes: inout [UInt8]) throws {
    try unsafe bytes.refill(capacity: count) { buffer in
      var filledCount = 0
      while filledCount < count {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filledCount...])
        let readCount = try unsafe read(
          fromAbsoluteOffset: Int64(offset + filledCount),
          into: UnsafeMutableRawBufferPointer(rest))
        if readCount == 0 { break }
        filledCount += readCount
      }
      return filledCount
    }
  }

  private static let digestedByteCount = 1 << 20

  /// Returns the digest of at most `byteCount` bytes from the offset `start` on. With a `byteCount`, bytes that are
  /// appended to the file meanwhile aren't included.
  func digest(
    from start: Int = 0, of byteCount: Int = .max, _ monitor: Monitor
  ) throws -> UInt64 {
    var digest = ContentDigest()
    var offset = start
    while true {
      try monitor.checkCancellation()
      let block = try bytes(
        at: offset, count: min(Self.digestedByteCount, byteCount - (offset - start)))
      guard !block.isEmpty else { return digest.value }
      digest.update(block)
      offset += block.count
    }
  }

  private static let copiedByteCount = 1 << 16

  /// Appends a stream. Stops at the end of the stream, or once the limit is exceeded, and returns whether the end was
  /// reached. A signal during a wait causes the error `interrupted`.
  func append(allOf stream: FileDescriptor, upTo byteLimit: Int) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: Self.copiedByteCount)
    var byteCount = 0
    while true {
      try stream.waitUntilReadable()
      let count = try unsafe buffer.withUnsafeMutableBytes { try unsafe stream.read(into: $0) }
      guard count > 0 else { return true }
      byteCount += count
      guard byteCount <= byteLimit else { return false }
      _ = try writeAll(buffer.prefix(count))
    }
  }

  /// Writes the whole file to a stream. A signal that arrives during a wait causes the error `interrupted`.
  func copyAll(into stream: FileDescriptor) throws {
    let isFile = try stream.stat().type == .regular
    let count = isFile ? Self.copiedByteCount : Self.pipeByteCount
    var offset = 0
    while true {
      let block = try bytes(at: offset, count: count)
      guard !block.isEmpty else { return }
      // Wait until the stream takes bytes: a signal interrupts this wait, but not a blocking write.
      if !isFile { try stream.waitUntilWritable() }
      _ = try stream.writeAll(block)
      offset += block.count
    }
  }
}
