/// A cursor over bytes in memory that can't read past their end.
///
/// The bytes are a slice that keeps its base's indices, so a reader of a part still knows where in
/// the whole file it is.
package struct ByteReader: Sendable {
  private var bytes: ArraySlice<UInt8>
  /// What to add to a slice's index to get an offset in the file.
  private let fileOffset: Int
  private let order: ByteOrder

  /// - Parameter fileOffset: The offset of the first byte in the file; errors report it.
  package init(_ bytes: [UInt8], at fileOffset: Int = 0, order: ByteOrder) {
    self.bytes = bytes[...]
    self.fileOffset = fileOffset
    self.order = order
  }

  /// The next byte's offset in the file.
  package var offset: Int { fileOffset + bytes.startIndex }

  package var remainingByteCount: Int { bytes.count }

  package mutating func read<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type = Value.self
  ) throws(SoundFileError) -> Value {
    let taken = try take(MemoryLayout<Value>.size)
    return unsafe taken.span.bytes.loadInteger(at: 0, as: type, order: order)
  }

  /// Reads a four-character code. Its bytes are in reading order in every container.
  package mutating func readCode() throws(SoundFileError) -> FourCharCode {
    FourCharCode(rawValue: try take(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Reads an IEEE 754 number of 64 bits.
  package mutating func readDouble() throws(SoundFileError) -> Double {
    Double(bitPattern: try read(UInt64.self))
  }

  mutating func readFloat() throws(SoundFileError) -> Float {
    Float(bitPattern: try read(UInt32.self))
  }

  /// Reads bytes unchanged.
  package mutating func readBytes(_ byteCount: Int) throws(SoundFileError) -> ArraySlice<UInt8> {
    try take(byteCount)
  }

  /// Reads UTF-8 text up to the next zero byte, which it skips, or up to the end.
  ///
  /// Bytes that aren't UTF-8 become replacement characters: the text is for people.
  mutating func readTerminatedText() -> String {
    let text = bytes.prefix { $0 != 0 }
    bytes = bytes[text.endIndex...].dropFirst()
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func take(_ count: Int) throws(SoundFileError) -> ArraySlice<UInt8> {
    // Compare, don't add: `offset + count` could overflow on a hostile length.
    guard count >= 0, count <= bytes.count else {
      throw .truncated("\(counted(count, "byte")) expected, \(bytes.count) left", at: offset)
    }
    let taken = bytes.prefix(count)
    bytes = bytes[taken.endIndex...]
    return taken
  }
}

/// Bytes that can be read at any offset: a file, or an array in memory.
///
/// Readers take this rather than an array so that files of any length are read in small parts.
public protocol ByteSource {
  /// How many bytes there are.
  var byteCount: Int { get }

  /// Reads `count` bytes from `offset`, or fewer if the source ends first. May be called on any
  /// thread, but never concurrently.
  ///
  /// - Throws: `SoundFileError` with the code `inputOutput` if reading fails.
  func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8]

  /// Replaces an array's bytes with those that ``bytes(at:count:)`` returns.
  ///
  /// A source that is read in many blocks may reuse the array's memory.
  func read(at offset: Int, count: Int, into bytes: inout [UInt8]) throws(SoundFileError)
}

extension ByteSource {
  public func read(
    at offset: Int, count: Int, into bytes: inout [UInt8]
  ) throws(SoundFileError) {
    bytes = try self.bytes(at: offset, count: count)
  }
}

extension [UInt8]: ByteSource {
  public var byteCount: Int { count }

  public func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    guard offset >= 0, offset < self.count, count > 0 else { return [] }
    return Array(self[offset...].prefix(count))
  }
}

extension Int {
  /// Converts a number that a file states about its codec; the largest `Int32` if it exceeds that.
  ///
  /// No codec has such numbers. Without the limit, damaged files would become other copies where an
  /// `Int` has 32 bits.
  init(clampedTo32Bits number: UInt32) {
    self.init(Int32(clamping: number))
  }

  /// Adds a number that isn't negative; the largest `Int` if the sum exceeds it.
  ///
  /// Files state counts of 32 and 64 bits, and an `Int` may have only 32.
  package func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// Multiplies numbers that aren't negative; the largest `Int` if the product exceeds it.
  package func multipliedClamped(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
