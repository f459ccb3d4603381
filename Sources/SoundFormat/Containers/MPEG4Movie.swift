/// What the box says that describes the tracks of an MPEG-4 file.
///
/// Source: ISO/IEC 14496-12, "Movie Header Box", "Movie Extends Header Box", "Sample Description Box".
struct MPEG4Movie {
  /// The codec of the first track, where that can be told.
  private(set) var codec: FourCharCode?
  /// How long the longest track is, in seconds, where the header says so.
  private(set) var duration: Double?

  /// Takes the box apart, of which the end may be missing.
  init(_ box: [UInt8]) {
    codec = Self.codec(in: box)
    var movie = ByteReader(box, order: .big)
    guard let (_, content) = Self.nextBox(&movie, mayBeCutShort: true) else { return }
    var boxes = content
    var (timescale, unitCount): (UInt32, UInt64?) = (0, nil)
    while let (type, body) = Self.nextBox(&boxes) {
      switch type {
      case "mvhd": (timescale, unitCount) = Self.movieHeader(body) ?? (0, nil)
      // The movie header of a fragmented file knows nothing of the fragments.
      case "mvex" where unitCount == nil: unitCount = Self.fragmentDuration(body)
      default: continue
      }
    }
    if let unitCount, timescale > 0 { duration = Double(unitCount) / Double(timescale) }
  }

  /// The first entry's code in the first sample description.
  private static func codec(in movie: [UInt8]) -> FourCharCode? {
    let type = Array("stsd".utf8)
    for start in movie.indices.dropLast(20) where Array(movie[start..<start + 4]) == type {
      // The type, a version, a count and the first entry's size.
      let code = movie[start + 16..<start + 20].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return FourCharCode(rawValue: code)
    }
    return nil
  }

  /// Cuts off the next box; nil where there is none, or not all of it.
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
      bodyByteCount = Int(short - 8)
    }
    if mayBeCutShort { bodyByteCount = min(bodyByteCount, reader.remainingByteCount) }
    guard let body = try? reader.readBytes(bodyByteCount) else { return nil }
    return (type, ByteReader(Array(body), order: .big))
  }

  /// How many units a second has, and how many the movie takes where that is known.
  private static func movieHeader(_ body: ByteReader) -> (timescale: UInt32, unitCount: UInt64?)? {
    var body = body
    guard let isLong = longFields(&body),
      // The times of creation and modification.
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

  /// Reads a version and flags: whether times have 64 bits.
  private static func longFields(_ body: inout ByteReader) -> Bool? {
    (try? body.read(UInt32.self)).map { $0 >> 24 == 1 }
  }

  /// A length; nil where it says that it isn't known, by all ones or by 0.
  private static func length(_ body: inout ByteReader, isLong: Bool) -> UInt64? {
    let unknown = isLong ? UInt64.max : UInt64(UInt32.max)
    let length =
      isLong ? try? body.read(UInt64.self) : (try? body.read(UInt32.self)).map(UInt64.init)
    return length == unknown || length == 0 ? nil : length
  }
}
