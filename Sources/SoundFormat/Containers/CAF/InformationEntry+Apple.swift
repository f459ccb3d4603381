extension InformationEntry {
  /// The two entries Apple's `afconvert` writes into a CAF file made from linear PCM.
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
    let counted = frameCount / format.framesPerPacket * format.framesPerPacket
    return [
      InformationEntry(
        .approximateDuration, durationText(seconds: Double(counted) / format.sampleRate)),
      InformationEntry(
        .sourceBitDepth, (source.sampleType.isFloat ? "F" : "I") + String(source.bitDepth)),
    ]
  }

  /// Seconds rounded to thousandths, ties to even, with six significant digits at most and without
  /// trailing zeros: 0.28, 5, 29.977, 1234.57.
  static func durationText(seconds: Double) -> String {
    // Adding and taking away 2⁵² leaves the nearest whole number, ties to even. The standard
    // library's rounded() would call the C library, which this module does without.
    let thousandths = min(seconds, 0x1p40) * 1000
    var digits = UInt64((thousandths + 0x1p52) - 0x1p52)
    var decimalCount = 3
    while decimalCount > 0, digits >= 1_000_000 || digits % 10 == 0 {
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
      digits = remainder > 5 || (remainder == 5 && quotient % 2 == 1) ? quotient + 1 : quotient
      decimalCount -= 1
    }
    var text = String(digits)
    guard decimalCount > 0 else { return text }
    text = String(repeating: "0", count: max(0, decimalCount + 1 - text.count)) + text
    text.insert(".", at: text.index(text.endIndex, offsetBy: -decimalCount))
    return text
  }
}
