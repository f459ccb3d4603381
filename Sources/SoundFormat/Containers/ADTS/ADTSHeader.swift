/// The header of a frame in an ADTS stream: AAC without a container, each frame of which describes itself.
///
/// Source: ISO/IEC 14496-3, 1.A.2.2, "Audio Data Transport Stream".
struct ADTSHeader: Hashable {
  /// What is the same in all frames of a stream.
  struct Coding: Hashable {
    /// In Hz. Spectral band replication, which the header doesn't tell, doubles it.
    var sampleRate: Double
    /// 0 if the packets say it themselves.
    var channelCount: Int
  }

  let coding: Coding
  /// The size of the whole frame in bytes, with its header.
  let byteCount: Int
  /// How many packets of 1,024 frames it has. Nearly all streams have one.
  let packetCount: Int

  /// The size of a header in bytes, without the checksum that may follow.
  static let byteCount = 7

  /// Parses a header; nil if there is none.
  init?(_ bytes: some Collection<UInt8>) {
    var bits = BitReader(Array(bytes.prefix(Self.byteCount)))
    guard bits.read(12) == 0xFFF, bits.skip(1), bits.read(2) == 0, bits.skip(3),
      let rate = bits.read(4), bits.skip(1), let channels = bits.read(3), bits.skip(4),
      let byteCount = bits.read(13), bits.skip(11), let others = bits.read(2),
      AudioSpecificConfig.sampleRates.indices.contains(Int(rate)), byteCount >= Self.byteCount
    else { return nil }
    coding = Coding(
      sampleRate: AudioSpecificConfig.sampleRates[Int(rate)],
      channelCount: AudioSpecificConfig.channelCounts[Int(channels)])
    self.byteCount = Int(byteCount)
    packetCount = Int(others) + 1
  }
}
