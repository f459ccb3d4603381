package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A word of the command line or the environment, as the shell gave it.
///
/// A file's name may be any bytes, and `CommandLine.arguments` mends what isn't UTF-8.
package struct CommandArgument: Sendable {
  /// The word, with replacement characters for what isn't UTF-8.
  package let text: String
  /// The word byte for byte.
  package let bytes: [UInt8]
  /// The word as a path: its bytes, less slashes that mean nothing.
  package let path: FilePath

  /// A word that is known.
  package init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    path = FilePath(text)
  }

  /// A word of any bytes but 0.
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

  /// The value of an environment variable; nil where it is empty or not set.
  package init?(environment name: String) {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    unsafe self.init(value)
  }

  /// The file to read a sound from: `-` means standard input.
  package var inputPath: FilePath { text == "-" ? "/dev/stdin" : path }

  /// The file to write a sound to: `-` means standard output.
  package var outputPath: FilePath { text == "-" ? "/dev/stdout" : path }

  /// Whether the word can only mean a folder. Its path doesn't say so: `FilePath` drops the slash.
  package var namesFolder: Bool { text.hasSuffix("/") }

  /// The words after the command's name. Ends the process where the system doesn't tell them.
  package static var all: [CommandArgument] {
    #if os(Linux)
      // Swift's runtime reads them from `/proc/self/cmdline`. Where that isn't there, it has not even the
      // name, and a command would take itself for one without words.
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
