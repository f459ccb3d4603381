package import SystemPackage

/// Bytes that become a file: whole, or not at all.
package enum WholeFile {
  /// Writes a file, beside its destination first; what was there is replaced at once.
  ///
  /// - Parameters:
  ///   - bytes: All of the file.
  ///   - path: The file to write.
  ///   - replacing: Whether a file that exists is replaced. If not, it is the error `fileExists`.
  /// - Throws: `ConversionError` of the steps `creatingOutput` and `writing`; what was at `path` is then
  ///   still there.
  package static func write(
    _ bytes: [UInt8], to path: FilePath, replacing: Bool = true
  ) throws(ConversionError) {
    let file = try OutputFile(for: path)
    try file.write(bytes)
    try file.commit(replacing: replacing)
  }

  /// Writes a file part by part.
  ///
  /// - Parameters:
  ///   - path: The file to write; one that exists is replaced.
  ///   - writeParts: Is given what appends bytes.
  /// - Throws: `ConversionError` of the steps `creatingOutput` and `writing`, or what `writeParts` throws;
  ///   what was at `path` is then still there.
  package static func write(
    to path: FilePath, parts writeParts: (_ append: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    let file = try OutputFile(for: path)
    try writeParts { try file.write($0) }
    try file.commit(replacing: true)
  }

  /// Finds out whether a file can be written, and writes none.
  ///
  /// - Parameters:
  ///   - path: The file to write.
  ///   - makesFolder: Whether the folder it is in may be missing, since it is created before.
  /// - Throws: `ConversionError` of the step `creatingOutput`: what writing would throw.
  package static func check(
    _ path: FilePath, makesFolder: Bool = false
  ) throws(ConversionError) {
    do {
      try OutputFile.check(path)
      guard path.ownDescriptor == nil else { return }
      if !makesFolder, try path.folder.stat().type != .directory { throw Errno.notDirectory }
    } catch {
      throw ConversionError(wrapping: error, .creatingOutput, path)
    }
    try path.folder.checkWritable(for: path)
  }
}
