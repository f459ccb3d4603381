internal import SoundFormat

/// A sound's frames after encoding them in a data format and decoding them again, block by block.
final class CodedFrames: BlockReader {
  private let reader: any BlockReader
  private var encoder: FrameEncoder
  private var decoder: FrameDecoder
  private let channelCount: Int
  private var readFrameCount = 0
  private var givenFrameCount = 0
  private var isFinished = false

  /// Opens a sound.
  ///
  /// - Parameters:
  ///   - format: The sound's own rate and channels, and how they are coded.
  ///   - ima4Quality: How hard to search for the closest IMA4, from 0 to 127.
  init(
    of source: SoundSource, as format: StreamFormat, ima4Quality: Int
  ) throws(SoundFileError) {
    reader = try source.frames()
    encoder = try FrameEncoder(
      for: format, ima4Quality: ima4Quality, workers: source.host.workers)
    decoder = try FrameDecoder(for: Self.sound(of: format))
    channelCount = format.channelCount
  }

  /// Returns the description of a file of unlimited length without padding, so the decoder drops no frames.
  private static func sound(of format: StreamFormat) throws(SoundFileError) -> SoundFile {
    let header = SoundHeader(container: .caf, format: format, frameCount: 1)
    let packet = [UInt8](repeating: 0, count: format.bytesPerPacket)
    var sound = try SoundFile(parsing: AnyByteSource(header.headerBytes() + packet))
    sound.packetTable = nil
    sound.statedFrameCount = .max
    return sound
  }

  func next() throws(SoundFileError) -> SampleBlock? {
    while !isFinished {
      let block = decoder.decode(try nextPackets())
      // Drop the padding of the last packet.
      let kept = min(block.sampleCount / channelCount, readFrameCount - givenFrameCount)
      givenFrameCount += kept
      if kept > 0 { return block.samples(in: 0..<kept * channelCount) }
    }
    return nil
  }

  private func nextPackets() throws(SoundFileError) -> [UInt8] {
    guard let block = try reader.next() else {
      isFinished = true
      return encoder.finish()
    }
    readFrameCount += block.sampleCount / channelCount
    return encoder.encode(block)
  }
}
