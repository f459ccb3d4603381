/// Encodes one channel as `IMA4SearchEncoder` does.
struct IMA4ChannelEncoder: Sendable {
  // Exactly one of these is set. As a single property of a protocol type they would be three times
  // slower: the compiler generates code for each number of ranks only if it sees the concrete type.
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
  /// Their number depends on the number of samples so far, not on the samples' values.
  mutating func encode(_ samples: [Int16]) -> [UInt8] {
    one?.encode(samples) ?? two?.encode(samples) ?? three?.encode(samples)
      ?? four?.encode(samples) ?? []
  }

  /// Ends the stream. Fills the last packet with zeros, or adds a packet of zeros if the samples
  /// filled theirs.
  mutating func finish() -> [UInt8] {
    one?.finish() ?? two?.finish() ?? three?.finish() ?? four?.finish() ?? []
  }

  /// The energies of the packets so far: the signal's and the coding error's.
  var signalAndNoise: SignalAndNoise {
    one?.signalAndNoise ?? two?.signalAndNoise ?? three?.signalAndNoise ?? four?.signalAndNoise
      ?? SignalAndNoise()
  }
}
