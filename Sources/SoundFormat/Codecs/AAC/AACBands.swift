/// How the spectrum of a window is divided into scalefactor bands at one sample rate.
///
/// Source: ISO/IEC 14496-3, tables 4.129 to 4.147, "scalefactor bands", and 4.6.9, "TNS_MAX_BANDS".
struct AACBands: Sendable {
  /// The bands of a long window or of a short window.
  struct Window: Sendable {
    /// For each band: the index in the spectrum where the band begins. Then the index where the last band ends.
    let starts: [Int]
    /// How many bands, from the lowest on, temporal noise shaping can filter.
    let shapedCount: Int

    var count: Int { starts.count - 1 }

    /// - Parameter widths: For each band: a quarter of its width, as a digit to the base 36.
    fileprivate init(_ widths: String, shapedCount: Int) {
      var end = 0
      starts =
        [0]
        + widths.utf8.map { digit in
          end += 4 * Int(digit < UInt8(ascii: "a") ? digit &- 48 : digit &- 87)
          return end
        }
      self.shapedCount = shapedCount
    }
  }

  let long: Window
  /// The bands of each of eight short windows; nil for AAC-LD, which has no short windows.
  let short: Window?

  /// Creates the bands for a sample rate in Hz; nil if AAC-LD has no bands at this rate.
  init?(sampleRate: Double, isLowDelay: Bool) {
    // Use the nearest table for a rate that has no table. Source: table 4.68 in 4.5.1.1.
    let limits: [Double] = [
      92_017, 75_132, 55_426, 46_009, 37_566, 27_713, 23_004, 18_783, 13_856, 11_502, 9391,
    ]
    let index = limits.firstIndex { sampleRate >= $0 } ?? limits.count
    if isLowDelay {
      guard (3...7).contains(index) else { return nil }
      switch index {
      case 3, 4: long = Window("11111111111111122222333345678888888d", shapedCount: 28 + index)
      case 5: long = Window("1111111111111122222333344456678888888", shapedCount: 37)
      default: long = Window("1111111111122233345678888888888", shapedCount: 31)
      }
      short = nil
      return
    }
    switch index {
    case 0, 1:
      long = Window("11111111111111222223333344679bggggggggggg", shapedCount: 31)
      short = Window("111111222479", shapedCount: 9)
    case 2:
      long = Window("11111111111111222233344456679aaaaaaaaaaaaaaaaaa", shapedCount: 34)
      short = Window("111111222479", shapedCount: 10)
    case 3, 4:
      long = Window(
        "111111111122222223333445566778888888888888888888o", shapedCount: index == 3 ? 40 : 42)
      short = Window("11111222333444", shapedCount: 14)
    case 5:
      long = Window("111111111122222223333445566778888888888888888888888", shapedCount: 51)
      short = Window("11111222333444", shapedCount: 14)
    case 6, 7:
      long = Window("1111111111122222222223333444556677899abcddggggg", shapedCount: 46)
      short = Window("111111122233445", shapedCount: 14)
    case 8, 9, 10:
      long = Window("222222222223333333334444555667789aabcdefggg", shapedCount: 42)
      short = Window("111111112233455", shapedCount: 14)
    default:
      long = Window("33333333333334444444555566677899abcdefgk", shapedCount: 39)
      short = Window("111111122223455", shapedCount: 14)
    }
  }
}
