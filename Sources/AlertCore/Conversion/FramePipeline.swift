internal import SoundFormat

/// Turns a source's frames into an output's frames by changing channels, rate and length, in this order. A
/// ``PacketMaker`` then makes packets of the output's frames.
struct FramePipeline {
  /// What happens to the channels.
  enum Routing {
    case unchanged
    case map(ChannelMap)
    case mix(ChannelMix)
  }

  private let reader: FrameReader
  private let routing: Routing
  private let sourceChannelCount: Int
  /// The index of the first source channel whose sound may be lost: without a mix, the first channel that is dropped.
  /// After a mix, the index is 1, because later channels may cancel the first. Nil if no sound can be lost.
  private var firstLosableChannel: Int?
  private let rateChange: RateChange?
  private var trimmer: Trimmer?
  private var filler: PacketFiller?
  /// The last block after routing, and its samples as doubles; kept to reuse their memory.
  private var routed = SampleBlock.int16([])
  private var doubles: [Double] = []
  private var isFinished = false
  /// How many source frames have been read.
  private(set) var sourceFrameCount = 0
  /// Whether a channel that may be lost had sound that differs from the first channel.
  private var hasLosableSound = false
  /// Whether the mix has had sound.
  private var hasMixedSound = false
  /// What was found in the frames so far.
  var warnings: [AlertFinding] {
    reader.warnings + (lostSound.map { [AlertFinding(.dropped, $0)] } ?? [])
      + (filler?.warnings ?? [])
  }
  /// Which sound was lost by changing the number of channels, in words; nil if no sound was lost.
  private var lostSound: String? {
    guard hasLosableSound, !hasMixedSound else { return nil }
    guard case .mix = routing else { return "channels with sound in them are dropped" }
    return sourceChannelCount == 2
      ? "the channels cancel each other, so the mix is silent; keep them apart, or invert one of them"
      : "the mix is silent: the channels cancel each other, or only the LFE channel has sound; keep them apart"
  }

  private static let silence = Double.amplitude(ofDecibels: SoundLevels.silenceThreshold)
  /// The amplitude below which a mix counts as silent. It is low, because mixing makes each channel quieter.
  private static let silenceOfMix = silence / 16

  /// Creates a pipeline with all changes that a conversion makes.
  init(for conversion: Conversion) throws(SoundFileError) {
    let (target, format) = (conversion.target, conversion.header.format)
    try self.init(
      of: conversion.source, at: format.sampleRate, routing: conversion.routing,
      channelCount: format.channelCount, from: target.firstFrame, by: target.resamplingMethod)
    switch (target.channels, routing) {
    case (.count(let count), _) where count < sourceChannelCount: firstLosableChannel = count
    case (_, .mix): firstLosableChannel = 1
    default: break
    }
    trimmer = target.frameLimit.map {
      Trimmer(
        frameLimit: $0, fadeOutFrameCount: target.fadeOutFrameCount,
        channelCount: format.channelCount)
    }
    let limit = target.dataFormat == nil ? nil : target.wholePacketLimit
    filler = limit.map { PacketFiller(format, below: $0) }
  }

  /// Creates a pipeline that changes only the channels and the rate of a source.
  init(
    of source: SoundSource, at sampleRate: Double, routing: Routing = .unchanged,
    channelCount: Int? = nil, from firstFrame: Int = 0,
    by method: ResamplingMethod = .bandLimited
  ) throws(SoundFileError) {
    self.routing = routing
    let sourceRate = source.format.sampleRate
    sourceChannelCount = source.format.channelCount
    let channelCount = channelCount ?? sourceChannelCount
    // Count in 16-bit samples: a resampled sample has 64 bits, and a higher rate has more frames.
    let growth = sampleRate == sourceRate ? 1 : 4 * max(1, sampleRate / sourceRate)
    reader = try source.frameReader(
      from: firstFrame,
      widestChannelCount: max(
        sourceChannelCount, Int(saturating: Double(channelCount) * growth)))
    guard sampleRate != sourceRate else {
      rateChange = nil
      return
    }
    let request = ResamplingRequest(
      sourceRate: sourceRate, rate: sampleRate, channelCount: channelCount,
      sourceFrameCount: source.exactFrameCount(from: firstFrame), method: method)
    rateChange = RateChange(request, by: try source.host.makeResampler(for: request))
  }

  /// Returns the next block of frames, which may be empty; nil at the end.
  mutating func next() throws(SoundFileError) -> SampleBlock? {
    guard !isFinished else { return nil }
    let frames = try nextUnfilled()
    return filler?.apply(to: frames, isLast: isFinished) ?? frames
  }

