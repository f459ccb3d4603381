/// How long the packets of an MP3 are. Each packet is a frame of the stream and begins with a header.
struct MP3Framing: Sendable {
  let header: MPEGFrameHeader
  /// The size of a packet without padding if the headers don't state the bit rate; otherwise 0.
  private var freeByteCount = 0

  /// How many bytes from a packet on are looked at: three packets and a header.
  static let lookahead = 3 * MP3Decoder.packetByteLimit + MPEGFrameHeader.byteCount

  /// Finds the framing of a stream whose first packet the bytes begin with; nil if they don't begin with a packet, or if
  /// nothing confirms it.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let header = MPEGFrameHeader(bytes) else { return nil }
    self.header = header
    guard header.isFreeFormat else {
      guard isPacket(bytes) else { return nil }
      return
    }
    // Search for the next header. The size must also lead to a third one.
    for size in header.leastFrameByteCount..<MP3Decoder.packetByteLimit {
      guard size < bytes.count else { return nil }
      guard bytes[bytes.startIndex + size] == 0xFF else { continue }
      freeByteCount = size - header.paddingByteCount
      let next = bytes.dropFirst(size)
      if byteCount(ofPacketIn: next) != nil, isPacket(next) { return }
    }
    return nil
  }

  /// Returns the size of the packet that the bytes begin with; nil if they don't begin with the header of a packet.
  func byteCount(ofPacketIn bytes: ArraySlice<UInt8>) -> Int? {
    guard let next = MPEGFrameHeader(bytes), next.isOfSameStream(as: header),
      !next.isFreeFormat || freeByteCount > 0
    else { return nil }
    let byteCount = next.isFreeFormat ? freeByteCount + next.paddingByteCount : next.frameByteCount
    return byteCount < next.leastFrameByteCount ? nil : byteCount
  }

  /// Whether the bytes begin with a complete packet, and another packet, a tag or the file's end follows.
  func isPacket(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let byteCount = byteCount(ofPacketIn: bytes), byteCount <= bytes.count else {
      return false
    }
    let next = bytes.dropFirst(byteCount)
    return next.count < MPEGFrameHeader.byteCount || self.byteCount(ofPacketIn: next) != nil
      || ["TAG", "ID3", "APETAGEX", "LYRICSBEGIN"].contains { next.starts(with: $0.utf8) }
  }
}

extension MPEGFrameHeader {
  /// The size of a frame without audio.
  fileprivate var leastFrameByteCount: Int {
    Self.byteCount + (hasChecksum ? 2 : 0) + sideByteCount
  }
}
