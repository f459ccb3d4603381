internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FilePath {
  /// The folder that contains the last component.
  var folder: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// Creates a folder and its missing parents.
  ///
  /// - Throws: `ConversionError` of the step `creatingOutput`.
  func createFolders() throws(ConversionError) {
    var missing: [FilePath] = []
    var nearest = self
    while try !nearest.isFolder() {
      missing.append(nearest)
      nearest = nearest.folder
    }
    for folder in missing.reversed() {
      let result = unsafe folder.withPlatformString { unsafe mkdir($0, 0o777) }
      // Another process or thread may have created it meanwhile.
      guard result != 0, errno != EEXIST else { continue }
      throw ConversionError(wrapping: Errno(rawValue: errno), .creatingOutput, folder)
    }
  }

  /// Returns whether there is a folder here; false if there is nothing yet.
  ///
  /// - Throws: `ConversionError` of the step `creatingOutput` if there can't be a folder.
  private func isFolder() throws(ConversionError) -> Bool {
    do {
      guard try stat().type != .directory else { return true }
    } catch {
      // A parent may be a file, which is noticed when that parent is checked.
      if error == .noSuchFileOrDirectory || error == .notDirectory, folder != self { return false }
      throw ConversionError(wrapping: error, .creatingOutput, self)
    }
    throw ConversionError(
      .creatingOutput, self, .system(.notDirectory), advice: "name another folder")
  }

  /// Checks whether missing folders could be created, and a file in them.
  ///
  /// - Parameter file: The file to name in an error.
  /// - Throws: `ConversionError` of the step `creatingOutput`.
  func checkWritable(for file: FilePath) throws(ConversionError) {
    var nearest = self
    var status: Stat?
    while true {
      status = try? nearest.stat()
      if status != nil || nearest.folder == nearest { break }
      nearest = nearest.folder
    }
    guard status?.type == .directory else {
      throw ConversionError(
        .creatingOutput, nearest, .system(.notDirectory), advice: "name another folder")
    }
    guard unsafe nearest.withPlatformString({ unsafe access($0, W_OK | X_OK) }) != 0 else { return }
    throw ConversionError(wrapping: Errno(rawValue: errno), .creatingOutput, file)
  }

  /// Sets a file's access and modification times to now.
  func setTimesToNow() throws(Errno) {
    if unsafe withPlatformString({ unsafe utimensat(AT_FDCWD, $0, nil, 0) }) != 0 {
      throw Errno(rawValue: errno)
    }
  }

  /// Removes a file.
  ///
  /// - Throws: `ConversionError` of the step `creatingOutput`.
  func removeFile() throws(ConversionError) {
    if unsafe withPlatformString({ unsafe unlink($0) }) != 0 {
      throw ConversionError(wrapping: Errno(rawValue: errno), .creatingOutput, self)
    }
  }
}
