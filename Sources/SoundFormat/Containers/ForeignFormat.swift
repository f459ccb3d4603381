/// Identifies files in other formats by their first bytes.
enum ForeignFile {
  /// Returns the error for a file in another format. The error names the format if it is known.
  ///
  /// - Parameter start: The offset of `beginning` in the file. ID3 tags may come before this offset.
  static func error(
    for source: AnyByteSource, beginning: [UInt8], at start: Int
  ) -> SoundFileError {
    var format = mpeg(beginning) ?? signed(beginning)
    if isLATM(source, at: start) { format = .other("a LATM stream of AAC") }
    if format == .ogg, start == 0 { format = ogg(source) }
    if start > 0, format?.isSound != true || format == .mpegAudio {
      // Skip zeros before the first frame.
      let audio = ((try? source.bytes(at: start, count: 1 << 16)) ?? []).drop { $0 == 0 }
      format = audio.isEmpty || mpeg(Array(audio)) == .mpegAudio ? .mp3 : unknownAfterTag
    }
    return SoundFileError(
      .unrecognized,
      format.map { "this is \($0.name), not \(Container.readNames("or"))" }
        ?? "this is not a \(Container.readNames("or")) file",
      foreignFormat: format)
  }

  static let unknownAfterTag = ForeignFormat.other("unknown data after an ID3 tag")

  /// Names the codec of an Ogg file by its first page, which has one packet. Sources: RFC 9639, 10.1; the Speex manual,
  /// 7.3; the Theora specification, 6.2; Xiph's "Ogg Skeleton 4", "OggPCM" and "MIMETypesCodecs".
  private static func ogg(_ source: AnyByteSource) -> ForeignFormat {
    let codecs: [(packet: String, name: String)] = [
      ("\u{7F}FLAC", "FLAC"), ("fLaC", "FLAC"), ("Speex   ", "Speex"), ("CELT    ", "CELT"),
      ("PCM     ", "linear PCM"), ("theora", "film"), ("fishead\0", "several streams"),
    ]
    let packet = (try? source.bytes(at: 28, count: 8)) ?? []
    let start = packet.first == 0x80 ? 1 : 0
    return codecs.first { packet[start...].starts(with: $0.packet.utf8) }
      .map { .other("an Ogg file with \($0.name)") } ?? .ogg
  }

  /// Returns whether a frame of MPEG-4's audio transport begins at an offset, followed by another frame or the file's
  /// end. Source: ISO/IEC 14496-3, 1.7.2, "AudioSyncStream".
  private static func isLATM(_ source: AnyByteSource, at start: Int) -> Bool {
    let head = (try? source.bytes(at: start, count: 3)) ?? []
    guard head.count == 3, head[0] == 0x56, head[1] & 0xE0 == 0xE0 else { return false }
    let end = start + 3 + Int(head[1] & 0x1F) << 8 + Int(head[2])
    let next = (try? source.bytes(at: end, count: 2)) ?? []
    return end == source.byteCount || next.first == 0x56 && next.last.map { $0 & 0xE0 } == 0xE0
  }

  private static func signed(_ beginning: [UInt8]) -> ForeignFormat? {
    if beginning.starts(with: "RIFF".utf8), beginning.dropFirst(8).starts(with: "AVI ".utf8) {
      return .other("an AVI film")
    }
    return signatures.first { beginning.starts(with: $0.bytes) }?.format
  }

  private static let signatures: [(bytes: [UInt8], format: ForeignFormat)] = [
    (Array("ID3".utf8), .mp3), (Array("ADIF".utf8), .other("an ADIF file of AAC")),
    (Array("OggS".utf8), .ogg),
    (Array(".snd".utf8), .sunAudio), (Array("riff".utf8), .wave64), (Array("#!AMR".utf8), .amr),
    (Array("RIFF".utf8), .otherRIFF), (Array("FORM".utf8), .otherIFF),
    (Array("MAC ".utf8), .other("a Monkey's Audio file")),
    (Array("wvpk".utf8), .other("a WavPack file")), (Array("TTA1".utf8), .other("a TTA file")),
    (Array("MPCK".utf8), .other("a Musepack file")), (Array("MP+".utf8), .other("a Musepack file")),
    (Array("FLV".utf8), .other("a Flash video")), (Array(".RMF".utf8), .other("a RealMedia file")),
    (Array("Creative Voice File".prefix(12).utf8), .other("a VOC file")),
    ([0, 0, 1, 0xBA], .other("an MPEG film")),
    (Array("PK".utf8), .zipArchive), (Array("<".utf8), .webPage),
    // The start of "version https://git-lfs.github.com/spec/v1". A checkout without Git LFS has a
    // pointer file in place of the sound.
    (Array("version http".utf8), .gitLFSPointer),
    ([0x0B, 0x77], .dolbyDigital), ([0x1A, 0x45, 0xDF, 0xA3], .matroska),
    ([0x30, 0x26, 0xB2, 0x75], .windowsMedia),
  ]

  /// Detects a stream of MPEG audio by its first frame's header: eleven bits that are 1, a version and a layer. Frames
  /// of AAC look the same except that their layer is 0. Packets of FLAC also look the same, but their headers have a
  /// checksum. Sources: ISO/IEC 11172-3; ISO/IEC 13818-7, ADTS.
  private static func mpeg(_ beginning: [UInt8]) -> ForeignFormat? {
    guard beginning.count > 2, beginning[0] == 0xFF, beginning[1] & 0xE0 == 0xE0 else { return nil }
    if beginsWithFLACPacket(beginning) { return .other("FLAC audio without a header") }
    if beginning[1] & 0xF6 == 0xF0 { return .aac }
    let isFrame =
      beginning[1] & 0x18 != 0x08 && beginning[1] & 0x06 != 0 && beginning[2] & 0xF0 != 0xF0
    return isFrame ? .mpegAudio : nil
  }

  /// Returns whether bytes begin with a FLAC packet's header, judged by the header's checksum. Source: RFC 9639, 9.1.8.
  private static func beginsWithFLACPacket(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8 else { return false }
    let (size, rate) = (bytes[2] >> 4, bytes[2] & 15)
    let byteCount =
      5 + max(1, (~bytes[4]).leadingZeroBitCount) + (size == 6 ? 1 : size == 7 ? 2 : 0)
      + (rate < 12 ? 0 : rate == 12 ? 1 : 2)
    let checksum = bytes.prefix(byteCount).reduce(UInt8(0)) { sum, byte in
      (0..<8).reduce(sum ^ byte) { sum, _ in sum << 1 ^ (sum >> 7 * 0x07) }
    }
    return bytes.count >= byteCount && checksum == 0
  }
}
