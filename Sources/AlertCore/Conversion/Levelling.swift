internal import SoundFormat

/// Brings a conversion's frames to a ``LevelTarget``.
///
/// The frames are read several times: to measure them, to find the gain, and for each encoding. Each encoding is
/// decoded again and measured. The frames of a short sound stay in memory. For a long sound, each pass decodes the
/// source.
struct Levelling {
  /// The limit on the frames that are kept in memory, in bytes. It is the same as in `DecodedBeginning`.
  private static let keptByteCount = 1 << 24
  /// A loudness that is this close to its target, in LU, isn't changed. The difference is inaudible, and meters differ
  /// from each other as much.
  private static let tolerance = 0.1
  /// How close the loudness after the limiter must come to the target, in LU.
  private static let precision = 0.05
  /// How far below the target the limiter keeps the true peak, in dB. The margin is needed because the limiter only
  /// approximates the wave by parabolas, and the encoder rounds.
  private static let margin = 0.01
  /// A peak below −200 dBTP counts as −200 dBTP when the ceiling is lowered. The smallest integer sample is higher.
  private static let silence = -200.0
  /// At most this many passes search for the gain.
  private static let largestPassCount = 8
  /// The loudness is corrected at most this many times after decoding.
  private static let largestCorrectionCount = 6
  /// The frames are encoded at most this many times. After lowering the ceiling 20 times, only dither is left.
  private static let largestEncodingCount = 20
  /// The ceiling is raised at most this many times.
  private static let largestRaiseCount = 6
  /// How far below its limit a decoded true peak may stay, in dB, if the limit makes the sound too quiet.
  private static let headroom = 0.1

  private let conversion: Conversion
  private let target: LevelTarget
  private let before: MeasuredLevels
  /// The meter that has measured the frames; nil if their loudness can't be measured.
  private let loudnessMeter: LoudnessMeter?
  private let hasNaN: Bool
  private let kept: [SampleBlock]?
  private var progress: PassProgress
  let sourceFrameCount: Int
  /// What is missing from a truncated file, in words.
  let truncation: String?

  /// Measures a conversion's frames.
  init(
    of conversion: Conversion, to target: LevelTarget, monitor: Monitor
  ) throws(SoundError) {
    self.conversion = conversion
    self.target = target
    progress = PassProgress(monitor)
    let source = conversion.source
    let monitor = progress.next(0.2)
    var pipeline = try source.reading(FramePipeline(for: conversion))
    var meter = LevelMeter(for: conversion)
    var (hasNaN, byteCount) = (false, 0)
    var kept: [SampleBlock]? = []
    while let frames = try source.reading(pipeline.next()) {
      try monitor.checkCancellation(reading: source)
      meter.measure(frames)
      hasNaN = hasNaN || frames.hasNaN
      byteCount += frames.byteCount
      if byteCount > Self.keptByteCount { kept = nil }
      if frames.sampleCount > 0 { kept?.append(frames) }
      monitor.progress(conversion.fractionDone(sourceFrameCount: pipeline.sourceFrameCount))
    }
    before = meter.finish()
    loudnessMeter = meter.loudnessMeter
    self.hasNaN = hasNaN
    self.kept = kept
    sourceFrameCount = pipeline.sourceFrameCount
    truncation = source.truncation ?? pipeline.truncation
  }

  /// Whether the sound is at the target already.
  var complies: Bool {
    !hasNaN && before.truePeak <= target.truePeak && isCloseEnough(before.loudness)
  }

  private func isCloseEnough(_ loudness: Double?) -> Bool {
    guard let wanted = target.loudness, let loudness else { return true }
    return abs(loudness - wanted) <= Self.tolerance
  }

  /// The levels of a sound whose packets are copied because it complies.
  var unchanged: LevelChange {
    LevelChange(
      loudnessBefore: before.loudness, loudnessAfter: before.loudness,
      truePeakBefore: before.truePeak, truePeakAfter: before.truePeak, gain: 0, limiting: 0)
  }
}

