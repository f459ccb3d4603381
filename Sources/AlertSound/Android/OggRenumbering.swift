internal import SoundFormat

/// Sets a fixed serial number in the pages of an Ogg file while it is being written.
///
/// Encoders choose the number at random, so that streams can be multiplexed. Without a fixed number, converting the
/// same sound again would give a different file.
struct OggRenumbering: Sendable {
  /// The serial number of the files that this library writes: `aSnd`.
  private static let serialNumber: UInt32 = 0x646E_5361

  /// The beginning of a page that isn't complete yet.
  private var pending: [UInt8] = []

  var isComplete: Bool { pending.isEmpty }

  /// Takes the next bytes and returns the pages that they complete.
  mutating func append(_ bytes: some Sequence<UInt8>) throws(SoundFileError) -> [UInt8] {
    pending += bytes
    var complete: [UInt8] = []
    var rest = pending[...]
    while let byteCount = try OggPage.byteCount(beginning: rest), byteCount <= rest.count {
      var page = Array(rest.prefix(byteCount))
      OggPage.renumber(&page, as: Self.serialNumber)
      complete += page
      rest = rest.dropFirst(byteCount)
    }
    pending = Array(rest)
    return complete
  }
}

/// A page, the unit of an Ogg file. Layout: RFC 3533, section 6.
enum OggPage {
  /// The length of a header without its table of segments.
  private static let fixedByteCount = 27
  private static let capturePattern: [UInt8] = Array("OggS".utf8)
  private static let serialNumberRange = 14..<18
  private static let checksumRange = 22..<26

  /// Reads a page's length from its header; nil if the header isn't complete.
  static func byteCount(beginning bytes: ArraySlice<UInt8>) throws(SoundFileError) -> Int? {
    guard bytes.count >= fixedByteCount else { return nil }
    let start = bytes.startIndex
    // Check the fifth byte too: it is the version of the format.
    guard bytes.starts(with: capturePattern), bytes[start + 4] == 0 else {
      throw SoundFileError(.malformed, "no Ogg page begins here", at: start)
    }
    let segmentCount = Int(bytes[start + 26])
    guard bytes.count >= fixedByteCount + segmentCount else { return nil }
    let segments = bytes[(start + fixedByteCount)...].prefix(segmentCount)
    return fixedByteCount + segmentCount + segments.reduce(0) { $0 + Int($1) }
  }

  /// Sets a page's serial number, and updates its checksum.
  static func renumber(_ page: inout [UInt8], as serialNumber: UInt32) {
    page.replace(serialNumberRange, by: serialNumber)
    page.replace(checksumRange, by: checksum(of: page))
  }

  /// Returns a page's checksum: a cyclic redundancy check of the page, with zeros in place of the checksum. Unlike
  /// ZIP's, it is neither reflected nor inverted.
  private static func checksum(of page: [UInt8]) -> UInt32 {
    var checksum: UInt32 = 0
    for (index, byte) in page.enumerated() {
      let byte = checksumRange.contains(index) ? 0 : byte
      checksum = checksum << 8 ^ table[Int(UInt8(truncatingIfNeeded: checksum >> 24) ^ byte)]
    }
    return checksum
  }

  /// The remainder of each byte. The polynomial is 0x04C11DB7.
  private static let table: [UInt32] = (0..<256).map { byte in
    var remainder = UInt32(byte) << 24
    for _ in 0..<8 { remainder = remainder << 1 ^ (remainder >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    return remainder
  }
}

extension [UInt8] {
  fileprivate mutating func replace(_ range: Range<Int>, by value: UInt32) {
    for (shift, index) in range.enumerated() {
      self[index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * shift))
    }
  }
}
