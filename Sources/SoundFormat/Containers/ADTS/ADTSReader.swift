/// Reads the structure of ADTS files (`aac`) by walking from header to header.
enum ADTSReader {
  private static let framesPerPacket = 1024
  private static let blockByteCount = 1 << 16

  /// Where the first frame is, if a file begins with one that another one follows, or that is all of it; nil for other
  /// files. A tag may precede it.
  static func start(of source: some ByteSource) throws(SoundFileError) -> Int? {
    let tag = try source.bytes(at: 0, count: 10)
    var start = 0
    if tag.count == 10, tag.starts(with: "ID3".utf8) {
      // Source: ID3v2.4, 3.1: a size with seven bits in each byte, and whether a footer repeats the header.
      let size = tag[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      start = size + (tag[5] & 0x10 == 0 ? 10 : 20)
    }
    let bytes = try source.bytes(at: start, count: ADTSHeader.byteCount)
    guard let first = ADTSHeader(bytes), first.coding.channelCount > 0 else { return nil }
    let end = start + first.byteCount
    if end == source.byteCount { return start }
    let next = try source.bytes(at: end, count: ADTSHeader.byteCount)
    return ADTSHeader(next)?.coding == first.coding ? start : nil
  }

  /// Reads a file whose first frame is at an offset.
  ///
  /// Core Audio counts all frames as sound: nothing in the stream says how many are priming. Seen: Apple's `afinfo`
  /// and `afconvert` give 1,024 frames for each packet.
  static func read(
    _ source: some ByteSource, from start: Int
  ) throws(SoundFileError) -> SoundFile {
    var block: ArraySlice<UInt8> = []
    var end = start
    var coding: ADTSHeader.Coding?
    var sizes = PacketSizes()
    var missingByteCount = 0
    while true {
      if block.count < ADTSHeader.byteCount {
        block = try source.bytes(at: end, count: blockByteCount)[...]
      }
      guard let header = ADTSHeader(block), coding == nil || header.coding == coding else { break }
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
    var sound = SoundFile(container: .adts, format: format, audioBytes: start..<end)
    sound.packetSizes = sizes
    sound.missingByteCount = missingByteCount
    sound.layout = sound.decodedLayout
    if missingByteCount == 0, end < source.byteCount {
      sound.notes.append(
        Note("\(counted(source.byteCount - end, "byte")) after the audio", at: end))
    }
    return sound
  }
}
