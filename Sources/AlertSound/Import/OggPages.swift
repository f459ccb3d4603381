internal import SoundFormat

/// The pages of Ogg files. Source: RFC 3533, 6, "The Ogg page format".
enum OggPages {
  private static let headerByteCount = 27
  /// A header, and the lengths of at most 255 segments.
  private static let lookahead = headerByteCount + 255
  private static let blockByteCount = 1 << 16

  /// Returns a note on a sound that follows the first one's data; nil if there is none, or if no page is at `start`. libsndfile
  /// reads only the first one.
  static func ignoredSound(
    in source: some ByteSource, from start: Int
  ) throws(SoundFileError) -> Note? {
    var offset = start
    var block: ArraySlice<UInt8> = []
    var hasData = false
    while true {
      if block.count < lookahead, offset + block.count < source.byteCount {
        block = try source.bytes(at: offset, count: blockByteCount)[...]
      }
      let page = Array(block.prefix(lookahead))
      guard page.starts(with: "OggS".utf8), page.count >= headerByteCount else { return nil }
      let isBeginning = page[5] & 2 != 0
      if isBeginning, hasData { return .joinedFile(at: offset) }
      hasData = !isBeginning
      let segments = page.dropFirst(headerByteCount).prefix(Int(page[26]))
      let byteCount = segments.reduce(headerByteCount + segments.count) { $0 + Int($1) }
      offset += byteCount
      block = block.dropFirst(byteCount)
    }
  }
}
