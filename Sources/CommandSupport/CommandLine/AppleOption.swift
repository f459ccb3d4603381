/// An option of a command with Apple's grammar: its spellings, the values after it, its effect and what the
/// help says about it.
package struct AppleOption<Line>: Sendable {
  /// Applies the option's values to a command line.
  package typealias Effect = @Sendable (inout Line, [NamedValue]) throws(CommandLineError) -> Void

  /// The spellings as Apple's messages and help show them: `-c | --channels`.
  package let spelling: String
  /// Each spelling by itself.
  package let spellings: [String]
  /// What the help calls each value. As many words as there are names follow the option.
  let valueNames: [String]
  /// The help's lines; none for an option that the help only names.
  let help: [String]
  let effect: Effect

  /// - Parameter spelling: The spellings, separated by ` | `.
  package init(
    _ spelling: String, _ valueNames: String..., help: String = "",
    effect: @escaping Effect = { _, _ in }
  ) {
    self.spelling = spelling
    spellings = spelling.split(separator: " ").filter { $0 != "|" }.map(String.init)
    self.valueNames = valueNames
    self.help = help.split(separator: "\n").map(String.init)
    self.effect = effect
  }

  /// How the help shows the option: `{ -c | --channels } number_of_channels`.
  var usage: String { (["{ \(spelling) }"] + valueNames).joined(separator: " ") }

  /// The number of characters of the longest short spelling that a word begins with; 0 if there is none.
  func shortMatchLength(_ word: String) -> Int {
    spellings.filter { !$0.hasPrefix("--") && word.hasPrefix($0) }.map(\.count).max() ?? 0
  }
}
