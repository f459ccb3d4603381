/// An option of a command with Apple's grammar: its spellings, the values after it, its effect and what the
/// help says about it.
package struct AppleOption<Line>: Sendable {
  /// Applies the option's values to a command line.
  package typealias Effect = @Sendable (inout Line, [NamedValue]) throws(CommandLineError) -> Void

  /// The spellings as Apple's messages and help show them: `-c | --channels`.
  package let spelling: String
  /// What the help calls each value. As many words as there are names follow the option.
  let valueNames: [String]
  let effect: Effect
  /// Hardly any command line needs the help, so it is put together only on request.
  private let makeHelp: @Sendable () -> String

  /// - Parameter spelling: The spellings, separated by ` | `.
  package init(
    _ spelling: String, _ valueNames: String...,
    help: @escaping @autoclosure @Sendable () -> String = "",
    effect: @escaping Effect = { _, _ in }
  ) {
    self.spelling = spelling
    self.valueNames = valueNames
    self.effect = effect
    makeHelp = help
  }

  /// How the help shows the option: `{ -c | --channels } number_of_channels`.
  var usage: String { (["{ \(spelling) }"] + valueNames).joined(separator: " ") }

  /// The help's lines; none for an option that the help only names.
  var help: [String] { makeHelp().split(separator: "\n").map(String.init) }

  /// Each spelling by itself.
  package var spellings: [String] {
    spelling.split(separator: " ").filter { $0 != "|" }.map(String.init)
  }

  /// The length of the longest spelling that a word begins with; 0 if there is none. Options are ASCII.
  ///
  /// Every start compares every option, so this is one pass without allocations.
  func matchLength(_ word: String) -> Int {
    var longest = 0
    var length = 0
    var rest = word.utf8[...]
    var isMatch = true
    for byte in spelling.utf8 {
      if byte == UInt8(ascii: " ") {
        if isMatch { longest = max(longest, length) }
        (length, rest, isMatch) = (0, word.utf8[...], true)
      } else {
        length += 1
        if isMatch { isMatch = rest.popFirst() == byte }
      }
    }
    return isMatch ? max(longest, length) : longest
  }
}
