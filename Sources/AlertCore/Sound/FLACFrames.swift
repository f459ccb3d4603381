internal import SoundFormat

/// Reads the frames of FLAC. In a FLAC file, each packet begins where the packet before it ends, and only decoding tells
/// where that is. CAF and MPEG-4 list their packets.
final class FLACFrames: BlockReader {
  private let bytes: AnyByteSource
  private let policy: InputPolicy
  private let format: StreamFormat
  /// How many frames the file states; nil if it doesn't.
  private let statedFrameCount: Int?
  /// The packets that the container lists.
  private var packets: PacketCursor?
  private var decoder: FLACDecoder
  /// The range of the sound's frames among the frames of all packets.
  private let wanted: Range<Int>
  private var decodedFrameCount = 0
  /// The bytes from `offset` on are the next packets. `unread` follows them in the file.
  private var window: [UInt8] = []
  private var offset = 0
  private var unread: Range<Int>
  /// The bytes read last; kept to reuse their memory.
  private var more: [UInt8] = []
  /// How many bytes the largest packet so far has.
  private var largestByteCount = 0
  /// The block decoded last; kept to reuse its memory.
  private var block = SampleBlock.int16([])
  /// The block's frames that haven't been returned.
  private var rest = 0..<0
  /// At most this many frames are returned at once.
  private let frameLimit: Int
  private(set) var truncation: String?

  /// Enough for several packets of most files.
  private static let blockByteCount = 1 << 15

  init(
    _ sound: SoundFile, _ configuration: FLACConfiguration, in bytes: AnyByteSource,
    from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) {
    self.bytes = bytes
    self.policy = policy
    format = StreamFormat(
      sampleRate: sound.format.sampleRate, channelCount: configuration.channelCount,
      dataFormat: .linearPCM(PCMEncoding(configuration.decodedType)))
    statedFrameCount = sound.hasUncountedFrames ? nil : sound.frameCount
    let isFile = sound.container == .flac
    packets = isFile ? nil : PacketCursor(sound)
    unread = isFile ? sound.audioBytes : 0..<0
    decoder = FLACDecoder(configuration)
    let priming = sound.packetTable?.primingFrameCount ?? 0
    let start = priming.addingClamped(firstFrame)
    wanted = start..<max(start, priming.addingClamped(statedFrameCount ?? .max))
    frameLimit =
      PacketBlock.byteCount(of: format, widestChannelCount: widestChannelCount)
      / format.bytesPerPacket
  }

  func next() throws(SoundFileError) -> SampleBlock? {
    while rest.isEmpty {
      guard decodedFrameCount < wanted.upperBound, truncation == nil else { return nil }
      guard try decodePacket() else {
        // A file that doesn't state its length ends after any packet.
        guard statedFrameCount != nil || offset < window.count else { return nil }
        let words = SoundFileError.shortfall(decodedFrameCount, of: statedFrameCount)
        guard policy.acceptsTruncatedFiles else { throw SoundFileError(.truncated, words) }
        truncation = words
        return nil
      }
      let packet =
        decodedFrameCount..<decodedFrameCount.addingClamped(block.sampleCount / format.channelCount)
      decodedFrameCount = packet.upperBound
      try policy.check(
        decodedFrameCount: min(decodedFrameCount, wanted.upperBound), sampleRate: format.sampleRate)
      let kept = wanted.clamped(to: packet)
      rest = kept.lowerBound - packet.lowerBound..<kept.upperBound - packet.lowerBound
    }
    let part = rest.prefix(frameLimit)
    rest = rest.dropFirst(part.count)
    return block.samples(
      in: part.lowerBound * format.channelCount..<part.upperBound * format.channelCount)
  }

  /// Decodes the next packet. Returns false at the end, and if the packet is damaged or incomplete.
  private func decodePacket() throws(SoundFileError) -> Bool {
    if packets != nil {
      guard let packet = try packets?.next(in: bytes) else { return false }
      window.removeAll(keepingCapacity: true)
      (offset, unread) = (0, packet)
    }
    if window.count - offset <= largestByteCount { try fill() }
    while offset < window.count {
      do throws(SoundFileError) {
        let byteCount = try decoder.decode(window, from: offset, into: &block)
        offset += byteCount
        largestByteCount = max(largestByteCount, byteCount)
        return true
      } catch {
        guard error.code == .truncated, !unread.isEmpty else { return false }
      }
      try fill()
    }
    return false
  }

  /// Reads more bytes of the next packet, at least as many as are in the window.
  private func fill() throws(SoundFileError) {
    window.removeFirst(offset)
    offset = 0
    let part = unread.prefix(max(Self.blockByteCount, window.count))
    try bytes.read(at: part.lowerBound, count: part.count, into: &more)
    guard more.count == part.count else { throw .becameShorter }
    window += more
    unread = part.upperBound..<unread.upperBound
  }
}