extension Levelling {
  /// Encodes the frames until the decoded packets comply, under the highest ceiling that a few encodings find.
  ///
  /// - Parameter restart: Called before all packets are written again.
  @inline(never)  // Two callers, and much code.
  mutating func encode(
    restart: () throws(SoundError) -> Void, _ write: ([UInt8]) throws(SoundError) -> Void
  ) throws(SoundError) -> ConversionResult {
    var setting: LevelSetting?
    if !complies { setting = try solve(for: target.loudness, under: target.truePeak - Self.margin) }
    var (aim, margin) = (target.loudness, 5 * Self.margin)
    var (encodingCount, correctionCount, raiseCount) = (0, 0, 0)
    var best: Attempt?
    var lowestExcessive = Double.infinity
    while true {
      let attempt = try encode(setting, write)
      encodingCount += 1
      var ceiling: Double?
      if attempt.excess > 0 {
        lowestExcessive = min(lowestExcessive, attempt.peak)
        if best?.isHeldDown != true {
          // Lower the ceiling. Decoding may exceed the frames by any amount, so double the margin, to end the loop.
          ceiling = max(Self.silence, attempt.peak) - attempt.excess - margin
          margin *= 2
        }
      } else {
        if best.map(attempt.isBetter) ?? true { best = attempt }
        if setting != nil, !attempt.isHeldDown, abs(attempt.lack) > Self.tolerance,
          correctionCount < Self.largestCorrectionCount
        {
          // Correct the aim, because the noise of a coarse encoding adds loudness, and may move a block across the gate.
          correctionCount += 1
          aim = aim.map { $0 + attempt.lack }
          ceiling = setting?.ceiling ?? target.truePeak
        }
      }
      if ceiling == nil, let best, best.isHeldDown, best.excess < -Self.headroom,
        raiseCount < Self.largestRaiseCount
      {
        // Raise the ceiling again, because IMA4 exceeds each ceiling by another amount.
        raiseCount += 1
        ceiling = min(
          0, best.peak - best.excess - Self.margin, (best.peak + lowestExcessive) / 2)
      }
      if let ceiling, encodingCount < Self.largestEncodingCount {
        setting = try solve(for: aim, under: ceiling)
      } else {
        guard let best else { throw overshoot }
        if best.setting == setting {
          progress.finish()
          return converted(attempt)
        }
        setting = best.setting
        encodingCount = Self.largestEncodingCount
      }
      try restart()
    }
  }

  /// An encoding, measured and judged.
  private struct Attempt {
    let setting: LevelSetting?
    let levels: MeasuredLevels
    let limiting: Double
    let signalToNoise: Double?
    /// The true peak before encoding, in dBTP.
    let peak: Double
    /// How far the decoded true peak is above its limit, in dB.
    let excess: Double
    /// How much louder the encoding should be, in LU; 0 if there is no target.
    let lack: Double
    /// Whether the limiter allows no more: the encoding is too quiet at the largest gain, or only its peaks matter.
    let isHeldDown: Bool

    func isBetter(than other: Attempt) -> Bool {
      isHeldDown && other.isHeldDown ? peak > other.peak : abs(lack) < abs(other.lack)
    }
  }

  var header: SoundHeader { conversion.actualHeader(sourceFrameCount: sourceFrameCount) }

  private func converted(_ made: Attempt) -> ConversionResult {
    var change = LevelChange(
      loudnessBefore: before.loudness, loudnessAfter: made.levels.loudness,
      truePeakBefore: before.truePeak, truePeakAfter: made.levels.truePeak,
      gain: made.setting?.gain ?? 0, limiting: made.limiting)
    if let wanted = target.loudness, before.loudness != nil, let loudness = change.loudnessAfter,
      loudness < wanted - Self.tolerance, made.limiting > 0
    {
      change.shortfall = wanted - loudness
    }
    return ConversionResult(
      header: header, signalToNoise: made.signalToNoise, levels: change,
      levelSetting: made.setting.map { setting in
        LevelSetting(gain: setting.gain, ceiling: made.limiting > 0 ? setting.ceiling : nil)
      }, truncation: truncation)
  }

