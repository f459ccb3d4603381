/// Which of a compressed stream's frames are sound, and which are the codec's padding.
///
/// Source: CAF specification, "Packet Table Chunk".
public struct PacketTable: Hashable, Sendable {
  /// Frames of sound.
  public var validFrameCount: Int
  /// Frames before the sound that a decoder drops.
  public var primingFrameCount: Int
  /// Frames after the sound that a decoder drops.
  public var remainderFrameCount: Int

  /// Creates a table from its three frame counts.
  public init(validFrameCount: Int, primingFrameCount: Int, remainderFrameCount: Int) {
    self.validFrameCount = validFrameCount
    self.primingFrameCount = primingFrameCount
    self.remainderFrameCount = remainderFrameCount
  }
}
