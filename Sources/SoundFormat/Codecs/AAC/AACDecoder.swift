/// Decodes packets of AAC-LC and AAC-LD.
///
/// Pass every packet of a stream in order: the windows of neighbouring packets overlap.
///
/// Source: ISO/IEC 14496-3, 4.4.2.1, "raw_data_block", and 4.4.2.4, "er_raw_data_block".
struct AACDecoder: Sendable {
  private let configuration: AudioSpecificConfig
  private let layout: AACLayout
  private let bands: AACBands
  private var filterbank: AACFilterbank
  private var overlaps: [AACFilterbank.Overlap]
  /// The channels of the element that was read last. `spectrum` has their spectra, one after the other.
  private var channels = [AACChannel(), AACChannel()]
  private var spectrum: [Double]
  private var reader = AACSpectrumReader()
  /// Whether a packet had spectral band replication, which makes the stream HE-AAC.
  private(set) var hasReplication = false
  /// How many packets had none of the channels.
  private(set) var emptyPacketCount = 0

  static let damage = SoundFileError(.malformed, "a packet of AAC is damaged")

  /// The size of the largest packet that is decoded, in bytes. The standard allows 768 bytes for each channel, and real
  /// packets have fewer bytes. The limit leaves room for extensions.
  static let packetByteLimit = 1 << 15

  /// - Throws: `SoundFileError` with the code `unsupported` for kinds of AAC that aren't decoded.
  init(_ configuration: AudioSpecificConfig) throws(SoundFileError) {
    if let refusal = configuration.refusal { throw refusal }
    let (rate, isLowDelay) = (configuration.sampleRate, configuration.isLowDelay)
    guard let layout = configuration.layout,
      let bands = AACBands(sampleRate: rate, isLowDelay: isLowDelay)
    else { throw Self.damage }
    self.configuration = configuration
    self.layout = layout
    self.bands = bands
    let frameCount = configuration.framesPerPacket
    filterbank = AACFilterbank(frameCount: frameCount)
    overlaps = layout.elements.map { _ in AACFilterbank.Overlap(frameCount: frameCount) }
    spectrum = Array(repeating: 0, count: 2 * frameCount)
  }

  /// An element's kind.
  private enum Tag: Int {
    case single, pair, coupling, lowFrequency, data, program, fill, end
  }

  /// Decodes a packet to interleaved 32-bit floats.
  ///
  /// - Parameter packet: A packet. In ADTS: a frame, which begins with a header and may hold several packets.
  mutating func decode(
    _ packet: [UInt8], into block: inout SampleBlock
  ) throws(SoundFileError) {
    var bits = BitReader(packet)
    var samples: [Float] = []
    block.refillFloat32 { swap(&$0, &samples) }
    let (packetCount, checksumBitCount) =
      configuration.isBare ? (1, 0) : try Self.readHeader(&bits)
    let sampleCount = configuration.framesPerPacket * layout.channelCount
    samples.refill(count: packetCount * sampleCount) { _ in 0 }
    for index in 0..<packetCount {
      try decodePacket(&bits, into: &samples, at: index * sampleCount)
      bits.align()
      if index + 1 < packetCount, !bits.skip(checksumBitCount) { throw Self.damage }
    }
    block = .float32(samples)
  }

  /// Reads an ADTS header. Returns how many packets follow, and how many bits separate two packets.
  static func readHeader(
    _ bits: inout BitReader
  ) throws(SoundFileError) -> (packetCount: Int, separatorBitCount: Int) {
    guard bits.skip(15) else { throw damage }
    let hasChecksums = try bits.next(1) == 0
    guard bits.skip(38) else { throw damage }
    let others = try bits.next(2)
    // Skip the positions of all packets but the first, and the header's checksum.
    if hasChecksums { _ = bits.skip(min(16 * (others + 1), bits.remainingBitCount)) }
    return (others + 1, hasChecksums ? 16 : 0)
  }

  private mutating func decodePacket(
    _ bits: inout BitReader, into samples: inout [Float], at first: Int
  ) throws(SoundFileError) {
    var pending = Array(layout.elements.indices)
    if configuration.isLowDelay {
      for index in pending {
        guard bits.skip(4) else { throw Self.damage }
        try decodeElement(index, &bits, into: &samples, at: first)
      }
      return
    }
    // Some encoders leave out the end element. So a packet also ends where fewer than 8 bits are left.
    while !pending.isEmpty || bits.remainingBitCount >= 8 {
      // A damaged ADTS frame may have only a header. Treat this frame as a packet without channels.
      let isMissing = bits.remainingBitCount == 0 && pending.count == layout.elements.count
      guard let tag = isMissing ? .end : Tag(rawValue: try bits.next(3)) else { throw Self.damage }
      switch tag {
      case .single, .pair, .lowFrequency:
        let number = try bits.next(4)
        guard let place = place(of: tag, number, in: pending) else { throw Self.damage }
        try decodeElement(pending.remove(at: place), &bits, into: &samples, at: first)
      case .coupling: try skipCoupling(&bits)
      case .data: guard bits.skipData() else { throw Self.damage }
      case .program: guard AACProgram(&bits) != nil else { throw Self.damage }
      case .fill: try skipFill(&bits)
      case .end:
        guard pending.isEmpty || bits.remainingBitCount < 8 else { throw Self.damage }
        // Channels that the packet leaves out are silent.
        if pending.count == layout.elements.count { emptyPacketCount += 1 }
        for index in pending {
          channels = [AACChannel(), AACChannel()]
          spectrum = Array(repeating: 0, count: spectrum.count)
          synthesize(index, into: &samples, at: first)
        }
        return
      }
    }
  }

