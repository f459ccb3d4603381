/// What a packet says about one channel, apart from the coefficients of the spectrum.
///
/// Source: ISO/IEC 14496-3, 4.4.2.7, "individual_channel_stream".
struct AACChannel: Sendable {
  /// How a band is stored. The numbers 1 to 11 are Huffman codebooks of coefficients. Source: table 4.130.
  enum Book {
    static let silence: UInt8 = 0
    static let escapes: UInt8 = 11
    static let reserved: UInt8 = 12
    static let noise: UInt8 = 13
    /// The band is a scaled copy of the first channel's band, in opposite phase (14) or in phase (15).
    static let oppositeIntensity: UInt8 = 14
    static let intensity: UInt8 = 15
  }

  /// An amplitude to add to a long window's coefficient, away from 0. Pulses save bits for a few large coefficients.
  struct Pulse: Sendable {
    let position: Int
    let amplitude: Int16
  }

  var shape = AACFrameShape()
  /// For each band of each group: the codebook (`Book`), and the exponent n of the scale 2^(n/4).
  private(set) var books: [UInt8] = []
  private(set) var exponents: [Int] = []
  private(set) var pulses: [Pulse] = []
  private(set) var shaping = AACNoiseShaping()

  /// Reads everything but the coefficients.
  ///
  /// - Parameter commonShape: The shape that both channels of a pair share; nil if the channel has its own shape.
  mutating func read(
    _ bits: inout BitReader, _ bands: AACBands, _ configuration: AudioSpecificConfig,
    commonShape: AACFrameShape?
  ) throws(SoundFileError) {
    let gain = try bits.next(8)
    if let commonShape {
      shape = commonShape
    } else {
      shape = try AACFrameShape(&bits, bands, configuration)
    }
    let window = try shape.window(bands)
    try readBooks(&bits)
    try readExponents(&bits, gain: gain)
    pulses.removeAll(keepingCapacity: true)
    if try bits.next(1) == 1 { try readPulses(&bits, window) }
    let isShaped = try bits.next(1) == 1
    shaping.removeAll()
    let orderLimit = configuration.objectType == 1 ? 20 : 12
    if isShaped, !configuration.isLowDelay {
      try shaping.read(&bits, shape, window, orderLimit: orderLimit)
    }
    if try bits.next(1) == 1 { throw AudioSpecificConfig.refusal(of: "AAC-SSR") }
    if isShaped, configuration.isLowDelay {
      try shaping.read(&bits, shape, window, orderLimit: orderLimit)
    }
  }

  /// Reads the sections: runs of bands that are coded in the same way.
  private mutating func readBooks(_ bits: inout BitReader) throws(SoundFileError) {
    books.removeAll(keepingCapacity: true)
    let lengthBitCount = shape.sequence == .short ? 3 : 5
    let escape = 1 << lengthBitCount - 1
    for _ in shape.groups {
      var rest = shape.bandCount
      while rest > 0 {
        let book = UInt8(try bits.next(4))
        guard book != Book.reserved else { throw AACDecoder.damage }
        var length = 0
        var part = escape
        while part == escape {
          part = try bits.next(lengthBitCount)
          length += part
          guard length <= rest else { throw AACDecoder.damage }
        }
        books.append(repeating: book, count: length)
        rest -= length
      }
    }
  }

  /// Reads the scale factors. Each factor is stored as the difference from the last factor of the same kind of bands.
  private mutating func readExponents(_ bits: inout BitReader, gain: Int) throws(SoundFileError) {
    exponents.removeAll(keepingCapacity: true)
    var (scale, noise, intensity) = (gain, gain - 90, 0)
    var beginsNoise = true
    for book in books {
      switch book {
      case Book.silence: exponents.append(0)
      case Book.noise:
        noise += beginsNoise ? try bits.next(9) - 256 : try Self.difference(&bits)
        beginsNoise = false
        exponents.append(max(-100, min(noise, 155)))
      case Book.intensity, Book.oppositeIntensity:
        intensity += try Self.difference(&bits)
        exponents.append(-max(-155, min(intensity, 100)))
      default:
        scale += try Self.difference(&bits)
        guard 0...255 ~= scale else { throw AACDecoder.damage }
        // The scale factor 100 stands for the scale 1.
        exponents.append(scale - 100)
      }
    }
  }

  /// Reads a difference between scale factors, from −60 to 60.
  static func difference(_ bits: inout BitReader) throws(SoundFileError) -> Int {
    let entry = AACCodebook.scaleFactors.entry(bits.window)
    guard bits.skip(Int(entry & 31)) else { throw AACDecoder.damage }
    return 11 * Int(entry >> 10) + Int(entry >> 5 & 31) - 60
  }

  private mutating func readPulses(
    _ bits: inout BitReader, _ window: AACBands.Window
  ) throws(SoundFileError) {
    guard shape.sequence != .short else { throw AACDecoder.damage }
    let count = try bits.next(2) + 1
    let band = try bits.next(6)
    guard band < window.count else { throw AACDecoder.damage }
    var position = window.starts[band]
    for _ in 0..<count {
      position += try bits.next(5)
      let amplitude = Int16(try bits.next(4))
      guard position < window.starts[window.count] else { throw AACDecoder.damage }
      pulses.append(Pulse(position: position, amplitude: amplitude))
    }
  }
}
