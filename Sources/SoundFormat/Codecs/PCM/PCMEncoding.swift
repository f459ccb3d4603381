/// How linear PCM stores one sample.
public struct PCMEncoding: Hashable, Sendable {
  /// The kind and the depth of a sample. Integers other than `uint8` are signed; a float's full scale is 1.
  public enum SampleType: Hashable, Sendable, CaseIterable {
    /// Silence is 128.
    case uint8
    case int8, int16
    /// 24 bits in three bytes.
    case int24
    case int32, float32, float64
  }

  public let sampleType: SampleType
  /// The order of a sample's bytes. Always `little` for one-byte samples, so that equal encodings compare equal.
  public let byteOrder: ByteOrder

  /// Creates an encoding. For one-byte samples, `byteOrder` is ignored.
  public init(_ sampleType: SampleType, _ byteOrder: ByteOrder = .little) {
    self.sampleType = sampleType
    self.byteOrder = sampleType.bitDepth == 8 ? .little : byteOrder
  }

  public var bitDepth: Int { sampleType.bitDepth }
  package var bytesPerSample: Int { sampleType.bitDepth / 8 }

  /// Returns the encoding with the same sample type as this encoding, in the given byte order.
  package func stored(_ byteOrder: ByteOrder) -> PCMEncoding {
    PCMEncoding(sampleType, byteOrder)
  }

  /// Creates the encoding of integers or floats of `byteCount` bytes; nil if no such encoding exists.
  init?(byteCount: Int, isFloat: Bool, isUnsigned: Bool = false, order: ByteOrder) {
    switch (byteCount, isFloat, isUnsigned) {
    case (1, false, true): self.init(.uint8)
    case (1, false, false): self.init(.int8)
    case (2, false, false): self.init(.int16, order)
    case (3, false, false): self.init(.int24, order)
    case (4, false, false): self.init(.int32, order)
    case (4, true, false): self.init(.float32, order)
    case (8, true, false): self.init(.float64, order)
    default: return nil
    }
  }
}

extension PCMEncoding.SampleType {
  public var bitDepth: Int {
    switch self {
    case .uint8, .int8: 8
    case .int16: 16
    case .int24: 24
    case .int32, .float32: 32
    case .float64: 64
    }
  }

  package var isFloat: Bool { self == .float32 || self == .float64 }

  /// Apple's spelling without the byte order: `UI8`, `I16`, `F32`.
  var abbreviation: String {
    (isFloat ? "F" : self == .uint8 ? "UI" : "I") + String(bitDepth)
  }
}

extension PCMEncoding: CustomStringConvertible {
  /// Apple's spelling in `afconvert -d`: `I8`, `LEI16`, `BEF32`.
  public var description: String {
    let prefix = bitDepth == 8 ? "" : byteOrder == .big ? "BE" : "LE"
    return prefix + sampleType.abbreviation
  }
}
