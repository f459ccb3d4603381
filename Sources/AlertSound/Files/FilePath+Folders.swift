internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FilePath {
  /// The folder the last component is in.
  var folder: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// Creates a folder and those it is in, as far as they aren't there.
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
      // Another process, or another thread, may have been faster.
      guard result != 0, errno != EEXIST else { continue }
      throw ConversionError(wrapping: Errno(rawValue: errno), .creatingOutput, folder)
    }
  }

  /// Whether there is a folder here, or nothing yet.
  ///
  /// - Throws: `ConversionError` of the step `creatingOutput` where there can be none.
  private func isFolder() throws(ConversionError) -> Bool {
    do {
      guard try stat().type != .directory else { return true }
    } catch {
      // One of those it is in may be a file, which is found when it is asked about.
      if error == .noSuchFileOrDirectory || error == .notDirectory, folder != self { return false }
      throw ConversionError(wrapping: error, .creatingOutput, self)
    }
    throw ConversionError(
      .creatingOutput, self, .system(.notDirectory), advice: "name another folder")
  }

  /// Finds out whether the folders that aren't there could be created, and a file in them.
  ///
  /// - Parameter file: The file, which an error names.
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

  /// Sets a file's times to the present.
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
