/// Packets of AAC-LC and AAC-LD whose numbers are random but valid: every kind of window, code, noise, filter and stereo.
/// They sound like noise.
public struct RandomAAC {
  private let isLowDelay: Bool
  private let isPair: Bool
  public var hasNoise = true
  private var random: RandomNumbers
  private var bits = Bits()
  /// The kind of the last windows: long, before short ones, short, or after short ones.
  private var sequence: UInt32 = 0
  /// How many bands are coded, and how many windows each group has.
  private var bandCount = 0
  private var groups = [1]

  /// - Parameter channelCount: 1 or 2.
  public init(seed: UInt64, isLowDelay: Bool = false, channelCount: Int = 2) {
    (self.isLowDelay, isPair) = (isLowDelay, channelCount == 2)
    random = RandomNumbers(seed: seed)
  }

  /// The stream's `AudioSpecificConfig`, at 44.1 kHz.
  public var configuration: [UInt8] {
    isLowDelay ? hex(isPair ? "BA1000" : "BA0800") : hex(isPair ? "1210" : "1208")
  }

  private mutating func number(below bound: UInt32) -> UInt32 { random.next(below: bound) }

  /// Appends a random number, and returns it.
  @discardableResult private mutating func append(below bound: UInt32, _ bitCount: Int) -> UInt32 {
    let number = number(below: bound)
    bits.append(number, bitCount)
    return number
  }

  /// Returns a file of packets.
  public mutating func file(packetCount: Int, writer: String? = nil) -> [UInt8] {
    let packets = (0..<packetCount).map { _ in packet() }
    var movie = SmallMovie(
      entry: SmallMovie.aacEntry(config: configuration, channelCount: isPair ? 2 : 1),
      runs: [packets], durations: [(UInt32(packetCount), isLowDelay ? 512 : 1024)])
    movie.writer = writer
    return movie.bytes
  }

  /// Returns the next packet.
  public mutating func packet() -> [UInt8] {
    bits = Bits()
    // Short windows come between their neighbours.
    let begins = number(below: 2)
    sequence = isLowDelay ? 0 : sequence % 3 == 0 ? begins : 2 + begins
    // An element's kind, except in AAC-LD, and its number.
    if !isLowDelay { bits.append(isPair ? 1 : 0, 3) }
    bits.append(0, 4)
    guard isPair else {
      appendChannel(hasShape: true, intensity: false)
      return end()
    }
    let isCommon = append(below: 2, 1) == 1
    var mask: UInt32 = 0
    if isCommon {
      appendShape()
      mask = append(below: 3, 2)
      if mask == 1 { for _ in 0..<bandCount * groups.count { append(below: 2, 1) } }
    }
    appendChannel(hasShape: !isCommon, intensity: false)
    // FFmpeg treats intensity differently if all bands are coded together.
    appendChannel(hasShape: !isCommon, intensity: isCommon && mask < 2)
    return end()
  }

  private mutating func end() -> [UInt8] {
    if !isLowDelay { bits.append(7, 3) }
    return bits.bytes
  }

  /// The windows, how many bands are coded, and how short windows are grouped.
  private mutating func appendShape() {
    bits.append(sequence, 3)
    append(below: 2, 1)
    groups = [1]
    guard sequence == 2 else {
      bandCount = Int(append(below: UInt32(widths.count + 1), 6))
      return bits.append(0, 1)
    }
    bandCount = Int(append(below: 15, 4))
    for _ in 1..<8 {
      if append(below: 2, 1) == 1 { groups[groups.count - 1] += 1 } else { groups.append(1) }
    }
  }

  /// A quarter of each band's width. Of long windows, these are the first bands.
  private var widths: [Int] {
    (sequence == 2
      ? "11111222333444" : isLowDelay ? "11111111111111122222" : "11111111112222222333")
      .utf8.map { Int($0) - 48 }
  }

  private mutating func appendChannel(hasShape: Bool, intensity: Bool) {
    let gain = 100 + number(below: 20)
    bits.append(gain, 8)
    if hasShape { appendShape() }
    let books = appendBooks(intensity: intensity)
    appendScales(of: books, gain: gain)
    appendPulses()
    let isFiltered = append(below: 2, 1) == 1
    if isLowDelay { bits.append(0, 1) }
    if isFiltered { appendFilters() }
    if !isLowDelay { bits.append(0, 1) }
    appendSpectrum(books)
  }