  /// The error if dither alone exceeds the true peak.
  private var overshoot: SoundError {
    SoundError(
      .choosingCodec, conversion.source.file,
      unsupported: "\(conversion.header.format.dataFormat) can't stay below a true peak of"
        + " \(decimalText(target.truePeak, decimals: 1)) dBTP",
      remedy: .words("allow a higher one, or leave the dither out"))
  }

  /// Encodes the frames once, and measures and judges the decoded packets.
  private mutating func encode(
    _ setting: LevelSetting?, _ write: ([UInt8]) throws(SoundError) -> Void
  ) throws(SoundError) -> Attempt {
    let source = conversion.source
    let header = header
    var maker = try source.reading(
      PacketMaker(for: conversion, areLevelled: setting != nil))
    var decoder = try source.reading(FrameDecoder(for: header.format))
    var meter = LevelMeter(for: conversion)
    let scale = setting.flatMap { limits($0) ? nil : Double.amplitude(ofDecibels: $0.gain) }
    var limiter = scale == nil ? setting.map { $0.limiter(for: header.format) } : nil
    var frameCountLeft = header.playedFrameCount
    func take(_ packets: [UInt8]) throws(SoundError) {
      guard !packets.isEmpty else { return }
      try write(packets)
      let frames = decoder.decode(packets)
      // Measure only what a player plays. A player drops the last packet's padding if the file states the padding.
      let frameCount = min(frameCountLeft, frames.sampleCount / header.format.channelCount)
      frameCountLeft -= frameCount
      meter.measure(frames.samples(in: 0..<frameCount * header.format.channelCount))
    }
    var planes = ChannelPlanes(channelCount: header.format.channelCount)
    try forEachBlock(progress.next(0.8)) { block throws(SoundError) in
      guard setting != nil else { return try take(maker.packets(of: block)) }
      planes.fill(from: block)
      let frames = limiter?.limit(planes.channels) ?? planes.channels
      try take(maker.packets(of: frames.interleaved(times: scale ?? 1)))
    }
    if let rest = limiter?.finish() { try take(maker.packets(of: rest.interleaved())) }
    try take(maker.finish())
    let (levels, limiting) = (meter.finish(), limiter?.limiting ?? 0)
    let (gain, ceiling) = (setting?.gain ?? 0, setting?.ceiling ?? target.truePeak)
    let wanted = before.loudness == nil ? nil : target.loudness
    let lack = wanted.flatMap { wanted in levels.loudness.map { wanted - $0 } }
    return Attempt(
      setting: setting, levels: levels, limiting: limiting,
      signalToNoise: maker.signalAndNoise?.decibels, peak: min(before.truePeak + gain, ceiling),
      excess: levels.truePeak - target.truePeak, lack: lack ?? 0,
      isHeldDown: limiting > 0
        && lack.map { $0 > Self.tolerance && gain >= largestGain(under: ceiling) - Self.tolerance }
          ?? true
    )
  }

  /// Whether the limiter would lower any peak. If it wouldn't, multiplying by the gain gives the same samples.
  private func limits(_ setting: LevelSetting) -> Bool {
    setting.ceiling.map { before.truePeak + setting.gain > $0 } ?? false
  }

  private func largestGain(under ceiling: Double) -> Double {
    ceiling + LevelTarget.largestLimiting - before.truePeak
  }

