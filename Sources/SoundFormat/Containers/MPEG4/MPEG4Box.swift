/// A box of an MPEG-4 file. QuickTime, where the format comes from, calls it an atom.
///
/// Sources: ISO/IEC 14496-12, 4.2, "Object Structure"; QuickTime File Format, "Atoms".
struct MPEG4Box: Sendable {
  let type: FourCharCode
  /// The box's position, in bytes from the file's start.
  let offset: Int
  /// The range of the content that is present, in bytes from the file's start.
  let body: Range<Int>
  /// The content's length according to the box's header; nil for "up to the end".
  let claimedByteCount: UInt64?

  /// Whether the content is truncated.
  var isCut: Bool { claimedByteCount.map { $0 > UInt64(body.count) } ?? false }

  /// The box as reports list it.
  var chunk: Chunk {
    Chunk(
      identifier: type, bodyOffset: body.lowerBound, byteCount: body.count,
      claimedByteCount: claimedByteCount)
  }

  /// Reads the beginning of the content.
  ///
  /// - Parameter byteLimit: How many bytes are read at most. Only tables and media are larger than the default limit.
  func reader(
    in source: AnyByteSource, byteLimit: Int = 1 << 16
  ) throws(SoundFileError) -> ByteReader {
    try source.reader(at: body.lowerBound, count: min(body.count, byteLimit))
  }

  /// Returns the boxes in the content, after a header of `headerByteCount` bytes.
  func children(
    after headerByteCount: Int = 0, in source: AnyByteSource
  ) throws(SoundFileError) -> [MPEG4Box] {
    try Self.boxes(in: body.dropFirst(headerByteCount), of: source, limit: 4096)
  }

  /// Returns a file's outermost boxes, of which the last may state no size.
  static func all(of source: AnyByteSource) throws(SoundFileError) -> [MPEG4Box] {
    // The limit is enough for 50,000 fragments with up to five boxes each.
    try boxes(in: 0..<source.byteCount, of: source, limit: 1 << 18, isWholeFile: true)
  }

  /// Returns the boxes in a range of a file, found by their headers, without reading their content. Stops at the end of
  /// the range, or where no box can follow.
  ///
  /// - Parameter limit: How many boxes the range may have. A file with more boxes is an attack, not a sound.
  private static func boxes(
    in range: Range<Int>, of source: AnyByteSource, limit: Int, isWholeFile: Bool = false
  ) throws(SoundFileError) -> [MPEG4Box] {
    var rest = range
    var boxes: [MPEG4Box] = []
    while let box = try next(in: &rest, of: source, isWholeFile: isWholeFile) {
      guard boxes.count < limit else {
        throw .unsupported("the file has more than \(limit) boxes in one place")
      }
      boxes.append(box)
    }
    return boxes
  }

  /// Reads the header of the box that the range begins with, and removes the box from the range.
  private static func next(
    in rest: inout Range<Int>, of source: AnyByteSource, isWholeFile: Bool
  ) throws(SoundFileError) -> MPEG4Box? {
    let start = rest.lowerBound
    var reader = try source.reader(at: start, count: min(16, rest.count))
    guard let size = try? reader.read(UInt32.self), let type = try? reader.readCode() else {
      return nil
    }
    var headerByteCount = 8
    var byteCount: UInt64? = UInt64(size)
    if size == 1 {
      guard let longSize = try? reader.read(UInt64.self) else { return nil }
      headerByteCount = 16
      byteCount = longSize
    } else if size == 0 {
      // Inside a box, a size of 0 ends QuickTime's list of boxes. Outside, a box of size 0 extends to the file's end.
      guard isWholeFile else { return nil }
      byteCount = nil
    }
    if let byteCount, byteCount < headerByteCount { return nil }
    let claimedByteCount = byteCount.map { $0 - UInt64(headerByteCount) }
    let content = rest.dropFirst(headerByteCount)
    let body = content.prefix(
      claimedByteCount.map { Int(min($0, UInt64(content.count))) } ?? content.count)
    rest = body.upperBound..<rest.upperBound
    return MPEG4Box(type: type, offset: start, body: body, claimedByteCount: claimedByteCount)
  }
}
