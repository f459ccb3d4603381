/// Encodes one channel as `IMA4SearchEncoder` does.
struct IMA4ChannelEncoder: Sendable {
  // One of these. Behind a protocol they would be one property, and three times slower: the compiler
  // writes the code out for each number of ranks only where it sees the type.
  private var one: IMA4ChannelSearch<IMA4LastRank>?
  private var two: IMA4ChannelSearch<IMA4Rank<IMA4LastRank>>?
  private var three: IMA4ChannelSearch<IMA4Rank<IMA4Rank<IMA4LastRank>>>?
  private var four: IMA4ChannelSearch<IMA4Rank<IMA4Rank<IMA4Rank<IMA4LastRank>>>>?

  /// Creates an encoder at the start of a stream.
  ///
  /// - Parameter quality: As for `IMA4SearchEncoder`.
  init(quality: Int) {
    switch quality {
    case ...31: one = IMA4ChannelSearch()
    case ...63: two = IMA4ChannelSearch()
    case ...95: three = IMA4ChannelSearch()
    default: four = IMA4ChannelSearch()
    }
  }

  /// Encodes samples, and returns the packets that are settled by now.
  ///
  /// How many these are depends on the number of samples so far, not on their values.
  mutating func encode(_ samples: [Int16]) -> [UInt8] {
    one?.encode(samples) ?? two?.encode(samples) ?? three?.encode(samples)
      ?? four?.encode(samples) ?? []
  }

  /// Ends the stream: zeros fill the last packet, and one of zeros follows samples that filled theirs.
  mutating func finish() -> [UInt8] {
    one?.finish() ?? two?.finish() ?? three?.finish() ?? four?.finish() ?? []
  }

  /// How far what a decoder makes of the packets so far is from the samples.
  var signalAndNoise: SignalAndNoise {
    one?.signalAndNoise ?? two?.signalAndNoise ?? three?.signalAndNoise ?? four?.signalAndNoise
      ?? SignalAndNoise()
  }
}
