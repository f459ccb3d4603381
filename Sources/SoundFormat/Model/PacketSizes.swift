/// The totals of a stream's packets, for packets that vary in size or in length.
public struct PacketSizes: Hashable, Sendable {
  /// How many packets there are.
  public var packetCount = 0
  /// How many bytes they take together.
  public var byteCount = 0
  /// How many frames they decode to together, padding included.
  public var frameCount = 0
  /// How many bytes the largest takes.
  public var largestByteCount = 0

  mutating func append(byteCount: Int, frameCount: Int) {
    packetCount += 1
    self.byteCount += byteCount
    // Where an `Int` has 32 bits, a table can state more frames than it holds.
    self.frameCount = self.frameCount.addingClamped(frameCount)
    largestByteCount = max(largestByteCount, byteCount)
  }
}
