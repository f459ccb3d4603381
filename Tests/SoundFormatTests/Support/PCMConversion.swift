@testable import SoundFormat

extension PCMEncoding {
  /// Every encoding.
  static let all: [PCMEncoding] = SampleType.allCases.flatMap { type in
    type.bitDepth == 8
      ? [PCMEncoding(type)] : [PCMEncoding(type, .big), PCMEncoding(type, .little)]
  }
}

/// Converts bytes from one encoding to another.
func converted(_ bytes: [UInt8], from source: PCMEncoding, to target: PCMEncoding) -> [UInt8] {
  LinearPCM.encode(bytes.withBytes { LinearPCM.decode($0, as: source) }, as: target)
}

/// Integers of up to 32 bits as an encoding stores them, shifted out byte by byte.
func stored(_ values: [Int], as encoding: PCMEncoding) -> [UInt8] {
  values.flatMap { value in
    let bias = encoding.sampleType == .uint8 ? 128 : 0
    let bytes = (0..<encoding.bytesPerSample).map {
      UInt8(truncatingIfNeeded: (value + bias) >> (8 * $0))
    }
    return encoding.byteOrder == .little ? bytes : bytes.reversed()
  }
}

/// The integers in a stored signal, signed whatever the encoding.
func loaded(_ bytes: [UInt8], as encoding: PCMEncoding) -> [Int] {
  let size = encoding.bytesPerSample
  return stride(from: 0, to: bytes.count, by: size).map { start in
    let sample = bytes[start..<start + size]
    let ordered = encoding.byteOrder == .little ? sample.reversed() : Array(sample)
    let value = ordered.reduce(0) { $0 << 8 | Int($1) }
    if encoding.sampleType == .uint8 { return value - 128 }
    return value >= 1 << (8 * size - 1) ? value - 1 << (8 * size) : value
  }
}
