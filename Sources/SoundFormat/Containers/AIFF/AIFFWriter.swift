/// Writes everything in an AIFF or AIFF-C file before the audio, as Apple's tools do.
///
/// The order is `FVER` (AIFF-C), `COMM`, `CHAN`, texts, `FLLR`, `SSND`. `FLLR` makes the audio begin at a multiple of
/// 4096 bytes. Source: AIFF, AIFC ima4 and AIFC twos files from Apple's tools. None of these files has texts.
enum AIFFWriter {
  /// `AIFCVersion1`, a time in seconds since 1904.
  private static let version: UInt32 = 0xA280_5140

  static func headerBytes(of sound: SoundHeader) throws(SoundFileError) -> [UInt8] {
    let isAIFC = sound.container == .aifc
    let common = AIFFCommon(
      channelCount: Int16(clamping: sound.format.channelCount),
      sampleFrameCount: try sound.size32(sound.packetCount, of: "frame count"),
      sampleSize: Int16(sound.format.coreAudioDescription.bitsPerChannel),
      sampleRate: sound.format.sampleRate,
      compression: isAIFC ? AIFFCompression(sound.format.dataFormat) : nil)

    var body = ByteWriter(order: .big)
    body.write(sound.container.signatures[0].outer)
    body.write(UInt32(0))
    body.write(sound.container.fileType)
    if isAIFC { body.writeChunk("FVER", sizedBy: UInt32.self) { $0.write(version) } }
    body.writeChunk("COMM", sizedBy: UInt32.self) { common.write(to: &$0) }
    if let layout = sound.layout {
      body.writeChunk("CHAN", sizedBy: UInt32.self) { layout.write(to: &$0) }
    }
    AIFFTexts.write(sound.metadata.texts, to: &body)
    if sound.usesFiller {
      body.writeFiller("FLLR", sizedBy: UInt32.self, before: 16)
    }
    body.write("SSND" as FourCharCode)
    body.write(try sound.size32(8 + sound.audioByteCount, of: "SSND chunk"))
    body.write(UInt32(0))  // offset
    body.write(UInt32(0))  // block size
    let formByteCount = body.bytes.count - 8 + sound.audioByteCount + sound.trailerBytes.count
    body.overwrite(try sound.size32(formByteCount, of: "sound"), at: 4)
    return body.bytes
  }
}
