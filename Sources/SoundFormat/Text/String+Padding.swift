extension String {
  /// Pads the text on the left to a width, with blanks or another character.
  package func leftPadded(to width: Int, with character: Character = " ") -> String {
    String(repeating: character, count: max(0, width - count)) + self
  }

  /// Pads the text on the right to a width with blanks.
  package func rightPadded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
