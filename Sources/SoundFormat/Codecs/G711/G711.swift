/// One of the two laws of G.711. A law stores a 16-bit sample in a byte, the sample's code.
package protocol G711 {
  /// For each code from 0 to 255: its sample, at 16 bits.
  static var samples: [Int16] { get }

  static func code(_ sample: Int32) -> UInt8
}

extension G711 {
  @inline(__always)
  package static func store(_ samples: [Int16], into codes: inout [UInt8]) {
    codes.refill(from: samples) { code(Int32($0)) }
  }

  @inline(__always)
  package static func load(_ bytes: RawSpan, into decoded: inout [Int16]) {
    let table = samples
    decoded.refill(count: bytes.byteCount) {
      table[Int(bytes.loadInteger(at: $0, as: UInt8.self))]
    }
  }

  /// Returns the code of a magnitude from 128 to 32767: three bits for the segment, then four bits for the interval.
  ///
  /// A segment begins at a power of two, and has sixteen equal intervals. So the code consists of two fields of the
  /// magnitude as a `Float`: the exponent minus that of the first segment, and the upper four bits of the significand.
  /// The compiler vectorises the conversion to `Float`, but not a table or a count of leading zeros.
  @inline(__always)
  fileprivate static func segmentAndInterval(_ magnitude: Int32) -> Int32 {
    let exponentBias: Int32 = 127
    let firstSegmentExponent: Int32 = 7
    let bits = Int32(bitPattern: Float(magnitude).bitPattern)
    return (bits >> 19) &- (exponentBias + firstSegmentExponent) << 4
  }
}

/// G.711 µ-law.
///
/// Source: ITU-T G.711, tables 2a and 2b, on a 16-bit scale. Apple codes the magnitude and then sets
/// the sign; verified on 789,351 samples.
package enum MuLaw: G711 {
  /// The number added to a magnitude so that each segment begins at a power of two: 33 on G.711's 14-bit scale.
  private static let bias: Int32 = 33 << 2
  /// The largest magnitude that fits `Int16` after the bias is added.
  private static let clip: Int32 = 32_635

  package static let samples: [Int16] = (0..<256).map { code in
    let bits = Int32(~UInt8(code))
    let magnitude = ((bits & 0x0F) << 3 + bias) << (bits >> 4 & 0x07) - bias
    return Int16(bits & 0x80 == 0 ? magnitude : -magnitude)
  }

  @inline(__always)
  package static func code(_ sample: Int32) -> UInt8 {
    let sign = sample >> 31
    let biased = min((sample ^ sign) &- sign, clip) &+ bias
    return ~UInt8(truncatingIfNeeded: segmentAndInterval(biased) | (sign & 0x80))
  }
}

/// G.711 A-law.
///
/// Source: ITU-T G.711, tables 1a and 1b, on a 16-bit scale. No A-law file from Apple is known, so
/// negative samples are coded as in ``MuLaw`` and in libsndfile.
package enum ALaw: G711 {
  /// The bits that A-law stores inverted: every second bit of a code.
  private static let lineInversion: UInt8 = 0x55

  package static let samples: [Int16] = (0..<256).map { code in
    let bits = Int32(UInt8(code) ^ lineInversion)
    let exponent = bits >> 4 & 0x07
    let interval = (bits & 0x0F) << 4 + 8
    let magnitude = exponent == 0 ? interval : (interval + 0x100) << (exponent - 1)
    return Int16(bits & 0x80 == 0 ? -magnitude : magnitude)
  }

  @inline(__always)
  package static func code(_ sample: Int32) -> UInt8 {
    let sign = sample >> 31
    let magnitude = min((sample ^ sign) &- sign, 32_767)
    // Encode magnitudes below 256 linearly: A-law's first segment goes down to zero.
    let code = magnitude < 256 ? magnitude >> 4 : segmentAndInterval(magnitude)
    return UInt8(truncatingIfNeeded: code | (~sign & 0x80)) ^ lineInversion
  }
}
