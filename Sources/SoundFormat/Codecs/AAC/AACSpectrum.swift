/// Reads the coefficients of a channel's spectrum.
///
/// Source: ISO/IEC 14496-3, 4.4.2.7, "spectral_data", and 4.6.2, "Quantization".
struct AACSpectrumReader: Sendable {
  /// The quantized coefficients of a band.
  private var quantized = [Int16](repeating: 0, count: widestBand)
  private var noise = AACNoise()

  private static let widestBand = 128

  /// Reads the spectra of a channel's windows, one after the other.
  ///
  /// - Parameters:
  ///   - spectrum: Receives the coefficients. Its size is a multiple of a packet's frame count.
  ///   - start: The index in `spectrum` of the channel's first coefficient.
  mutating func read(
    _ bits: inout BitReader, _ channel: AACChannel, _ window: AACBands.Window,
    into spectrum: inout [Double], at start: Int
  ) throws(SoundFileError) {
    let size = window.starts[window.count]
    let books = AACCodebook.spectrum
    try spectrum.withMutableSpan { spectrum throws(SoundFileError) in
      for index in start..<start + size * channel.shape.windowCount { spectrum[index] = 0 }
      var index = 0
      for group in channel.shape.groups {
        for band in 0..<channel.shape.bandCount {
          let book = channel.books[index]
          let exponent = channel.exponents[index]
          index += 1
          let range = window.starts[band]..<window.starts[band + 1]
          switch book {
          case AACChannel.Book.silence, AACChannel.Book.intensity,
            AACChannel.Book.oppositeIntensity:
            continue
          case AACChannel.Book.noise:
            for number in group {
              noise.fill(
                &spectrum, from: start + number * size + range.lowerBound, count: range.count,
                level: .quarterPower(exponent))
            }
          default:
            let scale = Double.quarterPower(exponent)
            for number in group {
              try bits.readBand(Int(book), books[Int(book)], &quantized, count: range.count)
              for pulse in channel.pulses where range.contains(pulse.position) {
                let place = pulse.position - range.lowerBound
                quantized[place] += quantized[place] > 0 ? pulse.amplitude : -pulse.amplitude
              }
              Self.restore(
                quantized, count: range.count, scale: scale, into: &spectrum,
                at: start + number * size + range.lowerBound)
            }
          }
        }
      }
    }
  }

  /// For each n below 256: n^(4/3).
  private static let powers = (0..<256).map { Double.fourThirdsPower($0) }

  /// Raises the magnitudes of quantized coefficients to the power 4/3, and multiplies these powers by a scale.
  private static func restore(
    _ numbers: [Int16], count: Int, scale: Double, into spectrum: inout MutableSpan<Double>,
    at start: Int
  ) {
    let powers = powers
    for index in 0..<count {
      let number = numbers[index]
      let magnitude = Int(number.magnitude)
      let power = magnitude < powers.count ? powers[magnitude] : .fourThirdsPower(magnitude)
      spectrum[start &+ index] = (number < 0 ? -power : power) * scale
    }
  }
}

extension BitReader {
  /// Reads the quantized coefficients of a band.
  ///
  /// - Parameter count: How many coefficients to read: a multiple of 4, at most the array's size.
  fileprivate mutating func readBand(
    _ number: Int, _ book: AACCodebook, _ numbers: inout [Int16], count: Int
  ) throws(SoundFileError) {
    var index = 0
    while index < count {
      var rest = window
      let entry = book.entry(rest)
      let length = Int(entry & 31)
      rest <<= UInt64(length)
      var bitCount = length
      let (a, b) = (Int(entry >> 10), Int(entry >> 5 & 31))
      switch number {
      case 1, 2:
        numbers[index] = Int16(a / 3 - 1)
        numbers[index + 1] = Int16(a % 3 - 1)
        numbers[index + 2] = Int16(b / 3 - 1)
        numbers[index + 3] = Int16(b % 3 - 1)
        index += 4
      case 3, 4:
        numbers[index] = Self.signed(a / 3, &rest, &bitCount)
        numbers[index + 1] = Self.signed(a % 3, &rest, &bitCount)
        numbers[index + 2] = Self.signed(b / 3, &rest, &bitCount)
        numbers[index + 3] = Self.signed(b % 3, &rest, &bitCount)
        index += 4
      case 5, 6:
        numbers[index] = Int16(a - 4)
        numbers[index + 1] = Int16(b - 4)
        index += 2
      default:
        numbers[index] = Self.signed(a, &rest, &bitCount)
        numbers[index + 1] = Self.signed(b, &rest, &bitCount)
        if number == AACChannel.Book.escapes, max(a, b) == 16 {
          for place in index...index + 1 where numbers[place].magnitude == 16 {
            numbers[place] = try Self.escape(numbers[place].signum(), &rest, &bitCount)
          }
        }
        index += 2
      }
      guard skip(bitCount) else { throw AACDecoder.damage }
    }
  }

  /// Returns the coefficient that has the given magnitude. If the magnitude isn't 0, reads the sign from `rest`.
  @inline(__always)
  private static func signed(_ magnitude: Int, _ rest: inout UInt64, _ bitCount: inout Int) -> Int16
  {
    let signBitCount = magnitude == 0 ? 0 : 1
    let sign = Int(truncatingIfNeeded: rest >> 63) & signBitCount
    rest <<= UInt64(signBitCount)
    bitCount += signBitCount
    return Int16(truncatingIfNeeded: (magnitude ^ -sign) &+ sign)
  }

  /// Reads a magnitude from 16 to 8191. A magnitude of n + 5 bits is coded as n ones, a zero, and its lower n + 4 bits.
  private static func escape(
    _ sign: Int16, _ rest: inout UInt64, _ bitCount: inout Int
  ) throws(SoundFileError) -> Int16 {
    let ones = (~rest).leadingZeroBitCount
    guard ones <= 8 else { throw AACDecoder.damage }
    rest <<= UInt64(ones + 1)
    let magnitude = 1 << (ones + 4) + Int(truncatingIfNeeded: rest >> UInt64(60 - ones))
    rest <<= UInt64(ones + 4)
    bitCount += 2 * ones + 5
    return sign * Int16(magnitude)
  }
}

/// The noise of bands that have a level, but no coefficients.
///
/// The standard leaves the generator open. This generator is the same as in FFmpeg and Symphonia. All channels share
/// the generator, in the order of the packets' bands.
struct AACNoise: Sendable {
  private var state: UInt32 = 0x1F2E_3D4C

  /// Fills a band with noise. The level is the square root of the noise's energy.
  mutating func fill(
    _ spectrum: inout MutableSpan<Double>, from start: Int, count: Int, level: Double
  ) {
    var energy = 0.0
    for index in start..<start + count {
      state = 1_664_525 &* state &+ 1_013_904_223
      let value = Double(Int32(bitPattern: state))
      spectrum[index] = value
      energy += value * value
    }
    let scale = level / energy.squareRoot()
    for index in start..<start + count { spectrum[index] *= scale }
  }
}
