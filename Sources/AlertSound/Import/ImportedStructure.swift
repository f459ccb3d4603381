internal import SoundFormat

/// A sound that libsndfile reads.
final class ImportedStructure: ForeignStructure {
  let sound: ImportedSound
  let decoder: any ForeignDecoder

  init(_ sound: ImportedSound, by decoder: any ForeignDecoder) {
    self.sound = sound
    self.decoder = decoder
  }

  func frames(
    in bytes: AnyByteSource, from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) throws(SoundFileError) -> any BlockReader {
    let frames = try ImportedFrames(bytes, range: sound.byteRange, policy: policy)
    guard frames.sound == sound else {
      throw SoundFileError(.malformed, "the file has changed since it was opened")
    }
    return ImportedBlocks(
      frames: frames, skippedFrameCount: firstFrame,
      blockFrameCount: max(1, 8192 / widestChannelCount))
  }
}

/// Reads an imported sound's frames in blocks, without the first ones.
private final class ImportedBlocks: BlockReader {
  private let frames: ImportedFrames
  private var skippedFrameCount: Int
  private let blockFrameCount: Int

  init(frames: ImportedFrames, skippedFrameCount: Int, blockFrameCount: Int) {
    self.frames = frames
    self.skippedFrameCount = skippedFrameCount
    self.blockFrameCount = blockFrameCount
  }

  var truncation: String? { frames.truncation }

  func next() throws(SoundFileError) -> SampleBlock? {
    let channelCount = frames.sound.channelCount
    while true {
      let block = try frames.read(frameCount: blockFrameCount)
      let frameCount = block.sampleCount / channelCount
      if frameCount == 0 { return nil }
      let skipped = min(skippedFrameCount, frameCount)
      skippedFrameCount -= skipped
      if skipped < frameCount {
        return block.samples(in: skipped * channelCount..<block.sampleCount)
      }
    }
  }
}
