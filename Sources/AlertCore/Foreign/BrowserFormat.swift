package import SoundFormat

/// The headers of a sound that this library doesn't decode, but browsers may: Ogg, WebM, HE-AAC.
///
/// A browser resamples every sound to the rate that the page asks for, so the sound's own rate must be known first.
package struct BrowserFormat {
  /// In Hz; nil if the headers don't tell.
  package private(set) var sampleRate: Double?
  package private(set) var channelCount: Int?
  /// The number of frames without the codec's delay and padding; nil if the headers don't state it.
  package private(set) var frameCount: Int?
  /// What the headers show to be wrong.
  package private(set) var warnings: [SoundWarning] = []
  /// The bits of a sample of FLAC in Ogg; nil for other codecs.
  package private(set) var bitDepth: Int?
  /// The codec's delay, in frames, which some browsers don't remove.
  package private(set) var primingFrameCount = 0
  /// The codec's four-character code in Core Audio. Source: CoreAudioBaseTypes.h.
  package private(set) var formatID: FourCharCode = "????"

  package init(of source: some ByteSource) throws(SoundFileError) {
    try read(source)
    if let rate = sampleRate, !(rate > 0) { sampleRate = nil }
    if let count = channelCount, count < 1 { channelCount = nil }
  }

  private mutating func read(_ source: some ByteSource) throws(SoundFileError) {
    if let sound = try? SoundFile(bounded: source) {
      (sampleRate, channelCount) = (sound.format.sampleRate, sound.format.channelCount)
      (frameCount, warnings) = (sound.frameCount, sound.warnings)
      primingFrameCount = sound.packetTable?.primingFrameCount ?? 0
      formatID = sound.format.dataFormat.formatID
      return
    }
    if let stream = try OggIdentification(ofFileIn: source) {
      (sampleRate, channelCount) = (stream.sampleRate, stream.channelCount)
      bitDepth = stream.bitDepth
    } else if try source.bytes(at: 0, count: 4) == [0x1A, 0x45, 0xDF, 0xA3] {
      // Matroska or WebM, nearly always with Opus. Opus decodes to 48 kHz, whatever rate the encoder was given.
      sampleRate = 48_000
    }
  }
}

/// The first packet of an Ogg stream.
///
/// Sources: RFC 3533, 6; Vorbis I specification, 4.2.2; RFC 7845, 5.1; RFC 9639, 10.1.
private struct OggIdentification {
  /// In Hz.
  let sampleRate: Double
  let channelCount: Int
  /// The bits of a sample of FLAC; nil for a lossy codec.
  let bitDepth: Int?

  /// Reads the packet; nil if the file isn't an Ogg file with Vorbis, Opus or FLAC.
  init?(ofFileIn source: some ByteSource) throws(SoundFileError) {
    let bytes = try source.bytes(at: 0, count: Self.byteCount)
    // Skip the page's header of 27 bytes, and the segment table, whose length is the header's last byte.
    guard bytes.count == Self.byteCount, bytes.starts(with: "OggS".utf8) else { return nil }
    let packet = Array(bytes.dropFirst(27 + Int(bytes[26])))
    guard packet.count >= 48 else { return nil }
    func littleEndian(_ offset: Int) -> UInt32 {
      packet[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    if packet.starts(with: "\u{1}vorbis".utf8) {
      (channelCount, sampleRate, bitDepth) = (Int(packet[11]), Double(littleEndian(12)), nil)
    } else if packet.starts(with: "OpusHead".utf8) {
      // Use 48 kHz, because Opus decodes to this rate, whatever rate the encoder was given.
      (channelCount, sampleRate, bitDepth) = (Int(packet[9]), 48_000, nil)
    } else if packet.starts(with: "\u{7F}FLAC".utf8) {
      // Skip a signature, a version and the number of header packets. The FLAC's own header follows.
      guard let flac = FLACConfiguration(Array(packet[9...])) else { return nil }
      (channelCount, sampleRate) = (flac.channelCount, Double(flac.sampleRate))
      bitDepth = flac.bitDepth
    } else {
      return nil
    }
    guard sampleRate > 0, channelCount > 0 else { return nil }
  }

  /// How many bytes to read: a page's header, the longest segment table, and 51 bytes of the packet.
  private static let byteCount = 27 + 255 + 51
}
