import CommandSupport

extension [CommandArgument] {
  /// The words of a command line, a line each. No system gives a word with a zero in it, so one ends a
  /// word, too.
  init(lines bytes: [UInt8]) {
    self = bytes.split(omittingEmptySubsequences: false) { $0 == 0 || $0 == UInt8(ascii: "\n") }
      .map { CommandArgument(bytes: [UInt8]($0)) }
  }
}
