/// Where an MPEG-4 file lists the sizes of its packets. The standard calls packets *samples*.
struct MPEG4PacketList: Sendable {
  /// A table of sizes, or a number of packets with the same size.
  struct Section: Sendable {
    var packetCount: Int
    /// The size of each packet in bytes; nil if the table states the sizes.
    var bytesPerPacket: Int?
    /// The range of the table's entries, in bytes from the file's start.
    var entries: Range<Int> = 0..<0
    var bytesPerEntry = 4
    /// The size's offset in an entry.
    var sizeOffset = 0
    /// How many bits a size has: 4, 8, 16 or 32. With 4, each entry is a byte with two sizes.
    var bitsPerSize = 32
  }

  var sections: [Section] = []
}

extension MPEG4PacketList {
  /// Reads the table in a track's `stsz` or `stz2` box.
  ///
  /// Source: ISO/IEC 14496-12, "Sample Size Boxes".
  init(_ box: MPEG4Box, in source: some ByteSource) throws(SoundFileError) {
    let headerByteCount = 12
    var reader = try box.reader(in: source, byteLimit: headerByteCount)
    _ = try reader.read(UInt32.self)
    let size = try reader.read(UInt32.self)
    let count = Int(clampedTo32Bits: try reader.read(UInt32.self))
    let entries = box.body.dropFirst(headerByteCount)
    if box.type == "stsz", size > 0 {
      sections = [Section(packetCount: count, bytesPerPacket: Int(clampedTo32Bits: size))]
      return
    }
    let bitsPerSize = box.type == "stsz" ? 32 : Int(size & 0xFF)
    guard [4, 8, 16, 32].contains(bitsPerSize) else {
      throw .malformed("packet sizes of \(bitsPerSize) bits", at: box.body.lowerBound + 4)
    }
    let presentCount =
      bitsPerSize == 4
      ? entries.count.multipliedClamped(by: 2) : entries.count / (bitsPerSize / 8)
    sections = [
      Section(
        packetCount: min(count, presentCount), entries: entries,
        bytesPerEntry: max(1, bitsPerSize / 8), bitsPerSize: bitsPerSize)
    ]
  }

  /// The size of each packet in bytes; nil if packets vary in size or there are several sections.
  var bytesPerPacket: Int? { sections.count == 1 ? sections[0].bytesPerPacket : nil }

  var packetCount: Int { sections.reduce(0) { $0.addingClamped($1.packetCount) } }
}

/// Reads the sizes of an MPEG-4 file's packets one after the other.
struct MPEG4PacketSizes {
  private var sections: ArraySlice<MPEG4PacketList.Section>
  private var section: MPEG4PacketList.Section
  private var table: MPEG4Table
  /// Whether the next size is the second in the current entry.
  private var isInEntry = false

  init(_ list: MPEG4PacketList) {
    sections = list.sections[...]
    section = MPEG4PacketList.Section(packetCount: 0)
    table = MPEG4Table(0..<0, bytesPerEntry: 4, count: 0)
  }

  /// Returns the next packet's size in bytes; nil at the end.
  mutating func next(in source: some ByteSource) throws(SoundFileError) -> Int? {
    while section.packetCount == 0 {
      guard let next = sections.popFirst() else { return nil }
      section = next
      table = MPEG4Table(
        next.entries, bytesPerEntry: next.bytesPerEntry, count: .max)
      isInEntry = false
    }
    section.packetCount -= 1
    if let bytesPerPacket = section.bytesPerPacket { return bytesPerPacket }
    if isInEntry {
      isInEntry = false
      return Int(table.number(at: 0, as: UInt8.self) & 0xF)
    }
    guard try table.advance(in: source) else {
      section.packetCount = 0
      return try next(in: source)
    }
    switch section.bitsPerSize {
    case 4:
      isInEntry = true
      return Int(table.number(at: 0, as: UInt8.self) >> 4)
    case 8: return Int(table.number(at: section.sizeOffset, as: UInt8.self))
    case 16: return Int(table.number(at: section.sizeOffset, as: UInt16.self))
    default: return Int(clampedTo32Bits: table.number(at: section.sizeOffset))
    }
  }
}

/// Reads a table of equally long entries, block by block. The table can have any length.
struct MPEG4Table {
  /// The range of the entries that are present, in bytes from the file's start.
  private var rest: Range<Int>
  private let bytesPerEntry: Int
  private var block: [UInt8] = []
  private var index = 0

  private static let blockByteCount = 1 << 15

  /// How many entries are present. The file may state more.
  let count: Int

  init(_ entries: Range<Int>, bytesPerEntry: Int, count: UInt32) {
    self.bytesPerEntry = bytesPerEntry
    self.count = min(entries.count / bytesPerEntry, Int(clamping: count))
    rest = entries.prefix(self.count * bytesPerEntry)
  }

  /// Begins the table in a box that consists of a version, flags, a count and the entries.
  init(
    of box: MPEG4Box, in source: some ByteSource, bytesPerEntry: Int
  ) throws(SoundFileError) {
    var reader = try box.reader(in: source, byteLimit: Self.headerByteCount)
    _ = try reader.read(UInt32.self)
    let count = try reader.read(UInt32.self)
    self.init(
      box.body.dropFirst(Self.headerByteCount), bytesPerEntry: bytesPerEntry, count: count)
  }

  /// The version, the flags and the count.
  static let headerByteCount = 8

  /// Advances to the next entry; returns false at the end.
  mutating func advance(in source: some ByteSource) throws(SoundFileError) -> Bool {
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
