internal import SoundFormat

/// Turns a source's frames into an output's packets: channels, rate, length, dither, codec, in
/// that order.
struct FramePipeline {
  /// What happens to the channels.
  enum Routing {
    case unchanged
    case map(ChannelMap)
    case mix(ChannelMix)
  }

  private let reader: any BlockReader
  private let routing: Routing
  private let sourceChannelCount: Int
  private let channelCount: Int
  private let rateChange: RateChange?
  private var trimmer: Trimmer?
  private var ditherer: Ditherer?
  private var encoder: FrameEncoder
  /// The last block after routing, and its samples as doubles. The next ones reuse their memory.
  private var routed = SampleBlock.int16([])
  private var doubles: [Double] = []
  private var isFinished = false
  /// How many frames have been read.
  private(set) var sourceFrameCount = 0
  /// The energies of the frames and of the packets' error, if the encoder knows.
  var signalAndNoise: SignalAndNoise? { encoder.signalAndNoise }
  /// What decoding has found missing from a truncated file, in words.
  var truncation: String? { reader.truncation }
  /// Whether the end was cut off, so that not all of the source was read.
  var isCut: Bool { trimmer?.isCut ?? false }

  /// Creates a pipeline at the beginning of a conversion's source.
  init(for conversion: Conversion) throws(SoundFileError) {
    let (source, target) = (conversion.source, conversion.target)
    let format = conversion.header.format
    reader = try source.frames(
      from: target.firstFrame, widestChannelCount: conversion.widestChannelCount)
    routing = conversion.routing
    sourceChannelCount = source.format.channelCount
    channelCount = format.channelCount
    encoder = try FrameEncoder(
      for: format, ima4Quality: target.ima4Quality, workers: source.host.workers)
    let sourceRate = source.format.sampleRate
    rateChange =
      format.sampleRate == sourceRate
      ? nil
      : try RateChange(
        ResamplingRequest(
          sourceRate: sourceRate, rate: format.sampleRate, channelCount: format.channelCount,
          sourceFrameCount: source.exactFrameCount(from: target.firstFrame),
          method: target.resamplingMethod), on: source.host)
    trimmer = target.frameLimit.map {
      Trimmer(
        frameLimit: $0, fadeOutFrameCount: target.fadeOutFrameCount,
        channelCount: format.channelCount)
    }
    let isComputed =
      if case .mix = routing { true } else { rateChange != nil }
    ditherer = target.dither.flatMap { dither in
      guard let bitDepth = Self.ditheredBitDepth(of: format.dataFormat),
        isComputed || source.bitDepth > bitDepth
      else { return nil }
      return Ditherer(dither, bitDepth: bitDepth, channelCount: format.channelCount)
    }
  }

  /// Returns the bit depth of the integers an encoder rounds to; nil for floats.
  private static func ditheredBitDepth(of dataFormat: DataFormat) -> Int? {
    dataFormat.sampleType.flatMap { $0.isFloat ? nil : $0.bitDepth }
  }

  /// The next packets; nil at the end.
  mutating func next() throws(SoundFileError) -> [UInt8]? {
    guard !isFinished else { return nil }
    if let block = try reader.next() {
      sourceFrameCount += block.sampleCount / sourceChannelCount
      let packets = encode(resample(route(block)))
      guard isCut else { return packets }
      isFinished = true
      return packets + encoder.finish()
    }
    isFinished = true
    var packets =
      rateChange.map { encode(.float64($0.finish(sourceFrameCount: sourceFrameCount))) } ?? []
    if let held = trimmer?.finish() { packets += encodeTrimmed(held) }
    return packets + encoder.finish()
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

  private mutating func encode(_ block: SampleBlock) -> [UInt8] {
    encodeTrimmed(trimmer?.apply(to: block) ?? block)
  }

  private mutating func encodeTrimmed(_ block: SampleBlock) -> [UInt8] {
    return encoder.encode(ditherer?.apply(to: block) ?? block)
  }
}

extension SoundSource {
  /// How many bits a sample has once it is decoded; more than any integer's for floats.
  fileprivate var bitDepth: Int {
    let decoded = losslessSampleType ?? decodedSampleType
    return decoded.isFloat ? .max : decoded.bitDepth
  }
}
