/// A Huffman codebook of AAC, prepared for reading.
struct AACCodebook: Sendable {
  /// What a codeword stands for: two numbers, in the bits 10 to 14 and 5 to 9. Bits 0 to 4: the codeword's length.
  typealias Entry = UInt16

  /// The length of the longest codewords in `direct`, in bits.
  private static let directLength = 9
  private static let longestLength = 19

  /// For each value of nine bits: the entry of the codeword at its beginning; 0 if the codeword is longer than 9 bits.
  private let direct: [Entry]
  /// The entries of all codewords, in ascending order of the codewords.
  private let sorted: [Entry]
  /// For each length from 10 bits on: the lowest number above the codewords of this length, left-justified in 19 bits.
  private let ends: [Int]
  /// For each length from 10 bits on: the index in `sorted` that the codeword 0 of this length would have.
  private let origins: [Int]

  /// The codebook of scale factors. An entry's two numbers are the digits, to the base 11, of a number from 0 to 120.
  static let scaleFactors = AACCodebook(0)
  /// The eleven codebooks of the spectrum, at the indices 1 to 11. Index 0 isn't used.
  static let spectrum = (0...11).map { AACCodebook(max(1, $0)) }

  init(_ number: Int) {
    let row = AACCodewords.rows[number]
    let letters = Array(row.symbols.utf8)
    var direct: [Entry] = []
    var sorted: [Entry] = []
    var ends: [Int] = []
    var origins: [Int] = []
    var code = 0
    for (index, count) in row.counts.enumerated() {
      let length = index + 1
      if length > Self.directLength { origins.append(sorted.count - code) }
      for _ in 0..<count {
        let symbol = (letters[2 * sorted.count] &- 97, letters[2 * sorted.count + 1] &- 97)
        let entry = Entry(symbol.0) << 10 | Entry(symbol.1) << 5 | Entry(length)
        sorted.append(entry)
        if length <= Self.directLength {
          for _ in 0..<1 << (Self.directLength - length) { direct.append(entry) }
        }
      }
      code += Int(count)
      if length > Self.directLength { ends.append(code << (Self.longestLength - length)) }
      code <<= 1
    }
    direct += repeatElement(0, count: 1 << Self.directLength - direct.count)
    self.direct = direct
    self.sorted = sorted
    self.ends = ends
    self.origins = origins
  }

  /// Returns the entry of the codeword that begins at the highest bit of `window`.
  @inline(__always)
  func entry(_ window: UInt64) -> Entry {
    let entry = direct[Int(truncatingIfNeeded: window >> UInt64(64 - Self.directLength))]
    return entry != 0 ? entry : longEntry(window)
  }

  @inline(never)
  private func longEntry(_ window: UInt64) -> Entry {
    let bits = Int(truncatingIfNeeded: window >> UInt64(64 - Self.longestLength))
    // The codebooks are complete: the last number in `ends` is above all codewords.
    let place = ends.firstIndex { bits < $0 } ?? 0
    let length = Self.directLength + 1 + place
    return sorted[origins[place] + bits >> (Self.longestLength - length)]
  }
}
