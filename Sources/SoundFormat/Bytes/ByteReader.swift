/// A cursor over bytes in memory. Reading past the end throws an error. Hundreds of places call `read`, `readCode` and
/// `readBytes`, so these functions aren't inlined.
package struct ByteReader: Sendable {
  private let bytes: [UInt8]
  private var position = 0
  private let fileOffset: Int
  private let order: ByteOrder

  /// - Parameter fileOffset: The offset of the first byte in the file. Errors state offsets in the file.
  package init(_ bytes: [UInt8], at fileOffset: Int = 0, order: ByteOrder) {
    self.bytes = bytes
    self.fileOffset = fileOffset
    self.order = order
  }

  /// The next byte's offset in the file.
  package var offset: Int { fileOffset + position }

  package var remainingByteCount: Int { bytes.count - position }

  @inline(never)
  package mutating func read<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type = Value.self
  ) throws(SoundFileError) -> Value {
    let start = try advance(by: MemoryLayout<Value>.size)
    return bytes.withBytes { $0.loadInteger(at: start, as: type, order: order) }
  }

  /// Reads a four-character code. In every container, whatever its byte order, the first character comes first.
  @inline(never)
  package mutating func readCode() throws(SoundFileError) -> FourCharCode {
    FourCharCode(rawValue: try readBytes(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  package mutating func readDouble() throws(SoundFileError) -> Double {
    Double(bitPattern: try read(UInt64.self))
  }

  mutating func readFloat() throws(SoundFileError) -> Float {
    Float(bitPattern: try read(UInt32.self))
  }

  /// Reads UTF-8 text up to the next zero byte, and skips the zero byte. Without a zero byte, reads up to the end.
  ///
  /// The text is only displayed, so bytes that aren't UTF-8 become replacement characters.
  mutating func readTerminatedText() -> String {
    let text = bytes[position...].prefix { $0 != 0 }
    position = min(text.endIndex + 1, bytes.count)
    return String(decoding: text, as: UTF8.self)
  }

  @inline(never)
  package mutating func readBytes(_ count: Int) throws(SoundFileError) -> ArraySlice<UInt8> {
    let start = try advance(by: count)
    return bytes[start..<position]
  }

  /// Skips bytes, and returns the position of the first skipped byte. Throws if fewer than `count` bytes are left.
  private mutating func advance(by count: Int) throws(SoundFileError) -> Int {
    // Don't add `count` to the position: on a hostile length, the sum could overflow.
    guard count >= 0, count <= remainingByteCount else {
      throw .truncated(
        "\(counted(count, "byte")) expected, \(remainingByteCount) left", at: offset)
    }
    defer { position += count }
    return position
  }
}

/// A cursor over bits. The bits after the end are zeros. The highest bit of a byte comes first.
struct BitReader {
  /// The bytes, followed by zeros if there are fewer than eight: a window is loaded from eight bytes.
  private let bytes: [UInt8]
  private let bitCount: Int
  /// How many bits precede the cursor.
  private(set) var position: Int

  init(_ bytes: [UInt8], from offset: Int = 0) {
    bitCount = bytes.count * 8
    position = offset * 8
    let missing = MemoryLayout<UInt64>.size - bytes.count
    self.bytes = missing > 0 ? bytes + Array(repeating: 0, count: missing) : bytes
  }

  var remainingBitCount: Int { bitCount - position }
  /// Whether ``advance(by:)`` has moved the cursor past the end.
  var isPastEnd: Bool { position > bitCount }

  static let windowBitCount = 57

  /// The next ``windowBitCount`` bits or more. The first bit is the most significant.
  var window: UInt64 {
    // If fewer than eight bytes follow the cursor, load the last eight bytes. The shift fills the window with zeros.
    let start = min(position &>> 3, bytes.count &- MemoryLayout<UInt64>.size)
    return bytes.withBytes { $0.loadInteger(at: start, as: UInt64.self, order: .big) }
      << UInt64(truncatingIfNeeded: position &- start &<< 3)
  }

  /// Moves the cursor by up to ``windowBitCount`` bits, even past the end.
  mutating func advance(by count: Int) { position &+= count }

  /// Reads a number of up to 56 bits. The bits after the end are zeros, so the caller must check ``isPastEnd`` later.
  mutating func take(_ count: Int) -> UInt64 {
    defer { advance(by: count) }
    return window >> UInt64(64 - count)
  }

  /// Reads a number of `count` bits; nil if fewer than `count` bits are left. `count` is at most 32.
  mutating func read(_ count: Int) -> UInt32? {
    let value = window
    guard skip(count) else { return nil }
    return count == 0 ? 0 : UInt32(truncatingIfNeeded: value >> UInt64(64 - count))
  }

  mutating func readFlag() -> Bool? { read(1).map { $0 == 1 } }

  /// Skips `count` bits, and returns true. If fewer than `count` bits are left, skips no bit and returns false.
  mutating func skip(_ count: Int) -> Bool {
    guard count <= remainingBitCount else { return false }
    position += count
    return true
  }

  /// Skips the rest of the current byte.
  mutating func align() { position = (position + 7) & ~7 }

  /// Reads a size in bytes, in Apple Lossless or AAC: `bitCount` bits and, if all of these are ones, 8 bits to add.
  mutating func readByteCount(_ bitCount: Int) -> Int? {
    guard let count = read(bitCount) else { return nil }
    return count + 1 < 1 << UInt32(bitCount) ? Int(count) : read(8).map { Int(count + $0) }
  }

  /// Skips a data element of Apple Lossless or AAC after its kind was read. Returns whether the element is complete.
  mutating func skipData() -> Bool {
    guard skip(4), let isAligned = readFlag(), let byteCount = readByteCount(8) else {
      return false
    }
    if isAligned { align() }
    return skip(8 * byteCount)
  }
}

/// Bytes that can be read at any offset: a file, or an array in memory. Readers read small parts, so a file can have
/// any length.
package protocol ByteSource: Sendable {
  /// How many bytes the source has. The number doesn't change.
  var byteCount: Int { get }

  /// Reads `count` bytes from `offset` on, or fewer if the source ends first. Any thread may call this function, but
  /// never two threads at the same time.
  ///
  /// - Throws: `SoundFileError` with the code `inputOutput` if reading fails.
  func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8]

  /// Reads like ``bytes(at:count:)``, but replaces the contents of an array. The array's memory may be reused.
  func read(at offset: Int, count: Int, into bytes: inout [UInt8]) throws(SoundFileError)
}

extension ByteSource {
  /// Returns a reader of `count` bytes from `offset` on, or of fewer if the source ends first.
  func reader(
    at offset: Int, count: Int, order: ByteOrder = .big
  ) throws(SoundFileError) -> ByteReader {
    ByteReader(try bytes(at: offset, count: count), at: offset, order: order)
  }

  /// Returns where the zeros that begin at `offset` end. After 64 MiB of zeros, returns the end of the source.
  func endOfZeros(from offset: Int) throws(SoundFileError) -> Int {
    var offset = offset
    for _ in 0..<1024 {
      let count = try bytes(at: offset, count: 1 << 16).prefix { $0 == 0 }.count
      offset += count
      if count < 1 << 16 { return offset }
    }
    return byteCount
  }

  package func read(
    at offset: Int, count: Int, into bytes: inout [UInt8]
  ) throws(SoundFileError) {
    bytes = try self.bytes(at: offset, count: count)
  }
}

/// A source of any type, or a range of a source. Never returns more bytes than requested, or bytes after the end, even
/// if the wrapped source returns such bytes.
///
/// Readers of files take this type instead of being generic, so that the compiler makes each reader once. Many places
/// call the functions of this type, so the functions aren't inlined. Embedded Swift has no `any ByteSource`.
package struct AnyByteSource: ByteSource {
  package let byteCount: Int
  /// The open file, for a sink that can copy from one file to another; nil if the bytes don't come from a file.
  package let file: (any AnyObject & Sendable)?
  private let reader: @Sendable (Int, Int, inout [UInt8]) throws(SoundFileError) -> Void

  /// - Parameter range: A range of bytes in `source`; nil for the whole source.
  package init(
    _ source: some ByteSource, _ range: Range<Int>? = nil, file: (any AnyObject & Sendable)? = nil
  ) {
    // Limit the size, so that the sum of an offset and a header's size can't overflow.
    let range = range ?? 0..<min(max(0, source.byteCount), .max - 1 << 20)
    byteCount = range.count
    self.file = file
    reader = { offset, count, bytes throws(SoundFileError) in
      try source.read(at: range.lowerBound + offset, count: count, into: &bytes)
    }
  }

  @inline(never)
  package func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(at: offset, count: count, into: &bytes)
    return bytes
  }

  @inline(never)
  package func read(
    at offset: Int, count: Int, into bytes: inout [UInt8]
  ) throws(SoundFileError) {
    guard offset >= 0, offset < byteCount, count > 0 else {
      bytes = []
      return
    }
    let count = min(count, byteCount - offset)
    try reader(offset, count, &bytes)
    if bytes.count > count { bytes.removeLast(bytes.count - count) }
  }
}

extension [UInt8]: ByteSource {
  package var byteCount: Int { count }

  package func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    guard offset >= 0, offset < self.count, count > 0 else { return [] }
    return Array(self[offset...].prefix(count))
  }
}

extension Int {
  /// Converts a codec parameter from a file, clamped to the range of `Int32`.
  ///
  /// No codec has parameters above this range. Because of the limit, a damaged file gives the same numbers on machines
  /// whose `Int` has 32 bits and on machines whose `Int` has 64.
  init(clampedTo32Bits number: UInt32) {
    self.init(Int32(clamping: number))
  }

  /// Adds a nonnegative number; returns the largest `Int` on overflow. Files state counts of up to
  /// 64 bits, and an `Int` may have only 32.
  package func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// Multiplies nonnegative numbers; returns the largest `Int` on overflow.
  func multipliedClamped(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
