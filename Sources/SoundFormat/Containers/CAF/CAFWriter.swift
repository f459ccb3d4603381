/// Writes everything in a Core Audio Format file before the audio, as Apple's tools do.
///
/// The order is `desc`, `chan`, `info`, `pakt`, `free`, `data`. `free` makes the audio begin at a multiple of 4096
/// bytes. Source: 284 ima4 and 261 linear PCM files from Apple's tools.
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
    if sound.usesFiller {
      writer.writeFiller("free", sizedBy: Int64.self, before: 12 + 4)
    }
    writer.write("data" as FourCharCode)
    writer.write(Int64(4 + sound.audioByteCount))
    writer.write(UInt32(1))  // edit count
    return writer.bytes
  }

  private static func information(of sound: SoundHeader) -> [InformationEntry] {
    let information = sound.information
    return information
      + sound.metadata.texts.filter { text in !information.contains { $0.key == text.key } }
  }

  /// Returns the packet table for ima4, with a packet count of 0 as in Apple's files; nil for codecs without padding.
  private static func packetTable(of sound: SoundHeader) -> CAFPacketTableHeader? {
    guard sound.format.dataFormat.isPadded else { return nil }
    let decodedFrameCount = Int64(sound.packetCount) * Int64(sound.format.framesPerPacket)
    let primingFrameCount = Int32(clamping: sound.primingFrameCount)
    let validFrameCount = Int64(sound.playedFrameCount)
    return CAFPacketTableHeader(
      packetCount: 0, validFrameCount: validFrameCount, primingFrameCount: primingFrameCount,
      remainderFrameCount: Int32(
        clamping: decodedFrameCount - Int64(primingFrameCount) - validFrameCount))
  }
}

extension InformationEntry {
  /// Returns the two entries that Apple's `afconvert` writes into a CAF file made from linear PCM.
  ///
  /// - Parameter format: The output's format. For ima4 only full packets count towards the duration.
  ///
  /// Source: every CAF that Apple's tools of 2012 and later made from a PCM file.
  package static func appleEntries(
    for format: StreamFormat, frameCount: Int, source: PCMEncoding
  ) -> [InformationEntry] {
    let framesPerPacket = max(1, format.framesPerPacket)
    let counted = frameCount / framesPerPacket * framesPerPacket
    return [
      InformationEntry(
        .approximateDuration, durationText(seconds: Double(counted) / format.sampleRate)),
      InformationEntry(
        .sourceBitDepth, (source.sampleType.isFloat ? "F" : "I") + String(source.bitDepth)),
    ]
  }

  /// Returns seconds rounded to thousandths, ties to even, and then formatted as by C's `%g`: at
  /// most six significant digits and no trailing zeros. Examples: 0.28, 5, 29.977, 1234.57.
  package static func durationText(seconds: Double) -> String {
    // Add and subtract 2⁵²: the nearest whole number is left, ties to even. On some machines, the standard library's
    // `rounded()` calls the C library instead.
    let thousandths = (min(seconds, 0x1p40) * 1000 + 0x1p52) - 0x1p52
    let decimalCount = [1e8, 1e7, 1e6].firstIndex { thousandths >= $0 } ?? 3
    return decimalText(thousandths / 1000, decimals: decimalCount)
  }
}
