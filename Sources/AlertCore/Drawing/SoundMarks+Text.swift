extension SoundMarks {
  /// Returns the marks as a line below a waveform: dots for silence, and an arrow at each click; nil if
  /// there are none.
  ///
  /// - Parameters:
  ///   - width: How many characters the waveform has in a line.
  ///   - seconds: How long the sound is.
  ///   - characters: What to draw with.
  public func line(
    width: Int, seconds: Double, in characters: Waveform.Characters
  ) -> String? {
    guard !isEmpty, width > 0, seconds > 0 else { return nil }
    let (silence, click): (Character, Character) = characters == .ascii ? (".", "^") : ("·", "▲")
    var line = [Character](repeating: " ", count: width)
    func place(_ time: Double) -> Double { time / seconds * Double(width) }
    func column(_ place: Double) -> Int { max(0, min(width - 1, Int(saturating: place))) }
    for range in silences {
      let (start, end) = (place(range.lowerBound), place(range.upperBound))
      // The columns that are silent as a whole, or the one in the middle.
      let (first, last) = (column(start.rounded(.up)), column(end.rounded(.down) - 1))
      let isNarrow = start.rounded(.up) > end.rounded(.down) - 1
      let columns = isNarrow ? column((start + end) / 2)...column((start + end) / 2) : first...last
      for index in columns { line[index] = silence }
    }
    for time in clicks { line[column(place(time))] = click }
    return String(line)
  }
}
