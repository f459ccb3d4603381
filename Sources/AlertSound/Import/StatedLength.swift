internal import SoundFormat

/// The size that a file in another format states for itself.
///
/// libsndfile decodes all bytes that are present, so without this check an interrupted download would silently
/// become a shorter sound.
///
/// Sources: Sun's au(4) and NeXT's `SNDSoundStruct`; "EA IFF 85", 3; Sony's "Wave 64 File Format"; for
/// the index of an MPEG stream LAME's `VbrTag.c`, FFmpeg's `mp3enc.c` and Fraunhofer's VBRI header.
struct StatedLength {
  /// How many bytes the whole file should have.
  private let byteCount: UInt64
  /// How many bytes may be missing from a complete file.
  private let toleratedByteCount: UInt64

  private static let mostToleratedByteCount: UInt64 = 4096

  /// The bytes that are missing from a file according to its stated size.
  struct Missing {
    var byteCount = 0
    /// Whether so many bytes are missing that the file must be truncated: more than `toleratedByteCount`.
    var isCertain = false

    /// How many bytes are missing, in words; nil unless `isCertain`.
    var truncation: String? {
      guard isCertain else { return nil }
      let bytes = counted(byteCount, "byte", are: "missing")
      return "the file is truncated: \(bytes)"
    }
  }

  /// Compares a file's length with its stated length. `audio` is the range between an MPEG stream's tags.
  static func missing(
    from source: some ByteSource, in range: Range<Int>, audio: Range<Int>, index: MPEGIndex?
  ) throws(SoundFileError) -> Missing {
    let beginning = try source.bytes(at: range.lowerBound, count: min(24, range.count))
    let tagByteCount = audio.lowerBound - range.lowerBound
    guard
      let stated = StatedLength(au: beginning, fileByteCount: range.count)
        ?? StatedLength(iff: beginning, fileByteCount: range.count)
        ?? StatedLength(wave64: beginning)
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
  /// For AU, the size is the audio's offset plus the stated audio size.
  private init?(au beginning: [UInt8], fileByteCount: Int) {
    // Accept a size that equals the file's: some writers include the header.
    guard let header = AUHeader(beginning, fileByteCount: fileByteCount),
      let size = header.audioByteCount, size != fileByteCount
    else { return nil }
    byteCount = UInt64(header.audioOffset) + UInt64(size)
    // Tolerate that part of a frame is missing, because some writers miscount. At most 4096 bytes may be missing.
    toleratedByteCount = min(
      UInt64(max(1, header.bytesPerFrame) - 1), Self.mostToleratedByteCount)
  }

  /// For 8SVX and 16SV, the size is the stated size of the outermost chunk, plus 8 bytes for its header.
  private init?(iff beginning: [UInt8], fileByteCount: Int) {
    var reader = ByteReader(beginning, order: .big)
    guard (try? reader.readCode()) == "FORM", let size = try? reader.read(UInt32.self),
      let type = try? reader.readCode(), ["8SVX", "16SV"].contains(type),
      !UInt64(size).isLengthPlaceholder(beyond: fileByteCount - 8)
    else { return nil }
    byteCount = 8 + UInt64(size)
    // Tolerate 8 bytes: some writers omit the last pad byte, or include the 8 bytes of the header in the size.
    toleratedByteCount = 8
  }

  /// For Wave 64, the size is the stated size of the outermost chunk, which includes its header.
  private init?(wave64 beginning: [UInt8]) {
    let identifier: [UInt8] = [
      0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0,
    ]
    guard beginning.starts(with: identifier) else { return nil }
    var reader = ByteReader(
      Array(beginning.dropFirst(identifier.count)), at: identifier.count, order: .little)
    // Ignore a huge size: writers to a pipe state the greatest signed or unsigned number.
    guard let size = try? reader.read(UInt64.self), size < 1 << 62 else { return nil }
    byteCount = size
    // Tolerate 8 bytes: the padding after the last chunk may be missing.
    toleratedByteCount = 8
  }

  /// For MPEG, the size is the number of bytes that the index at the start of the stream states.
  ///
  /// LAME and FFmpeg count from the index to the end of the last frame. LAME up to 3.92 counted the whole file,
  /// including its own tags, which hold a few texts and no picture. If another program has removed or rewritten
  /// these tags, up to 4 KiB seem to be missing. Then the number of frames decides whether the file is truncated.
  /// A count that equals the file's size is right, however long the tags are. Tags after the audio are counted as
  /// audio. They only make a complete file longer, and a truncated file has none.
  private init?(index: MPEGIndex, tagByteCount: Int, fileByteCount: Int) {
    guard let count = index.byteCount, count != 0, count != fileByteCount,
      !UInt64(count).isLengthPlaceholder(beyond: fileByteCount - tagByteCount)
    else { return nil }
    byteCount = UInt64(tagByteCount) + UInt64(count)
    toleratedByteCount = Self.mostToleratedByteCount
  }
}

/// The length that a foreign file's headers state.
struct StatedExtent {
  /// The audio's range in the source. MPEG audio is between the tags.
  let audio: Range<Int>
  let beginning: MPEGBeginning?
  let missing: StatedLength.Missing

