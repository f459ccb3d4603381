/// A run of interleaved samples in the narrowest type that loses nothing of their source.
///
/// 8- and 16-bit integers, G.711 and IMA4 travel as `Int16`, 24- and 32-bit integers as `Int32`, both
/// left-justified so that full scale is the type's; floats as they are, full scale being 1.
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

  /// The samples from `range`, counted over all channels; it must lie within `0..<sampleCount`.
  public func samples(in range: Range<Int>) -> SampleBlock {
    if range == 0..<sampleCount { return self }
    return switch self {
    case .int16(let samples): .int16(Array(samples[range]))
    case .int32(let samples): .int32(Array(samples[range]))
    case .float32(let samples): .float32(Array(samples[range]))
    case .float64(let samples): .float64(Array(samples[range]))
    }
  }

  /// The samples with their channels rearranged.
  public func mapped(by map: ChannelMap) -> SampleBlock {
    switch self {
    case .int16(let samples): .int16(map.apply(to: samples))
    case .int32(let samples): .int32(map.apply(to: samples))
    case .float32(let samples): .float32(map.apply(to: samples))
    case .float64(let samples): .float64(map.apply(to: samples))
    }
  }

  /// The samples at 16 bits, by the rules of ``LinearPCM``.
  public var int16Samples: [Int16] {
    switch self {
    case .int16(let samples): samples
    case .int32(let samples): [Int16](samples) { $0.roundedToInt16 }
    case .float32(let samples): [Int16](samples) { $0.roundedToInt16 }
    case .float64(let samples): [Int16](samples) { $0.roundedToInt16 }
    }
  }
}

/// Which source channel each output channel takes.
public struct ChannelMap: Hashable, Sendable {
  /// For each output channel the index of a source channel, or nil for silence.
  public let sources: [Int?]
  /// How many channels the source has.
  public let sourceChannelCount: Int

  /// Creates a map. Indices must be below `sourceChannelCount`.
  public init(_ sources: [Int?], sourceChannelCount: Int) {
    precondition(sources.allSatisfy { $0.map { 0..<sourceChannelCount ~= $0 } ?? true })
    self.sources = sources
    self.sourceChannelCount = sourceChannelCount
  }

  /// The map of `afconvert -c`: channels are dropped from the end; a single channel goes to every
  /// output; otherwise channels that have no source are silent.
  ///
  /// Source for dropping: three files made with `-c 1`, whose samples are the left channel's.
  public static func changing(_ sourceChannelCount: Int, to channelCount: Int) -> ChannelMap {
    ChannelMap(
      (0..<channelCount).map { channel in
        sourceChannelCount == 1 ? 0 : channel < sourceChannelCount ? channel : nil
      }, sourceChannelCount: sourceChannelCount)
  }

  /// Whether the output's channels are the source's.
  public var isIdentity: Bool {
    sources == Array(0..<sourceChannelCount)
  }

  @inline(__always)
  func apply<Sample: Numeric & BitwiseCopyable>(to samples: [Sample]) -> [Sample] {
    let frameCount = samples.count / sourceChannelCount
    let channelCount = sources.count
    if sources == [0] {
      return [Sample](count: frameCount) { samples[$0 * sourceChannelCount] }
    }
    var mapped = [Sample](repeating: 0, count: frameCount * channelCount)
    for (channel, source) in sources.enumerated() {
      guard let source else { continue }
      for frame in 0..<frameCount {
        mapped[frame * channelCount + channel] = samples[frame * sourceChannelCount + source]
      }
    }
    return mapped
  }
}
