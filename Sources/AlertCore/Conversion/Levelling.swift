internal import SoundFormat

/// Brings a conversion's frames to a ``LevelTarget``.
///
/// The frames are in memory, because they are read several times: to measure them, to find the gain, and for each
/// encoding. Each encoding is decoded again and measured. The packets of the best encoding stay in memory, too.
final class Levelling {
  /// The largest difference from the target's loudness, in LU, that isn't corrected. Such a difference is inaudible,
  /// and meters differ from each other as much.
  static let tolerance = 0.1
  /// How close the loudness after the limiter must come to the target, in LU.
  private static let precision = 0.05
  /// How far below the target the limiter keeps the true peak, in dB. The margin is needed because the limiter only
  /// approximates the wave by parabolas, and the encoder rounds.
  static let margin = 0.01
  /// The maximum number of passes that search for the gain.
  private static let largestPassCount = 8

  private let conversion: Conversion
  private let target: LevelTarget
  private let before: SoundLevels
  /// The meter that has measured the frames; nil if their loudness can't be measured.
  private let loudnessMeter: LoudnessMeter?
  private let blocks: [SampleBlock]
  private let monitor: Monitor
  /// The share of the work that is done, from 0 to 1; at first, the share of measuring.
  private var doneShare = 0.2
  let sourceFrameCount: Int
  /// What was found in the frames.
  let warnings: [AlertFinding]

  /// Measures a conversion's frames.
  init(
    of conversion: Conversion, to target: LevelTarget, monitor: Monitor
  ) throws(SoundError) {
    self.conversion = conversion
    self.target = target
    self.monitor = monitor
    let source = conversion.source
    let monitor = monitor.part(0...doneShare)
    var pipeline = try source.reading(FramePipeline(for: conversion))
    var meter = LevelMeter(
      for: conversion.header.format, layout: conversion.header.layout)
    if source.statesExactLength {
      let header = conversion.header
      guard header.frameCount <= DecodedPart.sampleLimit / header.format.channelCount else {
        throw DecodedPart.excess(of: source)
      }
    }
    var sampleCount = 0
    var blocks: [SampleBlock] = []
    while let frames = try source.reading(pipeline.next()) {
      try monitor.checkCancellation(reading: source)
      meter.measure(frames)
      sampleCount += frames.sampleCount
      guard sampleCount <= DecodedPart.sampleLimit else { throw DecodedPart.excess(of: source) }
      if frames.sampleCount > 0 { blocks.append(frames) }
      monitor.progress(conversion.fractionDone(sourceFrameCount: pipeline.sourceFrameCount))
    }
    before = meter.finish()
    loudnessMeter = meter.loudnessMeter
    self.blocks = blocks
    sourceFrameCount = pipeline.sourceFrameCount
    warnings = pipeline.warnings
  }

  /// Whether the sound already meets the target.
  var complies: Bool {
    !warnings.contains { $0.rule == .unusable } && before.truePeakInDecibels <= target.truePeak
      && abs(lack(of: before) ?? 0) <= Self.tolerance
  }

  /// Returns how much louder the sound should be, in LU; nil if the target or the sound has no loudness.
  private func lack(of levels: SoundLevels) -> Double? {
    guard before.loudness != nil, let loudness = levels.loudness else { return nil }
    return target.loudness.map { $0 - loudness }
  }

  /// The unchanged levels of a sound that complies. The packets of such a sound are copied.
  var unchanged: LevelChange {
    LevelChange(
      loudnessBefore: before.loudness, loudnessAfter: before.loudness,
      truePeakBefore: before.truePeakInDecibels, truePeakAfter: before.truePeakInDecibels, gain: 0,
      limiting: 0)
  }
}

extension Levelling {
  var header: SoundHeader { conversion.actualHeader(sourceFrameCount: sourceFrameCount) }

