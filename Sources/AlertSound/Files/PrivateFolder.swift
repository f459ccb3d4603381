internal import Platform
internal import SoundFormat
internal import SystemPackage

/// A folder for files that other programs read or write. Only this user can enter it, and it is removed with
/// its files when the object is released.
final class PrivateFolder {
  /// The folder's absolute path.
  let path: FilePath

  /// Creates the folder in `TMPDIR`.
  ///
  /// - Throws: `SoundError` of the step `creatingOutput`.
  init() throws(SoundError) {
    let folder = AnonymousFile.folder.absolute
    do throws(Errno) {
      path = try folder.makePrivateFolder(named: "alertsound-")
    } catch {
      throw AnonymousFile.failure(error, in: folder)
    }
  }

  deinit {
    for name in (try? path.listing()) ?? [] {
      try? path.appending(name.bytes).removeName()
    }
    try? path.removeEmptyFolder()
  }

  /// Writes part of a source to a new file in the folder.
  ///
  /// - Throws: `SoundFileError` with the code `inputOutput`.
  func write(
    _ range: Range<Int>, of source: some ByteSource, to name: String
  ) throws(SoundFileError) -> FilePath {
    let file = path.appending(Array(name.utf8))
    do {
      let descriptor = try FileDescriptor.open(
        file, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
      defer { try? descriptor.close() }
      try descriptor.write([range], of: source)
    } catch {
      throw error as? SoundFileError ?? SoundFileError(.inputOutput, "\(error) (\(path))")
    }
    return file
  }
}
