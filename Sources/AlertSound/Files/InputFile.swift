public import SoundFormat
public import SystemPackage

/// A file open for reading at any offset. Its descriptor is closed when the object is released.
public final class InputFile: ByteSource, Sendable {
  /// The path the file was opened by.
  public let path: FilePath
  /// How many bytes the file had when it was opened, or how many were read from the pipe. Bytes before the
  /// current offset of a descriptor of this process don't count.
  public let byteCount: Int
  /// The offset of the first byte in the descriptor's file.
  let startOffset: Int
  /// The file's stamp when it was opened.
  let stamp: FileStamp
  let descriptor: FileDescriptor

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file. `/dev/stdin` is the process's own input, whatever its kind. A regular file behind a
  ///     descriptor, as in `/dev/fd/3`, is read from its current offset on.
  ///   - waitingForPipes: Whether to read a pipe to its end, into a file without a name. If not, a pipe
  ///     causes the error `invalidArgument`.
  ///   - byteLimit: The most bytes that the input may have. A pipe is read only until it exceeds them.
  /// - Throws: `SoundError` of the step `openingInput`.
  public init(
    path: FilePath, waitingForPipes: Bool = false, byteLimit: Int? = nil
  ) throws(SoundError) {
    self.path = path
    do {
      let file = try Self.regularFile(
        from: Self.open(path), path, waitingForPipes, byteLimit ?? .max)
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
    // Without O_NONBLOCK, opening a FIFO would wait for its writer, and signals wouldn't interrupt that.
    return try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
  }

  /// Returns a regular file: the one that was opened, or one with a pipe's contents. Closes what was opened
  /// unless it is returned.
  private static func regularFile(
    from opened: FileDescriptor, _ path: FilePath, _ waitingForPipes: Bool, _ byteLimit: Int
  ) throws -> (descriptor: FileDescriptor, startOffset: Int, status: Stat) {
    var isKept = false
    defer { if !isKept { try? opened.close() } }
    let status = try opened.stat()
    switch status.type {
    case .regular:
      // A descriptor passed to us may be past its start. A file opened here begins at 0.
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
          throw InputPolicy.excess(ofStreamOver: byteLimit)
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

  deinit {
    try? descriptor.close()
  }

  public func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    guard count > 0, offset < byteCount else { return [] }
    do {
      return try descriptor.bytes(
        at: startOffset + offset, count: min(count, byteCount - offset))
    } catch {
      throw SoundFileError(.inputOutput, "\(error)", at: offset)
    }
  }

  public func read(
    at offset: Int, count: Int, into bytes: inout [UInt8]
  ) throws(SoundFileError) {
    let presentCount = max(0, min(count, byteCount - offset))
    do {
      try descriptor.read(at: startOffset + offset, count: presentCount, into: &bytes)
    } catch {
      throw SoundFileError(.inputOutput, "\(error)", at: offset)
    }
  }

  /// Returns the digest of all bytes up to the end.
  ///
  /// - Parameter monitor: Can cancel reading the file.
  /// - Throws: `SoundError` if cancelled.
  func digest(_ monitor: Monitor) throws -> UInt64 {
    try descriptor.digest(from: startOffset, monitor)
  }
}
