/// Decodes MP3: MPEG-1, MPEG-2 and MPEG-2.5 layer III.
///
/// A packet is a frame of the stream with its header. The samples of a packet also depend on earlier packets, so
/// packets must come in the stream's order.
///
/// Source: ISO/IEC 11172-3 and 13818-3.
struct MP3Decoder: Sendable {
  private let channelCount: Int
  /// The end of the earlier frames' audio, from which later frames may borrow.
  private var reservoir: [UInt8] = []
  private var bands: MP3Bands
  /// Has two entries, like the arrays below: a stream may begin with one channel, and go on with two channels.
  private var factors = [MP3ScaleFactors](repeating: MP3ScaleFactors(), count: 2)
  private var lines = [MP3Lines](repeating: MP3Lines(), count: 2)
  private var hybrids = [MP3Hybrid](repeating: MP3Hybrid(), count: 2)
  /// For each channel: the samples of the current packet.
  private var samples = [[Float]](
    repeating: Array(repeating: 0, count: 2 * MP3Granule.lineCount), count: 2)
  private var syntheses = [MP3Synthesis](repeating: MP3Synthesis(), count: 2)

  /// How many packets could be decoded only in part.
  private(set) var damagedPacketCount = 0
  /// Whether a packet may lack the earlier audio that it borrows. The file may have been cut out of a longer file.
  private var isAtBeginning = true

  /// The size of the largest accepted frame, in bytes. A free-format frame at 640 kbit/s and 32 kHz has 2,881 bytes.
  static let packetByteLimit = 4096
  /// The decoder's delay, in samples. The encoder's own delay isn't included.
  static let delay = 529
  /// The most bytes that a frame can borrow.
  private static let reservoirByteCount = 511

  /// - Parameter channelCount: How many channels to return: 1 or 2. Mono is doubled, stereo is mixed to one channel.
  init(channelCount: Int) {
    self.channelCount = channelCount
    bands = MP3Bands(rateIndex: 0)
  }

  static let damage = SoundFileError(.malformed, "a packet of MP3 is damaged")

  /// Decodes a packet to 1,152 or 576 frames of interleaved floats. Gives silence if the packet's side information is
  /// damaged, or if the packet's audio begins in missing packets.
  mutating func decode(
    _ packet: [UInt8], into block: inout SampleBlock
  ) throws(SoundFileError) {
    guard packet.count <= Self.packetByteLimit, let header = MPEGFrameHeader(packet) else {
      throw Self.damage
    }
    if header.rateIndex != bands.rateIndex { bands = MP3Bands(rateIndex: header.rateIndex) }
    let sideStart = MPEGFrameHeader.byteCount + (header.hasChecksum ? 2 : 0)
    let audioStart = sideStart + header.sideByteCount
    guard audioStart <= packet.count else { throw Self.damage }
    let side = MP3SideInformation(Array(packet[sideStart..<audioStart]), header, bands)
    let start = reservoir.count - (side?.borrowedByteCount ?? 0)
    var isDamaged = side == nil || start < 0 && !isAtBeginning
    if start >= 0, side != nil { isAtBeginning = false }
    let audio = reservoir + packet[audioStart...]
    var bits = BitReader(audio, from: max(0, start))
    reservoir = Array(audio.suffix(Self.reservoirByteCount))
    let granuleCount = header.isVersion1 ? 2 : 1
    for granule in 0..<granuleCount {
      let first = granule * header.channelCount
      let granules = start >= 0 ? side?.granules[first..<first + header.channelCount] : nil
      if !transformGranule(granules.map { Array($0) } ?? [], &bits, header) { isDamaged = true }
      for channel in 0..<header.channelCount {
        syntheses[channel].transform(
          &lines[channel], into: &samples[channel], from: granule * MP3Granule.lineCount)
      }
    }
    damagedPacketCount += isDamaged ? 1 : 0
    block.refillFloat32 {
      write(header.framesPerPacket, isMono: header.channelCount == 1, into: &$0)
    }
  }

  /// Writes a packet's samples: interleaves two channels, copies one channel to two, or mixes two channels to one.
  private func write(_ frameCount: Int, isMono: Bool, into block: inout [Float]) {
    let (left, right) = (samples[0], samples[isMono ? 0 : 1])
    left.withSpan { left in
      right.withSpan { right in
        if channelCount == 2 {
          block.refill(count: 2 * frameCount) { $0 % 2 == 0 ? left[$0 / 2] : right[$0 / 2] }
        } else {
          block.refill(count: frameCount) { isMono ? left[$0] : (left[$0] + right[$0]) * 0.5 }
        }
      }
    }
  }

  /// Turns a granule into samples of subbands, for each channel in `header`. If `granules` is empty, the samples are 0.
  ///
  /// - Returns: Whether all bits of the granules are there.
  private mutating func transformGranule(
    _ granules: [MP3Granule], _ bits: inout BitReader, _ header: MPEGFrameHeader
  ) -> Bool {
    var isComplete = true
    for channel in 0..<header.channelCount { lines[channel].clear() }
    for (channel, granule) in granules.enumerated() {
      let end = bits.position + granule.bitCount
      let areDirections = channel == 1 && header.hasIntensityStereo
      guard
        factors[channel].read(
          &bits, of: granule, isVersion1: header.isVersion1, areDirections: areDirections)
      else {
        isComplete = false
        break
      }
      lines[channel].read(
        &bits, to: end, of: granule, factors[channel], bands.layout(of: granule))
      // Go to the granule's end, even if some of its bits weren't read. If bits are missing, nothing follows.
      guard bits.skip(end - bits.position) else {
        _ = bits.skip(bits.remainingBitCount)
        isComplete = false
        break
      }
    }
    if granules.count == 2 {
      let layout = bands.layout(of: granules[1])
      MP3Stereo(header: header, granule: granules[1], layout: layout).apply(to: &lines, &factors[1])
    }
    for channel in 0..<header.channelCount {
      let granule = granules.isEmpty ? nil : granules[channel]
      hybrids[channel].transform(
        &lines[channel], granule?.block ?? .long,
        longCount: granule?.isMixed == true ? bands.longSubbandCount : 0)
    }
    return isComplete
  }
}
