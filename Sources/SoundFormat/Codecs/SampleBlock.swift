/// A run of interleaved samples in the narrowest type that represents their source exactly.
///
/// 8- and 16-bit integers, G.711 and IMA4 become `Int16`, 24- and 32-bit integers become `Int32`,
/// both left-justified so that full scale is the type's. Floats stay as they are, full scale being
/// 1.
public enum SampleBlock: Sendable {
  /// Integers whose full scale is 2¹⁵.
  case int16([Int16])
  /// Integers whose full scale is 2³¹.
  case int32([Int32])
  /// Floats whose full scale is 1; peaks may exceed it.
  case float32([Float])
  /// Floats whose full scale is 1; peaks may exceed it.
  case float64([Double])

  /// How many samples there are, all channels together.
  public var sampleCount: Int {
    switch self {
    case .int16(let samples): samples.count
    case .int32(let samples): samples.count
    case .float32(let samples): samples.count
    case .float64(let samples): samples.count
    }
  }

  /// Returns the samples in `range`, which counts all channels and must be within
  /// `0..<sampleCount`.
  public func samples(in range: Range<Int>) -> SampleBlock {
    if range == 0..<sampleCount { return self }
    return switch self {
    case .int16(let samples): .int16(Array(samples[range]))
    case .int32(let samples): .int32(Array(samples[range]))
    case .float32(let samples): .float32(Array(samples[range]))
    case .float64(let samples): .float64(Array(samples[range]))
    }
  }

  /// Returns the samples with their channels rearranged.
  public func mapped(by map: ChannelMap) -> SampleBlock {
    var mapped = SampleBlock.int16([])
    remap(by: map, into: &mapped)
    return mapped
  }

  /// Rearranges the samples' channels, reusing the memory of an earlier block.
  package func remap(by map: ChannelMap, into mapped: inout SampleBlock) {
    switch self {
    case .int16(let samples): mapped.refillInt16 { map.apply(to: samples, into: &$0) }
    case .int32(let samples): mapped.refillInt32 { map.apply(to: samples, into: &$0) }
    case .float32(let samples): mapped.refillFloat32 { map.apply(to: samples, into: &$0) }
    case .float64(let samples): mapped.refillFloat64 { map.apply(to: samples, into: &$0) }
    }
  }
}

// Each moves the samples out before changing them, to avoid copy-on-write.
extension SampleBlock {
  /// Replaces the block's samples, reusing their memory if they have the same type.
  package mutating func refillInt16(_ change: (inout [Int16]) -> Void) {
    var samples: [Int16] = []
    if case .int16(let old) = self { samples = old }
    self = .int16([])
    change(&samples)
    self = .int16(samples)
  }

  /// Replaces the block's samples, reusing their memory if they have the same type.
  package mutating func refillInt32(_ change: (inout [Int32]) -> Void) {
    var samples: [Int32] = []
    if case .int32(let old) = self { samples = old }
    self = .int16([])
    change(&samples)
    self = .int32(samples)
  }

  /// Replaces the block's samples, reusing their memory if they have the same type.
  package mutating func refillFloat32(_ change: (inout [Float]) -> Void) {
    var samples: [Float] = []
    if case .float32(let old) = self { samples = old }
    self = .int16([])
    change(&samples)
    self = .float32(samples)
  }

  /// Replaces the block's samples, reusing their memory if they have the same type.
  package mutating func refillFloat64(_ change: (inout [Double]) -> Void) {
    var samples: [Double] = []
    if case .float64(let old) = self { samples = old }
    self = .int16([])
    change(&samples)
    self = .float64(samples)
  }
}
