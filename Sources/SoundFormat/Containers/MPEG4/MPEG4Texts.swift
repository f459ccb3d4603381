/// The texts of an MPEG-4 file: iTunes' in `udta/meta/ilst`, and QuickTime's in `udta`.
///
/// Source: QuickTime File Format, "User Data Atoms" and "Metadata". iTunes' list isn't documented; this type reads the
/// list as FFmpeg and other programs do.
struct MPEG4Texts {
  private(set) var entries: [InformationEntry] = []
  /// The encoder's padding, as iTunes states it.
  private(set) var padding: PacketTable?
  /// The program that wrote the file.
  private(set) var writer: String?

  /// The limit on a text, in bytes. Longer texts are truncated, to save memory.
  private static let byteLimit = 1 << 12

  /// Returns the field that a code stands for; nil if there is none. Nearly all codes are a copyright sign in Mac Roman
  /// and three letters.
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

  /// Reads `udta` and `meta` boxes. Damaged texts are left out.
  init(_ boxes: [MPEG4Box], in source: AnyByteSource) throws(SoundFileError) {
    for box in boxes {
      guard box.type != "meta" else {
        try readMeta(box, in: source)
        continue
      }
      for child in try box.children(in: source) {
        if child.type == "meta" {
          try readMeta(child, in: source)
        } else if child.type.rawValue >> 24 == 0xA9 {
          // Skip the text's length and its language.
          try add(child.type, child.body.dropFirst(4), in: source)
        }
      }
    }
  }

  private mutating func readMeta(
    _ meta: MPEG4Box, in source: AnyByteSource
  ) throws(SoundFileError) {
    // Skip the version and flags of ISO's box. QuickTime's box has no version and flags, and begins with a `hdlr` box.
    var reader = try meta.reader(in: source, byteLimit: 8)
    _ = try? reader.read(UInt32.self)
    let isPlain = (try? reader.readCode()) == "hdlr"
    for list in try meta.children(after: isPlain ? 0 : 4, in: source) where list.type == "ilst" {
      for item in try list.children(in: source) {
        // In a `data` box, the value follows its type and its language.
        let boxes = try item.children(in: source)
        guard let data = boxes.first(where: { $0.type == "data" })?.body.dropFirst(8) else {
          continue
        }
        if item.type != "----" {
          try add(item.type, data, in: source)
        } else if let name = boxes.first(where: { $0.type == "name" }),
          try Self.text(name.body.dropFirst(4), in: source) == "iTunSMPB"
        {
          padding = PacketTable(iTunesLine: try Self.text(data, in: source))
        }
      }
    }
  }

  private mutating func add(
    _ code: FourCharCode, _ range: Range<Int>, in source: AnyByteSource
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
    _ range: Range<Int>, in source: AnyByteSource
  ) throws(SoundFileError) -> String {
    let bytes = try source.bytes(at: range.lowerBound, count: min(range.count, byteLimit))
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
