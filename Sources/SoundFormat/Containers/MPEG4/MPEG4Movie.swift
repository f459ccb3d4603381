/// The boxes of an MPEG-4 file that describe its sound.
///
/// Source: ISO/IEC 14496-12, "Movie Box", "Movie Fragments"; QuickTime File Format, "Movie Atoms".
struct MPEG4Movie {
  /// The file's outermost boxes, in file order.
  let boxes: [MPEG4Box]
  /// How many of the movie's time units make a second.
  private(set) var timescale: UInt32 = 0
  private(set) var tracks: [MPEG4Track] = []
  /// The boxes with texts, `udta` and `meta`.
  private(set) var texts: [MPEG4Box] = []
  private(set) var fragmentDefaults: [MPEG4FragmentDefaults] = []

  private static let trackLimit = 64

  init(of source: AnyByteSource) throws(SoundFileError) {
    boxes = try MPEG4Box.all(of: source)
    guard let movie = boxes.first(where: { $0.type == "moov" }) else {
      if let last = boxes.last, last.isCut {
        throw .truncated("the file ends before it describes its sound", at: last.offset)
      }
      throw .malformed("the moov box, which describes the sound, is missing")
    }
    guard !movie.isCut else {
      throw .truncated("the file ends where it describes its sound", at: movie.offset)
    }
    for box in try movie.children(in: source) {
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
        throw .unsupported("the QuickTime file has a compressed header, which is not supported")
      default: continue
      }
    }
  }

  private mutating func readFragmentDefaults(
    _ extends: MPEG4Box, in source: AnyByteSource
  ) throws(SoundFileError) {
    for box in try extends.children(in: source) where box.type == "trex" {
      var header = try MPEG4FullBox(box, in: source)
      let track = try header.reader.read(UInt32.self)
      _ = try header.reader.read(UInt32.self)
      fragmentDefaults.append(
        MPEG4FragmentDefaults(
          track: track, duration: try header.reader.read(), byteCount: try header.reader.read()))
    }
  }

  /// The sound tracks that may be played: the enabled sound tracks, or all sound tracks if none is enabled.
  var soundTracks: [MPEG4Track] {
    let sounds = tracks.filter { $0.handler == "soun" }
    return sounds.contains { $0.isEnabled } ? sounds.filter { $0.isEnabled } : sounds
  }

  /// Returns a note on a file joined to this file or, without such a file, on ignored sound tracks; otherwise nil.
  ///
  /// - Parameter isFirst: Whether the first of ``soundTracks`` is read.
  func ignoredSound(isFirst: Bool) -> Note? {
    if let next = boxes.dropFirst().first(where: { $0.type == "ftyp" }) {
      return .joinedFile(at: next.offset)
    }
    let count = tracks.count { $0.handler == "soun" } - 1
    let reason = isFirst ? "" : ", because the first can't be decoded"
    return count > 0 ? Note("\(counted(count, "other sound track")): ignored" + reason) : nil
  }
}

/// The length and size of a fragment's packets if the fragment doesn't state them.
struct MPEG4FragmentDefaults {
  /// The track's ID.
  let track: UInt32
  /// A packet's length in the media's time units.
  var duration: UInt32
  /// A packet's size in bytes.
  var byteCount: UInt32
}

/// A track of an MPEG-4 file: the fields of its small boxes, and where its tables are.
///
/// Source: ISO/IEC 14496-12, "Track Box", "Media Box", "Edit List Box".
struct MPEG4Track {
  /// The track's ID, by which fragments refer to the track.
  var identifier: UInt32 = 0
  var isEnabled = true
  /// The kind of media: `soun` for sound.
  var handler: FourCharCode = "    "
  /// How many of the media's time units make a second.
  var timescale: UInt32 = 0
  /// The edit list: which parts of the media are played; nil without an edit list.
  var edits: [MPEG4Edit]?
  /// The boxes of the sample table, the first of each type.
  private var tables: [MPEG4Box] = []
  /// Whether the file describes groups of packets whose decoding needs earlier packets, and whether the file assigns
  /// packets to these groups.
  private var describesRollGroups = false
  private var assignsRollGroups = false
  /// Whether the media is in another file.
  var isElsewhere = false

  /// Boxes are read at most three levels down, in `mdia/minf/stbl` for example.
  private static let depthLimit = 3
  /// The limit on edits. Further edits are ignored. Files usually have one edit.
  private static let editLimit = 1024