  /// Returns the index in `pending` of the element that the packet has next; nil if no pending element fits.
  private func place(of tag: Tag, _ number: Int, in pending: [Int]) -> Int? {
    let kind: AACLayout.Element.Kind =
      tag == .pair ? .pair : tag == .single ? .single : .lowFrequency
    let rest = pending.map { layout.elements[$0] }
    let exact = rest.firstIndex { $0.kind == kind && $0.tag ?? number == number }
    // Some encoders write the channel of low frequencies like any other single channel.
    return exact ?? rest.firstIndex { ($0.kind == .pair) == (kind == .pair) && $0.tag == nil }
  }

  /// Decodes an element with audio. The element's kind and number are read already.
  private mutating func decodeElement(
    _ number: Int, _ bits: inout BitReader, into samples: inout [Float], at first: Int
  ) throws(SoundFileError) {
    if layout.elements[number].kind == .pair {
      try readPair(&bits)
    } else {
      try readChannel(0, &bits, commonShape: nil)
    }
    synthesize(number, into: &samples, at: first)
  }

  private mutating func readChannel(
    _ index: Int, _ bits: inout BitReader, commonShape: AACFrameShape?
  ) throws(SoundFileError) {
    try channels[index].read(&bits, bands, configuration, commonShape: commonShape)
    try reader.read(
      &bits, channels[index], channels[index].shape.window(bands), into: &spectrum,
      at: index * configuration.framesPerPacket)
  }

  /// Reads two channels that are coded together.
  private mutating func readPair(_ bits: inout BitReader) throws(SoundFileError) {
    var commonShape: AACFrameShape?
    var stereo = AACStereo()
    if try bits.next(1) == 1 {
      let shape = try AACFrameShape(&bits, bands, configuration)
      stereo = try AACStereo(&bits, bandCount: shape.bandCount * shape.groups.count)
      commonShape = shape
    }
    try readChannel(0, &bits, commonShape: commonShape)
    try readChannel(1, &bits, commonShape: commonShape)
    stereo.restore(
      &spectrum, channels[0], channels[1], try channels[1].shape.window(bands))
  }

  /// Turns the spectra into an element's frames.
  private mutating func synthesize(_ number: Int, into samples: inout [Float], at first: Int) {
    let element = layout.elements[number]
    for index in element.places.indices {
      channels[index].shaping.apply(to: &spectrum, at: index * configuration.framesPerPacket)
    }
    filterbank.synthesize(
      spectrum, channels.map { $0.shape }, &overlaps[number], into: &samples, at: first,
      channelCount: layout.channelCount, places: element.places)
  }
}

// Elements without audio, or with audio that isn't decoded.
extension AACDecoder {
  /// Skips an extension. Throws if it has spectral band replication, without which the upper frequencies are missing.
  private mutating func skipFill(_ bits: inout BitReader) throws(SoundFileError) {
    var byteCount = try bits.next(4)
    if byteCount == 15 { byteCount += try bits.next(8) - 1 }
    guard byteCount > 0 else { return }
    let kind = try bits.next(4)
    if [13, 14].contains(kind), !configuration.excludesReplication {
      hasReplication = true
      throw AudioSpecificConfig.refusal(of: "HE-AAC (AAC with SBR)")
    }
    guard bits.skip(8 * byteCount - 4) else { throw Self.damage }
  }

  /// Skips a coupling channel, which would be added to other channels. No encoder is known to write coupling channels.
  private mutating func skipCoupling(_ bits: inout BitReader) throws(SoundFileError) {
    guard bits.skip(4) else { throw Self.damage }
    let isIndependent = try bits.next(1) == 1
    var listCount = 0
    for _ in 0...(try bits.next(3)) {
      let isPair = try bits.next(1) == 1
      guard bits.skip(4) else { throw Self.damage }
      if isPair, try bits.next(2) == 3 { listCount += 1 }
      listCount += 1
    }
    guard bits.skip(4) else { throw Self.damage }
    try readChannel(0, &bits, commonShape: nil)
    for _ in 1..<max(1, listCount) {
      let isCommon = isIndependent ? true : try bits.next(1) == 1
      let books = channels[0].books.filter { $0 != AACChannel.Book.silence }
      for _ in 0..<(isCommon ? 1 : books.count) { _ = try AACChannel.difference(&bits) }
    }
  }
}
