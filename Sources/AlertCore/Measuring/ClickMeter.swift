internal import SoundFormat

/// Finds clicks inside a sound: isolated steps.
///
/// A step is the difference between two successive samples of a channel. A step is a click if it is at least a
/// twentieth of full scale, and at least eight times as large as any other step of the channel in the 20 ms before and
/// after. Up to three steps in a row count as one step, because one missing sample causes two steps. Noise, square
/// waves and attacks that ring have no isolated steps. Filters, such as those of a lossy codec, hide clicks.
struct ClickMeter {
  private static let smallestStep = 0.05
  private static let isolation = 8.0
  private static let neighbourhood = 0.02
  /// A click's last step comes at most this many frames after its first step.
  private static let width = 2
  /// At most this many channels are searched, because a header may claim thousands of channels.
  private static let largestChannelCount = 64

  private struct Channel {
    var last = 0.0
    /// The largest step of the current span of 20 ms, and the largest step of the span before.
    var (recent, earlier) = (0.0, 0.0)
    /// A step that is isolated so far: its first frame and its size. `recent` and `earlier` don't include this step.
    var candidate: (frame: Int, step: Double)?

    /// Records a step that is larger than `recent`.
    mutating func take(_ step: Double, at frame: Int, spanFrameCount: Int) {
      if let (first, size) = candidate {
        if frame - first <= ClickMeter.width {
          candidate = (first, max(size, step))
        } else {
          recent = step
          if step * ClickMeter.isolation > size {
            recent = max(step, size)
            candidate = nil
          }
        }
      } else if step >= ClickMeter.smallestStep, frame >= spanFrameCount,
        step >= ClickMeter.isolation * max(recent, earlier)
      {
        candidate = (frame, step)
      } else {
        recent = step
      }
    }

    /// Returns and clears the candidate if the step stayed isolated for 20 ms. Otherwise, returns nil.
    mutating func confirmed(at frame: Int, spanFrameCount: Int) -> Int? {
      guard let (first, _) = candidate, frame - first >= spanFrameCount else { return nil }
      candidate = nil
      return first
    }
  }

  private let sampleRate: Double
  private let spanFrameCount: Int
  private var channels: [Channel]
  private var frameCount = 0
  /// The frames of the clicks, in ascending order.
  private var frames: [Int] = []

  init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    spanFrameCount = max(4, Int(saturating: min(Self.neighbourhood * sampleRate, 0x1p30)))
    channels = Array(repeating: Channel(), count: min(channelCount, Self.largestChannelCount))
  }

  /// Measures each channel's samples, 1 being full scale.
  mutating func measure(_ planes: [[Double]]) {
    let count = planes[0].count
    for index in channels.indices {
      var channel = channels[index]
      let samples = planes[index]
      var position = 0
      while position < count {
        let left = spanFrameCount - (frameCount + position) % spanFrameCount
        let end = position + min(left, count - position)
        for frame in position..<end {
          let step = (samples[frame] - channel.last).magnitude
          channel.last = samples[frame]
          if step > channel.recent {
            channel.take(step, at: frameCount + frame, spanFrameCount: spanFrameCount)
          }
        }
        position = end
        guard (frameCount + position) % spanFrameCount == 0 else { continue }
        insert(channel.confirmed(at: frameCount + position, spanFrameCount: spanFrameCount))
        (channel.earlier, channel.recent) = (channel.recent, 0)
      }
      channels[index] = channel
    }
    frameCount += count
  }

  /// Adds the frame of a click if no other channel has a click within 20 ms, and if the list isn't full.
  private mutating func insert(_ click: Int?) {
    guard let click, frames.count < SoundMarks.largestCount else { return }
    var index = frames.count
    while index > 0, frames[index - 1] > click { index -= 1 }
    if index > 0, click - frames[index - 1] < spanFrameCount { return }
    if index < frames.count, frames[index] - click < spanFrameCount { return }
    frames.insert(click, at: index)
  }

  /// Returns the times of the clicks in seconds, in order. A click in several channels counts once.
  mutating func finish() -> [Double] {
    for index in channels.indices {
      insert(channels[index].confirmed(at: frameCount, spanFrameCount: spanFrameCount))
    }
    return frames.map { Double($0) / sampleRate }
  }
}

/// Finds the frames that are silent in every channel.
struct SilenceMeter {
  /// −60 dBFS: a sound below this level is inaudible. The noise of 16-bit dither is at about −90 dBFS.
  static let threshold = 0.001
  /// The shortest silences that are listed, in seconds. Inside a sound, short pauses are too common to list.
  private static let (shortestAtEdge, shortestInside) = (0.01, 0.1)

  private let sampleRate: Double
  private var frameCount = 0
  /// The first frame of the current silence; `frameCount` if the last frame isn't silent.
  private var start = 0
  private var inside: [Range<Int>] = []
  /// For each frame of the last block: the level of the loudest channel. The array is kept to reuse its memory.
  private var levels: [Double] = []
  /// The number of silent frames at the beginning.
  private(set) var leadingFrameCount = 0

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
  }

  /// The number of silent frames at the end.
  var trailingFrameCount: Int { frameCount - start }

  /// Measures each channel's samples, 1 being full scale.
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

  /// Ends the current silence before `frame`, which isn't silent.
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
