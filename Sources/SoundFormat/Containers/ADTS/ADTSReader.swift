/// Reads the structure of ADTS files (`aac`) by walking from header to header.
enum ADTSReader {
  private static let framesPerPacket = 1024
  private static let blockByteCount = 1 << 16

  /// Whether a stream's first frame is at `start`. Another frame or the file's end must follow it, with or without tags
  /// in between.
  static func isStream(
    at start: Int, in source: some ByteSource
  ) throws(SoundFileError) -> Bool {
    let bytes = try source.bytes(at: start, count: ADTSHeader.byteCount)
    guard let first = ADTSHeader(bytes), first.coding.channelCount > 0 else { return false }
    let next = try ID3Tags.end(from: start + first.byteCount, in: source)
    if next == source.byteCount { return true }
    let header = ADTSHeader(try source.bytes(at: next, count: ADTSHeader.byteCount))
    return header?.coding == first.coding
  }

  /// Reads a file whose first frame is at `start`. Skips the tags between frames, which joined files and recorded
  /// streams have.
  ///
  /// All frames count as sound, because the stream doesn't say how many are priming. Apple's `afinfo` and `afconvert`
  /// also give 1,024 frames for each packet.
  static func read(
    _ source: some ByteSource, from start: Int
  ) throws(SoundFileError) -> SoundFile {
    var block: ArraySlice<UInt8> = []
    var end = start
    var runs: [Range<Int>] = []
    var runStart = start
    var coding: ADTSHeader.Coding?
    var sizes = PacketSizes()
    var missingByteCount = 0
    while true {
      if block.count < ADTSHeader.byteCount {
        block = try source.bytes(at: end, count: blockByteCount)[...]
      }
      guard let header = ADTSHeader(block), coding == nil || header.coding == coding else {
        let next = try ID3Tags.end(from: end, in: source)
        guard next > end else { break }
        if end > runStart { try runs.append(run: runStart..<end) }
        block = block.dropFirst(next - end)
        (end, runStart) = (next, next)
        continue
      }
      guard header.byteCount <= source.byteCount - end else {
        missingByteCount = header.byteCount - (source.byteCount - end)
        break
      }
      coding = header.coding
      end += header.byteCount
      block = block.dropFirst(header.byteCount)
      sizes.append(byteCount: header.byteCount, frameCount: header.packetCount * framesPerPacket)
    }
    guard let coding else {
      throw .malformed("the first frame isn't complete", at: start)
    }
    let format = StreamFormat(
      sampleRate: coding.sampleRate, channelCount: coding.channelCount,
      dataFormat: .other(CodecDescription(formatID: "aac ", framesPerPacket: framesPerPacket)))
    if end > runStart { try runs.append(run: runStart..<end) }
    let isRead = end == source.byteCount
    end = runs.last?.upperBound ?? end
    var sound = SoundFile(container: .adts, format: format, runs: runs)
    sound.start = start
    sound.packetSizes = sizes
    sound.missingByteCount = missingByteCount
    sound.layout = sound.decodedLayout
    try sound.findReplication(in: source)
    if missingByteCount == 0, end < source.byteCount {
      let rest = counted(source.byteCount - end, "byte") + " after the audio"
      isRead
        ? sound.notes.append(Note(rest, at: end)) : sound.ignore(Note(rest + ": ignored", at: end))
    }
    return sound
  }
}

/// The header of a frame in an ADTS stream.
///
/// Source: ISO/IEC 14496-3, 1.A.2.2, "Audio Data Transport Stream".
struct ADTSHeader {
  /// The fields that are the same in all frames of a stream.
  struct Coding: Equatable {
    /// In Hz. Spectral band replication doubles the rate, but the header doesn't say so.
    var sampleRate: Double
    /// 0 if only the packets state the number.
    var channelCount: Int
  }

  let coding: Coding
  /// The frame's size, including its header.
  let byteCount: Int
  /// How many packets of 1,024 frames this ADTS frame has; 1 in nearly all streams.
  let packetCount: Int

  /// The size of a header, without the checksum that may follow.
  static let byteCount = 7

  /// Parses a header; nil if the bytes aren't a header.
  init?(_ bytes: some Collection<UInt8>) {
    var bits = BitReader(Array(bytes.prefix(Self.byteCount)))
    guard bits.read(12) == 0xFFF, bits.skip(1), bits.read(2) == 0, bits.skip(3),
      let rate = bits.read(4), bits.skip(1), let channels = bits.read(3), bits.skip(4),
      let byteCount = bits.read(13), bits.skip(11), let others = bits.read(2),
      AudioSpecificConfig.sampleRates.indices.contains(Int(rate)), byteCount >= Self.byteCount
    else { return nil }
    coding = Coding(
      sampleRate: AudioSpecificConfig.sampleRates[Int(rate)],
      channelCount: AudioSpecificConfig.channelCounts[Int(channels)])
    self.byteCount = Int(byteCount)
    packetCount = Int(others) + 1
  }
}
