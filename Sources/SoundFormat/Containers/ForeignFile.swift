/// Files that people take for sounds this module reads, by how they begin.
enum ForeignFile {
  /// The error that says what a file is, where that can be told.
  static func error(for source: some ByteSource, beginning: [UInt8]) -> SoundFileError {
    let name = mpeg4Name(of: source, beginning) ?? mpegName(beginning) ?? signedName(beginning)
    return SoundFileError(
      .unrecognized,
      name.map { "this is \($0), not CAF, AIFF or WAVE" } ?? "this is not a CAF, AIFF or WAVE file",
      foreignName: name)
  }

  private static func signedName(_ beginning: [UInt8]) -> String? {
    signatures.first { beginning.starts(with: $0.bytes) }?.name
  }

  private static let signatures: [(bytes: [UInt8], name: String)] = [
    (Array("ID3".utf8), "MP3 audio"), (Array("fLaC".utf8), "FLAC audio"),
    (Array("OggS".utf8), "an Ogg file"), (Array(".snd".utf8), "Sun audio"),
    (Array("riff".utf8), "a Wave64 file"), (Array("#!AMR".utf8), "AMR audio"),
    (Array("RIFF".utf8), "a RIFF file of another kind"),
    (Array("FORM".utf8), "an IFF file of another kind"),
    (Array("PK".utf8), "a zip archive"), (Array("<".utf8), "a web page"),
    // Of "version https://git-lfs.github.com/spec/v1": what a checkout without Git LFS has instead.
    (Array("version http".utf8), "a Git LFS pointer"),
    ([0x0B, 0x77], "Dolby Digital audio"),
    ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM file"),
    ([0x30, 0x26, 0xB2, 0x75], "a Windows Media file"),
  ]

  /// Tells a stream of MPEG audio by its first frame's header: eleven ones, a version and a layer.
  /// AAC's frames look alike but for the layer 0. Sources: ISO/IEC 11172-3; ISO/IEC 13818-7, ADTS.
  private static func mpegName(_ beginning: [UInt8]) -> String? {
    guard beginning.count > 2, beginning[0] == 0xFF, beginning[1] & 0xE0 == 0xE0 else { return nil }
    if beginning[1] & 0xF6 == 0xF0 { return "AAC audio" }
    let isFrame =
      beginning[1] & 0x18 != 0x08 && beginning[1] & 0x06 != 0 && beginning[2] & 0xF0 != 0xF0
    return isFrame ? "MPEG audio" : nil
  }

  /// Names the codec of an MPEG-4 file by its first sample description.
  /// Source: ISO/IEC 14496-12, "Sample Description Box".
  private static func mpeg4Name(of source: some ByteSource, _ beginning: [UInt8]) -> String? {
    guard beginning.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
    let name = "an MPEG-4 file (m4a, mp4, mov)"
    guard let movie = movieBox(of: source) else { return name }
    let type = Array("stsd".utf8)
    for start in movie.indices.dropLast(20) where Array(movie[start..<start + 4]) == type {
      // The type, a version, a count and the first entry's size.
      let code = movie[start + 16..<start + 20].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let codec = FourCharCode(rawValue: code)
      return "\(name) with " + (codecs[codec] ?? "'\(codec)'")
    }
    return name
  }

  private static let codecs: [FourCharCode: String] = [
    "mp4a": "AAC", "alac": "Apple Lossless", "ac-3": "Dolby Digital",
    "ec-3": "Dolby Digital Plus", "drms": "protected AAC", "avc1": "video", "hvc1": "video",
  ]

  /// The box that describes all tracks, up to a mebibyte of it, which may stand behind the media.
  private static func movieBox(of source: some ByteSource) -> [UInt8]? {
    var offset = 0
    for _ in 0..<64 {
      guard let header = try? source.bytes(at: offset, count: 16), header.count == 16 else {
        return nil
      }
      var reader = ByteReader(header, order: .big)
      guard let short = try? reader.read(UInt32.self), let type = try? reader.readCode(),
        let long = try? reader.read(UInt64.self)
      else { return nil }
      guard let byteCount = Int(exactly: short == 1 ? long : UInt64(short)), byteCount >= 8,
        byteCount <= source.byteCount - offset
      else { return nil }
      if type == "moov" { return try? source.bytes(at: offset, count: min(byteCount, 1 << 20)) }
      offset += byteCount
    }
    return nil
  }
}
