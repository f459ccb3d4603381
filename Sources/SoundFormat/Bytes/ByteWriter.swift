/// Builds a header from numbers in one byte order and from chunks. Fills in the size of each chunk.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []
  private let order: ByteOrder

  init(order: ByteOrder) {
    self.order = order
  }

  mutating func write(_ value: some FixedWidthInteger) {
    append(UInt64(truncatingIfNeeded: value), byteCount: value.bitWidth / 8, order)
  }

  /// Writes a four-character code. In every container, whatever its byte order, the first character comes first.
  mutating func write(_ code: FourCharCode) {
    append(UInt64(code.rawValue), byteCount: 4, .big)
  }

  private mutating func append(_ number: UInt64, byteCount: Int, _ order: ByteOrder) {
    for index in 0..<byteCount {
      let shift = 8 * (order == .big ? byteCount - 1 - index : index)
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Replaces a number that was written before its value was known.
  mutating func overwrite(_ value: some FixedWidthInteger, at offset: Int) {
    var number = ByteWriter(order: order)
    number.write(value)
    bytes.replaceSubrange(offset..<offset + number.bytes.count, with: number.bytes)
  }

  mutating func write(_ value: Double) {
    write(value.bitPattern)
  }

  mutating func write(_ text: some Sequence<UInt8>) {
    bytes.append(contentsOf: text)
  }

  mutating func writeZeros(_ byteCount: Int) {
    bytes.append(contentsOf: repeatElement(0, count: byteCount))
  }

  /// Writes a chunk whose size field is of the type `Size`: 32 bits in AIFF and WAVE, 64 in CAF.
  mutating func writeChunk<Size: FixedWidthInteger>(
    _ identifier: FourCharCode, sizedBy type: Size.Type, _ body: (inout ByteWriter) -> Void
  ) {
    var chunk = ByteWriter(order: order)
    body(&chunk)
    write(identifier)
    write(Size(chunk.bytes.count))
    write(chunk.bytes)
  }

  /// Writes a chunk of AIFF or WAVE. A pad byte, which the size doesn't count, follows an odd-sized body.
  mutating func writePaddedChunk(
    _ identifier: FourCharCode, _ body: (inout ByteWriter) -> Void
  ) {
    writeChunk(identifier, sizedBy: UInt32.self, body)
    writeZeros(bytes.count % 2)
  }

  /// Writes a chunk of zeros, as Apple's tools do, so that the audio begins at a multiple of 4096 bytes.
  /// `followingByteCount` bytes of headers come between this chunk and the audio.
  mutating func writeFiller<Size: FixedWidthInteger>(
    _ identifier: FourCharCode, sizedBy type: Size.Type, before followingByteCount: Int
  ) {
    let pageByteCount = 4096
    let headerByteCount = 4 + MemoryLayout<Size>.size
    let unfilled = bytes.count + headerByteCount + followingByteCount
    let filled = (unfilled + pageByteCount - 1) / pageByteCount * pageByteCount
    writeChunk(identifier, sizedBy: type) { $0.writeZeros(filled - unfilled) }
  }
}
