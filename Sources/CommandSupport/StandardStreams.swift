internal import Platform
internal import SystemPackage

/// The three standard streams of the process.
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
