internal import Platform
package import SystemPackage

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

  /// The value of an environment variable; nil if it is empty or not set.
  package init?(environment name: String) {
    guard let value = ThisProcess.environment(name), !value.isEmpty else { return nil }
    self.init(bytes: value)
  }

  /// The file to read a sound from: `-` means standard input.
  package var inputPath: FilePath { text == "-" ? "/dev/stdin" : path }

  /// The file to write a sound to: `-` means standard output.
  package var outputPath: FilePath { text == "-" ? "/dev/stdout" : path }

  /// Whether the word ends in a slash, so it can only name a folder. `path` doesn't show that, since
  /// `FilePath` drops the slash.
  package var namesFolder: Bool { text.hasSuffix("/") }

  /// The command's name and the words after it. Ends the process if the system doesn't provide them.
  package static var all: [CommandArgument] {
    guard let words = ThisProcess.arguments else {
      // Without them, the command would run as if it had been given none.
      printError(
        Diagnostic(
          .error, nil, "the arguments can't be read from /proc/self/cmdline; is /proc mounted?"
        ).line())
      terminate(with: ExitStatus.systemFailure.rawValue)
    }
    return words.map { CommandArgument(bytes: $0) }
  }
}
