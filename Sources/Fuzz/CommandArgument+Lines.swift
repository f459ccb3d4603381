import CommandSupport

extension [CommandArgument] {
  /// Splits bytes into the words of a command line, one per line. No system passes a word that contains a
  /// zero, so a zero ends a word, too.
  init(lines bytes: [UInt8]) {
    self = bytes.split(omittingEmptySubsequences: false) { $0 == 0 || $0 == UInt8(ascii: "\n") }
      .map { CommandArgument(bytes: [UInt8]($0)) }
  }
}
