internal import SoundFormat

/// Reads, packet by packet, the frames of a codec whose packets vary in size.
///
/// In a FLAC file, each packet begins where the packet before it ends, and only decoding finds this end. In all other
/// files, the packets are known before decoding.
final class VariablePacketFrames {
  private let bytes: AnyByteSource
  private let policy: InputPolicy
  private let codec: VariableCodec
  private let format: StreamFormat
  /// How many frames the file states; nil if the file states no number.
  private let statedFrameCount: Int?
  /// The packets, if they are known before decoding; nil in a FLAC file.
  private var packets: PacketCursor?
  private var decoder: VariablePacketDecoder
  /// The index of the sound's first frame among the frames of all packets.
  private let start: Int
  /// The range of the frames to return among the frames of all packets.
  private let wanted: Range<Int>
  private var decodedFrameCount = 0
  /// Bytes of the file. The bytes from `offset` on belong to the next packets. In the file, the range `unread` follows.
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
  /// The largest number of frames that are returned at once.
  private let frameLimit: Int
  private var truncation: String?
  private var packetCount = 0

  /// How many packets can't be decoded, in words.
  private var damage: String {
    "\(decoder.damagedPacketCount) of \(counted(packetCount, "packet")) can't be decoded"
  }

  var warnings: [AlertFinding] {
    [
      truncation.map { AlertFinding(.truncated, $0) },
      decoder.damagedPacketCount == 0
        ? nil : AlertFinding(.damaged, damage + ": silence or noise is in their place"),
    ].compactMap { $0 }
  }

  /// Throws if more than half of the packets that were read are damaged.
  func checkDamage() throws(SoundFileError) {
    guard decoder.damagedPacketCount <= packetCount / 2 else {
      throw SoundFileError(.malformed, damage)
    }
  }

  /// At least this many bytes of a FLAC file are read at once: enough for several packets of most files.
  private static let blockByteCount = 1 << 15

  init(
    _ sound: SoundFile, _ codec: VariableCodec, in bytes: AnyByteSource, from firstFrame: Int,
    widestChannelCount: Int, policy: InputPolicy
  ) throws(SoundFileError) {
    self.bytes = bytes
    self.policy = policy
    self.codec = codec
    format = StreamFormat(
      sampleRate: sound.format.sampleRate, channelCount: sound.format.channelCount,
      dataFormat: .linearPCM(PCMEncoding(codec.decodedSampleType)))
    let isListed = sound.container != .flac
    statedFrameCount = !isListed && sound.hasUncountedFrames ? nil : sound.frameCount
    packets = isListed ? PacketCursor(sound) : nil
    unread = isListed ? 0..<0 : sound.audioBytes
    decoder = try VariablePacketDecoder(codec)
    start = (sound.packetTable?.primingFrameCount ?? 0).addingClamped(sound.decoderDelay)
    let first = start.addingClamped(firstFrame)
    wanted = first..<max(first, start.addingClamped(statedFrameCount ?? .max))
    frameLimit =
      PacketBlock.byteCount(of: format, widestChannelCount: widestChannelCount)
      / format.bytesPerPacket
  }

  func next() throws(SoundFileError) -> SampleBlock? {
    while rest.isEmpty {
      guard !wanted.isEmpty, truncation == nil else { return nil }
      guard decodedFrameCount < wanted.upperBound else {
        try checkEnd()
        return nil
      }
      guard try decodePacket() else {
        // A file that doesn't state its length may end after any packet.
        guard statedFrameCount != nil || offset < window.count else { return nil }
        try stop(
          SoundFileError.shortfall(max(0, decodedFrameCount - start), of: statedFrameCount))
        return nil
      }
      let packet =
        decodedFrameCount..<decodedFrameCount.addingClamped(block.sampleCount / format.channelCount)
      decodedFrameCount = packet.upperBound
      try policy.check(
        decodedFrameCount: min(decodedFrameCount, wanted.upperBound), primingFrameCount: start,
        channelCount: format.channelCount, sampleRate: format.sampleRate)
      let kept = wanted.clamped(to: packet)
      rest = kept.lowerBound - packet.lowerBound..<kept.upperBound - packet.lowerBound
    }
    let part = rest.prefix(frameLimit)
    rest = rest.dropFirst(part.count)
    return block.samples(
      in: part.lowerBound * format.channelCount..<part.upperBound * format.channelCount)
  }

  /// Ends the sound early if the policy accepts truncated files. Otherwise, throws.
  private func stop(_ words: String) throws(SoundFileError) {
    guard policy.acceptsTruncatedFiles else { throw SoundFileError(.truncated, words) }
    truncation = words
  }

  /// Throws if more than half of the packets are damaged. Also stops if a FLAC file goes on after the stated number of
  /// frames, with more frames or with another file.
  private func checkEnd() throws(SoundFileError) {
    try checkDamage()
    guard packets == nil, let statedFrameCount else { return }
    if window.count - offset < Self.signature.count { try fill() }
    if decodedFrameCount == wanted.upperBound, !window[offset...].starts(with: Self.signature) {
      guard try decodePacket() else { return }
    }
    try stop("the file goes on after the \(counted(statedFrameCount, "frame")) that it states")
  }

  private static let signature = Array("fLaC".utf8)

  /// Decodes the next packet, and returns whether there was one. A packet that the decoder rejects counts as none.
  private func decodePacket() throws(SoundFileError) -> Bool {
    if packets != nil {
      // Check the size before reading the packet: a hostile file may state any size.
      guard let packet = try packets?.next(in: bytes), packet.count <= codec.packetByteLimit else {
        return false
      }
      (offset, unread) = (0, packet.upperBound..<packet.upperBound)
      try bytes.read(at: packet.lowerBound, count: packet.count, into: &window)
      guard window.count == packet.count else { throw .becameShorter }
    } else if window.count - offset <= largestByteCount {
      try fill()
    }
    while packets != nil || offset < window.count {
      do throws(SoundFileError) {
        let byteCount = try decoder.decode(window, from: offset, into: &block)
        packetCount += 1
        offset += byteCount
        largestByteCount = max(largestByteCount, byteCount)
        return true
      } catch {
        // In the first packet, this error says that the stream has another codec. Later, the error means damage.
        guard error.code != .unsupported || decodedFrameCount > 0 else { throw error }
        guard error.code == .truncated, !unread.isEmpty else { return false }
      }
      try fill()
    }
    return false
  }

  /// Reads more bytes of a FLAC file, at least as many as are in the window.
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
