internal import SoundFormat

/// A sound in a format that this library doesn't read itself.
protocol ForeignStructure: SoundStructure {
  /// What its decoder reports.
  var sound: ImportedSound { get }
  /// What decodes it.
  var decoder: any ForeignDecoder { get }
}

extension ForeignStructure {
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

  func decoderIdentity() -> String? { decoder.identity ?? decoder.name }

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
}
