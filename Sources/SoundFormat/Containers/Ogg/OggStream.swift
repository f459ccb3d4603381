/// Ogg files with one stream that has a fixed serial number.
///
/// Encoders choose the serial number at random, so that streams can be multiplexed. Without that, the same
/// sound would become another file each time. The number also tells these files from those of other programs.
package enum OggStream {
  /// The serial number of the files that this library writes: `aSnd`.
  package static let serialNumber: UInt32 = 0x646E_5361

  /// Whether a file consists of one stream with this serial number: its pages are complete and in order, and
  /// their checksums are right.
  ///
  /// - Throws: `SoundFileError` with the code `inputOutput` if reading fails.
  package static func isAsWritten(in source: some ByteSource) throws(SoundFileError) -> Bool {
    var offset = 0
    var number: UInt32 = 0
    while offset < source.byteCount {
      let bytes = try source.bytes(at: offset, count: OggPage.largestByteCount)
      guard let page = page(beginning: bytes), page.serialNumber == serialNumber,
        page.sequenceNumber == number, page.kind.contains(.first) == (number == 0),
        page.checksum == OggPage.checksum(of: bytes.prefix(page.byteCount))
      else { return false }
      offset += page.byteCount
      if page.kind.contains(.last) { return offset == source.byteCount }
      number += 1
    }
    return false
  }

  /// The page that bytes begin with; nil if there isn't a whole one.
  private static func page(beginning bytes: [UInt8]) -> OggPage? {
    guard let page = try? OggPage(parsing: bytes[...]), page.byteCount <= bytes.count else {
      return nil
    }
    return page
  }
}

/// Gives the pages of a stream that is being written the fixed serial number.
package struct OggRenumbering: Sendable {
  /// The beginning of a page that isn't complete yet.
  private var pending: [UInt8] = []

  /// Creates one at the beginning of a file.
  package init() {}

  /// Whether the last page is complete.
  package var isComplete: Bool { pending.isEmpty }

  /// Takes the next bytes, and returns the pages that they complete.
  ///
  /// - Throws: `SoundFileError` if these aren't pages.
  package mutating func append(_ bytes: some Sequence<UInt8>) throws(SoundFileError) -> [UInt8] {
    pending += bytes
    var complete: [UInt8] = []
    var rest = pending[...]
    while let page = try OggPage(parsing: rest), page.byteCount <= rest.count {
      var bytes = Array(rest.prefix(page.byteCount))
      OggPage.renumber(&bytes, as: OggStream.serialNumber)
      complete += bytes
      rest = rest.dropFirst(page.byteCount)
    }
    pending = Array(rest)
    return complete
  }
}
