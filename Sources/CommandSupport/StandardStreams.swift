internal import AlertSound
internal import Platform
package import SystemPackage

package enum StandardStreams {
  /// Where this process's own diagnostics go.
  nonisolated(unsafe) static var diagnostics = FileDescriptor.standardError

  private static let nowhere: FilePath = "/dev/null"

  /// Opens `/dev/null` in place of standard streams that the parent process closed. Otherwise the next file
  /// opened would get that stream's descriptor, and printed text would end up in the file. The replacement is read-only,
  /// so writing to it fails and lost output is noticed.
  package static func open() {
    while let descriptor = try? FileDescriptor.open(nowhere, .readOnly) {
      if descriptor.rawValue > FileDescriptor.standardError.rawValue {
        try? descriptor.close()
        return
      }
    }
  }

  /// Discards what C libraries print on standard error. This process's own diagnostics still appear.
  package static func silenceLibraries() {
    guard unsafe diagnostics == .standardError,
      let own = try? FileDescriptor.standardError.copyAboveStandardStreams(),
      let sink = try? FileDescriptor.open(nowhere, .writeOnly)
    else { return }
    unsafe diagnostics = own
    _ = try? sink.duplicate(as: .standardError)
    try? sink.close()
  }
}

/// The standard output stream. It takes bytes, since a file's name needn't be valid UTF-8.
package enum StandardOutput {
  package static func write(_ bytes: [UInt8]) throws(Errno) {
    do {
      _ = try FileDescriptor.standardOutput.writeAll(bytes)
    } catch let error as Errno {
      throw error
    } catch {
      throw .ioError
    }
  }

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

  package static func write(lines: [String]) throws(Errno) {
    try write(Array(lines.map { $0 + "\n" }.joined().utf8))
  }
}

package struct StandardError: TextOutputStream {
  package init() {}

  package mutating func write(_ text: String) {
    // If standard error is closed, there is nowhere to report it.
    _ = try? unsafe StandardStreams.diagnostics.writeAll(text.utf8)
  }
}

package func printError(_ line: String) {
  var stream = StandardError()
  print(line, to: &stream)
}