  /// Numbers that are added to a long window's.
  private mutating func appendPulses() {
    let isPulsed = sequence != 2 && bandCount > 0 && number(below: 2) == 1
    bits.append(isPulsed ? 1 : 0, 1)
    guard isPulsed else { return }
    let count = append(below: 4, 2)
    let band = Int(append(below: UInt32(bandCount), 6))
    var rest = 4 * UInt32(widths[band..<bandCount].reduce(0, +))
    for _ in 0...count {
      rest -= append(below: min(rest, 32), 5)
      append(below: 16, 4)
    }
  }

  /// Runs of bands that are coded alike. Returns the codes of all bands.
  private mutating func appendBooks(intensity: Bool) -> [Int] {
    var books: [Int] = []
    let (bitCount, escape) = sequence == 2 ? (3, 7) : (5, 31)
    for _ in groups {
      var rest = bandCount
      while rest > 0 {
        // 12 is reserved, 13 is noise, and the last two are intensity.
        var book = number(below: intensity ? 16 : 14)
        if book == 12 || book == 13 && !hasNoise { book = 11 }
        bits.append(book, 4)
        let length = 1 + Int(number(below: UInt32(rest)))
        for _ in 0..<length / escape { bits.append(UInt32(escape), bitCount) }
        bits.append(UInt32(length % escape), bitCount)
        books += Array(repeating: Int(book), count: length)
        rest -= length
      }
    }
    return books
  }

  private mutating func appendScales(of books: [Int], gain: UInt32) {
    var beginsNoise = true
    for book in books where book > 0 {
      if book == 13, beginsNoise {
        bits.append(346 - gain + number(below: 40), 9)
        beginsNoise = false
      } else {
        // Differences from 0 to 2 and -2.
        bits.append(["0", "100", "1010", "1011", "1100"][Int(number(below: 5))])
      }
    }
  }

  /// Filters along the spectrum of each window.
  private mutating func appendFilters() {
    let isShort = sequence == 2
    for _ in 0..<(isShort ? 8 : 1) {
      let count = append(below: isShort ? 2 : 4, isShort ? 1 : 2)
      guard count > 0 else { continue }
      let fineBitCount = Int(append(below: 2, 1))
      for _ in 0..<count {
        append(below: isShort ? 16 : 64, isShort ? 4 : 6)
        let order = append(below: isShort ? 8 : 13, isShort ? 3 : 5)
        guard order > 0 else { continue }
        append(below: 2, 1)
        // Strong filters of a high order would drown all else.
        let isWeak = order > 2 ? 1 : number(below: 2)
        bits.append(isWeak, 1)
        let bitCount = 3 + fineBitCount - Int(isWeak)
        for _ in 0..<order { append(below: 1 << UInt32(bitCount), bitCount) }
      }
    }
  }

  private mutating func appendSpectrum(_ books: [Int]) {
    var books = books[...]
    for windowCount in groups {
      for width in widths.prefix(bandCount) {
        let book = books.removeFirst()
        guard 1...11 ~= book else { continue }
        let words = Self.codewords[book - 1]
        for _ in 0..<windowCount * width * (book < 5 ? 1 : 2) {
          append(words[Int(number(below: UInt32(words.count)))])
        }
      }
    }
  }

  private mutating func append(_ codeword: String) {
    bits.append(codeword)
    for letter in codeword.utf8 {
      if letter == UInt8(ascii: "s") { append(below: 2, 1) }
      // The size of a large number as ones and a zero, and the number's lower bits.
      if letter == UInt8(ascii: "e") {
        let size = Int(number(below: 9))
        bits.append(2 << UInt32(size) - 2, size + 1)
        append(below: 16 << UInt32(size), size + 4)
      }
    }
  }

  /// Codewords of each code, from the shortest to the longest, with an `s` for each sign and an `e` for each large number.
  /// Source: ISO/IEC 14496-3, tables 4.A.2 to 4.A.12.
  private static let codewords = [
    ["0", "10000", "1110010", "11111111111"], ["000", "0010", "1101011", "111111111"],
    ["0", "1000s", "111101100ss", "1111111111111111sss"],
    ["0000ssss", "0001sss", "11110001ss", "111111111111sss"],
    ["0", "1000", "111101010", "1111111111111"], ["0000", "0001", "11101100", "11111111111"],
    ["0", "100s", "11110010s", "111111111111ss"], ["000ss", "0011s", "110010ss", "1111111111ss"],
    ["0", "101s", "11111001010ss", "111111111111111ss"],
    ["0000ss", "0001ss", "11011000ss", "111111111111ss"],
    ["0000", "0001ss", "110010100ss", "00100ssee", "111111111111ss"],
  ]
}
