extension InformationEntry {
  /// Returns the two entries that Apple's `afconvert` writes into a CAF file made from linear PCM.
  ///
  /// - Parameters:
  ///   - format: The output's format. For ima4 only full packets count towards the duration.
  ///   - frameCount: The output's frames.
  ///   - source: The linear PCM the sound was made from.
  ///
  /// Source: every CAF that Apple's tools of 2012 and later made from a PCM file.
  public static func appleEntries(
    for format: StreamFormat, frameCount: Int, source: PCMEncoding
  ) -> [InformationEntry] {
    let framesPerPacket = max(1, format.framesPerPacket)
    let counted = frameCount / framesPerPacket * framesPerPacket
    return [
      InformationEntry(
        .approximateDuration, durationText(seconds: Double(counted) / format.sampleRate)),
      InformationEntry(
        .sourceBitDepth, (source.sampleType.isFloat ? "F" : "I") + String(source.bitDepth)),
    ]
  }

  /// Returns seconds rounded to thousandths, ties to even, and then formatted as by C's `%g`: at
  /// most six significant digits and no trailing zeros. Examples: 0.28, 5, 29.977, 1234.57.
  package static func durationText(seconds: Double) -> String {
    // Adding and subtracting 2⁵² leaves the nearest whole number, ties to even. The standard
    // library's rounded() would call the C library, which this module avoids.
    let thousandths = (min(seconds, 0x1p40) * 1000 + 0x1p52) - 0x1p52
    var decimalCount = [1e8, 1e7, 1e6].firstIndex { thousandths >= $0 } ?? 3
    let divisor: UInt64 = [1000, 100, 10, 1][decimalCount]
    var digits = UInt64(thousandths)
    let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: divisor)
    if remainder * 2 == divisor {
      // The decimal number is a tie, but the nearest binary number needn't be.
      let error = Self.error(of: thousandths / 1000, from: digits)
      digits = error > 0 || (error == 0 && quotient % 2 == 1) ? quotient + 1 : quotient
    } else {
      digits = remainder * 2 > divisor ? quotient + 1 : quotient
    }
    while decimalCount > 0, digits % 10 == 0 {
      digits /= 10
      decimalCount -= 1
    }
    var text = String(digits)
    guard decimalCount > 0 else { return text }
    text = String(repeating: "0", count: max(0, decimalCount + 1 - text.count)) + text
    text.insert(".", at: text.index(text.endIndex, offsetBy: -decimalCount))
    return text
  }

  /// Compares a number of seconds with a number of thousandths exactly. Returns 1, 0 or −1 if the
  /// seconds are more, the same or less. They must be from 1000 up to 2⁵².
  private static func error(of seconds: Double, from thousandths: UInt64) -> Int {
    // seconds = significand / 2^shift
    let shift = UInt64(52 - seconds.exponent)
    let significand = seconds.significandBitPattern | 1 << 52
    let left = significand.multipliedFullWidth(by: 1000)
    let right = thousandths.multipliedFullWidth(by: 1 << shift)
    return (left.high, left.low) > (right.high, right.low)
      ? 1 : (left.high, left.low) < (right.high, right.low) ? -1 : 0
  }
}
