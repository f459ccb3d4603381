#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What the process was started with, and how it ends.
package enum ThisProcess {
  /// The command's name and its arguments, byte for byte; nil if the system doesn't provide them.
  package static var arguments: [[UInt8]]? {
    #if os(Linux)
      // Swift's runtime reads the arguments from `/proc/self/cmdline`. Without that file even the command's
      // name is missing.
      guard CommandLine.argc > 0 else { return nil }
    #endif
    return (0..<Int(CommandLine.argc)).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe bytes(of: $0) }
    }
  }

  /// The value of an environment variable, byte for byte; nil if it isn't set.
  package static func environment(_ name: String) -> [UInt8]? {
    unsafe getenv(name).map { unsafe bytes(of: $0) }
  }

  @unsafe private static func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(start: string, count: strlen(string)))
  }
}

/// Ends the process.
package func terminate(with status: Int32) -> Never {
  exit(status)
}

/// The system that the process runs on.
package enum ThisSystem {
  /// The kernel's name and version, which change with every update of a Mac: `Darwin 24.1.0`.
  package static var release: String {
    var names = utsname()
    guard unsafe uname(&names) == 0 else { return "unknown" }
    func text<Field>(_ field: Field) -> String {
      unsafe withUnsafeBytes(of: field) {
        unsafe String(decoding: $0.prefix { byte in byte != 0 }, as: UTF8.self)
      }
    }
    return "\(text(names.sysname)) \(text(names.release))"
  }
}
