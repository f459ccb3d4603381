internal import SoundFormat

extension ImportedSound: SoundStructure {
  var format: StreamFormat {
    StreamFormat(
      sampleRate: sampleRate, channelCount: channelCount,
      dataFormat: formatID == LinearPCM.formatID
        ? losslessSampleType.map { .linearPCM(PCMEncoding($0)) } ?? .other(codec) : .other(codec))
  }

  var frameCount: Int { statedFrameCount }

  var lengthStatement: LengthStatement {
    if statesExactLength { return statedFrameCount > 0 ? .exactUnlessDamaged : .unknown }
    return hasIndex ? .indexed : .unknown
  }

  var layout: ChannelLayout? { nil }

  var metadata: SoundMetadata { SoundMetadata(texts: texts) }

  var soundFile: SoundFile? { nil }

  var details: SoundDetails {
    var details = SoundDetails(fileType: fileType, typeName: name)
    details.byteOrder = byteOrder
    details.bitRate = bitRate
    details.audioBytes = audioBytes
    details.audioByteCount = audioBytes?.count
    let format = format
    if format.framesPerPacket == 1, format.bytesPerPacket > 0 {
      details.packetCount = statedFrameCount
      details.audioByteCount = statedFrameCount * format.bytesPerPacket
      details.largestPacketByteCount = format.bytesPerPacket
      details.bitRate = Int(format.sampleRate * Double(format.bytesPerPacket * 8))
    }
    return details
  }

  func frames(
    in bytes: any ByteSource, from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) throws(SoundFileError) -> any BlockReader {
    let frames = try ImportedFrames(bytes, range: byteRange, policy: policy)
    guard frames.sound == self else {
      throw SoundFileError(.malformed, "the file has changed since it was opened")
    }
    return ImportedBlocks(
      frames: frames, skippedFrameCount: firstFrame,
      blockFrameCount: max(1, 8192 / widestChannelCount))
  }
}

/// Reads an imported sound's frames in blocks, without the first ones.
private struct ImportedBlocks: BlockReader {
  let frames: ImportedFrames
  var skippedFrameCount: Int
  let blockFrameCount: Int

  var truncation: String? { frames.truncation }

  mutating func next() throws(SoundFileError) -> SampleBlock? {
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
