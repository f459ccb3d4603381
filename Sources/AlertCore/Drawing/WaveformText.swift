extension Waveform {
  package enum Characters: Hashable, Sendable {
    /// Unicode's Braille patterns, with eight dots a character.
    case braille
    case ascii
  }

  /// Returns the waveform as lines of text of equal width. The middle is silence. The top of the first line and the
  /// bottom of the last line are full scale.
  package func lines(width: Int, height: Int, in characters: Characters) -> [String] {
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

  /// The bit of each dot in a Braille pattern, four rows of two. Source: the Unicode Standard, "Braille Patterns".
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
