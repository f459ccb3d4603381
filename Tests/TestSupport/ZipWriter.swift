/// Writes valid and invalid zip archives.
///
/// Source: APPNOTE.TXT 6.3.10.
public struct ZipWriter {
  /// A file, a folder or a link. Change a property to make the archive invalid.
  public struct Entry: Sendable {
    public var name: [UInt8]
    /// The file's bytes as the archive stores them.
    public var stored: [UInt8]
    /// The file's stated length.
    public var byteCount: Int
    public var crc32: UInt32
    public var method: UInt16 = 0
    public var flags: UInt16 = 0
    /// The Unix mode.
    public var mode: UInt32 = 0o100644
    /// The name in the local header. Nil repeats `name`.
    public var localName: [UInt8]?
    /// The local header's stated offset. Nil states the true offset.
    public var headerOffset: Int?
    public var localExtra: [UInt8] = []

    public init(_ name: String, _ contents: [UInt8]) {
      self.name = Array(name.utf8)
      stored = contents
      byteCount = contents.count
      crc32 = CRC32.checksum(of: contents)
    }

    public init(deflating contents: [UInt8], as name: String) {
      self.init(name, contents)
      stored = Deflate.stored(contents)
      method = 8
    }

    public init(_ name: String, linkTo target: String) {
      self.init(name, Array(target.utf8))
      mode = 0o120777
    }
  }

  public var entries: [Entry]
  public var comment: [UInt8] = []
  /// Whether sizes and offsets have 64 bits.
  public var usesLongNumbers = false

  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  public var bytes: [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = entry.headerOffset ?? file.count
      let localName = entry.localName ?? entry.name
      file += little(0x0403_4B50, 4) + little(20, 2) + little(Int(entry.flags), 2)
      file += little(Int(entry.method), 2) + little(0, 4) + sizes(of: entry)
      file += little(localName.count, 2) + little(entry.localExtra.count, 2)
      file += localName + entry.localExtra + entry.stored
      directory += directoryEntry(entry, at: offset)
    }
    let start = file.count
    file += directory
    if usesLongNumbers {
      let end = file.count
      file += little(0x0606_4B50, 4) + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8)
      file += little(entries.count, 8) + little(entries.count, 8)
      file += little(directory.count, 8) + little(start, 8)
      file += little(0x0706_4B50, 4) + little(0, 4) + little(end, 8) + little(1, 4)
    }
    file += little(0x0605_4B50, 4) + little(0, 4) + little(entries.count, 2)
    file += little(entries.count, 2) + little(usesLongNumbers ? 0xFFFF_FFFF : directory.count, 4)
    file += little(usesLongNumbers ? 0xFFFF_FFFF : start, 4)
    return file + little(comment.count, 2) + comment
  }

  private func sizes(of entry: Entry) -> [UInt8] {
    little(Int(entry.crc32), 4) + little(entry.stored.count, 4) + little(entry.byteCount, 4)
  }

  private func directoryEntry(_ entry: Entry, at offset: Int) -> [UInt8] {
    let numbers = [entry.byteCount, entry.stored.count, offset]
    let extra = little(1, 2) + little(24, 2) + numbers.flatMap { little($0, 8) }
    var bytes = little(0x0201_4B50, 4) + [20, 3] + little(20, 2) + little(Int(entry.flags), 2)
    bytes += little(Int(entry.method), 2) + little(0, 4) + little(Int(entry.crc32), 4)
    for index in [1, 0] { bytes += little(usesLongNumbers ? 0xFFFF_FFFF : numbers[index], 4) }
    bytes += little(entry.name.count, 2) + little(usesLongNumbers ? extra.count : 0, 2)
    bytes += little(0, 6) + little(Int(entry.mode) << 16, 4)
    bytes += little(usesLongNumbers ? 0xFFFF_FFFF : offset, 4)
    return bytes + entry.name + (usesLongNumbers ? extra : [])
  }

  private func little(_ value: Int, _ byteCount: Int) -> [UInt8] {
    value.little(byteCount: byteCount)
  }
}

/// The checksum of zip archives, computed bit by bit.
public enum CRC32 {
  public static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}

/// Makes deflated data without searching for repeated bytes. Source: RFC 1951.
public enum Deflate {
  /// Returns the bytes in stored blocks, which aren't compressed (3.2.4).
  public static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
      result += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
    } while !rest.isEmpty
    return result
  }

  /// A zero and then runs of 258 zeros. Each run takes 13 bits (3.2.6, fixed codes).
  public static func zeros(runCount: Int) -> (deflated: [UInt8], byteCount: Int) {
    var bits: [UInt8] = [1, 1, 0]  // The last block, with fixed codes.
    bits += [0, 0, 1, 1, 0, 0, 0, 0]  // the byte 0
    for _ in 0..<runCount {
      bits += [1, 1, 0, 0, 0, 1, 0, 1]  // length 258
      bits += [0, 0, 0, 0, 0]  // distance 1
    }
    bits += [0, 0, 0, 0, 0, 0, 0]  // the end
    let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start...].prefix(8).enumerated().reduce(UInt8(0)) { $0 | $1.element << $1.offset }
    }
    return (bytes, 1 + 258 * runCount)
  }
}
