/// Finds the frames that are silent in every channel.
struct SilenceMeter {
  /// −60 dBFS: anything lower is inaudible. The noise of 16-bit dither is 30 dB lower still.
  static let threshold = 0.001
  /// How long a silence is at least to be listed, in seconds: at the edges, and inside a sound, where pauses
  /// are common.
  private static let (shortestAtEdge, shortestInside) = (0.01, 0.1)

  private let sampleRate: Double
  private var frameCount = 0
  /// Where the current silence began; `frameCount` if the last frame isn't silent.
  private var start = 0
  private var inside: [Range<Int>] = []
  /// The loudest channel of each frame. The next block reuses its memory.
  private var levels: [Double] = []
  /// How many frames of silence come first.
  private(set) var leadingFrameCount = 0

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
  }

  /// How many frames of silence come last.
  var trailingFrameCount: Int { frameCount - start }

  /// Measures frames.
  ///
  /// - Parameter channels: Each channel's samples, 1 being full scale.
  mutating func measure(_ channels: [[Double]]) {
    let count = channels[0].count
    levels.removeAll(keepingCapacity: true)
    levels += channels[0]
    for samples in channels.dropFirst() {
      for frame in 0..<count {
        levels[frame] = max(levels[frame].magnitude, samples[frame].magnitude)
      }
    }
    for frame in 0..<count where levels[frame].magnitude >= Self.threshold {
      if start < frameCount + frame { end(at: frameCount + frame) }
      start = frameCount + frame + 1
    }
    frameCount += count
    if start == 0 { leadingFrameCount = frameCount }
  }

  /// Ends the current silence.
  private mutating func end(at frame: Int) {
    if start == 0 {
      leadingFrameCount = frame
    } else if Double(frame - start) >= Self.shortestInside * sampleRate,
      inside.count < SoundMarks.largestCount
    {
      inside.append(start..<frame)
    }
  }

  /// The silences that are long enough to be listed, in seconds.
  var silences: [Range<Double>] {
    var all = inside
    let shortest = max(1, Int(saturating: (Self.shortestAtEdge * sampleRate).rounded(.up)))
    if leadingFrameCount >= shortest { all.insert(0..<leadingFrameCount, at: 0) }
    if start > 0, trailingFrameCount >= shortest { all.append(start..<frameCount) }
    return all.map { Double($0.lowerBound) / sampleRate..<Double($0.upperBound) / sampleRate }
  }
}
