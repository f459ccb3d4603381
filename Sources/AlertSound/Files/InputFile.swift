public import SoundFormat
public import SystemPackage

/// A file open for reading at any offset; it closes itself.
public final class InputFile: ByteSource, Sendable {
  /// The path the file was opened by.
  public let path: FilePath
  /// How many bytes the file had when it was opened.
  public let byteCount: Int
  let descriptor: FileDescriptor

  /// Opens a file.
  ///
  /// - Throws: `ConversionError` of the step `openingInput`.
  public init(path: FilePath) throws(ConversionError) {
    self.path = path
    do {
      // Without O_NONBLOCK, opening a FIFO would wait for its writer, perhaps for ever.
      descriptor = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    } catch {
      throw ConversionError(wrapping: error, .openingInput, path)
    }
    do {
      let status = try descriptor.stat()
      guard status.type == .regular else {
        throw ConversionError(
          .openingInput, path, .system(status.type == .directory ? .isDirectory : .invalidArgument),
          advice: status.type == .directory
            ? "name a sound inside it" : "copy it to a regular file first")
      }
      byteCount = Int(status.size)
    } catch {
      try? descriptor.close()
      throw ConversionError(wrapping: error, .openingInput, path)
    }
  }

  deinit {
    try? descriptor.close()
  }

  public func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    guard count > 0, offset < byteCount else { return [] }
    let wanted = min(count, byteCount - offset)
    do {
      return try unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initializedCount in
        while initializedCount < wanted {
          let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[initializedCount...])
          let readCount = try unsafe descriptor.read(
            fromAbsoluteOffset: Int64(offset + initializedCount),
            into: UnsafeMutableRawBufferPointer(rest))
          if readCount == 0 { break }
          initializedCount += readCount
        }
      }
    } catch {
      throw SoundFileError(.inputOutput, "\(error)", at: offset)
    }
  }
}
