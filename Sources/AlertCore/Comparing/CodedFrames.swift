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
    decoder = try FrameDecoder(for: format)
    channelCount = format.channelCount
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
