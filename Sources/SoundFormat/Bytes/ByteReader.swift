/// A cursor over bytes in memory that can't read past their end.
///
/// The bytes are a slice that keeps its base's indices, so a reader of a part still knows where in
/// the whole file it is.
public struct ByteReader: Sendable {
  private var bytes: ArraySlice<UInt8>
  /// What to add to a slice's index to get an offset in the file.
  private let fileOffset: Int
  private let order: ByteOrder

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to read.
  ///   - fileOffset: The offset of the first byte in the file; errors report it.
  ///   - order: The byte order of every number read.
  public init(_ bytes: [UInt8], at fileOffset: Int = 0, order: ByteOrder) {
    self.bytes = bytes[...]
    self.fileOffset = fileOffset
    self.order = order
  }

  /// The next byte's offset in the file.
  public var offset: Int { fileOffset + bytes.startIndex }

  /// How many bytes are left.
  public var remainingByteCount: Int { bytes.count }

  /// Reads an integer.
  ///
  /// - Throws: `SoundFileError` with the code `truncated` if fewer bytes are left.
  public mutating func read<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type = Value.self
  ) throws(SoundFileError) -> Value {
    let taken = try take(MemoryLayout<Value>.size)
    return unsafe taken.span.bytes.loadInteger(at: 0, as: type, order: order)
  }

  /// Reads a four-character code. Its bytes are in reading order in every container.
  ///
  /// - Throws: `SoundFileError` with the code `truncated` if fewer bytes are left.
  public mutating func readCode() throws(SoundFileError) -> FourCharCode {
    FourCharCode(rawValue: try take(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Reads an IEEE 754 number of 64 bits.
  ///
  /// - Throws: `SoundFileError` with the code `truncated` if fewer bytes are left.
  public mutating func readDouble() throws(SoundFileError) -> Double {
    Double(bitPattern: try read(UInt64.self))
  }

  /// Reads an IEEE 754 number of 32 bits.
  mutating func readFloat() throws(SoundFileError) -> Float {
    Float(bitPattern: try read(UInt32.self))
  }

  /// Reads bytes unchanged.
  ///
  /// - Throws: `SoundFileError` with the code `truncated` if fewer bytes are left.
  public mutating func readBytes(_ byteCount: Int) throws(SoundFileError) -> ArraySlice<UInt8> {
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
