internal import SoundFormat

/// Turns a source's frames into those of an output: channels, rate and length, in that order. A ``PacketMaker``
/// turns them into packets.
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
  private let rateChange: RateChange?
  private var trimmer: Trimmer?
  /// The last block after routing, and its samples as doubles. The next ones reuse their memory.
  private var routed = SampleBlock.int16([])
  private var doubles: [Double] = []
  private var isFinished = false
  /// How many frames have been read.
  private(set) var sourceFrameCount = 0
  /// What decoding has found missing from a truncated file, in words.
  var truncation: String? { reader.truncation }
  /// Whether the end was cut off, so that not all of the source was read.
  private var isCut: Bool { trimmer?.isCut ?? false }

  /// Creates a pipeline at the beginning of a conversion's source.
  init(for conversion: Conversion) throws(SoundFileError) {
    let (source, target) = (conversion.source, conversion.target)
    let format = conversion.header.format
    reader = try source.frames(
      from: target.firstFrame, widestChannelCount: conversion.widestChannelCount)
    routing = conversion.routing
    sourceChannelCount = source.format.channelCount
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
  }

  /// The next frames, of which there may be none; nil at the end.
  mutating func next() throws(SoundFileError) -> SampleBlock? {
    guard !isFinished else { return nil }
    if let block = try reader.next() {
      sourceFrameCount += block.sampleCount / sourceChannelCount
      let frames = trim(resample(route(block)))
      isFinished = isCut
      return frames
    }
    isFinished = true
    let rest = rateChange.map { trim(.float64($0.finish(sourceFrameCount: sourceFrameCount))) }
    guard let held = trimmer?.finish() else { return rest }
    return rest?.appending(held) ?? held
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
