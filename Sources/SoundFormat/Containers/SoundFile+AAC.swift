extension SoundFile {
  /// How a sound of AAC is coded; nil for other formats, or if the file doesn't say.
  package var aac: AudioSpecificConfig? {
    guard format.dataFormat.isAAC else { return nil }
    guard
      var configuration = container == .adts
        ? AudioSpecificConfig(
          adtsRate: format.sampleRate, channelCount: format.channelCount, program: program)
        : packetList == nil ? nil : AudioSpecificConfig(magicCookie: magicCookie)
    else { return nil }
    if format.dataFormat.formatID == "aach" { configuration.stateReplication() }
    return configuration
  }

  /// Why a sound of AAC isn't decoded; nil if the sound is decoded.
  package var aacRefusal: SoundFileError? { refusalOfPackets ?? aac?.refusal }

  /// Looks for spectral band replication that only the packets state, and corrects the format. If a packet reveals a
  /// kind of AAC that isn't decoded, stores the error in `refusalOfPackets`.
  ///
  /// An encoder that doesn't announce replication at the file's beginning writes replication data into every packet.
  mutating func findReplication(in source: AnyByteSource) throws(SoundFileError) {
    guard format.dataFormat.formatID == "aac ", let configuration = aac,
      case .other(var codec) = format.dataFormat, var decoder = try? AACDecoder(configuration)
    else { return }
    var packets = PacketCursor(self)
    var block = SampleBlock.float32([])
    for _ in 0..<Self.examinedPacketCount {
      guard let packet = try packets.next(in: source),
        packet.count <= AACDecoder.packetByteLimit
      else { return }
      let bytes = try source.bytes(at: packet.lowerBound, count: packet.count)
      do throws(SoundFileError) {
        try decoder.decode(bytes, into: &block)
      } catch {
        if error.code == .unsupported, refusalOfPackets == nil { refusalOfPackets = error }
      }
      guard decoder.hasReplication else { continue }
      codec.formatID = "aach"
      codec.framesPerPacket = codec.framesPerPacket.multipliedClamped(by: 2)
      format.dataFormat = .other(codec)
      format.sampleRate *= 2
      if let frameCount = packetSizes?.frameCount {
        packetSizes?.frameCount = frameCount.multipliedClamped(by: 2)
      }
      return
    }
  }

  /// How many packets are examined. In streams with replication, the first packet already has replication data.
  private static let examinedPacketCount = 3
}

extension AudioSpecificConfig {
  /// Reads a magic cookie of CAF or MPEG-4: a stream's description or, in CAF files from FFmpeg, a bare configuration.
  init?(magicCookie: [UInt8]) {
    var reader = ByteReader(magicCookie, order: .big)
    let stream = try? MPEG4ElementaryStream(parsing: &reader)
    self.init(stream?.decoderConfiguration ?? magicCookie)
  }
}
