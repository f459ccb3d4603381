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

  /// Returns the map of `afconvert -c`: channels are dropped from the end; a single channel goes to
  /// every output; otherwise channels without a source are silent.
  ///
  /// Source for dropping: three files made with `-c 1`, whose samples are the left channel's.
  public static func changing(_ sourceChannelCount: Int, to channelCount: Int) -> ChannelMap {
    ChannelMap(
      (0..<channelCount).map { channel in
        sourceChannelCount == 1 ? 0 : channel < sourceChannelCount ? channel : nil
      }, sourceChannelCount: sourceChannelCount)
  }

  /// Whether the map leaves all channels as they are.
  public var isIdentity: Bool {
    sources == (0..<sourceChannelCount).map(Optional.some)
  }

  @inline(__always)
  func apply<Sample: Numeric & BitwiseCopyable>(
    to samples: [Sample], into mapped: inout [Sample]
  ) {
    let frameCount = samples.count / sourceChannelCount
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