  /// Encodes the frames until the decoded packets comply.
  func encode() throws(SoundError) -> (result: ConversionResult, packets: [UInt8]) {
    var setting: LevelSetting?
    if !complies { setting = try solve(for: target.loudness, under: target.truePeak - Self.margin) }
    var search = LevelSearch(for: target.loudness)
    while let ceiling = search.nextCeiling(after: try encode(setting)) {
      setting = try solve(for: search.aim, under: ceiling)
    }
    guard let best = search.best else {
      // Even a nearly silent encoding exceeds the true peak. Only dither can be the cause.
      throw SoundError(
        .choosingCodec, conversion.source.file,
        .unsupported(
          "\(header.format.dataFormat) can't stay below a true peak of"
            + " \(decimalText(target.truePeak, decimals: 1)) dBTP"),
        advice: "allow a higher one, or leave the dither out")
    }
    monitor.progress(1)
    return (converted(best), best.packets)
  }

  private func converted(_ attempt: LevelSearch.Attempt) -> ConversionResult {
    let (setting, limiting) = (attempt.setting, attempt.limiting)
    let isShort = limiting > 0 && attempt.lack > Self.tolerance
    var facts = ConversionFacts()
    facts.signalToNoise = attempt.signalToNoise
    facts.warnings = warnings
    facts.levels = LevelChange(
      loudnessBefore: before.loudness, loudnessAfter: attempt.levels.loudness,
      truePeakBefore: before.truePeakInDecibels, truePeakAfter: attempt.levels.truePeakInDecibels,
      gain: setting?.gain ?? 0, limiting: limiting, shortfall: isShort ? attempt.lack : nil)
    return ConversionResult(
      facts: facts, header: header,
      levelSetting: setting.map { setting in
        LevelSetting(gain: setting.gain, ceiling: limiting > 0 ? setting.ceiling : nil)
      })
  }

  /// Encodes the frames once, and measures the decoded packets.
  private func encode(_ setting: LevelSetting?) throws(SoundError) -> LevelSearch.Attempt {
    let (source, header) = (conversion.source, header)
    let (gain, ceiling) = (setting?.gain ?? 0, setting?.ceiling ?? target.truePeak)
    var maker = try source.reading(
      PacketMaker(for: conversion, areLevelled: setting != nil))
    var decoder = try source.reading(FrameDecoder(for: header.format))
    var meter = LevelMeter(
      for: conversion.header.format, layout: conversion.header.layout)
    // Leave out a limiter that wouldn't lower any peak: multiplying by the gain gives the same samples.
    let limits = before.truePeakInDecibels + gain > ceiling
    var limiter = limits ? setting.map { $0.limiter(for: header.format) } : nil
    let scale = limits ? 1 : Double.amplitude(ofDecibels: gain)
    var frameCountLeft = header.playedFrameCount
    var packets: [UInt8] = []
    packets.reserveCapacity(header.audioByteCount)
    func take(_ next: [UInt8]) {
      guard !next.isEmpty else { return }
      packets += next
      let frames = decoder.decode(next)
      // Measure only what a player plays. A player drops the last packet's padding if the file states the padding.
      let frameCount = min(frameCountLeft, frames.sampleCount / header.format.channelCount)
      frameCountLeft -= frameCount
      meter.measure(frames.samples(in: 0..<frameCount * header.format.channelCount))
    }
    var planes = ChannelPlanes(channelCount: header.format.channelCount)
    try forEachBlock(nextPass(0.8)) { block throws(SoundError) in
      guard setting != nil else { return take(maker.packets(of: block)) }
      planes.fill(from: block)
      let frames = limiter?.limit(planes.channels) ?? planes.channels
      take(maker.packets(of: .float64(frames.interleaved(times: scale))))
    }
    if let rest = limiter?.finish() { take(maker.packets(of: .float64(rest.interleaved()))) }
    take(maker.finish())
    let (levels, limiting) = (meter.finish(), limiter?.limiting ?? 0)
    let lack = lack(of: levels)
    let isLargest = gain >= largestGain(under: ceiling) - Self.tolerance
    return LevelSearch.Attempt(
      setting: setting, packets: packets, levels: levels, limiting: limiting,
      signalToNoise: maker.signalAndNoise?.decibels,
      peak: min(before.truePeakInDecibels + gain, ceiling),
      excess: levels.truePeakInDecibels - target.truePeak, lack: lack ?? 0,
      isHeldDown: limiting > 0 && (lack.map { $0 > Self.tolerance && isLargest } ?? true))
  }

