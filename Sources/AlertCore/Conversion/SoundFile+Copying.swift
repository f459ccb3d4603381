internal import SoundFormat

extension SoundFile {
  /// The byte range of the packets to copy.
  ///
  /// If each packet is one frame, packets that the packet table marks as padding are left out, since the copy
  /// has no packet table. Otherwise all are copied: a decoder needs them to get to the sound.
  var copiedBytes: Range<Int> {
    guard let packetTable, isCopiedByFrames else { return audioBytes }
    let skippedFrameCount = min(packetTable.primingFrameCount, packetCount)
    let start = audioBytes.lowerBound + skippedFrameCount * format.bytesPerPacket
    return start..<start + packetTable.validFrameCount * format.bytesPerPacket
  }

  /// How many packets are copied.
  var copiedPacketCount: Int {
    isCopiedByFrames ? frameCount : packetCount
  }

  /// How many frames a decoder must drop before the copy's sound.
  var copiedPrimingFrameCount: Int {
    isCopiedByFrames ? 0 : packetTable?.primingFrameCount ?? 0
  }

  private var isCopiedByFrames: Bool {
    format.framesPerPacket == 1 && format.bytesPerPacket > 0
  }
}
