package import SystemPackage

/// Writes files atomically.
package enum WholeFile {
  /// Writes a file atomically: beside its destination first, which it then replaces in one step.
  ///
  /// - Parameters:
  ///   - bytes: The file's contents.
  ///   - path: The file to write.
  ///   - replacing: Whether to replace an existing file. If not, it causes the error `fileExists`.
  /// - Throws: `SoundError` of the steps `creatingOutput` and `writing`. An existing file at `path` is
  ///   then left as it was.
  package static func write(
    _ bytes: [UInt8], to path: FilePath, replacing: Bool = true
  ) throws(SoundError) {
    let file = try OutputFile(for: path)
    try file.write(bytes)
    try file.commit(replacing: replacing)
  }

  /// Writes a file atomically, part by part.
  ///
  /// - Parameters:
  ///   - path: The file to write; an existing one is replaced.
  ///   - writeParts: Called with a closure that appends bytes.
  /// - Throws: `SoundError` of the steps `creatingOutput` and `writing`, or what `writeParts` throws.
  ///   An existing file at `path` is then left as it was.
  package static func write(
    to path: FilePath, parts writeParts: (_ append: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    let file = try OutputFile(for: path)
    try writeParts { try file.write($0) }
    try file.commit(replacing: true)
  }

  /// Checks whether a file can be written, without writing it.
  ///
  /// - Parameters:
  ///   - path: The file to write.
  ///   - makesFolder: Whether its folder may be missing because it will be created first.
  /// - Throws: `SoundError` of the step `creatingOutput`, as writing would.
  package static func check(
    _ path: FilePath, makesFolder: Bool = false
  ) throws(SoundError) {
    do {
      try OutputFile.check(path)
      guard path.ownDescriptor == nil else { return }
      if !makesFolder, try path.folder.stat().type != .directory { throw Errno.notDirectory }
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, path)
    }
    try path.folder.checkWritable(for: path)
  }
}
