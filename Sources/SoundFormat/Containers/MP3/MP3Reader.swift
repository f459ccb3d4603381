/// Reads the structure of MP3 files by walking from header to header.
struct MP3Reader {
  private let source: AnyByteSource
  /// The offset of the next byte. `block` has bytes from this offset on.
  private var position: Int
  private var block: ArraySlice<UInt8> = []

  private var framing: MP3Framing?
  private var runs: [Range<Int>] = []
  private var sizes = PacketSizes()
  /// The bit rate of all packets, in bits per second; nil if the bit rate varies.
  private var bitRate: Int?
  /// The first index, and its offset.
  private var index: (MPEGIndex, offset: Int)?
  /// The padding at the end, in frames, that the last index states. Each of several joined files may have an index.
  private var paddingAfter = 0
  /// How many bytes between packets are neither packets nor tags, and the offset of the first of these bytes.
  private var strayBytes = (count: 0, offset: 0)

  private static var blockByteCount: Int { 1 << 16 }
  /// How many bytes before the first packet may be neither packets nor tags.
  private static var junkLimit: Int { 1 << 16 }
  /// The limit on a removed tag, in bytes: an index may count the bytes of a tag that another program removed.
  private static var tagByteLimit: Int { 4096 }

  /// Reads a file whose first tags end at `start`; nil if the file isn't an MP3.
  static func read(_ source: AnyByteSource, from start: Int) throws(SoundFileError) -> SoundFile? {
    var reader = MP3Reader(source: source, position: start)
    guard try reader.findPacket(before: start.addingClamped(junkLimit)),
      let framing = reader.framing
    else { return nil }
    let junkByteCount = reader.position - start
    try reader.walk(framing)
    guard reader.sizes.packetCount > 0 else {
      throw .malformed("there is no complete packet", at: start)
    }
    var sound = try reader.sound(framing, from: start)
    if junkByteCount > 0 {
      sound.notes.append("\(counted(junkByteCount, "byte")) before the first packet", at: start)
    }
    if reader.strayBytes.count > 0 {
      let words = counted(reader.strayBytes.count, "byte") + " between packets: ignored"
      sound.ignore(words, at: reader.strayBytes.offset)
    }
    try reader.noteRest(in: &sound)
    return sound
  }

  /// Loads bytes from the position on: at least as many as the framing examines, or all bytes up to the end.
  private mutating func load() throws(SoundFileError) {
    if block.count < MP3Framing.lookahead, position + block.count < source.byteCount {
      block = try source.bytes(at: position, count: Self.blockByteCount)[...]
    }
  }

  private mutating func advance(by byteCount: Int) {
    position += byteCount
    block = block.dropFirst(byteCount)
  }

  /// Moves to the next packet that the bytes after it confirm. Returns whether such a packet begins before `end`.
  private mutating func findPacket(before end: Int) throws(SoundFileError) -> Bool {
    while position < end {
      try load()
      guard let start = block.firstIndex(of: 0xFF) else {
        guard !block.isEmpty else { return false }
        advance(by: block.count)
        continue
      }
      advance(by: start - block.startIndex)
      try load()
      if let framing {
        if framing.isPacket(block) { return true }
      } else if let found = MP3Framing(block) {
        framing = found
        return position < end
      }
      advance(by: 1)
    }
    return false
  }

  /// Walks over all packets, tags and stray bytes.
  private mutating func walk(_ framing: MP3Framing) throws(SoundFileError) {
    var isInRun = false
    while true {
      try load()
      if let byteCount = framing.byteCount(ofPacketIn: block), byteCount <= block.count,
        let header = MPEGFrameHeader(block)
      {
        if let index = MPEGIndex(in: block.prefix(byteCount), header) {
          if self.index == nil { self.index = (index, position) }
          paddingAfter = index.padding?.after ?? 0
          isInRun = false
        } else {
          let start = isInRun ? runs.removeLast().lowerBound : position
          try runs.append(run: start..<position + byteCount)
          isInRun = true
          bitRate = sizes.packetCount == 0 || bitRate == header.bitRate ? header.bitRate : nil
          sizes.append(byteCount: byteCount, frameCount: header.framesPerPacket)
        }
        advance(by: byteCount)
        continue
      }
      isInRun = false
      let end = try ID3Tags.end(from: position, in: source)
      if end > position {
        advance(by: end - position)
        continue
      }
      if MP3Framing(block).map({ !$0.header.isOfSameStream(as: framing.header) }) == true {
        throw .unsupported("the sound changes its format, which is not supported", at: position)
      }
      let start = position
      guard try findPacket(before: .max) else {
        (position, block) = (start, [])
        return
      }
      if strayBytes.count == 0 { strayBytes.offset = start }
      strayBytes.count += position - start
    }
  }