  /// Reads a `trak` box.
  init(_ track: MPEG4Box, in source: AnyByteSource) throws(SoundFileError) {
    try read(track, depth: 0, in: source)
  }

  private mutating func read(
    _ parent: MPEG4Box, depth: Int, in source: AnyByteSource
  ) throws(SoundFileError) {
    for box in try parent.children(in: source) {
      switch box.type {
      case "mdia", "minf", "stbl", "edts", "dinf":
        if depth < Self.depthLimit { try read(box, depth: depth + 1, in: source) }
      case "tkhd":
        var header = try MPEG4FullBox(box, in: source)
        isEnabled = header.flags & 1 != 0
        _ = try header.readTime()
        _ = try header.readTime()
        identifier = try header.reader.read()
      case "mdhd":
        var header = try MPEG4FullBox(box, in: source)
        _ = try header.readTime()
        _ = try header.readTime()
        timescale = try header.reader.read()
      case "hdlr":
        var reader = try box.reader(in: source)
        _ = try reader.readBytes(8)
        // Ignore QuickTime's second `hdlr` box, which only says where the media is.
        let type = try reader.readCode()
        if type != "url " && type != "alis" { handler = type }
      case "elst": edits = try Self.edits(box, in: source)
      case "dref": isElsewhere = try Self.isElsewhere(box, in: source)
      case "sgpd", "sbgp":
        var reader = try box.reader(in: source)
        _ = try reader.read(UInt32.self)
        // Ignore groups of kinds other than `roll` and `prol`. For example, xHE-AAC has such groups.
        guard try ["roll", "prol"].contains(reader.readCode()) else { continue }
        if box.type == "sgpd" { describesRollGroups = true } else { assignsRollGroups = true }
      case "stsd", "stsz", "stz2", "stsc", "stco", "co64", "stts":
        if table(box.type) == nil { tables.append(box) }
      default: continue
      }
    }
  }

  private static func edits(
    _ box: MPEG4Box, in source: AnyByteSource
  ) throws(SoundFileError) -> [MPEG4Edit] {
    var header = try MPEG4FullBox(box, in: source)
    let count = try header.reader.read(UInt32.self)
    var edits: [MPEG4Edit] = []
    while edits.count < min(Int(clamping: count), editLimit) {
      let duration = try header.readTime()
      let start =
        header.isLong
        ? try header.reader.read(Int64.self) : Int64(try header.reader.read(Int32.self))
      edits.append(
        MPEG4Edit(duration: duration, mediaStart: start, rate: try header.reader.read()))
    }
    return edits
  }

  func table(_ type: FourCharCode) -> MPEG4Box? { tables.first { $0.type == type } }

  /// Whether decoding a packet needs earlier packets. If so, Apple's players take the priming from the edit list.
  var hasRollGroups: Bool { describesRollGroups && assignsRollGroups }

  /// Returns whether the table of sizes states the size 1 for all packets.
  func hasPacketsOfOneByte(in source: AnyByteSource) throws(SoundFileError) -> Bool {
    guard let box = table("stsz") else { return false }
    return try MPEG4PacketSizes(box, in: source).bytesPerPacket == 1
  }

  /// Returns whether the first data reference names another file.
  private static func isElsewhere(
    _ box: MPEG4Box, in source: AnyByteSource
  ) throws(SoundFileError) -> Bool {
    guard let first = try box.children(after: 8, in: source).first else { return false }
    return try MPEG4FullBox(first, in: source).flags & 1 == 0
  }
}

/// An entry of an edit list: a part of the media that is played, or a pause.
struct MPEG4Edit {
  /// The length in the movie's time units; 0 for "up to the end" in fragmented files.
  var duration: UInt64
  /// Where the part begins, in the media's time units; −1 for a pause.
  var mediaStart: Int64
  /// The speed, times 65,536.
  var rate: Int32
}

/// The content of a box that begins with a version and flags.
struct MPEG4FullBox {
  var reader: ByteReader
  /// Whether times have 64 bits.
  let isLong: Bool
  let flags: UInt32

  init(_ box: MPEG4Box, in source: AnyByteSource) throws(SoundFileError) {
    reader = try box.reader(in: source)
    let word = try reader.read(UInt32.self)
    isLong = word >> 24 == 1
    flags = word & 0xFF_FFFF
  }

  mutating func readTime() throws(SoundFileError) -> UInt64 {
    isLong ? try reader.read() : UInt64(try reader.read(UInt32.self))
  }
}
