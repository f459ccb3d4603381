public import SoundFormat
public import SystemPackage

/// A file open for reading at any offset; it closes itself.
public final class InputFile: ByteSource, Sendable {
  /// The path the file was opened by.
  public let path: FilePath
  /// How many bytes the file had when it was opened.
  public let byteCount: Int
  /// What the file system said of the file when it was opened.
  let stamp: FileStamp
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
      let isDevice = error as? Errno == .noSuchAddressOrDevice
      throw isDevice ? Self.notRegular(path) : ConversionError(wrapping: error, .openingInput, path)
    }
    do {
      let status = try descriptor.stat()
      guard status.type == .regular else {
        throw status.type == .directory
          ? ConversionError(
            .openingInput, path, .system(.isDirectory), advice: "name a sound inside it")
          : Self.notRegular(path)
      }
      byteCount = Int(status.size)
      stamp = FileStamp(status)
    } catch {
      try? descriptor.close()
      throw ConversionError(wrapping: error, .openingInput, path)
    }
  }

  private static func notRegular(_ path: FilePath) -> ConversionError {
    ConversionError(
      .openingInput, path, .system(.invalidArgument), advice: "copy it to a regular file first")
  }

  deinit {
    try? descriptor.close()
  }

  public func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    guard count > 0, offset < byteCount else { return [] }
    do {
      return try descriptor.bytes(at: offset, count: min(count, byteCount - offset))
    } catch {
      throw SoundFileError(.inputOutput, "\(error)", at: offset)
    }
  }
}
