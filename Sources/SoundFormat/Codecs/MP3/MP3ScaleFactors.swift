/// The scale factors of a channel's bands. In a second channel with intensity stereo, they are directions.
///
/// Source: ISO/IEC 11172-3, 2.4.2.7 and 2.4.3.4.5; for MPEG-2 ISO/IEC 13818-3, 2.4.3.2.
struct MP3ScaleFactors: Sendable {
  /// For each band of a layout: its factor. The last bands have no factors, so their values are 0.
  private(set) var values = [UInt8](repeating: 0, count: 39)
  /// For each band: the lowest value that isn't a direction.
  private var limits = [UInt8](repeating: 0, count: 39)

  /// Returns the direction of a band of the second channel; nil if the band has two channels.
  func direction(ofBand band: Int) -> Int? { values[band] < limits[band] ? Int(values[band]) : nil }

  /// In each window, sets the direction of the band without a factor: the direction of the window's previous band if
  /// the second channel is silent in that band, otherwise the direction that treats both channels alike.
  mutating func extendDirections(
    ofBandsFrom band: Int, windowCount: Int, isVersion1: Bool, isSilent: (Int) -> Bool
  ) {
    for last in band..<band + windowCount {
      let previous = last - windowCount
      let isCopied = isSilent(previous)
      values[last] = isCopied ? values[previous] : isVersion1 ? 3 : 0
      limits[last] = isCopied ? limits[previous] : .max
    }
  }

  /// Reads a granule's factors. Returns whether there are enough bits. Factors that the granule repeats aren't changed.
  ///
  /// - Parameter areDirections: Whether the factors are the directions of a second channel with intensity stereo.
  mutating func read(
    _ bits: inout BitReader, of granule: MP3Granule, isVersion1: Bool, areDirections: Bool
  ) -> Bool {
    let code = granule.factorCode
    let (row, widths) =
      isVersion1 ? (0, Self.version1Widths[code]) : Self.split(code, areDirections: areDirections)
    let counts = Self.counts[row][granule.block != .short ? 0 : granule.isMixed ? 2 : 1]
    let repeated = granule.block == .short ? 0 : granule.repeatedFactors
    var band = 0
    for group in 0..<4 {
      guard repeated & (8 >> UInt32(group)) == 0 else {
        band += counts[group]
        continue
      }
      for _ in 0..<counts[group] {
        guard let value = bits.read(widths[group]) else { return false }
        values[band] = UInt8(truncatingIfNeeded: value)
        // In MPEG-2, the largest value isn't a direction. But a value of 0 bits is always a direction.
        limits[band] = isVersion1 ? 7 : UInt8(max(1, 1 << widths[group] - 1))
        band += 1
      }
    }
    for band in band..<values.count { values[band] = 0 }
    return true
  }

  /// Splits MPEG-2's code. Returns the row of four groups in `counts`, and how many bits a factor has in each group.
  private static func split(
    _ code: Int, areDirections: Bool
  ) -> (row: Int, widths: SIMD4<Int>) {
    // The code is the start of a range plus a number with mixed radices. The range tells the radices.
    let ranges: [(row: Int, start: Int, radices: SIMD3<Int>)] =
      areDirections
      ? [(6, 244, [3, 1, 1]), (5, 180, [4, 4, 1]), (4, 0, [6, 6, 1])]
      : [(3, 500, [3, 1, 1]), (2, 400, [5, 4, 1]), (1, 0, [5, 4, 4])]
    let code = areDirections ? code / 2 : code
    guard let range = ranges.first(where: { code >= $0.start }) else { return (0, .zero) }
    var rest = code - range.start
    var widths = SIMD4<Int>.zero
    for digit in stride(from: 2, through: 0, by: -1) {
      widths[digit + 1] = rest % range.radices[digit]
      rest /= range.radices[digit]
    }
    widths[0] = rest
    return (range.row, widths)
  }

  /// For each code of MPEG-1: how many bits a factor has in each of the four groups.
  private static let version1Widths: [SIMD4<Int>] = zip(
    [0, 0, 0, 0, 3, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4],
    [0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3, 1, 2, 3, 2, 3]
  ).map { [$0, $0, $1, $1] }

  /// For MPEG-1, then for each range of MPEG-2's codes: how many factors the four groups have, in long, in short and in
  /// mixed blocks.
  private static let counts: [[SIMD4<Int>]] = [
    [[6, 5, 5, 5], [9, 9, 6, 12], [8, 9, 6, 12]],
    [[6, 5, 5, 5], [9, 9, 9, 9], [6, 9, 9, 9]],
    [[6, 5, 7, 3], [9, 9, 12, 6], [6, 9, 12, 6]],
    [[11, 10, 0, 0], [18, 18, 0, 0], [15, 18, 0, 0]],
    [[7, 7, 7, 0], [12, 12, 12, 0], [6, 15, 12, 0]],
    [[6, 6, 6, 3], [12, 9, 9, 6], [6, 12, 9, 6]],
    [[8, 8, 5, 0], [15, 12, 9, 0], [6, 18, 9, 0]],
  ]
}
