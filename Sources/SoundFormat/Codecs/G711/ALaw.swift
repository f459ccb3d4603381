/// G.711 A-law: a byte for each 16-bit sample.
///
/// Source: ITU-T G.711, tables 1a and 1b, on a 16-bit scale. No A-law file from Apple is known; the
/// sign and the magnitude are coded as in ``MuLaw``, and as libsndfile codes them.
public enum ALaw {
  /// G.711 inverts every second bit on the line.
  private static let lineInversion: UInt8 = 0x55

  private static let samples: [Int16] = (0..<256).map { code in
    let bits = Int32(UInt8(code) ^ lineInversion)
    let exponent = bits >> 4 & 0x07
    let interval = (bits & 0x0F) << 4 + 8
    let magnitude = exponent == 0 ? interval : (interval + 0x100) << (exponent - 1)
    return Int16(bits & 0x80 == 0 ? -magnitude : magnitude)
  }

  /// Encodes samples, a byte each.
  public static func encode(_ samples: [Int16]) -> [UInt8] {
    var codes: [UInt8] = []
    store(samples, into: &codes)
    return codes
  }

  static func store(_ samples: [Int16], into codes: inout [UInt8]) {
    codes.refill(from: samples) {
      let sample = Int32($0)
      let sign = sample >> 31
      let magnitude = min((sample ^ sign) &- sign, 32_767)
      // The first segment continues linearly to zero.
      let code = magnitude < 256 ? magnitude >> 4 : FloatingSegment.code(magnitude)
      return UInt8(truncatingIfNeeded: code | (~sign & 0x80)) ^ lineInversion
    }
  }

  /// Decodes bytes, a sample each.
  public static func decode(_ bytes: RawSpan) -> [Int16] {
    var decoded: [Int16] = []
    load(bytes, into: &decoded)
    return decoded
  }

  static func load(_ bytes: RawSpan, into decoded: inout [Int16]) {
    let table = samples
    decoded.refill(count: bytes.byteCount) {
      table[Int(bytes.loadInteger(at: $0, as: UInt8.self))]
    }
  }
}
