package import SoundFormat

/// What the first packet of an Ogg stream states.
///
/// Sources: RFC 3533, 6; Vorbis I specification, 4.2.2; RFC 7845, 5.1; RFC 9639, 10.1.
package struct OggIdentification {
  /// In Hz.
  package let sampleRate: Double
  package let channelCount: Int
  /// How many bits a sample of FLAC has; nil for a lossy codec.
  package let bitDepth: Int?

  /// Reads the packet; nil if the file isn't an Ogg file with Vorbis, Opus or FLAC.
  ///
  /// - Throws: `SoundFileError` if the source can't be read.
  package init?(ofFileIn source: some ByteSource) throws(SoundFileError) {
    let bytes = try source.bytes(at: 0, count: Self.byteCount)
    // A page's header has 27 bytes and the segment table, whose length is its last byte.
    guard bytes.count == Self.byteCount, bytes.starts(with: "OggS".utf8) else { return nil }
    let packet = Array(bytes.dropFirst(27 + Int(bytes[26])))
    guard packet.count >= 48 else { return nil }
    func littleEndian(_ offset: Int) -> UInt32 {
      packet[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    if packet.starts(with: "\u{1}vorbis".utf8) {
      (channelCount, sampleRate, bitDepth) = (Int(packet[11]), Double(littleEndian(12)), nil)
    } else if packet.starts(with: "OpusHead".utf8) {
      // Opus decodes to 48 kHz, whatever the encoder was given.
      (channelCount, sampleRate, bitDepth) = (Int(packet[9]), 48_000, nil)
    } else if packet.starts(with: "\u{7F}FLAC".utf8) {
      // The native header follows a version and a count of packets.
      let flac = try FLACInformation(ofFileAt: 0, in: Array(packet[9...]))
      guard let flac else { return nil }
      (channelCount, sampleRate, bitDepth) = (flac.channelCount, flac.sampleRate, flac.bitDepth)
    } else {
      return nil
    }
    guard sampleRate > 0, channelCount > 0 else { return nil }
  }

  /// Enough for the header of a page, its longest segment table, and what is read of the packet.
  private static let byteCount = 27 + 255 + 48
}
