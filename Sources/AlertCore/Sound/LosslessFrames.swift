internal import SoundFormat

/// Reads the frames of Apple Lossless, packet by packet.
final class LosslessFrames: BlockReader {
  private let bytes: AnyByteSource
  private let channelCount: Int
  private let packetByteLimit: Int
  private var packets: PacketCursor
  private var decoder: AppleLosslessDecoder
  /// Frames still to drop before the sound.
  private var droppedFrameCount: Int
  /// Frames of sound still to come.
  private var remainingFrameCount: Int
  /// The packet and the block read last. The next ones reuse their memory.
  private var packet: [UInt8] = []
  private var block = SampleBlock.int16([])
  /// The block's frames that haven't been returned.
  private var rest = 0..<0
  /// How many frames to return at once.
  private let frameLimit: Int

  init(
    _ sound: SoundFile, _ configuration: AppleLosslessConfiguration, in bytes: AnyByteSource,
    from firstFrame: Int, widestChannelCount: Int
  ) {
    self.bytes = bytes
    channelCount = configuration.channelCount
    packetByteLimit = configuration.packetByteLimit
    packets = PacketCursor(sound)
    decoder = AppleLosslessDecoder(configuration)
    droppedFrameCount = (sound.packetTable?.primingFrameCount ?? 0).addingClamped(firstFrame)
    remainingFrameCount = max(0, sound.frameCount - firstFrame)
    let decoded = StreamFormat(
      sampleRate: sound.format.sampleRate, channelCount: channelCount,
      dataFormat: .linearPCM(PCMEncoding(configuration.sampleType)))
    frameLimit =
      PacketBlock.byteCount(of: decoded, widestChannelCount: widestChannelCount)
      / decoded.bytesPerPacket
  }

  func next() throws(SoundFileError) -> SampleBlock? {
    while rest.isEmpty {
      guard remainingFrameCount > 0 else { return nil }
      try decodePacket()
    }
    let part = rest.prefix(frameLimit)
    rest = rest.dropFirst(part.count)
    return block.samples(in: part.lowerBound * channelCount..<part.upperBound * channelCount)
  }

  /// Decodes the next packet, and finds the frames in it that are sound.
  private func decodePacket() throws(SoundFileError) {
    guard let range = try packets.next(in: bytes) else {
      throw SoundFileError(
        .truncated,
        "the file is truncated or damaged: \(counted(remainingFrameCount, "frame")) can't be decoded"
      )
    }
    // Don't even read what is too large to be a packet.
    guard range.count <= packetByteLimit else { throw AppleLosslessDecoder.damage }
    try bytes.read(at: range.lowerBound, count: range.count, into: &packet)
    guard packet.count == range.count else { throw .becameShorter }
    try decoder.decode(packet, into: &block)
    let frameCount = block.sampleCount / channelCount
    let dropped = min(droppedFrameCount, frameCount)
    let kept = min(frameCount - dropped, remainingFrameCount)
    droppedFrameCount -= dropped
    remainingFrameCount -= kept
    rest = dropped..<dropped + kept
  }
}
