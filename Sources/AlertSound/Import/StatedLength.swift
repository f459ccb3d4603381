internal import SoundFormat

/// How long a foreign file is, as it says itself.
///
/// libsndfile makes do with the bytes that are there, so that a download that broke off would become a
/// shorter sound, and nobody would hear of it.
///
/// Sources: Sun's au(4) and NeXT's `SNDSoundStruct`; "EA IFF 85", 3; Sony's "Wave 64 File Format"; for
/// the index of an MPEG stream LAME's `VbrTag.c`, FFmpeg's `mp3enc.c` and Fraunhofer's VBRI header.
struct StatedLength {
  /// How many bytes the file has, from its first on.
  private let byteCount: UInt64
  /// How many bytes of those may be missing from a whole file.
  private let toleratedByteCount: UInt64

  private static let mostToleratedByteCount: UInt64 = 4096

  /// How many bytes a file lacks of those that it says it has.
  struct Missing {
    var byteCount = 0
    /// Whether they are too many to have been no audio.
    var isCertain = false

    /// What is missing, in words, where it is certain.
    var truncation: String? {
      guard isCertain else { return nil }
      let bytes = counted(byteCount, "byte", are: "missing")
      return "the file was cut short: \(bytes)"
    }
  }

  /// Compares a file's length with the one it states.
  ///
  /// - Parameters:
  ///   - range: The part of the source that is the file.
  ///   - audio: The part of it between the tags that an MPEG stream may have.
  ///   - index: What such a stream says of itself.
  /// - Throws: The source's `SoundFileError`.
  static func missing(
    from source: some ByteSource, in range: Range<Int>, audio: Range<Int>, index: MPEGIndex?
  ) throws(SoundFileError) -> Missing {
    let beginning = try source.bytes(at: range.lowerBound, count: min(24, range.count))
    let tagByteCount = audio.lowerBound - range.lowerBound
    guard
      let stated = StatedLength(au: beginning, fileByteCount: range.count)
        ?? StatedLength(iff: beginning) ?? StatedLength(wave64: beginning)
        ?? index.flatMap({
          StatedLength(index: $0, tagByteCount: tagByteCount, fileByteCount: range.count)
        })
    else { return Missing() }
    let missing = stated.byteCount - min(stated.byteCount, UInt64(range.count))
    return Missing(
      byteCount: Int(clamping: missing), isCertain: missing > stated.toleratedByteCount)
  }
}

extension StatedLength {
  /// AU: where the audio begins, and how many bytes of it there are.
  private init?(au beginning: [UInt8], fileByteCount: Int) {
    // Some writers count the header in.
    guard let header = AUHeader(beginning), let size = header.audioByteCount, size != fileByteCount
    else { return nil }
    byteCount = UInt64(header.audioOffset) + UInt64(size)
    // A writer that counts its own bytes wrong may be off by part of a frame, whose size is stated, too.
    toleratedByteCount = min(
      UInt64(max(1, header.bytesPerFrame) - 1), Self.mostToleratedByteCount)
  }

  /// 8SVX and 16SV: the size of the chunk around everything.
  private init?(iff beginning: [UInt8]) {
    var reader = ByteReader(beginning, order: .big)
    guard (try? reader.readCode()) == "FORM", let size = try? reader.read(UInt32.self),
      let type = try? reader.readCode(), ["8SVX", "16SV"].contains(type),
      !UInt64(size).isLengthPlaceholder
    else { return nil }
    byteCount = 8 + UInt64(size)
    // Writers leave the last pad byte out, or count the chunk's header in.
    toleratedByteCount = 8
  }

  /// Wave 64: the size of the chunk around everything, its header included.
  private init?(wave64 beginning: [UInt8]) {
    let identifier: [UInt8] = [
      0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0,
    ]
    guard beginning.starts(with: identifier) else { return nil }
    var reader = ByteReader(
      Array(beginning.dropFirst(identifier.count)), at: identifier.count, order: .little)
    // Who writes to a pipe states the greatest number there is, with a sign or without.
    guard let size = try? reader.read(UInt64.self), size < 1 << 62 else { return nil }
    byteCount = size
    // What aligns the last chunk may be left out.
    toleratedByteCount = 8
  }

  /// MPEG: the number of bytes in the index that the stream begins with.
  ///
  /// LAME and FFmpeg count from the index on to the end of the last frame. LAME up to 3.92 counted the
  /// whole file: its own tags too, which hold a few texts and no picture, and which somebody may have
  /// taken away or rewritten since. So up to 4 KiB may have been a tag, and the number of frames tells; a
  /// count that is the file's is right however long a tag is. Tags behind the audio are taken for audio:
  /// what was cut off has none, and a whole file is only longer by them.
  ///
  /// - Parameter tagByteCount: How many bytes come before the stream.
  private init?(index: MPEGIndex, tagByteCount: Int, fileByteCount: Int) {
    guard let count = index.byteCount, count != 0, !UInt64(count).isLengthPlaceholder,
      count != fileByteCount
    else { return nil }
    byteCount = UInt64(tagByteCount) + UInt64(count)
    toleratedByteCount = Self.mostToleratedByteCount
  }
}
