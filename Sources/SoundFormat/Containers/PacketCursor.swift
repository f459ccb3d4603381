/// How a file states the sizes of packets that vary in size.
enum PacketList: Sendable {
  /// In CAF's packet table or MPEG-4's sample tables. The sizes are in bytes.
  case table([UInt32])
  /// In the headers of ADTS frames.
  case adts
  /// In the headers of MP3's packets.
  case mp3(MP3Framing)
}

/// Finds a sound's packets one after the other.
package struct PacketCursor {
  private let list: PacketList?
  /// How many bytes a packet has if there is no list.
  private let bytesPerPacket: Int
  private var runs: AudioRuns
  /// The numbers, from 0, of the packets that haven't been found yet.
  private var rest: Range<Int>

  /// Begins with a sound's first packet. If packets vary in size and the file doesn't list the sizes, the cursor finds
  /// no packets.
  package init(_ sound: SoundFile) {
    list = sound.packetList
    bytesPerPacket = sound.format.bytesPerPacket
    runs = sound.audioRuns
    rest = 0..<(list != nil || bytesPerPacket > 0 ? sound.packetCount : 0)
  }

  /// Returns the next packet's range in the file; nil at the end. An empty packet has an empty range.
  package mutating func next(in source: AnyByteSource) throws(SoundFileError) -> Range<Int>? {
    guard let number = rest.popFirst() else { return nil }
    guard let byteCount = try byteCount(ofPacket: number, in: source), byteCount <= runs.byteCount
    else {
      throw .malformed("the file has changed since it was opened")
    }
    let packet = runs.prefix(byteCount)
    guard packet.count == byteCount else {
      throw .malformed("a packet is in two places", at: packet.lowerBound)
    }
    runs.removeFirst(byteCount)
    return packet
  }

  private func byteCount(
    ofPacket number: Int, in source: AnyByteSource
  ) throws(SoundFileError) -> Int? {
    switch list {
    case nil: return bytesPerPacket
    case .table(let sizes): return number < sizes.count ? Int(clampedTo32Bits: sizes[number]) : nil
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
