internal import SoundFormat

extension SoundFile {
  /// Where the packets are that a copy takes over.
  ///
  /// Where each is a frame, those whose frames are no sound stay behind: a packet table says so, and
  /// the copy has none. Others must all be there for a decoder to get to the sound.
  var copiedBytes: Range<Int> {
    guard let packetTable, isCopiedByFrames else { return audioBytes }
    let start = audioBytes.lowerBound + packetTable.primingFrameCount * format.bytesPerPacket
    return start..<start + packetTable.validFrameCount * format.bytesPerPacket
  }

  /// How many packets that are.
  var copiedPacketCount: Int {
    isCopiedByFrames ? frameCount : packetCount
  }

  /// How many frames a decoder drops before the sound of the copy.
  var copiedPrimingFrameCount: Int {
    isCopiedByFrames ? 0 : packetTable?.primingFrameCount ?? 0
  }

  private var isCopiedByFrames: Bool {
    format.framesPerPacket == 1 && format.bytesPerPacket > 0
  }
}
