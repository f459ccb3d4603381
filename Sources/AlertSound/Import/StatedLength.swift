internal import SoundFormat

/// The size that a file of another format states for itself.
///
/// libsndfile decodes whatever bytes are present, so an interrupted download would silently become a
/// shorter sound.
///
/// Sources: Sun's au(4) and NeXT's `SNDSoundStruct`; "EA IFF 85", 3; Sony's "Wave 64 File Format"; for
/// the index of an MPEG stream LAME's `VbrTag.c`, FFmpeg's `mp3enc.c` and Fraunhofer's VBRI header.
struct StatedLength {
  /// How many bytes the whole file should have.
  private let byteCount: UInt64
  /// How many of those bytes may be missing from a complete file.
  private let toleratedByteCount: UInt64

  private static let mostToleratedByteCount: UInt64 = 4096

  /// How many of the bytes a file states are missing.
  struct Missing {
    var byteCount = 0
    /// Whether so many are missing that some must be audio.
    var isCertain = false

    /// What is missing, in words; nil unless it is certain.
    var truncation: String? {
      guard isCertain else { return nil }
      let bytes = counted(byteCount, "byte", are: "missing")
      return "the file is truncated: \(bytes)"
    }
  }

  /// Compares a file's length with the one it states.
  ///
  /// - Parameters:
  ///   - range: The part of the source that is the file.
  ///   - audio: The part of it between the tags that an MPEG stream may have.
  ///   - index: The index of such a stream.
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
  /// AU: the offset of the audio plus its size.
  private init?(au beginning: [UInt8], fileByteCount: Int) {
    // Some writers include the header in the size.
    guard let header = AUHeader(beginning), let size = header.audioByteCount, size != fileByteCount
    else { return nil }
    byteCount = UInt64(header.audioOffset) + UInt64(size)
    // A writer that miscounts its own bytes may be off by part of a frame. The header states a frame's size.
    toleratedByteCount = min(
      UInt64(max(1, header.bytesPerFrame) - 1), Self.mostToleratedByteCount)
  }

  /// 8SVX and 16SV: the size of the outermost chunk.
  private init?(iff beginning: [UInt8]) {
    var reader = ByteReader(beginning, order: .big)
    guard (try? reader.readCode()) == "FORM", let size = try? reader.read(UInt32.self),
      let type = try? reader.readCode(), ["8SVX", "16SV"].contains(type),
      !UInt64(size).isLengthPlaceholder
    else { return nil }
    byteCount = 8 + UInt64(size)
    // Some writers omit the last pad byte, or include the chunk's header in the size.
    toleratedByteCount = 8
  }

  /// Wave 64: the size of the outermost chunk, including its header.
  private init?(wave64 beginning: [UInt8]) {
    let identifier: [UInt8] = [
      0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0,
    ]
    guard beginning.starts(with: identifier) else { return nil }
    var reader = ByteReader(
      Array(beginning.dropFirst(identifier.count)), at: identifier.count, order: .little)
    // Writers to a pipe state the greatest number there is, signed or unsigned.
    guard let size = try? reader.read(UInt64.self), size < 1 << 62 else { return nil }
    byteCount = size
    // The alignment after the last chunk may be missing.
    toleratedByteCount = 8
  }

  /// MPEG: the number of bytes in the index that the stream begins with.
  ///
  /// LAME and FFmpeg count from the index to the end of the last frame. LAME up to 3.92 counted the whole
  /// file, including its own tags. These hold a few texts and no picture, and may have been removed or
  /// rewritten since. So up to 4 KiB of missing bytes may have been a tag; the number of frames decides. A
  /// count that equals the file's size is right however long the tags are. Tags after the audio are counted
  /// as audio: a truncated file has none, and they only make a complete file longer.
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
