internal import SoundFormat

/// The pages of an Ogg file's first sound. Source: RFC 3533, 6, "The Ogg page format".
struct OggPages {
  /// The offset after the last whole page.
  private(set) var end: Int
  /// Whether the file ends inside a page of the sound.
  private(set) var isCut = false
  /// Whether all pages are there, up to the page that is marked as the last. If checksums are read, each must be right.
  var isWhole: Bool { hasEnded && !hasGap }
  /// What is wrong with the sound according to the pages.
  var warnings: [AlertFinding] {
    let hasEnd = hasEnded || isCut || rest != nil
    // Accept a file without a last page, and add a warning: a live recording may have no last page.
    return [
      isCut ? AlertFinding(.truncated, Self.truncation) : nil,
      hasEnd ? nil : AlertFinding(.unread, "the file may be truncated: it has no last page"),
      hasGap ? AlertFinding(.damaged, "pages are missing, and their sound with them") : nil,
      rest.map { AlertFinding(.unread, $0.description) },
    ].compactMap(\.self)
  }
  static let truncation = "the file is truncated: its end is missing"
  /// A note on what follows the sound; nil if only zeros follow. libsndfile reads only the first sound.
  private(set) var rest: Note?
  private var hasEnded = false
  private var hasGap = false

  private static let blockByteCount = 1 << 17

  /// Reads the pages; nil if no page begins at `start`.
  init?(
    in source: AnyByteSource, from start: Int, readingChecksums: Bool = false
  ) throws(SoundFileError) {
    end = start
    var offset = start
    var block: ArraySlice<UInt8> = []
    var hasData = false
    var serial: ArraySlice<UInt8>?
    var number: UInt32 = 0
    while true {
      if block.count < OggPage.largestByteCount, offset + block.count < source.byteCount {
        block = try source.bytes(at: offset, count: Self.blockByteCount)[...]
      }
      guard let stated = try? OggPage.byteCount(beginning: block) ?? .max else {
        if offset == start { return nil }
        // If the sound hasn't ended, look for the next page, as libogg does.
        guard !hasEnded, !block.isEmpty else { break }
        let skipped = block.dropFirst().prefix { $0 != UInt8(ascii: "O") }.count + 1
        (offset, block) = (offset + skipped, block.dropFirst(skipped))
        continue
      }
      guard stated <= block.count else {
        isCut = !hasEnded && !block.isEmpty
        break
      }
      let page = OggPage(block.prefix(stated))
      if page.isFirst, hasData {
        rest = .joinedFile(at: offset)
        return
      }
      hasData = !page.isFirst
      serial = serial ?? page.serial
      if page.serial == serial {
        hasGap =
          hasGap || page.number != number
          || readingChecksums && page.checksum != OggPage.checksum(of: page.bytes)
        number = page.number &+ 1
        hasEnded = page.isLast
      }
      (offset, block) = (offset + stated, block.dropFirst(stated))
      end = offset
    }
    guard !isCut, try !source.bytes(at: end, count: 1 << 16).allSatisfy({ $0 == 0 }) else { return }
    rest = Note(counted(source.byteCount - end, "byte") + " after the audio: ignored", at: end)
  }
}

/// A page, the unit of an Ogg file. Layout: RFC 3533, 6.
struct OggPage {
  private(set) var bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The size of the largest page, in bytes: a header, 255 lengths of segments, and 255 segments of 255 bytes.
  static let largestByteCount = fixedByteCount + 255 + 255 * 255
  /// The size of a header without the table of segments, in bytes.
  private static let fixedByteCount = 27
  /// The capture pattern, and the version of the format.
  private static let capturePattern: [UInt8] = Array("OggS\0".utf8)
  private static let serialNumberRange = 14..<18
  private static let checksumRange = 22..<26

  var isFirst: Bool { bytes[5] & 2 != 0 }
  var isLast: Bool { bytes[5] & 4 != 0 }
  var serial: ArraySlice<UInt8> { bytes[Self.serialNumberRange] }
  var number: UInt32 { bytes.littleEndian(18..<22) }
  var checksum: UInt32 { bytes.littleEndian(Self.checksumRange) }

  /// Returns the size of a page in bytes, as its header states; nil if the header isn't complete.
  static func byteCount(beginning bytes: ArraySlice<UInt8>) throws(SoundFileError) -> Int? {
    guard capturePattern.starts(with: bytes.prefix(capturePattern.count)) else {
      throw SoundFileError(.malformed, "no Ogg page begins here", at: bytes.startIndex)
    }
    guard bytes.count >= fixedByteCount else { return nil }
    let segments = bytes.dropFirst(fixedByteCount).prefix(Int(bytes[bytes.startIndex + 26]))
    guard segments.count == bytes[bytes.startIndex + 26] else { return nil }
    return segments.reduce(fixedByteCount + segments.count) { $0 + Int($1) }
  }

  /// Sets the page's serial number, and updates its checksum.
  mutating func renumber(as serialNumber: UInt32) {
    bytes.replace(Self.serialNumberRange, by: serialNumber)
    bytes.replace(Self.checksumRange, by: Self.checksum(of: bytes))
  }

  /// Returns a page's checksum: a cyclic redundancy check of the page, with zeros in place of the checksum. Unlike the
  /// checksum in ZIP files, it is neither reflected nor inverted.
  static func checksum(of page: [UInt8]) -> UInt32 {
    var checksum: UInt32 = 0
    for (index, byte) in page.enumerated() {
      let byte = checksumRange.contains(index) ? 0 : byte
      checksum = checksum << 8 ^ table[Int(UInt8(truncatingIfNeeded: checksum >> 24) ^ byte)]
    }
    return checksum
  }

  /// For each byte: its remainder after division by the polynomial 0x04C11DB7.
  private static let table: [UInt32] = (0..<256).map { byte in
    var remainder = UInt32(byte) << 24
    for _ in 0..<8 { remainder = remainder << 1 ^ (remainder >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    return remainder
  }
}

extension [UInt8] {
  fileprivate func littleEndian(_ range: Range<Int>) -> UInt32 {
    self[range].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  fileprivate mutating func replace(_ range: Range<Int>, by value: UInt32) {
    for (shift, index) in range.enumerated() {
      self[index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * shift))
    }
  }
}
