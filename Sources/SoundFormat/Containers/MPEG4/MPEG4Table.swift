/// Reads a table of equally long entries, in parts, however long it is.
struct MPEG4Table {
  /// The range of the entries that are present, in bytes from the file's start.
  private var rest: Range<Int>
  private let bytesPerEntry: Int
  private var block: [UInt8] = []
  private var index = 0

  private static let blockByteCount = 1 << 15

  /// How many entries are present. The file may state more.
  let count: Int

  /// Begins to read a table.
  ///
  /// - Parameters:
  ///   - entries: The range of all entries, in bytes from the file's start.
  ///   - bytesPerEntry: How long each is.
  ///   - count: How many there are according to the file.
  init(_ entries: Range<Int>, bytesPerEntry: Int, count: UInt32) {
    self.bytesPerEntry = bytesPerEntry
    self.count = min(entries.count / bytesPerEntry, Int(clamping: count))
    rest = entries.prefix(self.count * bytesPerEntry)
  }

  /// Begins to read the table that a box consists of: a version, flags, a count and the entries.
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

  /// Returns a number of the entry that ``advance(in:)`` has found.
  ///
  /// - Parameter offset: Where in the entry the number is, in bytes.
  func number<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Value.Type = Value.self
  ) -> Value {
    block.withBytes { $0.loadInteger(at: index + offset, as: type, order: .big) }
  }
}

extension SoundFileError {
  /// The file has become shorter since its headers were read.
  fileprivate static let changed = SoundFileError(
    .truncated, "the file shrank while it was being read")
}
