import AlertSound
import SoundFormat

extension Waveform {
  enum Characters: Hashable, Sendable {
    /// Unicode's Braille patterns, with eight dots a character.
    case braille
    case ascii
  }

  /// Returns the waveform as lines of text of equal width. The middle is silence. The top of the first line and the
  /// bottom of the last line are full scale.
  func lines(width: Int, height: Int, in characters: Characters) -> [String] {
    guard width > 0, height > 0 else { return [] }
    let (width, height) = (min(width, 1 << 12), min(height, 1 << 12))
    let dotsPerCharacter =
      characters == .braille ? (across: 2, down: 4) : (across: 1, down: 1)
    let dots = columns(width * dotsPerCharacter.across).map {
      $0.dots(of: height * dotsPerCharacter.down)
    }
    guard !dots.isEmpty else { return [] }
    return (0..<height).map { line in
      String(
        (0..<width).map { column -> Character in
          switch characters {
          case .braille: Self.brailleCharacter(dots, column: column, line: line)
          case .ascii: dots[column].contains(line) ? (dots[column].count > 1 ? "#" : "-") : " "
          }
        })
    }
  }

  /// For each row of a Braille pattern: the bits of both dots. Source: the Unicode Standard, "Braille Patterns".
  private static let brailleBits: [[UInt32]] = [
    [0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80],
  ]

  private static func brailleCharacter(
    _ dots: [ClosedRange<Int>], column: Int, line: Int
  ) -> Character {
    var bits: UInt32 = 0
    for (down, row) in brailleBits.enumerated() {
      for (across, bit) in row.enumerated()
      where dots[2 * column + across].contains(4 * line + down) {
        bits |= bit
      }
    }
    return Character(Unicode.Scalar(0x2800 + bits)!)
  }
}

extension Waveform.Column {
  /// Returns the rows of dots that the samples reach, counted from the top. Silence is the middle row, or the upper of
  /// two middle rows.
  fileprivate func dots(of rowCount: Int) -> ClosedRange<Int> {
    func row(_ sample: Double) -> Int {
      let position = (1 - max(-1, min(1, sample))) / 2 * Double(rowCount - 1)
      return Int(position.rounded(.toNearestOrAwayFromZero))
    }
    // Round both sides alike, so that a symmetrical sound is drawn symmetrically.
    let middle = (rowCount - 1) / 2
    let top = min(middle, row(max(0, maximum)))
    let bottom = max(middle, rowCount - 1 - row(max(0, -minimum)))
    return min(top, middle)...max(bottom, middle)
  }
}

extension SoundMarks {
  /// Returns the marks as a line below a waveform: dots for silence, and an arrow at each click; nil if there are no
  /// marks.
  func line(
    width: Int, seconds: Double, in characters: Waveform.Characters
  ) -> String? {
    guard !isEmpty, width > 0, seconds > 0 else { return nil }
    let (silence, click): (Character, Character) = characters == .ascii ? (".", "^") : ("·", "▲")
    var line = [Character](repeating: " ", count: width)
    func place(_ time: Double) -> Double { time / seconds * Double(width) }
    func column(_ place: Double) -> Int { max(0, min(width - 1, Int(saturating: place))) }
    for range in silences {
      let (start, end) = (place(range.lowerBound), place(range.upperBound))
      // Mark the columns that are entirely silent. If no column is, mark the column at the middle of the silence.
      let (first, last) = (column(start.rounded(.up)), column(end.rounded(.down) - 1))
      let isNarrow = start.rounded(.up) > end.rounded(.down) - 1
      let columns = isNarrow ? column((start + end) / 2)...column((start + end) / 2) : first...last
      for index in columns { line[index] = silence }
    }
    for time in clicks { line[column(place(time))] = click }
    return String(line)
  }
}
