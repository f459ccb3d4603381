/// The texts of an MPEG-4 file: iTunes' in `udta/meta/ilst`, and QuickTime's in `udta`.
///
/// Source: QuickTime File Format, "User Data Atoms" and "Metadata". iTunes' list isn't documented; FFmpeg and
/// others read it like this.
struct MPEG4Texts {
  private(set) var entries: [InformationEntry] = []
  /// The encoder's padding, as iTunes states it.
  private(set) var padding: PacketTable?
  /// The program that wrote the file.
  private(set) var writer: String?

  /// Longer texts are truncated, to limit memory.
  private static let byteLimit = 1 << 12

  /// What a code means; nil if it isn't read. Nearly all codes are a copyright sign in Mac Roman and three letters.
  private static func field(_ code: FourCharCode) -> InformationEntry.Field? {
    if code == "cprt" { return .copyright }
    guard code.rawValue >> 24 == 0xA9 else { return nil }
    // Replace the sign by a blank, because a literal can only have ASCII characters.
    switch FourCharCode(rawValue: code.rawValue & 0xFF_FFFF | 0x2000_0000) {
    case " nam": return .title
    case " ART": return .artist
    case " alb": return .album
    case " wrt": return .composer
    case " gen": return .genre
    case " day": return .recordedDate
    case " cmt": return .comments
    case " cpy": return .copyright
    case " too", " swr": return .encoder
    default: return nil
    }
  }

  init(_ boxes: [MPEG4Box], in source: some ByteSource) throws(SoundFileError) {
    for box in boxes { try read(box, in: source) }
  }

  /// Reads a `udta` or a `meta` box. Damaged texts are left out.
  private mutating func read(
    _ box: MPEG4Box, in source: some ByteSource
  ) throws(SoundFileError) {
    if box.type == "meta" { return try readMeta(box, in: source) }
    var children = box.children()
    while let child = try children.next(in: source) {
      if child.type == "meta" {
        try readMeta(child, in: source)
      } else if child.type.rawValue >> 24 == 0xA9 {
        // Skip the text's length and its language.
        try add(child.type, child.body.dropFirst(4), in: source)
      }
    }
  }

  private mutating func readMeta(
    _ meta: MPEG4Box, in source: some ByteSource
  ) throws(SoundFileError) {
    // Skip the version and flags of ISO's box. QuickTime's box has none, and begins with a `hdlr` box.
    var reader = try meta.reader(in: source, byteLimit: 8)
    _ = try? reader.read(UInt32.self)
    let isPlain = (try? reader.readCode()) == "hdlr"
    var children = meta.children(after: isPlain ? 0 : 4)
    while let list = try children.next(in: source) {
      guard list.type == "ilst" else { continue }
      var items = list.children()
      while let item = try items.next(in: source) {
        if item.type == "----" {
          try readFreeForm(item, in: source)
        } else if let data = try Self.data(of: item, in: source) {
          try add(item.type, data, in: source)
        }
      }
    }
  }

  /// Reads a free-form item, which states its own name.
  private mutating func readFreeForm(
    _ item: MPEG4Box, in source: some ByteSource
  ) throws(SoundFileError) {
    var children = item.children()
    var name = ""
    while let box = try children.next(in: source) {
      if box.type == "name" {
        name = try Self.text(box.body.dropFirst(4), in: source)
      } else if box.type == "data", name == "iTunSMPB" {
        padding = PacketTable(iTunesLine: try Self.text(box.body.dropFirst(8), in: source))
      }
    }
  }

  /// The range of an item's value, after its type and its language.
  private static func data(
    of item: MPEG4Box, in source: some ByteSource
  ) throws(SoundFileError) -> Range<Int>? {
    var children = item.children()
    while let box = try children.next(in: source) {
      if box.type == "data" { return box.body.dropFirst(8) }
    }
    return nil
  }

  private mutating func add(
    _ code: FourCharCode, _ range: Range<Int>, in source: some ByteSource
  ) throws(SoundFileError) {
    guard let field = Self.field(code), !entries.contains(where: { $0.field == field }) else {
      return
    }
    let text = try Self.text(range, in: source)
    if field == .encoder {
      writer = text
    } else if !text.isEmpty {
      entries.append(InformationEntry(field, text))
    }
  }

  private static func text(
    _ range: Range<Int>, in source: some ByteSource
  ) throws(SoundFileError) -> String {
    let bytes = try source.bytes(at: range.lowerBound, count: min(range.count, byteLimit))
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
