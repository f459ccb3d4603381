extension SampleBlock {
  /// The samples at 16 bits, by the rules of ``LinearPCM``.
  public var int16Samples: [Int16] {
    var narrowed: [Int16] = []
    return int16Samples(in: &narrowed)
  }

  /// Returns the samples as 32-bit floats with a full scale of 1, reusing `memory` if they must be
  /// converted.
  package func floats(in memory: inout [Float]) -> [Float] {
    switch self {
    case .int16(let samples): memory.refill(from: samples) { Float($0) * 0x1p-15 }
    case .int32(let samples): memory.refill(from: samples) { Float($0) * 0x1p-31 }
    case .float32(let samples): return samples
    case .float64(let samples): memory.refill(from: samples) { Float($0) }
    }
    return memory
  }

  /// Returns the samples as 64-bit floats with a full scale of 1, reusing `memory` if they must be
  /// converted.
  package func doubles(in memory: inout [Double]) -> [Double] {
    switch self {
    case .int16(let samples): memory.refill(from: samples) { Double($0) * 0x1p-15 }
    case .int32(let samples): memory.refill(from: samples) { Double($0) * 0x1p-31 }
    case .float32(let samples): memory.refill(from: samples) { Double($0) }
    case .float64(let samples): return samples
    }
    return memory
  }

  /// Returns the samples at 16 bits, reusing `memory` if they must be converted.
  func int16Samples(in memory: inout [Int16]) -> [Int16] {
    switch self {
    case .int16(let samples): return samples
    case .int32(let samples): memory.refill(from: samples) { $0.roundedToInt16 }
    case .float32(let samples): memory.refill(from: samples) { $0.roundedToInt16 }
    case .float64(let samples): memory.refill(from: samples) { $0.roundedToInt16 }
    }
    return memory
  }

  /// The samples as left-justified integers of 24 or 32 bits.
  func int32Samples(bitCount: Int32, in memory: inout [Int32]) -> [Int32] {
    switch self {
    case .int16(let samples): memory.refill(from: samples) { Int32($0) << 16 }
    case .int32(let samples):
      if bitCount == 32 { return samples }
      memory.refill(from: samples) { $0.roundedToInt24 }
    case .float32(let samples):
      if bitCount == 24 {
        memory.refill(from: samples) { $0.roundedToInt24 }
      } else {
        memory.refill(from: samples) { Double($0).leftJustified(bitCount: bitCount) }
      }
    case .float64(let samples):
      memory.refill(from: samples) { $0.leftJustified(bitCount: bitCount) }
    }
    return memory
  }
}
