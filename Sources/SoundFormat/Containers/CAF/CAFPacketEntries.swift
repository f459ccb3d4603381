/// The entries of CAF's packet table chunk. For each packet, they state what the audio description
/// leaves open: the packet's size in bytes, its frame count, or both in this order.
///
/// Each number has a variable length: seven bits per byte, the most significant first, with the top bit set in all
/// bytes but the last. Source: CAF specification, "Packet Table Chunk".
struct CAFPacketEntries {
  private var offset: Int
  private let end: Int
  /// The bytes that have been read ahead.
  private var block: ArraySlice<UInt8> = []

  /// The size of the header before the entries, in bytes.
  private static let headerByteCount = 24
  private static let blockByteCount = 1 << 16
  /// The limit on a table, in bytes. Longer tables are truncated. A day of AAC takes 7 MB.
  private static let byteCountLimit = 1 << 23
  /// The limit on a number, in bytes. Five bytes hold 35 bits, more than any size or frame count of a packet needs.
  private static let longestEntry = 5

  init(_ chunk: Chunk) {
    offset = chunk.bodyOffset + Self.headerByteCount
    end = chunk.bodyOffset + min(chunk.byteCount, Self.byteCountLimit)
  }

  /// Reads the next number; nil at the end or if the number is too long.
  private mutating func next(in source: AnyByteSource) throws(SoundFileError) -> Int? {
    var value: UInt64 = 0
    for _ in 0..<Self.longestEntry {
      guard let byte = try nextByte(in: source) else { return nil }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { return Int(clamping: value) }
    }
    return nil
  }

  private mutating func nextByte(in source: AnyByteSource) throws(SoundFileError) -> UInt8? {
    if block.isEmpty, offset < end {
      block = try source.bytes(at: offset, count: min(Self.blockByteCount, end - offset))[...]
      offset += block.count
    }
    return block.popFirst()
  }

  /// Returns the next packet's size and frame count; nil at the table's end. The table omits what the format states.
  mutating func nextPacket(
    of format: StreamFormat, in source: AnyByteSource
  ) throws(SoundFileError) -> (byteCount: Int, frameCount: Int)? {
    let byteCount = format.bytesPerPacket == 0 ? try next(in: source) : format.bytesPerPacket
    let frameCount = format.framesPerPacket == 0 ? try next(in: source) : format.framesPerPacket
    guard let byteCount, let frameCount else { return nil }
    return (byteCount, frameCount)
  }
}
