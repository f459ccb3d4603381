internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A temporary file that buffers a pipe's input or output: sounds are read and written at any offset,
/// pipes only in order. It is in `TMPDIR`, has no name and is deleted when it is closed.
enum AnonymousFile {
  private static var folder: FilePath {
    guard let value = unsafe getenv("TMPDIR"), unsafe value.pointee != 0 else { return "/tmp" }
    return unsafe FilePath(platformString: value)
  }

  /// Opens an empty file.
  ///
  /// - Throws: `ConversionError` of the step `creatingOutput`.
  static func open() throws(ConversionError) -> FileDescriptor {
    let folder = folder
    if let unnamed = FileDescriptor.openUnnamed(in: folder) { return unnamed }
    do {
      let named = try TemporaryName.create(in: folder, permissions: .ownerReadWrite)
      try named.path.removeFile()
      return named.descriptor
    } catch {
      throw ConversionError(
        .creatingOutput, folder, .system(error as? Errno ?? .ioError),
        advice: "set TMPDIR to a folder for temporary files")
    }
  }
}
