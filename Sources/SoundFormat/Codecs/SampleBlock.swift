/// A run of interleaved samples in the narrowest type that represents their source exactly.
///
/// 8- and 16-bit integers, G.711 and IMA4 become `Int16`; 24- and 32-bit integers become `Int32`. Integers are
/// left-justified, so full scale is the range of their type. Floats stay as they are; their full scale is 1.
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

  /// Returns the samples at the indices in `range`, as far as they exist. Indices count the samples of all channels.
  package func samples(in range: Range<Int>) -> SampleBlock {
    let range = range.clamped(to: 0..<sampleCount)
    if range == 0..<sampleCount { return self }
    return switch self {
    case .int16(let samples): .int16(Array(samples[range]))
    case .int32(let samples): .int32(Array(samples[range]))
    case .float32(let samples): .float32(Array(samples[range]))
    case .float64(let samples): .float64(Array(samples[range]))
    }
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

extension SampleBlock {
  /// Returns whether any channel from the index `channel` on has a sample of at least the magnitude `level`; 1 is full
  /// scale. If `channel` isn't 0, a sample only counts if it differs from the first channel's sample in the same frame.
  package func hasSound(
    inChannelsFrom channel: Int, of channelCount: Int, atLevel level: Double
  ) -> Bool {
    func isFound<Sample: Numeric & Comparable>(_ samples: [Sample], _ level: Sample) -> Bool {
      for start in stride(from: 0, to: samples.count, by: channelCount) {
        for index in start + channel..<start + channelCount {
          let sample = samples[index]
          let isOwn = channel == 0 || sample != samples[start]
          if isOwn, sample >= level || sample <= 0 - level { return true }
        }
      }
      return false
    }
    return switch self {
    case .int16(let samples): isFound(samples, Int16(level * 0x1p15))
    case .int32(let samples): isFound(samples, Int32(level * 0x1p31))
    case .float32(let samples): isFound(samples, Float(level))
    case .float64(let samples): isFound(samples, level)
    }
  }
}

// Each function below takes the array of samples out of the block before changing the array, to avoid copy-on-write.
extension SampleBlock {
  package mutating func refillInt16(_ change: (inout [Int16]) -> Void) {
    var samples: [Int16] = if case .int16(let old) = self { old } else { [] }
    self = .int16([])
    change(&samples)
    self = .int16(samples)
  }

  package mutating func refillInt32(_ change: (inout [Int32]) -> Void) {
    var samples: [Int32] = if case .int32(let old) = self { old } else { [] }
    self = .int16([])
    change(&samples)
    self = .int32(samples)
  }

  package mutating func refillFloat32(_ change: (inout [Float]) -> Void) {
    var samples: [Float] = if case .float32(let old) = self { old } else { [] }
    self = .int16([])
    change(&samples)
    self = .float32(samples)
  }

  package mutating func refillFloat64(_ change: (inout [Double]) -> Void) {
    var samples: [Double] = if case .float64(let old) = self { old } else { [] }
    self = .int16([])
    change(&samples)
    self = .float64(samples)
  }
}

extension SampleBlock {
  /// The samples at 16 bits, rounded as Apple's `afconvert` does, without dithering.
  public var int16Samples: [Int16] {
    var narrowed: [Int16] = []
    return int16Samples(in: &narrowed)
  }

  /// Returns the samples as 32-bit floats with a full scale of 1. Samples of another type are converted into `memory`.
  package func floats(in memory: inout [Float]) -> [Float] {
    switch self {
    case .int16(let samples): memory.refill(from: samples) { Float($0) * 0x1p-15 }
    case .int32(let samples): memory.refill(from: samples) { Float($0) * 0x1p-31 }
    case .float32(let samples): return samples
    case .float64(let samples): memory.refill(from: samples) { Float($0) }
    }
    return memory
  }

  /// Returns the samples as 64-bit floats with a full scale of 1. Samples of another type are converted into `memory`.
  package func doubles(in memory: inout [Double]) -> [Double] {
    switch self {
    case .int16(let samples): memory.refill(from: samples) { Double($0) * 0x1p-15 }
    case .int32(let samples): memory.refill(from: samples) { Double($0) * 0x1p-31 }
    case .float32(let samples): memory.refill(from: samples) { Double($0) }
    case .float64(let samples): return samples
    }
    return memory
  }

  /// Returns the samples at 16 bits. Samples of another type are converted into `memory`.
  func int16Samples(in memory: inout [Int16]) -> [Int16] {
    switch self {
    case .int16(let samples): return samples
    case .int32(let samples): memory.refill(from: samples) { $0.roundedToInt16 }
    case .float32(let samples): memory.refill(from: samples) { $0.roundedToInt16 }
    case .float64(let samples): memory.refill(from: samples) { $0.roundedToInt16 }
    }
    return memory
  }

  /// Returns left-justified integers of `bitCount` bits: 24 or 32. Samples of another kind are converted into `memory`.
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

/// Which source channel each output channel takes.
package struct ChannelMap: Sendable {
  /// For each output channel, the index of a source channel, or nil for silence.
  package let sources: [Int?]
  package let sourceChannelCount: Int

  /// Creates a map. Indices must be below `sourceChannelCount`.
  package init(_ sources: [Int?], sourceChannelCount: Int) {
    precondition(sources.allSatisfy { $0.map { 0..<sourceChannelCount ~= $0 } ?? true })
    self.sources = sources
    self.sourceChannelCount = sourceChannelCount
  }

  /// Returns the map that `afconvert -c` applies. A single source channel goes to every output channel. Of several
  /// source channels, those without an output channel are dropped. Output channels without a source channel are silent.
  ///
  /// Source for dropped channels: three files made with `-c 1`. Their samples are those of the left channel.
  package static func changing(_ sourceChannelCount: Int, to channelCount: Int) -> ChannelMap {
    ChannelMap(
      (0..<max(0, channelCount)).map { channel in
        sourceChannelCount == 1 ? 0 : channel < sourceChannelCount ? channel : nil
      }, sourceChannelCount: sourceChannelCount)
  }

  package var isIdentity: Bool { sources == (0..<sourceChannelCount).map(Optional.some) }

  @inline(__always)
  func apply<Sample: Numeric & BitwiseCopyable>(
    to samples: [Sample], into mapped: inout [Sample]
  ) {
    let frameCount = samples.count / max(1, sourceChannelCount)
    let channelCount = sources.count
    if channelCount == 1, sources[0] == 0 {
      return mapped.refill(count: frameCount) { samples[$0 * sourceChannelCount] }
    }
    mapped.refill(count: frameCount * channelCount) { _ in 0 }
    for (channel, source) in sources.enumerated() {
      guard let source else { continue }
      for frame in 0..<frameCount {
        mapped[frame * channelCount + channel] = samples[frame * sourceChannelCount + source]
      }
    }
  }
}
