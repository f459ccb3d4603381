extension SoundFile {
  /// How a sound of AAC is coded; nil for other formats, or if the file doesn't state it.
  package var aac: AudioSpecificConfig? {
    guard format.dataFormat.isAAC else { return nil }
    if container == .adts {
      return AudioSpecificConfig(
        adtsRate: format.sampleRate, channelCount: format.channelCount)
    }
    return AudioSpecificConfig(magicCookie: magicCookie)
  }
}

extension AudioSpecificConfig {
  /// Reads a magic cookie of CAF or MPEG-4: a stream's description or, in files that FFmpeg wrote, a bare configuration.
  init?(magicCookie: [UInt8]) {
    var reader = ByteReader(magicCookie, order: .big)
    let stream = try? MPEG4ElementaryStream(parsing: &reader)
    self.init(stream?.decoderConfiguration ?? magicCookie)
  }
}
