/// The scale factor bands of a sample rate.
///
/// Source: ISO/IEC 11172-3, table B.8; ISO/IEC 13818-3, table B.2. FFmpeg 5.1 has wrong widths for band 17 and 18 at
/// 24 kHz.
struct MP3Bands: Sendable {
  /// The bands of a granule with long, short or mixed blocks.
  struct Layout: Sendable {
    /// For each band: where it ends, as a number of lines. A short band is listed once for each of three windows.
    private(set) var ends: [Int] = []
    /// How many of the bands are long.
    private(set) var longCount = 0
    /// For each line in the stream's order: its index in `MP3Lines.values`, where short windows' lines are interleaved.
    private(set) var places: [UInt16] = []

    fileprivate init(long: ArraySlice<UInt8>, short: ArraySlice<UInt8>) {
      longCount = long.count
      for width in long { append(width, windowCount: 1) }
      for width in short { append(width, windowCount: 3) }
    }

    private mutating func append(_ width: UInt8, windowCount: Int) {
      let start = ends.last ?? 0
      for window in 0..<windowCount {
        for index in 0..<Int(width) {
          let line = start + index * windowCount + window
          places.append(UInt16(truncatingIfNeeded: MP3Lines.place(ofLine: line)))
        }
        ends.append(places.count)
      }
    }
  }

  let rateIndex: Int
  let long: Layout
  let short: Layout
  /// The lowest bands are long, and the others are short.
  let mixed: Layout
  /// How many lines the first region of a short block has: 72 at 8 kHz, otherwise 36. A region has one code book.
  let shortRegionEnd: Int
  /// How many subbands of a mixed block have the long window.
  var longSubbandCount: Int { shortRegionEnd / MP3Lines.linesPerSubband }

  /// - Parameter rateIndex: The rate's index in ``MPEGFrameHeader``.
  init(rateIndex: Int) {
    self.rateIndex = rateIndex
    let row = rateIndex < 5 ? rateIndex : rateIndex < 8 ? 5 : 6
    let longWidths = Self.longWidths[row * 22..<row * 22 + 22]
    let shortWidths = Self.shortWidths[row * 13..<row * 13 + 13]
    long = Layout(long: longWidths, short: [])
    short = Layout(long: [], short: shortWidths)
    mixed = Layout(
      long: longWidths.prefix(rateIndex < 3 ? 8 : 6), short: shortWidths.dropFirst(3))
    shortRegionEnd = rateIndex == 8 ? 72 : 36
  }

  /// Returns the layout of a granule's lines.
  func layout(of granule: MP3Granule) -> Layout {
    granule.block != .short ? long : granule.isMixed ? mixed : short
  }

  /// The 22 bands' widths in lines: for 44.1, 48, 32, 22.05 and 24 kHz; for 16, 11.025 and 12 kHz together; for 8 kHz.
  private static let longWidths: [UInt8] = [
    4, 4, 4, 4, 4, 4, 6, 6, 8, 8, 10, 12, 16, 20, 24, 28, 34, 42, 50, 54, 76, 158,
    4, 4, 4, 4, 4, 4, 6, 6, 6, 8, 10, 12, 16, 18, 22, 28, 34, 40, 46, 54, 54, 192,
    4, 4, 4, 4, 4, 4, 6, 6, 8, 10, 12, 16, 20, 24, 30, 38, 46, 56, 68, 84, 102, 26,
    6, 6, 6, 6, 6, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 38, 46, 52, 60, 68, 58, 54,
    6, 6, 6, 6, 6, 6, 8, 10, 12, 14, 16, 18, 22, 26, 32, 38, 46, 54, 62, 70, 76, 36,
    6, 6, 6, 6, 6, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 38, 46, 52, 60, 68, 58, 54,
    12, 12, 12, 12, 12, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 76, 90, 2, 2, 2, 2, 2,
  ]

  /// The widths of a short window's 13 bands in lines, for the same rates as `longWidths`.
  private static let shortWidths: [UInt8] = [
    4, 4, 4, 4, 6, 8, 10, 12, 14, 18, 22, 30, 56,
    4, 4, 4, 4, 6, 6, 10, 12, 14, 16, 20, 26, 66,
    4, 4, 4, 4, 6, 8, 12, 16, 20, 26, 34, 42, 12,
    4, 4, 4, 6, 6, 8, 10, 14, 18, 26, 32, 42, 18,
    4, 4, 4, 6, 8, 10, 12, 14, 18, 24, 32, 44, 12,
    4, 4, 4, 6, 8, 10, 12, 14, 18, 24, 30, 40, 18,
    8, 8, 8, 12, 16, 20, 24, 28, 36, 2, 2, 2, 26,
  ]
}
