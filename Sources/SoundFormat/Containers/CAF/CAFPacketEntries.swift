/// The entries of CAF's packet table chunk. For each packet, they state its size in bytes, its
/// frame count or both in this order: whatever the audio description leaves open.
///
/// Each is a variable-length number: seven bits per byte, the highest first, with the top bit set
/// in all bytes but the last. Source: CAF specification, "Packet Table Chunk".
struct CAFPacketEntries<Source: ByteSource> {
  private let source: Source
  private var offset: Int
  private let end: Int
  /// A part of the chunk, read ahead.
  private var block: ArraySlice<UInt8> = []

  /// The size of the header before the entries.
  private static var headerByteCount: Int { 24 }
  private static var blockByteCount: Int { 1 << 16 }
  /// Longer tables are not read to their end; a day of AAC has 7 MB.
  private static var byteCountLimit: Int { 1 << 23 }
  /// Five bytes hold 35 bits, more than any size or length a codec has.
  private static var longestEntry: Int { 5 }

  init(_ chunk: Chunk, in source: Source) {
    self.source = source
    offset = chunk.bodyOffset + Self.headerByteCount
    end = chunk.bodyOffset + min(chunk.byteCount, Self.byteCountLimit)
  }

  /// Reads the next number; nil at the end or if the number is too long.
  mutating func next() throws(SoundFileError) -> Int? {
    var value: UInt64 = 0
    for _ in 0..<Self.longestEntry {
      guard let byte = try nextByte() else { return nil }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { return Int(clamping: value) }
    }
    return nil
  }

  private mutating func nextByte() throws(SoundFileError) -> UInt8? {
    if block.isEmpty, offset < end {
      block = try source.bytes(at: offset, count: min(Self.blockByteCount, end - offset))[...]
      offset += block.count
    }
    return block.popFirst()
  }
}

extension PacketSizes {
  /// The result of adding up a packet table.
  struct Sum {
    var sizes = PacketSizes()
    /// Whether the audio ended before the table did.
    var exceedsAudio = false
  }

  /// Adds up the packets that a table lists and the audio has room for.
  ///
  /// - Parameters:
  ///   - claimedCount: How many packets the table's header says there are.
  ///   - audioByteCount: How many bytes of audio are present.
  static func sum(
    _ entries: CAFPacketEntries<some ByteSource>, count claimedCount: Int64,
    of format: StreamFormat,
    audioByteCount: Int
  ) throws(SoundFileError) -> Sum {
    var entries = entries
    var sum = Sum()
    while sum.sizes.packetCount < claimedCount {
      let statedSize = format.bytesPerPacket == 0 ? try entries.next() : format.bytesPerPacket
      let statedFrames = format.framesPerPacket == 0 ? try entries.next() : format.framesPerPacket
      guard let size = statedSize, let frameCount = statedFrames else { break }
      guard size <= audioByteCount - sum.sizes.byteCount else {
        sum.exceedsAudio = true
        break
      }
      sum.sizes.append(byteCount: size, frameCount: frameCount)
    }
    return sum
  }
}
