/// Reads the structure of ADTS files (`aac`) by walking from header to header.
enum ADTSReader {
  private static let framesPerPacket = 1024
  /// The limits on bytes to read at once. After damage, the reader begins with the lower limit, and doubles each read.
  private static let (leastByteCount, mostByteCount) = (1 << 6, 1 << 16)

  /// Returns whether a stream's first frame is at `start`: after this frame and any tags, the stream's next frame or
  /// the file's end must follow.
  static func isStream(
    at start: Int, in source: AnyByteSource
  ) throws(SoundFileError) -> Bool {
    let bytes = try source.bytes(at: start, count: ADTSHeader.byteCount)
    guard let first = ADTSHeader(bytes) else { return false }
    let next = try ID3Tags.end(from: start + first.byteCount, in: source)
    if next == source.byteCount { return true }
    let header = ADTSHeader(try source.bytes(at: next, count: ADTSHeader.byteCount))
    return header?.coding == first.coding
  }

  /// Returns the offset of the first frame at or after `start`; nil if there is no such frame. All frames of a stream
  /// begin with the same 28 bits as `head`.
  private static func nextFrame(
    like head: [UInt8], from start: Int, in source: AnyByteSource
  ) throws(SoundFileError) -> Int? {
    var (offset, byteCount) = (start, leastByteCount)
    while true {
      let block = try source.bytes(at: offset, count: byteCount)
      guard block.count >= ADTSHeader.byteCount else { return nil }
      let count = block.count - ADTSHeader.byteCount + 1
      for index in 0..<count where block[index] == 0xFF {
        guard block[index..<index + 3] == head[..<3], (block[index + 3] ^ head[3]) < 16,
          let header = ADTSHeader(block[index...]),
          header.byteCount <= source.byteCount - offset - index
        else { continue }
        return offset + index
      }
      offset += count
      byteCount = min(2 * byteCount, mostByteCount)
    }
  }

  /// Reads a file whose first frame is at `start`. Skips tags between frames, as in joined files and recorded streams,
  /// and other bytes, as in damaged files.
  ///
  /// All decoded sample frames count as sound: the stream doesn't say how many are priming. Apple's `afinfo` and
  /// `afconvert` also count 1,024 sample frames for each packet.
  static func read(
    _ source: AnyByteSource, from start: Int
  ) throws(SoundFileError) -> SoundFile {
    var block: ArraySlice<UInt8> = []
    var blockByteCount = mostByteCount
    let head = try source.bytes(at: start, count: ADTSHeader.byteCount)
    var end = start
    var runs: [Range<Int>] = []
    var runStart = start
    var coding: ADTSHeader.Coding?
    var sizes = PacketSizes()
    var missingByteCount = 0
    var strayBytes = (count: 0, offset: 0)
    // The start of the last frame before `end`, and the totals without this frame.
    var last: (start: Int, sizes: PacketSizes)?
    while true {
      if block.count < ADTSHeader.byteCount {
        block = try source.bytes(at: end, count: blockByteCount)[...]
        blockByteCount = min(2 * blockByteCount, mostByteCount)
      }
      let header = ADTSHeader(block).flatMap { coding ?? $0.coding == $0.coding ? $0 : nil }
      let missing = (header?.byteCount ?? 0) - (source.byteCount - end)
      guard let header, missing <= 0 else {
        var next = try ID3Tags.end(from: end, in: source)
        block = block.dropFirst(next - end)
        if next == end, coding != nil,
          let frame = try nextFrame(like: head, from: (last?.start ?? end) + 1, in: source)
        {
          (block, blockByteCount) = ([], leastByteCount)
          // If the next frame begins inside the last frame, drop the last frame: its end is missing.
          if let last, frame < end { (end, sizes) = last }
          if strayBytes.count == 0 { strayBytes.offset = end }
          strayBytes.count += frame - end
          next = frame
        }
        guard next > end else {
          missingByteCount = max(0, missing)
          break
        }
        if end > runStart { try runs.append(run: runStart..<end) }
        (end, runStart, last) = (next, next, nil)
        continue
      }
      (coding, last) = (header.coding, (end, sizes))
      end += header.byteCount
      block = block.dropFirst(header.byteCount)
      sizes.append(byteCount: header.byteCount, frameCount: header.packetCount * framesPerPacket)
    }
    guard let coding else {
      throw .malformed("the first frame isn't complete", at: start)
    }
    var program: AACProgram?
    if coding.channelCount == 0 {
      program = AACProgram(ofFrame: try source.bytes(at: start, count: ADTSHeader.frameByteLimit))
    }
    let channelCount = program?.channelCount ?? coding.channelCount
    guard StreamFormat.channelCounts.contains(channelCount) else {
      throw .unsupported("the stream of AAC doesn't say which channels it has", at: start)
    }
    let format = StreamFormat(
      sampleRate: coding.sampleRate, channelCount: channelCount,
      dataFormat: .other(CodecDescription(formatID: "aac ", framesPerPacket: framesPerPacket)))
    if end > runStart { try runs.append(run: runStart..<end) }
    let isRead = end == source.byteCount
    end = runs.last?.upperBound ?? end
    var sound = SoundFile(container: .adts, format: format, from: start, runs: runs)
    sound.packetSizes = sizes
    sound.packetList = .adts
    sound.missingByteCount = missingByteCount
    sound.program = program
    sound.layout = sound.decodedLayout
    try sound.findReplication(in: source)
    if strayBytes.count > 0 {
      let words = counted(strayBytes.count, "byte") + " between packets: ignored"
      sound.ignore(words, at: strayBytes.offset)
    }
    if missingByteCount == 0, end < source.byteCount {
      let rest = counted(source.byteCount - end, "byte") + " after the audio"
      isRead
        ? sound.notes.append(rest, at: end) : sound.ignore(rest + ": ignored", at: end)
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
    /// 0 if only a list in the first packet states the number.
    var channelCount: Int
  }

  let coding: Coding
  /// The frame's size in bytes, including its header.
  let byteCount: Int
  /// How many packets of 1,024 frames this ADTS frame has; 1 in nearly all streams.
  let packetCount: Int

  /// The size of a header, without the checksum that may follow.
  static let byteCount = 7
  /// The limit on a frame, in bytes.
  static let frameByteLimit = 1 << 13

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
