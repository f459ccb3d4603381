/// Writes everything in a Core Audio Format file before the audio, as Apple's tools do.
///
/// The order is `desc`, `chan`, `info`, `pakt`, `free`, `data`; the data chunk's header ends at
/// 4096. Source: 284 ima4 and 261 linear PCM files from Apple's tools. None has `strg`, `mark`,
/// `regn` or `inst`, which go before `free`.
enum CAFWriter {
  static func headerBytes(of sound: SoundHeader) -> [UInt8] {
    var writer = ByteWriter(order: .big)
    writer.write(sound.container.signatures[0].outer)
    writer.write(UInt16(1))  // version
    writer.write(UInt16(0))  // flags
    writer.writeChunk("desc", sizedBy: Int64.self) { CAFDescription(sound.format).write(to: &$0) }
    if let layout = sound.layout {
      writer.writeChunk("chan", sizedBy: Int64.self) { layout.write(to: &$0) }
    }
    let texts = information(of: sound)
    if !texts.isEmpty {
      writer.writeChunk("info", sizedBy: Int64.self) { CAFInformation.write(texts, to: &$0) }
    }
    if let table = packetTable(of: sound) {
      writer.writeChunk("pakt", sizedBy: Int64.self) { table.write(to: &$0) }
    }
    if let tag = sound.sourceTag {
      writer.writeChunk(SourceTag.chunkIdentifier, sizedBy: Int64.self) { tag.write(to: &$0) }
    }
    CAFMetadata(sound.writtenMetadata).write(to: &writer)
    if sound.usesFiller {
      writer.writeFiller("free", sizedBy: Int64.self, before: 12 + 4)
    }
    writer.write("data" as FourCharCode)
    writer.write(Int64(4 + sound.audioByteCount))
    writer.write(UInt32(1))  // edit count
    return writer.bytes
  }

  private static func information(of sound: SoundHeader) -> [InformationEntry] {
    let keys = Set(sound.information.map { $0.key })
    return sound.information + sound.metadata.texts.filter { !keys.contains($0.key) }
  }

  /// Apple's packet table for ima4 states 0 packets: the number follows from the data's size.
  private static func packetTable(of sound: SoundHeader) -> CAFPacketTableHeader? {
    guard sound.format.dataFormat.isPadded else { return nil }
    let decodedFrameCount = Int64(sound.packetCount) * Int64(sound.format.framesPerPacket)
    return CAFPacketTableHeader(
      packetCount: 0, validFrameCount: Int64(sound.frameCount),
      primingFrameCount: Int32(clamping: sound.primingFrameCount),
      remainderFrameCount: Int32(
        clamping: decodedFrameCount - Int64(sound.primingFrameCount) - Int64(sound.frameCount)))
  }
}