  /// Finds the gain that leads to a loudness, or the largest gain allowed.
  private mutating func solve(
    for loudness: Double?, under ceiling: Double
  ) throws(SoundError) -> LevelSetting {
    guard let loudness, let given = before.loudness else {
      return LevelSetting(gain: 0, ceiling: ceiling)
    }
    let largest = largestGain(under: ceiling)
    // Up to this gain, the limiter does nothing.
    let free = ceiling - before.truePeak
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
      // Divide by the slope, because the loudness rises only by this fraction of the gain while the limiter works.
      let slope = (reached - known.loudness) / (gain - known.gain)
      known = (gain, reached)
      gain = min(largest, gain + lack / max(0.1, min(1, slope)))
      if gain == known.gain { break }
    }
    return LevelSetting(gain: gain, ceiling: ceiling)
  }

  /// Returns the gain that would lead to a loudness without the limiter.
  private func unlimitedGain(for loudness: Double, from given: Double) -> Double {
    var gain = loudness - given
    var best = (gain: gain, lack: Double.infinity)
    // Repeat, because the gain may lift other blocks above the gate. If it doesn't, one step suffices.
    for _ in 0..<Self.largestPassCount {
      guard let reached = loudnessMeter?.loudness(raisedBy: gain) else { break }
      let lack = loudness - reached
      if abs(lack) < best.lack { best = (gain, abs(lack)) }
      if abs(lack) < 1e-9 { break }
      gain += lack
    }
    return best.gain
  }

  private mutating func limitedLoudness(_ setting: LevelSetting) throws(SoundError) -> Double? {
    let format = conversion.header.format
    var meter = LoudnessMeter(
      sampleRate: format.sampleRate, channelCount: format.channelCount,
      layout: conversion.header.layout)
    var limiter = setting.limiter(for: format)
    var planes = ChannelPlanes(channelCount: format.channelCount)
    try forEachBlock(progress.next(0.1)) { block throws(SoundError) in
      planes.fill(from: block)
      meter?.measure(limiter.limit(planes.channels))
    }
    meter?.measure(limiter.finish())
    return meter?.loudness
  }

  /// Calls `body` with all frames, which come from memory or are decoded again.
  private func forEachBlock(
    _ monitor: Monitor, _ body: (SampleBlock) throws(SoundError) -> Void
  ) throws(SoundError) {
    let source = conversion.source
    if let kept {
      for (index, block) in kept.enumerated() {
        try monitor.checkCancellation(reading: source)
        try body(block)
        monitor.progress(Double(index + 1) / Double(kept.count))
      }
      return
    }
    var pipeline = try source.reading(FramePipeline(for: conversion))
    while let block = try source.reading(pipeline.next()) {
      try monitor.checkCancellation(reading: source)
      try body(block)
      monitor.progress(conversion.fractionDone(sourceFrameCount: pipeline.sourceFrameCount))
    }
    guard pipeline.sourceFrameCount == sourceFrameCount else {
      throw SoundError(.reading, source.file, .becameShorter)
    }
  }
}

/// The progress of an unknown number of passes. Each pass takes a share of the progress that is left.
private struct PassProgress {
  private let monitor: Monitor
  private var done = 0.0

  init(_ monitor: Monitor) { self.monitor = monitor }

  /// Returns the monitor for the next pass.
  mutating func next(_ share: Double) -> Monitor {
    let start = done
    done += (1 - done) * share
    return monitor.part(start...done)
  }

  func finish() { monitor.progress(1) }
}

extension LevelMeter {
  fileprivate init(for conversion: Conversion) {
    let header = conversion.header
    self.init(
      sampleRate: header.format.sampleRate, channelCount: header.format.channelCount,
      layout: header.layout)
  }
}

extension SampleBlock {
  fileprivate var hasNaN: Bool {
    switch self {
    case .int16, .int32: false
    case .float32(let samples): samples.contains { $0.isNaN }
    case .float64(let samples): samples.contains { $0.isNaN }
    }
  }
}

extension [[Double]] {
  /// Returns the samples of all channels, frame by frame.
  fileprivate func interleaved(times factor: Double = 1) -> SampleBlock {
    let (channelCount, frameCount) = (count, self[0].count)
    guard frameCount > 0 else { return .float64([]) }
    var samples = [Double](repeating: 0, count: channelCount * frameCount)
    samples.withMutableSpan { target in
      var target = target
      for (channel, plane) in enumerated() {
        plane.withSpan { plane in
          for frame in 0..<frameCount {
            target[frame * channelCount + channel] = plane[frame] * factor
          }
        }
      }
    }
    return .float64(samples)
  }
}
