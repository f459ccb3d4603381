/// The sizes of an MP3's packets. Each packet is a frame of the stream and begins with a header.
struct MP3Framing: Sendable {
  let header: MPEGFrameHeader
  /// If the headers don't state the bit rate: the size of a packet without padding, in bytes. Otherwise 0.
  private var freeByteCount = 0

  /// How many bytes are examined from the beginning of a packet: at most three packets and a header.
  static let lookahead = 3 * MP3Decoder.packetByteLimit + MPEGFrameHeader.byteCount

  /// Finds the framing of a stream whose first packet is at the beginning of the bytes. Nil if no packet is there, or
  /// if the bytes after the packet don't confirm the packet.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let header = MPEGFrameHeader(bytes) else { return nil }
    self.header = header
    guard header.isFreeFormat else {
      guard isPacket(bytes) else { return nil }
      return
    }
    // Try sizes until a second packet follows the first, and then a third packet, a tag or the file's end.
    for size in header.leastFrameByteCount..<MP3Decoder.packetByteLimit {
      guard size < bytes.count else { return nil }
      guard bytes[bytes.startIndex + size] == 0xFF else { continue }
      freeByteCount = size - header.paddingByteCount
      let next = bytes.dropFirst(size)
      if byteCount(ofPacketIn: next) != nil, isPacket(next) { return }
    }
    return nil
  }

  /// Returns the size in bytes of the packet that the bytes begin with; nil if they don't begin with a packet's header.
  func byteCount(ofPacketIn bytes: ArraySlice<UInt8>) -> Int? {
    guard let next = MPEGFrameHeader(bytes), next.isOfSameStream(as: header),
      !next.isFreeFormat || freeByteCount > 0
    else { return nil }
    let byteCount = next.isFreeFormat ? freeByteCount + next.paddingByteCount : next.frameByteCount
    return byteCount < next.leastFrameByteCount ? nil : byteCount
  }

  /// Returns whether the bytes begin with a complete packet, followed by another packet, a tag or the file's end.
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
  /// The size of a frame without audio, in bytes.
  fileprivate var leastFrameByteCount: Int {
    Self.byteCount + (hasChecksum ? 2 : 0) + sideByteCount
  }
}
