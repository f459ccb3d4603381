internal import SoundFormat

/// Reads a sound's frames in order, whichever decoder they need.
enum FrameReader {
  case native(NativeFrames)
  /// Frames that are in memory already, and what decoding them has found missing.
  case decoded(ArraySlice<SampleBlock>, truncation: String?)
  case imported(ImportedFrames, skippedFrameCount: Int, blockFrameCount: Int)

  /// Opens a sound.
  ///
  /// - Parameters:
  ///   - firstFrame: How many frames to skip at the beginning.
  ///   - widestChannelCount: The most channels a frame has in the pipeline. The more, the fewer frames are
  ///     read at once.
  init(
    _ source: SoundSource, from firstFrame: Int, widestChannelCount: Int
  ) throws(SoundFileError) {
    if let beginning = source.beginning, beginning.firstFrame == firstFrame,
      let blocks = beginning.blocks
    {
      self = .decoded(blocks[...], truncation: beginning.truncation)
      return
    }
    switch source.structure {
    case .native(let sound):
      self = .native(
        try NativeFrames(
          sound, in: source.bytes, from: firstFrame, widestChannelCount: widestChannelCount))
    case .imported(let sound):
      let frames = try ImportedFrames(
        source.bytes, range: sound.byteRange, policy: source.policy)
      guard frames.sound == sound else {
        throw SoundFileError(.malformed, "the file has changed since it was opened")
      }
      self = .imported(
        frames, skippedFrameCount: firstFrame,
        blockFrameCount: max(1, 8192 / widestChannelCount))
    }
  }

  /// What decoding has found missing from a truncated file, in words.
  var truncation: String? {
    switch self {
    case .native: nil
    case .decoded(_, let truncation): truncation
    case .imported(let frames, _, _): frames.truncation
    }
  }

  /// The next frames, interleaved; nil at the end. A block is never empty.
  mutating func next() throws(SoundFileError) -> SampleBlock? {
    switch self {
    case .native(var frames):
      // Drop our reference first, to avoid copy-on-write.
      self = .decoded([], truncation: nil)
      defer { self = .native(frames) }
      return try frames.next()
    case .decoded(let blocks, let truncation):
      self = .decoded(blocks.dropFirst(), truncation: truncation)
      return blocks.first
    case .imported(let frames, var skippedFrameCount, let blockFrameCount):
      defer {
        self = .imported(
          frames, skippedFrameCount: skippedFrameCount, blockFrameCount: blockFrameCount)
      }
      while true {
        let block = try frames.read(frameCount: blockFrameCount)
        let frameCount = block.sampleCount / frames.sound.channelCount
        if frameCount == 0 { return nil }
        let skipped = min(skippedFrameCount, frameCount)
        skippedFrameCount -= skipped
        if skipped < frameCount {
          return block.samples(in: skipped * frames.sound.channelCount..<block.sampleCount)
        }
      }
    }
  }
}

/// Reads the frames of one of this library's own formats.
struct NativeFrames {
  private let bytes: any ByteSource
  private let blockByteCount: Int
  private var rest: Range<Int>
  private var decoder: FrameDecoder
  /// The packets read last. The next ones reuse their memory.
  private var packets: [UInt8] = []

  init(
    _ sound: SoundFile, in bytes: any ByteSource, from firstFrame: Int, widestChannelCount: Int
  ) throws(SoundFileError) {
    self.bytes = bytes
    if sound.format.framesPerPacket == 1, sound.packetTable == nil {
      // Earlier frames don't affect later ones, so skip them without decoding.
      var rest = sound
      rest.audioBytes.removeFirst(
        min(firstFrame * sound.format.bytesPerPacket, rest.audioBytes.count))
      decoder = try FrameDecoder(for: rest)
      self.rest = rest.audioBytes
    } else {
      decoder = try FrameDecoder(for: sound, from: firstFrame)
      rest = sound.audioBytes
    }
    blockByteCount = PacketBlock.byteCount(of: sound.format, widestChannelCount: widestChannelCount)
  }

  mutating func next() throws(SoundFileError) -> SampleBlock? {
    while !rest.isEmpty {
      try bytes.readPackets(takenFrom: &rest, atMost: blockByteCount, into: &packets)
      let block = decoder.decode(packets)
      if block.sampleCount > 0 { return block }
    }
    return nil
  }
}

extension ByteSource {
  /// Reads the beginning of a range and removes it from the range.
  func readPackets(
    takenFrom range: inout Range<Int>, atMost byteCount: Int, into packets: inout [UInt8]
  ) throws(SoundFileError) {
    let block = range.prefix(byteCount)
    try read(at: block.lowerBound, count: block.count, into: &packets)
    guard packets.count == block.count else { throw .becameShorter }
    range.removeFirst(block.count)
  }
}

extension SoundFileError {
  /// The file has become shorter since it was opened.
  static let becameShorter = SoundFileError(
    .truncated, "the file shrank while it was being read")
}
