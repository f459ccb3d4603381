package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An argument of the command line, or the value of an environment variable, with its exact bytes.
///
/// File names may contain any bytes, but `CommandLine.arguments` repairs invalid UTF-8.
package struct CommandArgument: Sendable {
  /// The word as text, with replacement characters for invalid UTF-8.
  package let text: String
  /// The word's bytes, unchanged.
  package let bytes: [UInt8]
  /// The word as a path: its bytes without redundant slashes.
  package let path: FilePath

  /// Creates a word from text.
  package init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    path = FilePath(text)
  }

  /// Creates a word from bytes, none of which may be 0.
  package init(bytes: [UInt8]) {
    text = String(decoding: bytes, as: UTF8.self)
    self.bytes = bytes
    let string = bytes.map(CChar.init(bitPattern:)) + [0]
    path = unsafe string.withUnsafeBufferPointer {
      unsafe FilePath(platformString: $0.baseAddress!)
    }
  }

  @unsafe private init(_ word: UnsafePointer<CChar>) {
    text = unsafe String(cString: word)
    bytes = unsafe UnsafeBufferPointer(start: word, count: strlen(word)).map(
      UInt8.init(bitPattern:))
    path = unsafe FilePath(platformString: word)
  }

  /// The value of an environment variable; nil if it is empty or not set.
  package init?(environment name: String) {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    unsafe self.init(value)
  }

  /// The file to read a sound from: `-` means standard input.
  package var inputPath: FilePath { text == "-" ? "/dev/stdin" : path }

  /// The file to write a sound to: `-` means standard output.
  package var outputPath: FilePath { text == "-" ? "/dev/stdout" : path }

  /// Whether the word ends in a slash, so it can only name a folder. `path` doesn't show that, since
  /// `FilePath` drops the slash.
  package var namesFolder: Bool { text.hasSuffix("/") }

  /// The words after the command's name. Ends the process if the system doesn't provide them.
  package static var all: [CommandArgument] {
    #if os(Linux)
      // Swift's runtime reads the arguments from `/proc/self/cmdline`. Without that file even the command's
      // name is missing, and the command would run as if it had been given no arguments.
      guard CommandLine.argc > 0 else {
        printError(
          Diagnostic(
            .error, nil, "the arguments can't be read from /proc/self/cmdline; is /proc mounted?"
          ).line())
        terminate(with: ExitStatus.systemFailure.rawValue)
      }
    #endif
    return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe CommandArgument($0) }
    }
  }
}
