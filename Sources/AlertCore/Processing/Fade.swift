internal import SoundFormat

/// A gain that rises from zero at a sound's start, or falls to zero at its end.
///
/// The gain is 3x² − 2x³, with x rising from 0 to 1. The curve is flat at both ends, and the same on every machine.
struct Fade: Sendable {
  enum Edge {
    case start, end
  }

  let edge: Edge
  /// How many frames the fade takes. The sound's first or last frame becomes zero.
  let frameCount: Int

  fileprivate func gain(at frame: Int, of soundFrameCount: Int) -> Double {
    let distance = edge == .start ? frame : soundFrameCount - 1 - frame
    guard distance < frameCount else { return 1 }
    let x = Double(distance) / Double(frameCount)
    return x * x * (3 - 2 * x)
  }
}

extension SampleBlock {
  /// Returns this block, which holds all frames of a sound, with fades applied. The samples keep their type, and frames
  /// outside the fades are unchanged. Where fades overlap, the gains are multiplied.
  func fading(_ fades: [Fade], channelCount: Int) -> SampleBlock {
    let frameCount = sampleCount / channelCount
    func longest(_ edge: Fade.Edge) -> Int {
      min(frameCount, fades.reduce(0) { $1.edge == edge ? max($0, $1.frameCount) : $0 })
    }
    let start = 0..<longest(.start)
    let end = max(start.upperBound, frameCount - longest(.end))..<frameCount
    let gains = [start, end].joined().map { frame in
      (frame: frame, gain: fades.reduce(1) { $0 * $1.gain(at: frame, of: frameCount) })
    }
    guard !gains.isEmpty else { return self }
    func faded<Sample>(_ samples: [Sample], _ scale: (Sample, Double) -> Sample) -> [Sample] {
      var samples = samples
      for (frame, gain) in gains {
        for index in frame * channelCount..<(frame + 1) * channelCount {
          samples[index] = scale(samples[index], gain)
        }
      }
      return samples
    }
    return switch self {
    case .int16(let samples): .int16(faded(samples) { Int16((Double($0) * $1).rounded()) })
    case .int32(let samples): .int32(faded(samples) { Int32((Double($0) * $1).rounded()) })
    case .float32(let samples): .float32(faded(samples) { $0 * Float($1) })
    case .float64(let samples): .float64(faded(samples) { $0 * $1 })
    }
  }

  /// Appends samples of this block's type.
  mutating func append(_ other: SampleBlock) {
    switch other {
    case .int16(let others): refillInt16 { $0 += others }
    case .int32(let others): refillInt32 { $0 += others }
    case .float32(let others): refillFloat32 { $0 += others }
    case .float64(let others): refillFloat64 { $0 += others }
    }
  }

  /// Returns silence with samples of this block's type.
  func silence(sampleCount: Int) -> SampleBlock {
    switch self {
    case .int16: .int16(Array(repeating: 0, count: sampleCount))
    case .int32: .int32(Array(repeating: 0, count: sampleCount))
    case .float32: .float32(Array(repeating: 0, count: sampleCount))
    case .float64: .float64(Array(repeating: 0, count: sampleCount))
    }
  }
}

/// Cuts off a stream after a number of frames, with a fade at the cut.
///
/// Cuts only when a frame beyond the limit arrives. Until then, holds back the frames that would fade. A sound that
/// just fits stays unchanged.
struct Trimmer {
  private let frameLimit: Int
  private let fadeOutFrameCount: Int
  private let channelCount: Int
  private var givenFrameCount = 0
  /// The frames that will fade if more frames follow; nil if none are held back.
  private var held: SampleBlock?
  /// Whether the end was cut off. If so, all later frames are dropped.
  private(set) var isCut = false

  /// - Parameter frameLimit: The number of frames to keep, at least 1.
  init(frameLimit: Int, fadeOutFrameCount: Int, channelCount: Int) {
    self.frameLimit = frameLimit
    self.fadeOutFrameCount = min(fadeOutFrameCount, frameLimit)
    self.channelCount = channelCount
  }

  /// Takes the next frames, interleaved, and returns the frames that are final.
  mutating func apply(to block: SampleBlock) -> SampleBlock {
    guard !isCut else { return block.samples(in: 0..<0) }
    held?.append(block)
    let frames = held ?? block
    let frameCount = frames.sampleCount / channelCount
    if frameCount > frameLimit - givenFrameCount {
      isCut = true
      held = nil
      let kept = frames.samples(in: 0..<(frameLimit - givenFrameCount) * channelCount)
      givenFrameCount = frameLimit
      return kept.fading(
        [Fade(edge: .end, frameCount: fadeOutFrameCount)], channelCount: channelCount)
    }
    let safeFrameCount = frameLimit - fadeOutFrameCount - givenFrameCount
    guard frameCount > safeFrameCount else {
      givenFrameCount += frameCount
      return frames
    }
    givenFrameCount += safeFrameCount
    held = frames.samples(in: safeFrameCount * channelCount..<frames.sampleCount)
    return frames.samples(in: 0..<safeFrameCount * channelCount)
  }

  /// Ends the stream. Returns the frames that were held back, without a fade; nil if there are none.
  mutating func finish() -> SampleBlock? {
    defer { held = nil }
    return held
  }
}

/// Makes a stream end with a whole packet: see `StreamFormat.wholePacketFrameCount(_:below:)`.
///
/// Added frames repeat the last frame, and fade out to zero. If frames are removed, the frames before them fade out.
struct PacketFiller {
  private let format: StreamFormat
  private let limit: Double
  private let fadeOutFrameCount: Int
  private var frameCount = 0
  /// How many frames were removed.
  private var lostFrameCount = 0
  /// The last frames, held back because they may fade or be removed.
  private var tail = SampleBlock.int16([])

  /// - Parameter limit: The length, in seconds, that the stream stays below if possible.
  init(_ format: StreamFormat, below limit: Double) {
    (self.format, self.limit) = (format, limit)
    fadeOutFrameCount = Int((0.005 * format.sampleRate).rounded())
  }

  /// The warning about removed frames. Empty if no frames were removed, or if not all frames are final yet.
  var warnings: [AlertFinding] {
    guard lostFrameCount > 0 else { return [] }
    let frames = counted(lostFrameCount, "frame", of: "the end", are: "left out")
    return [AlertFinding(.cut, "\(frames): with a whole last packet, it would reach the limit")]
  }

  /// Takes the next frames, interleaved, and returns the frames that are final. After the last block, all are final.
  mutating func apply(to block: SampleBlock?, isLast: Bool) -> SampleBlock {
    let channelCount = format.channelCount
    if let block { if tail.sampleCount == 0 { tail = block } else { tail.append(block) } }
    frameCount += (block?.sampleCount ?? 0) / channelCount
    let count = isLast ? format.wholePacketFrameCount(frameCount, below: limit) : nil
    var end = tail.sampleCount
    if !isLast { end = max(0, end - (format.framesPerPacket + fadeOutFrameCount) * channelCount) }
    if let count, count != frameCount {
      lostFrameCount = max(0, frameCount - count)
      let last = tail.samples(in: end - channelCount..<end)
      for _ in frameCount..<max(frameCount, count) { tail.append(last) }
      let fadeFrameCount = count > frameCount ? count - frameCount : fadeOutFrameCount
      return tail.samples(in: 0..<end + (count - frameCount) * channelCount)
        .fading([Fade(edge: .end, frameCount: fadeFrameCount)], channelCount: channelCount)
    }
    defer { tail = tail.samples(in: end..<tail.sampleCount) }
    return tail.samples(in: 0..<end)
  }
}
