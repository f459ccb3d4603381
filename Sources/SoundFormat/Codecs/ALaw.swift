/// G.711 A-law: a byte for each 16-bit sample.
///
/// Source: ITU-T G.711, tables 1a and 1b, on a 16-bit scale. No A-law file of Apple's is known; the
/// sign and the magnitude are coded as in ``MuLaw``, and as libsndfile codes them.
public enum ALaw {
  /// G.711 inverts every second bit on the line.
  private static let lineInversion: UInt8 = 0x55

  /// Codes without sign for magnitudes in steps of 16, the finest interval there is.
  private static let magnitudeCodes: [UInt8] = (0..<2048).map { index in
    let magnitude = Int32(index) << 4
    let exponent = max(0, 31 - Int32(magnitude.leadingZeroBitCount) - 7)
    let mantissa = magnitude >> max(4, exponent + 3) & 0x0F
    return (0x80 | UInt8(exponent << 4 | mantissa)) ^ lineInversion
  }

  private static let samples: [Int16] = (0..<256).map { code in
    let bits = Int32(UInt8(code) ^ lineInversion)
    let exponent = bits >> 4 & 0x07
    let interval = (bits & 0x0F) << 4 + 8
    let magnitude = exponent == 0 ? interval : (interval + 0x100) << (exponent - 1)
    return Int16(bits & 0x80 == 0 ? -magnitude : magnitude)
  }

  /// Encodes samples, a byte each.
  public static func encode(_ samples: [Int16]) -> [UInt8] {
    let codes = magnitudeCodes
    return [UInt8](count: samples.count) { index in
      let sample = Int32(samples[index])
      let magnitude = min(abs(sample), 32_767)
      return codes[Int(magnitude >> 4)] ^ UInt8(truncatingIfNeeded: sample >> 31 & 0x80)
    }
  }

  /// Decodes bytes, a sample each.
  public static func decode(_ bytes: RawSpan) -> [Int16] {
    let table = samples
    return [Int16](count: bytes.byteCount) {
      table[Int(bytes.loadInteger(at: $0, as: UInt8.self))]
    }
  }
}