  /// Reads a file's headers. Throws the error `truncated` for a truncated file unless the policy accepts it.
  init(
    of source: some ByteSource, in range: Range<Int>, by policy: InputPolicy
  ) throws(SoundFileError) {
    audio = try ID3Tags.audioRange(of: source, in: range)
    beginning = try MPEGBeginning(ofStreamAt: audio, in: source)
    missing = try StatedLength.missing(
      from: source, in: range, audio: audio, index: beginning?.index)
    if let truncation = missing.truncation, !policy.acceptsTruncatedFiles {
      throw SoundFileError(.truncated, truncation)
    }
  }
}

extension StatedExtent {
  /// The number of frames by an MP3's index, including the encoder's delay and padding; nil if no index states it.
  var indexedFrameCount: Int? {
    guard let header = beginning?.header, let count = beginning?.index?.frameCount else {
      return nil
    }
    let (frameCount, overflow) = Int(clamping: count)
      .multipliedReportingOverflow(by: header.framesPerPacket)
    return overflow ? .max : frameCount
  }

  /// How many frames a decoder has not found, in words; nil if it has found all frames.
  func shortfall(decodedFrameCount: Int) -> String? {
    // Tolerate three packets: the index also counts the encoder's delay and padding, which are at most that long.
    guard missing.byteCount > 0, let indexedFrameCount, let header = beginning?.header,
      decodedFrameCount < indexedFrameCount - 3 * header.framesPerPacket
    else { return nil }
    return SoundFileError.shortfall(decodedFrameCount, of: indexedFrameCount)
  }
}

/// The beginning of an AU file. Source: Sun's au(4) and NeXT's `SNDSoundStruct`.
struct AUHeader {
  /// Whether the numbers are little-endian.
  let isSwapped: Bool
  /// The offset of the audio in the file, in bytes.
  let audioOffset: UInt32
  /// How many bytes of audio the file states; nil if its writer didn't know.
  let audioByteCount: UInt32?
  /// How many bytes a frame has. A sample counts as 1 byte unless it is wider PCM or a float.
  let bytesPerFrame: Int

  static let byteCount = 24

  /// Reads the header; nil if the file isn't an AU, or ends inside it.
  init?(_ beginning: [UInt8], fileByteCount: Int) {
    isSwapped = beginning.starts(with: "dns.".utf8)
    guard isSwapped || beginning.starts(with: ".snd".utf8), beginning.count >= Self.byteCount
    else { return nil }
    var reader = ByteReader(beginning, order: isSwapped ? .little : .big)
    var numbers: [UInt32] = []
    while let number = try? reader.read(UInt32.self) { numbers.append(number) }
    audioOffset = numbers[1]
    // Treat a size of 0 as unknown, as SoX does.
    let presentByteCount = fileByteCount - Int(clamping: audioOffset)
    let isUnknown =
      numbers[2] == 0 || UInt64(numbers[2]).isLengthPlaceholder(beyond: presentByteCount)
    audioByteCount = isUnknown ? nil : numbers[2]
    bytesPerFrame = Self.bytesPerSample(encoding: numbers[3]) * Int(numbers[5])
  }

  private static func bytesPerSample(encoding: UInt32) -> Int {
    switch encoding {
    case 3: 2
    case 4: 3
    case 5, 6: 4
    case 7: 8
    default: 1
    }
  }
}
