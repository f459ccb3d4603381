package import SoundFormat

/// The headers of a sound that this library doesn't decode. Browsers may decode such sounds: Ogg, WebM, HE-AAC.
///
/// A browser resamples every sound to the rate that the page asks for, so the sound's own rate must be known first.
package struct BrowserFormat {
  /// In Hz; nil if the headers don't tell.
  package private(set) var sampleRate: Double?
  package private(set) var channelCount: Int?
  /// The number of frames without the codec's delay and padding; nil if the headers don't state it.
  package private(set) var frameCount: Int?
  /// What the headers show to be wrong.
  package private(set) var warnings: [AlertFinding] = []
  /// How many bits a sample of FLAC in Ogg has; nil for other codecs.
  package private(set) var bitDepth: Int?
  /// The codec's delay in frames. Some browsers don't remove this delay.
  package private(set) var primingFrameCount = 0
  /// The codec's four-character code in Core Audio. Source: CoreAudioBaseTypes.h.
  package private(set) var formatID: FourCharCode = "????"

  package init(of source: AnyByteSource) throws(SoundFileError) {
    if let sound = try? SoundFile(in: source) {
      (sampleRate, channelCount) = (sound.format.sampleRate, sound.format.channelCount)
      (frameCount, warnings) = (sound.frameCount, sound.warnings)
      primingFrameCount = sound.packetTable?.primingFrameCount ?? 0
      formatID = sound.format.dataFormat.formatID
      return
    }
    let bytes = try source.bytes(at: 0, count: Self.byteCount)
    if bytes.starts(with: "OggS".utf8), bytes.count == Self.byteCount {
      // Skip the page's header of 27 bytes, and the segment table, whose length is the header's last byte.
      readOgg(Array(bytes.dropFirst(27 + Int(bytes[26]))))
    } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      // Matroska or WebM, nearly always with Opus. Opus decodes to 48 kHz, whatever rate the encoder was given.
      sampleRate = 48_000
    }
    if let rate = sampleRate, !(rate > 0) { sampleRate = nil }
    if let count = channelCount, count < 1 { channelCount = nil }
  }

  /// How many bytes to read: an Ogg page's header, the longest segment table, and 51 bytes of the packet.
  private static let byteCount = 27 + 255 + 51

  /// Reads the first packet of an Ogg stream of Vorbis, Opus or FLAC.
  ///
  /// Sources: RFC 3533, 6; Vorbis I specification, 4.2.2; RFC 7845, 5.1; RFC 9639, 10.1.
  private mutating func readOgg(_ packet: [UInt8]) {
    guard packet.count >= 48 else { return }
    if packet.starts(with: "\u{1}vorbis".utf8) {
      channelCount = Int(packet[11])
      sampleRate = Double(packet[12..<16].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    } else if packet.starts(with: "OpusHead".utf8) {
      (channelCount, sampleRate) = (Int(packet[9]), 48_000)
    } else if packet.starts(with: "\u{7F}FLAC".utf8),
      // Skip a signature, a version and the number of header packets. The header of FLAC itself follows.
      let flac = FLACConfiguration(Array(packet[9...]))
    {
      (channelCount, sampleRate) = (flac.channelCount, Double(flac.sampleRate))
      bitDepth = flac.bitDepth
    }
  }
}
