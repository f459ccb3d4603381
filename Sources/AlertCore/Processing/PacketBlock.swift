internal import SoundFormat

/// How many bytes are read at once.
enum PacketBlock {
  /// The blocks in flight, of bytes and of samples, fit into a core's second-level cache.
  private static let byteCount = 1 << 15

  /// Returns a size in bytes of whole packets, which fill whole IMA4 packets if possible.
  ///
  /// - Parameter widestChannelCount: The most channels a frame has in the pipeline.
  static func byteCount(of format: StreamFormat, widestChannelCount: Int = 1) -> Int {
    let bytesPerPacket = max(1, format.bytesPerPacket)
    // A sample takes at least two bytes. More channels than bytes don't fit anyway.
    let channelCount = min(max(widestChannelCount, format.channelCount), byteCount)
    let bytesInFlight = max(bytesPerPacket, 2 * max(1, format.framesPerPacket) * channelCount)
    let packetCount = byteCount / bytesInFlight
    let whole = packetCount / IMA4.framesPerPacket * IMA4.framesPerPacket
    return max(1, whole > 0 ? whole : packetCount) * bytesPerPacket
  }

  /// Packets rewritten in place have only two blocks in flight, so larger blocks fit and save system calls.
  private static let rewrittenByteCount = 1 << 18

  /// A size in bytes of whole packets that are rewritten.
  static func rewrittenByteCount(of format: StreamFormat) -> Int {
    let bytesPerPacket = max(1, format.bytesPerPacket)
    return max(1, rewrittenByteCount / bytesPerPacket) * bytesPerPacket
  }
}
