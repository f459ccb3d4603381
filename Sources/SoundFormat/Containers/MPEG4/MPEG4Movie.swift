/// The boxes of an MPEG-4 file that describe its sound.
///
/// Source: ISO/IEC 14496-12, "Movie Box", "Movie Fragments"; QuickTime File Format, "Movie Atoms".
struct MPEG4Movie {
  /// The file's outermost boxes, in file order.
  private(set) var boxes: [MPEG4Box] = []
  /// Time units per second of the movie.
  private(set) var timescale: UInt32 = 0
  private(set) var tracks: [MPEG4Track] = []
  /// The boxes with texts, `udta` and `meta`.
  private(set) var texts: [MPEG4Box] = []
  /// What the fragments of each track take for granted, by the track's number.
  private(set) var fragmentDefaults: [UInt32: MPEG4FragmentDefaults] = [:]

  private static let trackLimit = 64

  /// Reads the boxes of a file.
  ///
  /// - Throws: `SoundFileError` with the code `malformed` if there is no `moov` box.
  init(of source: some ByteSource) throws(SoundFileError) {
    var walk = MPEG4Boxes(in: 0..<source.byteCount, isWholeFile: true)
    while let box = try walk.next(in: source) { boxes.append(box) }
    guard let movie = boxes.first(where: { $0.type == "moov" }) else {
      if let last = boxes.last, last.isCut {
        throw .truncated("the file ends before it describes its sound", at: last.offset)
      }
      throw .malformed("the moov box, which describes the sound, is missing")
    }
    guard !movie.isCut else {
      throw .truncated("the file ends where it describes its sound", at: movie.offset)
    }
    var children = movie.children()
    while let box = try children.next(in: source) {
      switch box.type {
      case "mvhd":
        var header = try MPEG4FullBox(box, in: source)
        _ = try header.readTime()
        _ = try header.readTime()
        timescale = try header.reader.read()
      case "trak" where tracks.count < Self.trackLimit:
        tracks.append(try MPEG4Track(box, in: source))
      case "udta", "meta": texts.append(box)
      case "mvex": try readFragmentDefaults(box, in: source)
      case "cmov":
        throw SoundFileError(
          .unsupported, "the QuickTime file has a compressed header, which is not supported")
      default: continue
      }
    }
  }

  private mutating func readFragmentDefaults(
    _ extends: MPEG4Box, in source: some ByteSource
  ) throws(SoundFileError) {
    var children = extends.children()
    while let box = try children.next(in: source) {
      guard box.type == "trex" else { continue }
      var header = try MPEG4FullBox(box, in: source)
      let track = try header.reader.read(UInt32.self)
      _ = try header.reader.read(UInt32.self)
      fragmentDefaults[track] = MPEG4FragmentDefaults(
        duration: try header.reader.read(), byteCount: try header.reader.read())
    }
  }

  /// The track that is played: the first enabled sound track, or else the first one.
  var soundTrack: MPEG4Track? {
    let sounds = tracks.filter { $0.handler == "soun" }
    return sounds.first { $0.isEnabled } ?? sounds.first
  }
}

/// What a fragment's packets have in common unless it says otherwise.
struct MPEG4FragmentDefaults {
  /// A packet's length in the media's time units.
  var duration: UInt32
  /// A packet's size in bytes.
  var byteCount: UInt32
}
