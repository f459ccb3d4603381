internal import Platform
internal import SystemPackage

extension FilePath {
  /// The folder that contains the last component.
  var folder: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// Creates a folder and its missing parents.
  ///
  /// - Throws: `SoundError` of the step `creatingOutput`.
  package func createFolders() throws(SoundError) {
    var missing: [FilePath] = []
    var nearest = self
    while try !nearest.isFolder() {
      missing.append(nearest)
      nearest = nearest.folder
    }
    for folder in missing.reversed() {
      do throws(Errno) {
        try folder.makeFolder()
      } catch .fileExists {
        // Another process or thread has created it meanwhile.
      } catch {
        throw SoundError(wrapping: error, .creatingOutput, folder)
      }
    }
  }

  /// Returns whether there is a folder here; false if there is nothing yet.
  ///
  /// - Throws: `SoundError` of the step `creatingOutput` if there can't be a folder.
  private func isFolder() throws(SoundError) -> Bool {
    do {
      guard try stat().type != .directory else { return true }
    } catch {
      // A parent may be a file, which is noticed when that parent is checked.
      if error == .noSuchFileOrDirectory || error == .notDirectory, folder != self { return false }
      throw SoundError(wrapping: error, .creatingOutput, self)
    }
    throw SoundError(
      .creatingOutput, self, .system(.notDirectory), advice: "name another folder")
  }

  /// Checks whether missing folders could be created, and a file in them.
  ///
  /// - Parameter file: The file to name in an error.
  /// - Throws: `SoundError` of the step `creatingOutput`.
  func checkWritable(for file: FilePath) throws(SoundError) {
    var nearest = self
    var status: Stat?
    while true {
      status = try? nearest.stat()
      if status != nil || nearest.folder == nearest { break }
      nearest = nearest.folder
    }
    guard status?.type == .directory else {
      throw SoundError(
        .creatingOutput, nearest, .system(.notDirectory), advice: "name another folder")
    }
    do {
      try nearest.checkFolderIsWritable()
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, file)
    }
  }

  /// Removes a file.
  ///
  /// - Throws: `SoundError` of the step `creatingOutput`.
  func removeFile() throws(SoundError) {
    do {
      try removeName()
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, self)
    }
  }
}
