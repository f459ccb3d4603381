/// Writes everything in a WAVE file before the audio, as Apple's tools do.
///
/// The order is `fmt `, `fact` (only with a channel layout, or if `statesFrameCount` is true), metadata, `FLLR`,
/// `data`. `FLLR` makes the audio begin at a multiple of 4096 bytes. Without a layout, the format chunk has 16 bytes,
/// even for µ-law. Source: 152 WAVE files from Apple's tools. One of these files has `smpl` and `inst` before `FLLR`,
/// so all metadata is written before `FLLR`.
///
/// RF64 and BW64 begin with `ds64` (EBU Tech 3306), and their 32-bit sizes are 0xFFFFFFFF.
enum WAVEWriter {
  static func headerBytes(of sound: SoundHeader) throws(SoundFileError) -> [UInt8] {
    let isLong = sound.container != .wave
    var writer = ByteWriter(order: .little)
    writer.write(sound.container.signatures[0].outer)
    writer.write(UInt32.max)
    writer.write("WAVE" as FourCharCode)
    if isLong { writer.writeChunk("ds64", sizedBy: UInt32.self) { $0.writeZeros(28) } }
    let format = WAVEFormat(sound.format, layout: sound.layout)
    writer.writeChunk("fmt ", sizedBy: UInt32.self) { format.write(to: &$0) }
    if sound.layout != nil || sound.statesFrameCount {
      writer.writeChunk("fact", sizedBy: UInt32.self) {
        $0.write(UInt32(clamping: sound.frameCount))
      }
    }
    WAVETexts.write(sound.metadata.texts, to: &writer)
    if sound.usesFiller {
      writer.writeFiller("FLLR", sizedBy: UInt32.self, before: 8)
    }
    writer.write("data" as FourCharCode)
    let riffByteCount = writer.bytes.count + 4 - 8 + sound.audioByteCount
    if isLong {
      writer.write(UInt32.max)
      writer.overwrite(UInt64(riffByteCount), at: 20)
      writer.overwrite(UInt64(sound.audioByteCount), at: 28)
      writer.overwrite(UInt64(sound.frameCount), at: 36)
    } else {
      writer.write(try sound.size32(sound.audioByteCount, of: "data chunk"))
      writer.overwrite(try sound.size32(riffByteCount, of: "sound"), at: 4)
    }
    return writer.bytes
  }
}
