internal import AlertSound
package import SystemPackage

/// The standard output stream, byte for byte: a file's name may be no text.
package enum StandardOutput {
  /// Writes bytes.
  ///
  /// - Throws: `Errno` where they can't be written; a command whose results are lost has failed.
  package static func write(_ bytes: [UInt8]) throws(Errno) {
    do {
      _ = try FileDescriptor.standardOutput.writeAll(bytes)
    } catch let error as Errno {
      throw error
    } catch {
      throw .ioError
    }
  }

  /// What to say where `write` has failed.
  package static func diagnostic(on error: Errno) -> Diagnostic {
    let path: FilePath = "standard output"
    return Diagnostic(.error, path, ConversionError(wrapping: error, .writing, path).sentence)
  }

  /// Writes a text, or says on standard error why that can't be.
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
  /// - Throws: `Errno` where they can't be written.
  package static func write(lines: [String]) throws(Errno) {
    try write(Array(lines.map { $0 + "\n" }.joined().utf8))
  }
}
