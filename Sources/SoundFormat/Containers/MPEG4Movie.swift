/// The codec and duration of an MPEG-4 file, from the `moov` box that describes its tracks.
///
/// Source: ISO/IEC 14496-12, "Movie Header Box", "Movie Extends Header Box", "Sample Description
/// Box".
struct MPEG4Movie {
  /// The codec of the first track, if known.
  private(set) var codec: FourCharCode?
  /// The duration of the longest track in seconds, if the header states it.
  private(set) var duration: Double?

  /// Parses a `moov` box, whose end may be missing.
  init(_ box: [UInt8]) {
    codec = Self.codec(in: box)
    var movie = ByteReader(box, order: .big)
    guard let (_, content) = Self.nextBox(&movie, mayBeCutShort: true) else { return }
    var boxes = content
    var (timescale, unitCount): (UInt32, UInt64?) = (0, nil)
    while let (type, body) = Self.nextBox(&boxes) {
      switch type {
      case "mvhd": (timescale, unitCount) = Self.movieHeader(body) ?? (0, nil)
      // The movie header of a fragmented file doesn't count the fragments.
      case "mvex" where unitCount == nil: unitCount = Self.fragmentDuration(body)
      default: continue
      }
    }
    if let unitCount, timescale > 0 { duration = Double(unitCount) / Double(timescale) }
  }

  /// Returns the code of the first entry in the first sample description.
  private static func codec(in movie: [UInt8]) -> FourCharCode? {
    let type = Array("stsd".utf8)
    for start in movie.indices.dropLast(20) where Array(movie[start..<start + 4]) == type {
      // Skip the type, the version and flags, the entry count and the first entry's size.
      let code = movie[start + 16..<start + 20].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return FourCharCode(rawValue: code)
    }
    return nil
  }

  /// Reads the next box; nil if there is none or it is incomplete.
  private static func nextBox(
    _ reader: inout ByteReader, mayBeCutShort: Bool = false
  ) -> (type: FourCharCode, ByteReader)? {
    guard let short = try? reader.read(UInt32.self), let type = try? reader.readCode()
    else { return nil }
    var bodyByteCount = reader.remainingByteCount
    if short == 1 {
      guard let long = try? reader.read(UInt64.self), long >= 16 else { return nil }
      bodyByteCount = Int(clamping: long - 16)
    } else if short != 0 {
      guard short >= 8 else { return nil }
      bodyByteCount = Int(clamping: short - 8)
    }
    if mayBeCutShort { bodyByteCount = min(bodyByteCount, reader.remainingByteCount) }
    guard let body = try? reader.readBytes(bodyByteCount) else { return nil }
    return (type, ByteReader(Array(body), order: .big))
  }

  /// Reads the number of time units per second, and the movie's duration in units if known.
  private static func movieHeader(_ body: ByteReader) -> (timescale: UInt32, unitCount: UInt64?)? {
    var body = body
    guard let isLong = longFields(&body),
      // Skip the creation and modification times.
      (try? body.readBytes(isLong ? 16 : 8)) != nil, let timescale = try? body.read(UInt32.self)
    else { return nil }
    return (timescale, length(&body, isLong: isLong))
  }

  private static func fragmentDuration(_ extends: ByteReader) -> UInt64? {
    var boxes = extends
    while let (type, body) = nextBox(&boxes) {
      guard type == "mehd" else { continue }
      var body = body
      return longFields(&body).flatMap { length(&body, isLong: $0) }
    }
    return nil
  }

  /// Reads the version and flags, and returns whether times have 64 bits.
  private static func longFields(_ body: inout ByteReader) -> Bool? {
    (try? body.read(UInt32.self)).map { $0 >> 24 == 1 }
  }

  /// Reads a duration; nil if it is marked as unknown, by all ones or by 0.
  private static func length(_ body: inout ByteReader, isLong: Bool) -> UInt64? {
    let unknown = isLong ? UInt64.max : UInt64(UInt32.max)
    let length =
      isLong ? try? body.read(UInt64.self) : (try? body.read(UInt32.self)).map(UInt64.init)
    return length == unknown || length == 0 ? nil : length
  }
}