  private func sound(
    _ framing: MP3Framing, from start: Int
  ) throws(SoundFileError) -> SoundFile {
    let format = StreamFormat(
      sampleRate: framing.header.sampleRate, channelCount: framing.header.channelCount,
      dataFormat: .other(
        CodecDescription(formatID: ".mp3", framesPerPacket: framing.header.framesPerPacket)))
    var sound = SoundFile(container: .mp3, format: format, from: start, runs: runs)
    sound.packetSizes = sizes
    sound.packetList = .mp3(framing)
    sound.constantBitRate = bitRate.flatMap { $0 > 0 ? $0 : nil }
    let missing = missing
    // Accept the file if few bytes and at most one packet are missing. The bytes may have been a tag, and some editors
    // count one packet too many.
    if missing.byteCount > Self.tagByteLimit || missing.packetCount > 1 {
      if position < source.byteCount {
        sound.missingByteCount = missing.byteCount
      } else {
        // An editor that cuts between packets leaves the index unchanged.
        let bytes = counted(missing.byteCount, "byte")
        sound.ignore("the index counts \(bytes) more than there are")
      }
    }
    let texts = try ID3Texts(before: start, in: source)
    sound.metadata.texts = texts.entries
    // If packets are missing, so is the padding at the end.
    let paddingAfter = missing.packetCount > 0 ? 0 : paddingAfter
    let padding =
      index.flatMap { $0.0.padding.map { ($0.before, paddingAfter) } }
      ?? texts.padding.map { ($0.primingFrameCount, $0.remainderFrameCount) }
    if let (before, after) = padding {
      // A decoder outputs the sound later than the encoder received it. The encoder's numbers don't count this delay,
      // so at least `MP3Decoder.delay` frames must follow the sound.
      let after = max(after, MP3Decoder.delay)
      let validFrameCount = sizes.frameCount - before - after
      if validFrameCount > 0 {
        sound.decoderDelay = MP3Decoder.delay
        sound.packetTable = PacketTable(
          validFrameCount: validFrameCount, primingFrameCount: before, remainderFrameCount: after)
      }
    }
    return sound
  }

  /// Adds a note on the bytes after the last packet or tag. In a truncated file, these bytes belong to a missing
  /// packet, and get no note. Bytes other than zeros may be sound.
  private func noteRest(in sound: inout SoundFile) throws(SoundFileError) {
    guard sound.missingByteCount == 0, position < source.byteCount else { return }
    let words = counted(source.byteCount - position, "byte") + " after the audio"
    try source.bytes(at: position, count: Self.blockByteCount).allSatisfy { $0 == 0 }
      ? sound.notes.append(words, at: position)
      : sound.ignore(words + ": ignored", at: position)
  }

  /// How many bytes and packets are missing according to the index. Both are 0 if the index states no number of bytes,
  /// or if no bytes are missing.
  ///
  /// LAME and FFmpeg count bytes from the index to the end of the last frame. LAME up to 3.92 counted the whole file,
  /// including its own tags, which hold a few texts and no picture. Another program may have removed these tags. A
  /// count that equals the file's size is right, however long the tags are. This property counts tags after the audio
  /// as audio, but a truncated file has no such tags.
  private var missing: (byteCount: Int, packetCount: Int) {
    guard let (index, offset) = index, let stated = index.byteCount, stated != 0,
      !UInt64(stated).isLengthPlaceholder(beyond: source.byteCount - offset),
      stated != source.byteCount
    else { return (0, 0) }
    let byteCount = Int(clamping: stated) - (source.byteCount - offset)
    let packetCount = index.frameCount.map { Int(clamping: $0) - sizes.packetCount } ?? 0
    return byteCount > 0 ? (byteCount, max(0, packetCount)) : (0, 0)
  }
}