  private mutating func nextUnfilled() throws(SoundFileError) -> SampleBlock? {
    if let block = try reader.next() {
      if let firstLosableChannel, !hasLosableSound {
        hasLosableSound = block.hasSound(
          inChannelsFrom: firstLosableChannel, of: sourceChannelCount, atLevel: Self.silence)
      }
      sourceFrameCount += block.sampleCount / sourceChannelCount
      let routed = route(block)
      if case .mix = routing, !hasMixedSound {
        hasMixedSound = routed.hasSound(inChannelsFrom: 0, of: 1, atLevel: Self.silenceOfMix)
      }
      let frames = trim(resample(routed))
      isFinished = trimmer?.isCut ?? false
      if isFinished { try reader.checkDamage() }
      return frames
    }
    isFinished = true
    try reader.checkDamage()
    var rest = rateChange.map { trim(.float64($0.finish(sourceFrameCount: sourceFrameCount))) }
    guard let held = trimmer?.finish() else { return rest }
    rest?.append(held)
    return rest ?? held
  }

  private mutating func route(_ block: SampleBlock) -> SampleBlock {
    switch routing {
    case .unchanged: return block
    case .map(let map): block.remap(by: map, into: &routed)
    case .mix(let mix): mix.apply(to: block, into: &routed)
    }
    return routed
  }

  private mutating func resample(_ block: SampleBlock) -> SampleBlock {
    guard let rateChange else { return block }
    return .float64(
      rateChange.process(block.doubles(in: &doubles), sourceFrameCount: sourceFrameCount))
  }

  private mutating func trim(_ block: SampleBlock) -> SampleBlock {
    trimmer?.apply(to: block) ?? block
  }
}

/// Turns an output's frames into packets: adds dither, then encodes the frames.
struct PacketMaker {
  private let isFloat: Bool
  /// How far samples may exceed full scale without a warning, in dB.
  private let tolerance: Double
  /// The size of a packet. Nil if a last packet that has only padding is kept; otherwise, such a packet is dropped.
  private let wholePacket: (sampleCount: Int, byteCount: Int)?
  private var sampleCount = 0
  /// How many samples were above full scale, and the highest magnitude of such a sample.
  private var (clippedCount, peak) = (0, 0.0)
  private var ditherer: Ditherer?
  private var encoder: FrameEncoder

  /// - Parameter areLevelled: Whether a gain was applied to the frames. They then need dither at any bit depth.
  init(for conversion: Conversion, areLevelled: Bool = false) throws(SoundFileError) {
    let (source, target) = (conversion.source, conversion.target)
    let format = conversion.header.format
    wholePacket = target.wholePacketLimit.map { _ in
      (format.framesPerPacket * format.channelCount, format.bytesPerPacket)
    }
    encoder = try FrameEncoder(
      for: format, ima4Quality: target.ima4Quality, workers: source.host.workers)
    isFloat = format.dataFormat.sampleType?.isFloat == true
    tolerance = source.losslessSampleType.peakTolerance
    let isMixed = if case .mix = conversion.routing { true } else { false }
    let areComputed = areLevelled || isMixed || format.sampleRate != source.format.sampleRate
    ditherer = target.dither.flatMap { dither in
      // Dither only integers, because encoding floats doesn't round to steps.
      guard let type = format.dataFormat.sampleType, !type.isFloat,
        areComputed || source.bitDepth > type.bitDepth
      else { return nil }
      return Ditherer(dither, bitDepth: type.bitDepth, channelCount: format.channelCount)
    }
  }

  /// The energies of the frames and of the encoder's error; nil if the encoder doesn't measure them.
  var signalAndNoise: SignalAndNoise? { encoder.signalAndNoise }

  /// The finding that samples above full scale were clipped.
  var warnings: [AlertFinding] {
    guard peak.decibels > tolerance else { return [] }
    let fact =
      counted(clippedCount, "sample", are: "clipped")
      + ", by up to \(decimalText(peak.decibels, decimals: 1)) dB"
    return [AlertFinding(.clipped, fact)]
  }

  /// Takes the next frames and returns the packets that are complete.
  mutating func packets(of block: SampleBlock) -> [UInt8] {
    switch block {
    case .float32(let samples) where !isFloat: measure(samples)
    case .float64(let samples) where !isFloat: measure(samples)
    default: break
    }
    sampleCount += block.sampleCount
    return encoder.encode(ditherer?.apply(to: block) ?? block)
  }

  private mutating func measure<Sample: BinaryFloatingPoint>(_ samples: [Sample]) {
    for sample in samples where sample.magnitude > 1 {
      clippedCount += 1
      peak = max(peak, Double(sample.magnitude))
    }
  }

  /// Ends the stream and returns its last packets.
  mutating func finish() -> [UInt8] {
    let packets = encoder.finish()
    guard let wholePacket, sampleCount > 0, sampleCount % wholePacket.sampleCount == 0 else {
      return packets
    }
    return Array(packets.dropLast(wholePacket.byteCount))
  }
}

extension SoundSource {
  /// How many bits a decoded sample has; `Int.max` for floats.
  fileprivate var bitDepth: Int {
    let decoded = losslessSampleType ?? decodedSampleType
    return decoded.isFloat ? .max : decoded.bitDepth
  }
}
