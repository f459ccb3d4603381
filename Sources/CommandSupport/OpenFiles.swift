internal import SystemPackage

/// How many files the process may have open.
package enum OpenFiles {
  /// How many libdispatch opens before it runs anything: on Linux, one to wait for events and one to wake
  /// itself.
  package static var dispatchCount: Int {
    #if os(Linux)
      2
    #else
      0
    #endif
  }

  /// Whether so many more files can be open at once.
  package static func canOpen(_ count: Int) -> Bool {
    var descriptors: [FileDescriptor] = []
    defer { for descriptor in descriptors { try? descriptor.close() } }
    do {
      for _ in 0..<count {
        descriptors.append(try FileDescriptor.open(StandardStreams.nowhere, .readOnly))
      }
    } catch Errno.tooManyOpenFiles, Errno.tooManyOpenFilesInSystem {
      return false
    } catch {
      // Without this file nothing is known of the limit.
    }
    return true
  }
}
