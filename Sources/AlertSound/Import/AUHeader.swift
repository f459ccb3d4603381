internal import SoundFormat

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
