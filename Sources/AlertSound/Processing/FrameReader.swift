internal import SoundFormat

/// Reads a sound's frames in order, whoever decodes them.
enum FrameReader {
  case native(NativeFrames)
  case imported(ImportedFrames, skippedFrameCount: Int)

  /// Opens a sound.
  ///
  /// - Parameter firstFrame: How many frames to leave out at the beginning.
  init(_ source: SoundSource, from firstFrame: Int) throws(SoundFileError) {
    switch source.structure {
    case .native(let sound):
      self = .native(try NativeFrames(sound, in: source.bytes, from: firstFrame))
    case .imported(let sound):
      self = .imported(
        try ImportedFrames(source.bytes, range: sound.byteRange), skippedFrameCount: firstFrame)
    }
  }

  /// The next frames, interleaved; nil at the end. A block is never empty.
  mutating func next() throws(SoundFileError) -> SampleBlock? {
    switch self {
    case .native(var frames):
      defer { self = .native(frames) }
      return try frames.next()
    case .imported(let frames, var skippedFrameCount):
      defer { self = .imported(frames, skippedFrameCount: skippedFrameCount) }
      while true {
        let block = frames.read(frameCount: 4096)
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

  init(_ sound: SoundFile, in bytes: any ByteSource, from firstFrame: Int) throws(SoundFileError) {
    self.bytes = bytes
    decoder = try FrameDecoder(for: sound, from: firstFrame)
    rest = sound.audioBytes
    blockByteCount = PacketBlock.byteCount(of: sound.format)
  }

  mutating func next() throws(SoundFileError) -> SampleBlock? {
    while !rest.isEmpty {
      let block = decoder.decode(try bytes.packets(takenFrom: &rest, atMost: blockByteCount))
      if block.sampleCount > 0 { return block }
    }
    return nil
  }
}

/// How much is read at once.
enum PacketBlock {
  /// The blocks in flight, of bytes and of samples, fit into a core's second-level cache, and are
  /// small enough that the C library keeps their memory when they are freed.
  private static let byteCount = 1 << 15

  /// A size in bytes of whole packets, which fills whole IMA4 packets.
  static func byteCount(of format: StreamFormat) -> Int {
    let bytesPerPacket = max(1, format.bytesPerPacket)
    let packetCount = byteCount / bytesPerPacket / IMA4.framesPerPacket * IMA4.framesPerPacket
    return max(1, packetCount) * bytesPerPacket
  }
}

extension ByteSource {
  /// Reads the beginning of a range and takes it away.
  func packets(
    takenFrom range: inout Range<Int>, atMost byteCount: Int
  ) throws(SoundFileError) -> [UInt8] {
    let block = range.prefix(byteCount)
    let packets = try bytes(at: block.lowerBound, count: block.count)
    guard packets.count == block.count else {
      throw SoundFileError(.truncated, "the file became shorter while it was read")
    }
    range.removeFirst(block.count)
    return packets
  }
}
