internal import Platform
internal import SystemPackage

/// A temporary file that buffers a pipe's input or output: sounds are read and written at any offset,
/// pipes only in order. It is in `TMPDIR`, has no name and is deleted when it is closed.
enum AnonymousFile {
  /// The folder for temporary files.
  static var folder: FilePath {
    guard let value = ThisProcess.environment("TMPDIR"), !value.isEmpty else { return "/tmp" }
    return FilePath(bytes: value)
  }

  /// Opens an empty file.
  ///
  /// - Throws: `SoundError` of the step `creatingOutput`.
  static func open() throws(SoundError) -> FileDescriptor {
    let folder = folder
    if let unnamed = FileDescriptor.openUnnamed(in: folder, permissions: .newFile) {
      return unnamed
    }
    do {
      let named = try TemporaryName.create(in: folder, permissions: .ownerReadWrite)
      try named.path.removeFile()
      return named.descriptor
    } catch {
      throw failure(error as? Errno ?? .ioError, in: folder)
    }
  }

  /// The error of a folder in which no temporary file can be made.
  static func failure(_ error: Errno, in folder: FilePath) -> SoundError {
    SoundError(
      .creatingOutput, folder, .system(error),
      advice: "set TMPDIR to a folder for temporary files")
  }
}
