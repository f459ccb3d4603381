/// A track's format in Core Audio's terms, and how its tables count packets.
struct MPEG4Coding {
  var format: StreamFormat
  let shape: MPEG4PacketShape
  var magicCookie: [UInt8] = []
  let layout: ChannelLayout?

  /// Derives the format from a sample description.
  ///
  /// - Parameter countsFrames: Whether the table of sizes states the size 1 for all samples. QuickTime does so if
  ///   packets are equally large. QuickTime's samples are then frames, so the table doesn't state the packets' size.
  init(_ description: MPEG4SoundDescription, countsFrames: Bool) {
    layout = description.layout
    var (rate, channels) = (description.sampleRate, description.channelCount)
    if let dataFormat = description.pcmEncoding.map({ DataFormat.linearPCM($0) })
      ?? Codec(formatID: description.type).map({ .compressed($0) })
    {
      format = StreamFormat(sampleRate: rate, channelCount: channels, dataFormat: dataFormat)
      shape = MPEG4PacketShape(
        bytesPerPacket: format.bytesPerPacket,
        samplesPerPacket: countsFrames ? format.framesPerPacket : 1)
      return
    }
    var codec = CodecDescription(formatID: description.type)
    switch description.type {
    case "mp4a":
      let stream = description.elementaryStream
      magicCookie = stream?.cookie ?? []
      switch stream?.objectType {
      case 0x40, 0x66, 0x67, 0x68:
        codec.formatID = "aac "
        codec.framesPerPacket = 1024
        if let config = stream.flatMap({ AudioSpecificConfig($0.decoderConfiguration) }) {
          codec.formatID = config.formatID
          codec.framesPerPacket = config.framesPerPacket
          rate = config.sampleRate
          if config.channelCount > 0 { channels = config.channelCount }
        }
      case 0x69, 0x6B:
        codec.formatID = ".mp3"
        codec.framesPerPacket = rate < 32_000 ? 576 : 1152
      case 0xA5: codec.formatID = "ac-3"
      default: break
      }
    case "alac":
      magicCookie = description.losslessCookie ?? []
      if let config = AppleLosslessConfiguration(magicCookie) {
        rate = Double(config.sampleRate)
        channels = config.channelCount
        codec.framesPerPacket = config.framesPerPacket
        codec.formatFlags = config.formatFlags
      }
    case "fLaC":
      magicCookie = description.losslessCookie ?? []
      if let config = FLACConfiguration(magicCookie) {
        rate = Double(config.sampleRate)
        channels = config.channelCount
        codec.framesPerPacket = config.mostFramesPerPacket
      }
    // Ignore the rate and channels in the entry. Source: 3GPP TS 26.244, "AMRSampleEntry".
    case "samr": (rate, channels) = (8000, 1)
    case "sawb": (rate, channels) = (16_000, 1)
    default: codec.framesPerPacket = description.framesPerPacket ?? 0
    }
    if countsFrames, let packet = description.constantPacket {
      codec.bytesPerPacket = packet.byteCount
      codec.framesPerPacket = packet.frameCount
      shape = MPEG4PacketShape(
        bytesPerPacket: packet.byteCount, samplesPerPacket: packet.frameCount)
    } else {
      shape = MPEG4PacketShape(bytesPerPacket: nil)
    }
    format = StreamFormat(sampleRate: rate, channelCount: channels, dataFormat: .other(codec))
  }

  /// Gives all packets the first packet's length, for codecs whose description states no length.
  mutating func setLength(ofFirst duration: UInt32, timescale: UInt32) {
    guard case .other(var codec) = format.dataFormat, timescale > 0 else { return }
    let frameCount = (Double(duration) * format.sampleRate / Double(timescale)).rounded()
    guard (1...65_536).contains(frameCount) else { return }
    codec.framesPerPacket = Int(frameCount)
    format.dataFormat = .other(codec)
  }
}
