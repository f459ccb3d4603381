internal import SoundFormat

extension SoundFile {
  /// The packets to copy.
  ///
  /// If each packet is one frame, packets that the packet table marks as padding are left out, since the copy
  /// has no packet table. Otherwise all are copied: a decoder needs them to get to the sound.
  var copiedRuns: AudioRuns {
    var runs = audioRuns
    guard let packetTable, isCopiedByFrames else { return runs }
    runs.removeFirst(min(packetTable.primingFrameCount, packetCount) * format.bytesPerPacket)
    runs.keepFirst(packetTable.validFrameCount * format.bytesPerPacket)
    return runs
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
