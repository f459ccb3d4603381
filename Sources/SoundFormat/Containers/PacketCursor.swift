/// Where a file lists packet sizes that vary.
indirect enum PacketList: Sendable {
  /// In CAF's packet table chunk.
  case caf(Chunk)
  /// In MPEG-4's sample tables.
  case mpeg4(MPEG4PacketList)
  /// In the headers of MP3's packets.
  case mp3(MP3Framing)
}

/// Finds a sound's packets one after the other.
package struct PacketCursor {
  private enum Sizes {
    case constant(Int)
    case caf(CAFPacketEntries, StreamFormat)
    case mpeg4(MPEG4PacketSizes)
    /// In the packets' headers.
    case adts
    case mp3(MP3Framing)
  }

  private var sizes: Sizes
  private var runs: AudioRuns
  private var packetCount: Int

  /// Begins with a sound's first packet. If packets vary in size and the file doesn't list the sizes, the
  /// cursor finds no packets.
  package init(_ sound: SoundFile) {
    runs = sound.audioRuns
    let areFound =
      sound.packetList != nil || sound.format.bytesPerPacket > 0 || sound.container == .adts
    packetCount = areFound ? sound.packetCount : 0
    switch sound.packetList {
    case nil where sound.container == .adts: sizes = .adts
    case nil: sizes = .constant(sound.format.bytesPerPacket)
    case .caf(let chunk): sizes = .caf(CAFPacketEntries(chunk), sound.format)
    case .mpeg4(let list): sizes = .mpeg4(MPEG4PacketSizes(list))
    case .mp3(let framing): sizes = .mp3(framing)
    }
  }

  /// Returns the next packet's range in the file; nil at the end. An empty packet has an empty range.
  package mutating func next(in source: some ByteSource) throws(SoundFileError) -> Range<Int>? {
    guard packetCount > 0 else { return nil }
    packetCount -= 1
    guard let byteCount = try nextByteCount(in: source), byteCount <= runs.byteCount else {
      throw .malformed("the file has changed since it was opened")
    }
    let packet = runs.prefix(byteCount)
    guard packet.count == byteCount else {
      throw .malformed("a packet is in two places", at: packet.lowerBound)
    }
    runs.removeFirst(byteCount)
    return packet
  }

  private mutating func nextByteCount(in source: some ByteSource) throws(SoundFileError) -> Int? {
    switch sizes {
    case .constant(let byteCount): return byteCount
    case .caf(var entries, let format):
      defer { sizes = .caf(entries, format) }
      return try entries.nextPacket(of: format, in: source)?.byteCount
    case .mpeg4(var list):
      defer { sizes = .mpeg4(list) }
      return try list.next(in: source)
    case .adts:
      let start = runs.prefix(ADTSHeader.byteCount)
      return ADTSHeader(try source.bytes(at: start.lowerBound, count: start.count))?.byteCount
    case .mp3(let framing):
      let header = try source.bytes(
        at: runs.prefix(1).lowerBound, count: MPEGFrameHeader.byteCount)
      return framing.byteCount(ofPacketIn: header[...])
    }
  }
}
