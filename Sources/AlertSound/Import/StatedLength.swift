internal import SoundFormat

/// The size that a file states in its header, in formats that only libsndfile reads.
///
/// libsndfile decodes all bytes that are present, so without this check an interrupted download would silently
/// become a shorter sound.
///
/// Sources: Sun's au(4) and NeXT's `SNDSoundStruct`; "EA IFF 85", 3; Sony's "Wave 64 File Format".
enum StatedLength {
  /// The number of bytes that the whole file should have, and how many of these bytes may be missing without an error.
  private typealias Statement = (byteCount: UInt64, tolerated: UInt64)

  /// Returns how many bytes of a file are missing, in words; nil if so few are missing that the file may be complete.
  static func truncation(
    of source: AnyByteSource, in range: Range<Int>
  ) throws(SoundFileError) -> String? {
    let beginning = try source.bytes(at: range.lowerBound, count: min(24, range.count))
    guard
      let stated = au(beginning, fileByteCount: range.count)
        ?? iff(beginning, fileByteCount: range.count) ?? wave64(beginning)
    else { return nil }
    let missing = stated.byteCount - min(stated.byteCount, UInt64(range.count))
    guard missing > stated.tolerated else { return nil }
    return "the file is truncated: \(counted(Int(clamping: missing), "byte", are: "missing"))"
  }

  /// For AU, the size is the audio's offset plus the stated audio size.
  private static func au(_ beginning: [UInt8], fileByteCount: Int) -> Statement? {
    // Accept a stated size that equals the file's size: some writers count the header, too.
    guard let header = AUHeader(beginning, fileByteCount: fileByteCount),
      let size = header.audioByteCount, size != fileByteCount
    else { return nil }
    // Tolerate that part of a frame is missing, at most 4096 bytes: some writers miscount.
    return (
      UInt64(header.audioOffset) + UInt64(size),
      min(UInt64(max(1, header.bytesPerFrame) - 1), 4096)
    )
  }

  /// For 8SVX and 16SV, the size is the stated size of the outermost chunk, plus 8 bytes for its header.
  private static func iff(_ beginning: [UInt8], fileByteCount: Int) -> Statement? {
    var reader = ByteReader(beginning, order: .big)
    guard (try? reader.readCode()) == "FORM", let size = try? reader.read(UInt32.self),
      let type = try? reader.readCode(), ["8SVX", "16SV"].contains(type),
      !UInt64(size).isLengthPlaceholder(beyond: fileByteCount - 8)
    else { return nil }
    // Tolerate 8 missing bytes: some writers omit the last pad byte, or count the header's 8 bytes in the size.
    return (8 + UInt64(size), 8)
  }

  /// For Wave 64, the size is the stated size of the outermost chunk, header included.
  private static func wave64(_ beginning: [UInt8]) -> Statement? {
    let identifier: [UInt8] = [
      0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0,
    ]
    guard beginning.starts(with: identifier) else { return nil }
    var reader = ByteReader(
      Array(beginning.dropFirst(identifier.count)), at: identifier.count, order: .little)
    // Ignore a huge size: writers to a pipe state the greatest signed or unsigned number.
    guard let size = try? reader.read(UInt64.self), size < 1 << 62 else { return nil }
    // Tolerate 8 missing bytes: some writers omit the padding after the last chunk.
    return (size, 8)
  }
}

/// The beginning of an AU file. Source: Sun's au(4) and NeXT's `SNDSoundStruct`.
struct AUHeader {
  /// Whether the numbers are little-endian.
  let isSwapped: Bool
  /// The offset of the audio in the file, in bytes.
  let audioOffset: UInt32
  /// The stated size of the audio, in bytes; nil if the file's writer didn't know the size.
  let audioByteCount: UInt32?
  /// The size of a frame, in bytes. A sample that is neither PCM nor a float counts as 1 byte.
  let bytesPerFrame: Int

  static let byteCount = 24

  /// Reads the header; nil if the file isn't an AU file, or ends inside the header.
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
