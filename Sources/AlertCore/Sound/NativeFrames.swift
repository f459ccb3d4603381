package import SoundFormat

/// Reads the frames of one of this library's own formats.
final class NativeFrames: BlockReader {
  private let bytes: AnyByteSource
  private let blockByteCount: Int
  private var rest: AudioRuns
  private var decoder: FrameDecoder
  /// The packets read last. The next ones reuse their memory.
  private var packets: [UInt8] = []

  init(
    _ sound: SoundFile, in bytes: AnyByteSource, from firstFrame: Int, widestChannelCount: Int
  ) throws(SoundFileError) {
    self.bytes = bytes
    rest = sound.audioRuns
    if sound.format.framesPerPacket == 1, sound.packetTable == nil {
      // Earlier frames don't affect later ones, so skip them without decoding.
      rest.removeFirst(min(firstFrame, sound.packetCount) * sound.format.bytesPerPacket)
      decoder = try FrameDecoder(for: sound)
    } else {
      decoder = try FrameDecoder(for: sound, from: firstFrame)
    }
    blockByteCount = PacketBlock.byteCount(of: sound.format, widestChannelCount: widestChannelCount)
  }

  func next() throws(SoundFileError) -> SampleBlock? {
    while !rest.isEmpty {
      try bytes.readPackets(takenFrom: &rest, atMost: blockByteCount, into: &packets)
      let block = decoder.decode(packets)
      if block.sampleCount > 0 { return block }
    }
    return nil
  }
}

extension AnyByteSource {
  /// Reads the next packets and removes them from the runs.
  func readPackets(
    takenFrom runs: inout AudioRuns, atMost byteCount: Int, into packets: inout [UInt8]
  ) throws(SoundFileError) {
    let block = runs.prefix(byteCount)
    try read(at: block.lowerBound, count: block.count, into: &packets)
    guard packets.count == block.count else { throw .becameShorter }
    runs.removeFirst(block.count)
  }
}

extension SoundFileError {
  /// The file has become shorter since it was opened.
  package static let becameShorter = SoundFileError(
    .truncated, "the file shrank while it was being read")
}
