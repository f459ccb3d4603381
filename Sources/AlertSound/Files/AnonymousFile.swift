internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that never has a name, for what comes from a pipe or goes into one: sounds are read and written
/// at any offset, pipes only from one end to the other. It is in `TMPDIR`, and gone when it is closed.
enum AnonymousFile {
  private static var folder: FilePath {
    guard let value = unsafe getenv("TMPDIR"), unsafe value.pointee != 0 else { return "/tmp" }
    return unsafe FilePath(platformString: value)
  }

  /// Opens one that is empty.
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
