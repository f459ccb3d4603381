/// What precedes a frame's audio: where the audio begins, and how each channel of each granule is coded.
///
/// Source: ISO/IEC 11172-3, 2.4.1.7 and 2.4.2.7; for MPEG-2 ISO/IEC 13818-3, 2.4.1.7.
struct MP3SideInformation {
  /// How many bytes of the frame's audio are in earlier frames.
  private(set) var borrowedByteCount = 0
  /// The channels of the first granule, then those of the second granule.
  private(set) var granules: [MP3Granule] = []

  /// Reads the bytes after the header and the checksum; nil if they are damaged.
  init?(_ bytes: [UInt8], _ header: MPEGFrameHeader, _ bands: MP3Bands) {
    var bits = BitReader(bytes)
    let (isVersion1, channelCount) = (header.isVersion1, header.channelCount)
    // Skip the private bits. MPEG-1 then lists which scale factors the second granule repeats.
    guard let borrowed = bits.read(isVersion1 ? 9 : 8),
      bits.skip(isVersion1 ? (channelCount == 1 ? 5 : 3) : channelCount),
      let repeated = bits.read(isVersion1 ? 4 * channelCount : 0)
    else { return nil }
    borrowedByteCount = Int(borrowed)
    for index in 0..<(isVersion1 ? 2 : 1) * channelCount {
      guard var granule = MP3Granule(&bits, isVersion1: isVersion1, bands) else { return nil }
      if index >= channelCount {
        granule.repeatedFactors = repeated >> (4 * UInt32(2 * channelCount - 1 - index)) & 15
      }
      granules.append(granule)
    }
  }
}

/// How one channel of a granule is coded.
struct MP3Granule {
  /// The window of a granule's transform.
  enum Block: UInt32 {
    case long, start, short, stop
  }

  /// How many bits the scale factors and the lines take.
  let bitCount: Int
  /// How many lines are coded in pairs. The next lines are coded four at once, and the last lines are 0.
  let pairedLineCount: Int
  /// The gain of all lines: the number n if the gain is 2^(n/4).
  let gain: Int
  /// A code for the number of bits in the scale factors.
  let factorCode: Int
  let block: Block
  /// Whether the lowest subbands have the long window, and only the others have the window of `block`.
  let isMixed: Bool
  /// For each of the three regions: the number of its code book.
  let books: SIMD4<Int>
  /// Where the first two regions end, as numbers of lines.
  let regionEnds: SIMD2<Int>
  /// For each of the three short windows: the number n if the window's gain is 4⁻ⁿ.
  let windowGains: SIMD4<Int>
  /// Whether the scale factors of high bands are higher than stored.
  let isEmphasized: Bool
  /// By how much a scale factor of 1 lowers the number n in a band's gain 2^(n/4): by 2 or 4.
  let factorUnit: Int
  /// Which of the two code books for four lines is used.
  let quadrupleBook: Int
  /// For each of four groups of scale factors: a bit, 1 if the group repeats the factors of the first granule. The
  /// first group has the highest bit.
  var repeatedFactors: UInt32 = 0

  /// How many lines a granule has for each channel.
  static let lineCount = 576

  fileprivate init?(_ bits: inout BitReader, isVersion1: Bool, _ bands: MP3Bands) {
    guard let bitCount = bits.read(12), let pairCount = bits.read(9), let gain = bits.read(8),
      let factorCode = bits.read(isVersion1 ? 4 : 9), let isSwitched = bits.readFlag(),
      let fields = bits.read(22)
    else { return nil }
    guard 2 * pairCount <= Self.lineCount else { return nil }
    self.bitCount = Int(bitCount)
    pairedLineCount = Int(2 * pairCount)
    self.gain = Int(gain) - 210
    self.factorCode = Int(factorCode)
    func field(_ shift: UInt32, _ mask: UInt32) -> Int { Int(fields >> shift & mask) }
    if isSwitched {
      guard let block = Block(rawValue: fields >> 20), block != .long else { return nil }
      self.block = block
      isMixed = field(19, 1) == 1
      books = [field(14, 31), field(9, 31), 0, 0]
      windowGains = [field(6, 7), field(3, 7), field(0, 7), 0]
      regionEnds = [
        block == .short ? bands.shortRegionEnd : bands.long.ends[7], Self.lineCount,
      ]
    } else {
      block = .long
      isMixed = false
      books = [field(17, 31), field(12, 31), field(7, 31), 0]
      windowGains = .zero
      let last = bands.long.ends.count - 1
      let (first, second) = (field(3, 15), field(3, 15) + field(0, 7) + 1)
      regionEnds = [bands.long.ends[min(first, last)], bands.long.ends[min(second, last)]]
    }
    guard let flags = bits.read(isVersion1 ? 3 : 2) else { return nil }
    isEmphasized = isVersion1 ? flags & 4 != 0 : factorCode >= 500
    factorUnit = flags & 2 == 0 ? 2 : 4
    quadrupleBook = Int(flags & 1)
  }
}
