/// The texts of the ID3 tags before and after MPEG audio.
///
/// Sources: id3.org, "ID3 tag version 2.2.0", "ID3 tag version 2.3.0", "ID3 tag version 2.4.0" and "ID3v1".
package struct ID3Texts {
  package private(set) var entries: [InformationEntry] = []
  /// The encoder's padding, as iTunes states it.
  private(set) var padding: PacketTable?

  /// The limit on a text, in bytes. Longer texts are truncated, to save memory.
  private static let byteLimit = 1 << 12
  /// The limit on tags, and on the frames of a tag. Further tags and frames are ignored.
  private static let frameCountLimit = 1000

  /// For each field: the names of its frames in versions 2.3 and 2.4, and in version 2.2.
  private static let fields: [(names: [String], field: InformationEntry.Field)] = [
    (["TIT2", "TT2"], .title), (["TPE1", "TP1"], .artist), (["TALB", "TAL"], .album),
    (["TCOM", "TCM"], .composer), (["TCON", "TCO"], .genre),
    (["TDRC", "TYER", "TYE"], .recordedDate), (["TRCK", "TRK"], .trackNumber),
    (["TCOP", "TCR"], .copyright),
  ]
  private static let comments = ["COMM", "COM", "TXXX", "TXX"]

  /// Reads the tags before `end`, and the tag at the file's end.
  package init(before end: Int, in source: AnyByteSource) throws(SoundFileError) {
    var offset = 0
    for _ in 0..<Self.frameCountLimit where offset < end {
      let head = try source.bytes(at: offset, count: 10)
      let next = try ID3Tags.end(from: offset, in: source, countLimit: 1)
      guard head.count == 10, next > offset else { break }
      if head.starts(with: "ID3".utf8) {
        try readFrames(in: offset + 10..<next, version: head[3], flags: head[5], source)
      }
      offset = next
    }
    let trailer = try source.bytes(at: max(0, source.byteCount - 128), count: 128)
    if trailer.starts(with: "TAG".utf8) { readTrailer(trailer) }
  }

  private mutating func readFrames(
    in range: Range<Int>, version: UInt8, flags: UInt8, _ source: AnyByteSource
  ) throws(SoundFileError) {
    var range = range
    let headByteCount = version == 2 ? 6 : 10
    func size(_ bytes: ArraySlice<UInt8>) -> Int {
      Int(
        clamping: bytes.reduce(Int64(0)) {
          version == 4 ? $0 << 7 | Int64($1 & 0x7F) : $0 << 8 | Int64($1)
        })
    }
    if flags & 0x40 != 0, version > 2 {
      // Skip the extended header. In version 2.3, the size doesn't include the 4 bytes of the size itself.
      let extended = size(try source.bytes(at: range.lowerBound, count: 4)[...])
      range = range.dropFirst(min(range.count, version == 3 ? extended.addingClamped(4) : extended))
    }
    for _ in 0..<Self.frameCountLimit where range.count > headByteCount {
      let head = try source.bytes(at: range.lowerBound, count: headByteCount)
      guard head.count == headByteCount, head[0] != 0 else { return }
      let name = String(decoding: head.prefix(version == 2 ? 3 : 4), as: UTF8.self)
      let body = range.dropFirst(headByteCount).prefix(
        size(head[(version == 2 ? 3 : 4)..<(version == 2 ? 6 : 8)]))
      range = body.upperBound..<range.upperBound
      let field = Self.fields.first { $0.names.contains(name) }?.field
      guard field != nil || Self.comments.contains(name) else { continue }
      var bytes = try source.bytes(at: body.lowerBound, count: min(body.count, Self.byteLimit))
      if flags & 0x80 != 0 { bytes = Self.synchronized(bytes) }
      if let field {
        add(field, Self.texts(bytes, skipping: 0).first ?? "")
      } else {
        addComment(name, bytes)
      }
    }
  }

  /// Adds a comment without a name, or reads the padding that iTunes stores under the name `iTunSMPB`.
  private mutating func addComment(_ name: String, _ bytes: [UInt8]) {
    // Comments have a language of three letters before their name.
    let isComment = name.hasPrefix("COM")
    let texts = Self.texts(bytes, skipping: isComment ? 3 : 0)
    guard texts.count > 1 else { return }
    if texts[0] == "iTunSMPB" {
      padding = padding ?? PacketTable(iTunesLine: texts[1])
    } else if isComment, texts[0].isEmpty {
      add(.comments, texts[1])
    }
  }

  private mutating func add(_ field: InformationEntry.Field, _ text: String) {
    // Genres may be numbers in brackets, with a name after them.
    let text = field == .genre ? String(text.drop { $0 == "(" || $0 == ")" || $0.isNumber }) : text
    guard !text.isEmpty, !entries.contains(where: { $0.field == field }) else { return }
    entries.append(InformationEntry(field, text))
  }

  /// Removes the zeros that keep bytes from looking like the beginning of an MPEG frame.
  private static func synchronized(_ bytes: [UInt8]) -> [UInt8] {
    bytes.indices.filter { $0 == 0 || bytes[$0] != 0 || bytes[$0 - 1] != 0xFF }.map { bytes[$0] }
  }

  /// Decodes texts that are separated by zeros. The first byte tells their encoding.
  private static func texts(_ bytes: [UInt8], skipping count: Int) -> [String] {
    guard let encoding = bytes.first else { return [] }
    let rest = bytes.dropFirst(1 + count)
    guard encoding == 1 || encoding == 2 else {
      return rest.split(separator: 0, maxSplits: 8, omittingEmptySubsequences: false).map {
        String.decoding($0).text
      }
    }
    var units: [UInt16] = []
    var isLittle = false
    var texts: [String] = []
    for offset in stride(from: rest.startIndex, to: rest.endIndex - 1, by: 2) {
      let unit = UInt16(rest[offset]) << 8 | UInt16(rest[offset + 1])
      switch (unit, isLittle) {
      case (0xFFFE, _): isLittle = true
      case (0xFEFF, _): isLittle = false
      case (0, _):
        texts.append(String(decoding: units, as: UTF16.self))
        units = []
      default: units.append(isLittle ? unit.byteSwapped : unit)
      }
    }
    return texts + [String(decoding: units, as: UTF16.self)]
  }

  /// Reads the tag of version 1: fields of 30 bytes, and a year of 4 bytes.
  private mutating func readTrailer(_ bytes: [UInt8]) {
    let fields: [(InformationEntry.Field, Range<Int>)] = [
      (.title, 3..<33), (.artist, 33..<63), (.album, 63..<93), (.recordedDate, 93..<97),
      (.comments, 97..<127),
    ]
    for (field, range) in fields {
      var text = String.decoding(bytes[range]).text
      while text.last == " " { text.removeLast() }
      add(field, text)
    }
  }
}
