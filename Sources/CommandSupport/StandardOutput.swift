internal import AlertSound
package import SystemPackage

/// The standard output stream. It takes bytes, since a file's name needn't be valid UTF-8.
package enum StandardOutput {
  /// Writes bytes.
  ///
  /// - Throws: `Errno` if they can't be written; a command that loses its results has failed.
  package static func write(_ bytes: [UInt8]) throws(Errno) {
    do {
      _ = try FileDescriptor.standardOutput.writeAll(bytes)
    } catch let error as Errno {
      throw error
    } catch {
      throw .ioError
    }
  }

  /// Returns the diagnostic for an error that `write` threw.
  package static func diagnostic(on error: Errno) -> Diagnostic {
    let path: FilePath = "standard output"
    return Diagnostic(.error, path, SoundError(wrapping: error, .writing, path).sentence)
  }

  /// Writes a line of text, or reports on standard error why it can't.
  ///
  /// - Returns: Whether it was written.
  package static func show(_ text: String) -> Bool {
    do throws(Errno) {
      try write(lines: [text])
      return true
    } catch {
      printError(diagnostic(on: error).line())
      return false
    }
  }

  /// Writes lines of text.
  ///
  /// - Throws: `Errno` if they can't be written.
  package static func write(lines: [String]) throws(Errno) {
    try write(Array(lines.map { $0 + "\n" }.joined().utf8))
  }
}
