internal import SystemPackage

/// The three streams a process is given.
package enum StandardStreams {
  /// Where this process's own diagnostics go.
  nonisolated(unsafe) static var diagnostics = FileDescriptor.standardError

  private static let nowhere: FilePath = "/dev/null"

  /// Opens those that whoever started the process has closed, so that no file gets their numbers and
  /// with them what is printed. Nothing can be written there, so that what should have been is missed.
  package static func open() {
    while let descriptor = try? FileDescriptor.open(nowhere, .readOnly) {
      if descriptor.rawValue > FileDescriptor.standardError.rawValue {
        try? descriptor.close()
        return
      }
    }
  }

  /// Keeps the standard error stream for this process's own words: what C libraries print is lost.
  package static func silenceLibraries() {
    guard unsafe diagnostics == .standardError,
      let own = try? FileDescriptor.standardError.duplicate(),
      let sink = try? FileDescriptor.open(nowhere, .writeOnly)
    else { return }
    unsafe diagnostics = own
    _ = try? sink.duplicate(as: .standardError)
    try? sink.close()
  }
}