  private func largestGain(under ceiling: Double) -> Double {
    ceiling + LevelTarget.largestLimiting - before.truePeakInDecibels
  }

  /// Finds the gain that leads to a loudness, or the largest gain allowed.
  private func solve(
    for loudness: Double?, under ceiling: Double
  ) throws(SoundError) -> LevelSetting {
    guard let loudness, let given = before.loudness else {
      return LevelSetting(gain: 0, ceiling: ceiling)
    }
    let largest = largestGain(under: ceiling)
    // Up to this gain, the limiter does nothing.
    let free = ceiling - before.truePeakInDecibels
    var known = (gain: free, loudness: loudnessMeter?.loudness(raisedBy: free) ?? given + free)
    var gain = min(unlimitedGain(for: loudness, from: given), largest)
    if abs(gain) <= Self.tolerance { gain = 0 }
    guard gain > known.gain else { return LevelSetting(gain: gain, ceiling: ceiling) }
    for _ in 0..<Self.largestPassCount {
      let setting = LevelSetting(gain: gain, ceiling: ceiling)
      guard let reached = try limitedLoudness(setting) else { break }
      let lack = loudness - reached
      if abs(lack) <= (gain == 0 ? Self.tolerance : Self.precision) || lack > 0 && gain == largest {
        break
      }
      // Divide by the slope: while the limiter works, the loudness rises by less than the gain.
      let slope = (reached - known.loudness) / (gain - known.gain)
      known = (gain, reached)
      gain = min(largest, gain + lack / max(0.1, min(1, slope)))
      if gain == known.gain { break }
    }
    return LevelSetting(gain: gain, ceiling: ceiling)
  }

  /// Returns the gain that would lead to a loudness if there were no limiter.
  private func unlimitedGain(for loudness: Double, from given: Double) -> Double {
    var gain = loudness - given
    var best = (gain: gain, lack: Double.infinity)
    // Repeat, because blocks that the gain lifts above the gate then count. If no block is lifted, one step suffices.
    for _ in 0..<Self.largestPassCount {
      guard let reached = loudnessMeter?.loudness(raisedBy: gain) else { break }
      let lack = loudness - reached
      if abs(lack) < best.lack { best = (gain, abs(lack)) }
      if abs(lack) < 1e-9 { break }
      gain += lack
    }
    return best.gain
  }

  private func limitedLoudness(_ setting: LevelSetting) throws(SoundError) -> Double? {
    let format = conversion.header.format
    var meter = LoudnessMeter(
      sampleRate: format.sampleRate, channelCount: format.channelCount,
      layout: conversion.header.layout)
    var limiter = setting.limiter(for: format)
    var planes = ChannelPlanes(channelCount: format.channelCount)
    try forEachBlock(nextPass(0.1)) { block throws(SoundError) in
      planes.fill(from: block)
      meter?.measure(limiter.limit(planes.channels))
    }
    meter?.measure(limiter.finish())
    return meter?.loudness
  }

  /// Returns the monitor for the next pass. The number of passes is unknown, so each takes a share of the progress that
  /// is left.
  private func nextPass(_ share: Double) -> Monitor {
    let start = doneShare
    doneShare += (1 - doneShare) * share
    return monitor.part(start...doneShare)
  }

  private func forEachBlock(
    _ monitor: Monitor, _ body: (SampleBlock) throws(SoundError) -> Void
  ) throws(SoundError) {
    for (index, block) in blocks.enumerated() {
      try monitor.checkCancellation(reading: conversion.source)
      try body(block)
      monitor.progress(Double(index + 1) / Double(blocks.count))
    }
  }
}

extension [[Double]] {
  /// Returns the samples of all channels, frame by frame, multiplied by a factor.
  func interleaved(times factor: Double = 1) -> [Double] {
    let (channelCount, frameCount) = (count, self[0].count)
    var samples = [Double](repeating: 0, count: channelCount * frameCount)
    samples.withMutableSpan { target in
      for (channel, plane) in enumerated() {
        plane.withSpan { plane in
          for frame in 0..<frameCount {
            target[frame * channelCount + channel] = plane[frame] * factor
          }
        }
      }
    }
    return samples
  }
}
