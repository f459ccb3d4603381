/// The header of a page, the unit of an Ogg file. Layout: RFC 3533, section 6.
package struct OggPage: Hashable, Sendable {
  /// Which pages of a stream a page is, as bits.
  package struct Kind: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let first = Kind(rawValue: 2)
    package static let last = Kind(rawValue: 4)
  }

  package let kind: Kind
  /// The number that all pages of a stream have.
  package let serialNumber: UInt32
  /// The page's number in its stream, from 0.
  package let sequenceNumber: UInt32
  package let checksum: UInt32
  /// The length of the whole page.
  package let byteCount: Int

  /// The length of a header without its table of segments.
  static let fixedByteCount = 27
  /// The longest page: 255 segments of 255 bytes.
  package static let largestByteCount = fixedByteCount + 255 + 255 * 255

  private static let capturePattern: [UInt8] = Array("OggS".utf8)
  fileprivate static let serialNumberRange = 14..<18
  fileprivate static let checksumRange = 22..<26

  /// Parses a page's header; nil if there are too few bytes for it.
  ///
  /// - Parameter bytes: They begin with the page.
  /// - Throws: `SoundFileError` if no page begins here.
  package init?(parsing bytes: ArraySlice<UInt8>) throws(SoundFileError) {
    guard bytes.count >= Self.fixedByteCount else { return nil }
    let start = bytes.startIndex
    // The fifth byte is the version of the format.
    guard bytes.starts(with: Self.capturePattern), bytes[start + 4] == 0 else {
      throw SoundFileError(.malformed, "no Ogg page begins here", at: start)
    }
    let segmentCount = Int(bytes[start + 26])
    guard bytes.count >= Self.fixedByteCount + segmentCount else { return nil }
    let segments = bytes[(start + Self.fixedByteCount)...].prefix(segmentCount)
    kind = Kind(rawValue: bytes[start + 5])
    serialNumber = bytes.littleEndian(at: start + Self.serialNumberRange.lowerBound)
    sequenceNumber = bytes.littleEndian(at: start + 18)
    checksum = bytes.littleEndian(at: start + Self.checksumRange.lowerBound)
    byteCount = Self.fixedByteCount + segmentCount + segments.reduce(0) { $0 + Int($1) }
  }
}

extension OggPage {
  /// Returns a page's checksum: a cyclic redundancy check of the whole page, in which the checksum itself
  /// counts as 0. Unlike that of ZIP, it is neither reflected nor inverted.
  ///
  /// - Parameter page: The bytes of the page.
  package static func checksum(of page: some Sequence<UInt8>) -> UInt32 {
    var checksum: UInt32 = 0
    for (index, byte) in page.enumerated() {
      let byte = checksumRange.contains(index) ? 0 : byte
      checksum = checksum << 8 ^ table[Int(UInt8(truncatingIfNeeded: checksum >> 24) ^ byte)]
    }
    return checksum
  }

  /// What each byte contributes. The polynomial is 0x04C11DB7.
  private static let table: [UInt32] = (0..<256).map { byte in
    var remainder = UInt32(byte) << 24
    for _ in 0..<8 { remainder = remainder << 1 ^ (remainder >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    return remainder
  }
}

extension OggPage {
  /// Gives a page another serial number, and the checksum that follows from it.
  ///
  /// - Parameter page: The bytes of the page.
  static func renumber(_ page: inout [UInt8], as serialNumber: UInt32) {
    page.replace(serialNumberRange, by: serialNumber)
    page.replace(checksumRange, by: checksum(of: page))
  }
}

extension ArraySlice<UInt8> {
  fileprivate func littleEndian(at index: Int) -> UInt32 {
    self[index..<index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension [UInt8] {
  fileprivate mutating func replace(_ range: Range<Int>, by value: UInt32) {
    for (shift, index) in range.enumerated() {
      self[index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * shift))
    }
  }
}
