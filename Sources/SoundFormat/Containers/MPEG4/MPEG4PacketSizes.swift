/// The sizes of a track's packets, in the track's `stsz` or `stz2` box. The standard calls packets *samples*.
///
/// Source: ISO/IEC 14496-12, "Sample Size Boxes".
struct MPEG4PacketSizes {
  let packetCount: Int
  /// The size of each packet in bytes; nil if packets vary in size.
  private(set) var bytesPerPacket: Int?
  /// How many bits a size has: 4, 8, 16 or 32. If a size has 4 bits, each entry is a byte with two sizes.
  private let bitsPerSize: Int
  private var table: MPEG4Table
  /// Whether the next size is the second in the current entry.
  private var isInEntry = false

  init(_ box: MPEG4Box, in source: AnyByteSource) throws(SoundFileError) {
    let headerByteCount = 12
    var reader = try box.reader(in: source, byteLimit: headerByteCount)
    _ = try reader.read(UInt32.self)
    let size = try reader.read(UInt32.self)
    let count = try reader.read(UInt32.self)
    bitsPerSize = box.type == "stsz" ? 32 : Int(size & 0xFF)
    guard [4, 8, 16, 32].contains(bitsPerSize) else {
      throw .malformed("packet sizes of \(bitsPerSize) bits", at: box.body.lowerBound + 4)
    }
    table = MPEG4Table(
      box.body.dropFirst(headerByteCount), bytesPerEntry: max(1, bitsPerSize / 8), count: .max)
    if box.type == "stsz", size > 0 {
      bytesPerPacket = Int(clampedTo32Bits: size)
      packetCount = Int(clampedTo32Bits: count)
    } else {
      let presentCount = bitsPerSize == 4 ? table.count.multipliedClamped(by: 2) : table.count
      packetCount = min(Int(clampedTo32Bits: count), presentCount)
    }
  }

  /// Reads the next size in the table; nil at the table's end.
  mutating func next(in source: AnyByteSource) throws(SoundFileError) -> UInt32? {
    if isInEntry {
      isInEntry = false
      return UInt32(table.number(at: 0, as: UInt8.self) & 0xF)
    }
    guard try table.advance(in: source) else { return nil }
    switch bitsPerSize {
    case 4:
      isInEntry = true
      return UInt32(table.number(at: 0, as: UInt8.self) >> 4)
    case 8: return UInt32(table.number(at: 0, as: UInt8.self))
    case 16: return UInt32(table.number(at: 0, as: UInt16.self))
    default: return table.number(at: 0)
    }
  }
}

/// Reads a table of equally long entries, block by block. The table can have any length.
struct MPEG4Table {
  /// The range of the entries that haven't been read yet, in bytes from the file's start.
  private var rest: Range<Int>
  private let bytesPerEntry: Int
  private var block: [UInt8] = []
  private var index = 0

  private static let blockByteCount = 1 << 15

  /// How many entries are present. The file may state a larger number.
  let count: Int

  init(_ entries: Range<Int>, bytesPerEntry: Int, count: UInt32) {
    self.bytesPerEntry = bytesPerEntry
    self.count = min(entries.count / bytesPerEntry, Int(clamping: count))
    rest = entries.prefix(self.count * bytesPerEntry)
  }

  /// Begins the table in a box that consists of a version, flags, a count and the entries.
  init(
    of box: MPEG4Box, in source: AnyByteSource, bytesPerEntry: Int
  ) throws(SoundFileError) {
    var reader = try box.reader(in: source, byteLimit: Self.headerByteCount)
    _ = try reader.read(UInt32.self)
    let count = try reader.read(UInt32.self)
    self.init(
      box.body.dropFirst(Self.headerByteCount), bytesPerEntry: bytesPerEntry, count: count)
  }

  /// How many bytes the version, the flags and the count have.
  static let headerByteCount = 8

  /// Advances to the next entry. Returns whether the table has a next entry.
  mutating func advance(in source: AnyByteSource) throws(SoundFileError) -> Bool {
    index += bytesPerEntry
    if index + bytesPerEntry <= block.count { return true }
    let byteCount = max(1, Self.blockByteCount / bytesPerEntry) * bytesPerEntry
    let next = rest.prefix(byteCount)
    rest = rest.dropFirst(next.count)
    index = 0
    block = next.isEmpty ? [] : try source.bytes(at: next.lowerBound, count: next.count)
    guard block.count == next.count else { throw .changed }
    return !next.isEmpty
  }

  /// Returns a number in the current entry.
  func number<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Value.Type = Value.self
  ) -> Value {
    block.withBytes { $0.loadInteger(at: index + offset, as: type, order: .big) }
  }
}

extension SoundFileError {
  /// The error if the file has become shorter since its headers were read.
  fileprivate static let changed = SoundFileError(
    .truncated, "the file shrank while it was being read")
}
