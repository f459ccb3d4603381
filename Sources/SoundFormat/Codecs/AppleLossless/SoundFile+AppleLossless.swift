extension SoundFile {
  /// How Apple Lossless is coded; nil for other formats, and if the file doesn't say so.
  package var appleLossless: AppleLosslessConfiguration? {
    guard format.dataFormat.formatID == AppleLosslessConfiguration.formatID, packetList != nil,
      let configuration = AppleLosslessConfiguration(magicCookie),
      configuration.channelCount == format.channelCount,
      configuration.framesPerPacket == format.framesPerPacket
    else { return nil }
    return configuration
  }

  /// Whether this library decodes the sound.
  package var isDecodable: Bool {
    if case .other = format.dataFormat { appleLossless != nil } else { true }
  }

  /// Corrects the length of Apple Lossless whose file counts the last packet as full. FFmpeg writes such CAF files.
  ///
  /// - Throws: `SoundFileError` if the file can't be read.
  mutating func correctLosslessLength(in source: some ByteSource) throws(SoundFileError) {
    guard let configuration = appleLossless, missingByteCount == 0,
      (packetTable?.remainderFrameCount ?? 0) == 0, frameCount > 0
    else { return }
    var packets = PacketCursor(self)
    var last = 0..<0
    while let packet = try packets.next(in: source) { last = packet }
    let beginning = try source.bytes(
      at: last.lowerBound, count: min(last.count, AppleLosslessDecoder.headerByteCount))
    guard let count = AppleLosslessDecoder.frameCount(inPacket: beginning, configuration),
      count < configuration.framesPerPacket
    else { return }
    let excess = min(frameCount, configuration.framesPerPacket - count)
    notes.append(
      Note(
        "the last packet has \(counted(count, "frame")), but counts as full", at: last.lowerBound))
    packetTable = PacketTable(
      validFrameCount: frameCount - excess,
      primingFrameCount: packetTable?.primingFrameCount ?? 0, remainderFrameCount: excess)
  }
}
