internal import SoundFormat

/// A sound that libsndfile reads.
final class ImportedStructure: SoundStructure {
  private let sound: ImportedSound

  init(_ sound: ImportedSound) {
    self.sound = sound
  }

  var format: StreamFormat {
    StreamFormat(
      sampleRate: sound.sampleRate, channelCount: sound.channelCount,
      dataFormat: sound.formatID == LinearPCM.formatID
        ? sound.losslessSampleType.map { .linearPCM(PCMEncoding($0)) } ?? .other(sound.codec)
        : .other(sound.codec))
  }

  var frameCount: Int { sound.statedFrameCount }

  var lengthStatement: LengthStatement {
    if sound.statesExactLength {
      return sound.statedFrameCount > 0 ? .exactUnlessDamaged : .unknown
    }
    return sound.hasIndex ? .indexed : .unknown
  }

  var layout: ChannelLayout? { nil }

  var metadata: SoundMetadata { SoundMetadata(texts: sound.texts) }

  var losslessSampleType: PCMEncoding.SampleType? { sound.losslessSampleType }

  var decodedSampleType: PCMEncoding.SampleType { sound.decodedSampleType }

  var soundFile: SoundFile? { nil }

  var details: SoundDetails {
    var details = SoundDetails(fileType: sound.fileType, typeName: sound.name)
    details.byteOrder = sound.byteOrder
    details.bitRate = sound.bitRate
    details.audioBytes = sound.audioBytes
    details.audioByteCount = sound.audioBytes?.count
    let format = format
    if format.framesPerPacket == 1, format.bytesPerPacket > 0 {
      details.packetCount = sound.statedFrameCount
      details.audioByteCount = sound.statedFrameCount * format.bytesPerPacket
      details.largestPacketByteCount = format.bytesPerPacket
      details.bitRate = Int(format.sampleRate * Double(format.bytesPerPacket * 8))
    }
    return details
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
