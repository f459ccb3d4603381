internal import SoundFormat

/// Raises a sound, and lowers it wherever its true peak would exceed a ceiling.
///
/// The limiter looks ahead, and all channels get the same gain. Before a peak, the gain falls smoothly within 5 ms. It
/// stays down for 25 ms, and recovers with a time constant of 80 ms:
///
/// - 5 ms is too short to be heard as a fade before an attack, and long enough to keep the gain's own spectrum within a
///   few hundred Hz.
/// - 25 ms is half a period of 20 Hz. An audible steady tone reaches its peak again within that time, so the gain stays
///   constant and doesn't distort the tone.
/// - With 80 ms, the gain has recovered before the next stroke of a bell or a marimba, and no pumping is heard.
///
/// Away from peaks, the limiter's own gain is exactly 1, so samples are only multiplied by `gain`. Results are the same
/// on every machine.
struct TruePeakLimiter {
  private static let attack = 0.005
  private static let hold = 0.025
  private static let release = 0.08
  /// The maximum number of samples of the attack, in all channels together, and of frames of the hold and of the
  /// release. The limit bounds the memory: a header may claim thousands of channels, or millions of Hz.
  private static let sampleLimit = 1 << 20

  private let gain: Double
  private let ceiling: Double
  private var wave = Oversampling()
  private var envelope: ReductionEnvelope
  /// The envelope's delay, in frames.
  private let delay: Int
  /// For each channel: the samples, multiplied by the gain, from the first sample that is still needed.
  private var lines: [[Double]]
  /// The index in `lines` of the next frame to return.
  private var nextFrame = Oversampling.reach
  /// The index in `lines` of the next frame to measure. Measuring begins with the frame before the sound,
  /// because the wave already rises between that frame and the sound.
  private var nextHeight = Oversampling.reach - 1
  /// For each new frame: how high the wave rises from this frame to the next, in the loudest channel. A height that
  /// can't exceed the ceiling may be stored as 0.
  private var heights: [Double] = []
  /// The gains that were computed last. The array's end has the gains of the frames to return next.
  private var gains: [Double] = []
  /// The largest height so far, as a multiple of the ceiling; at least 1.
  private var greatestExcess = 1.0

  /// Creates a limiter. Samples are multiplied by the gain, and the ceiling applies to the result, 1 being full scale.
  init(sampleRate: Double, channelCount: Int, gain: Double, ceiling: Double) {
    self.gain = gain
    self.ceiling = ceiling
    func frameCount(_ duration: Double, atLeast least: Int, channelCount: Int) -> Int {
      max(least, min(Self.sampleLimit / channelCount, Int(saturating: duration * sampleRate)))
    }
    let attack = frameCount(Self.attack, atLeast: 4, channelCount: channelCount)
    // Make the window long enough for all samples that a height depends on: these samples get the same gain.
    let reach = Oversampling.reach
    envelope = ReductionEnvelope(
      window: frameCount(Self.hold, atLeast: reach, channelCount: 1) + attack + 2 * reach,
      release: frameCount(Self.release, atLeast: reach, channelCount: 1), attack: attack)
    delay = attack + reach
    lines = Array(repeating: Array(repeating: 0, count: reach), count: channelCount)
  }

  /// How much the highest peak was lowered, in dB; 0 if no peak was lowered.
  var limiting: Double { greatestExcess.decibels }

  /// Takes the next frames, whose samples must be finite, and returns the frames whose gain is known.
  mutating func limit(_ channels: [[Double]]) -> [[Double]] {
    for channel in lines.indices { lines[channel] += channels[channel].map { $0 * gain } }
    return limitLines(upTo: lines[0].count - Oversampling.reach)
  }

  /// Ends the sound, and returns its last frames.
  mutating func finish() -> [[Double]] {
    let silence = [Double](repeating: 0, count: Oversampling.reach)
    for channel in lines.indices { lines[channel] += silence }
    return limitLines(upTo: lines[0].count - Oversampling.reach, isEnd: true)
  }

  /// Measures heights up to a frame, and returns the frames whose gain is then known. At the sound's end, returns all
  /// remaining frames.
  private mutating func limitLines(upTo heightEnd: Int, isEnd: Bool = false) -> [[Double]] {
    measureHeights(upTo: max(nextHeight, heightEnd))
    let frameEnd = isEnd ? heightEnd : max(nextFrame, nextHeight - delay)
    let limited: [[Double]]
    if envelope.isAtRest, heights.allSatisfy({ $0 <= ceiling }) {
      limited = lines.map { Array($0[nextFrame..<frameEnd]) }
    } else {
      gains.removeAll(keepingCapacity: true)
      for height in heights { appendGain(after: height) }
      if isEnd { for _ in 0..<delay { appendGain(after: 0) } }
      let gains = gains.suffix(frameEnd - nextFrame)
      limited = lines.map { zip($0[nextFrame..<frameEnd], gains).map { $0 * $1 } }
    }
    let unused = max(0, min(frameEnd, nextHeight + 1 - Oversampling.reach))
    for channel in lines.indices { lines[channel].removeFirst(unused) }
    nextFrame = frameEnd - unused
    nextHeight -= unused
    return limited
  }

  private mutating func measureHeights(upTo end: Int) {
    let first = nextHeight
    nextHeight = end
    heights.removeAll(keepingCapacity: true)
    heights.append(contentsOf: repeatElement(0, count: end - first))
    for (channel, line) in lines.enumerated() {
      guard channel < Oversampling.largestChannelCount else {
        for frame in first..<end {
          heights[frame - first] = max(heights[frame - first], line[frame].magnitude)
        }
        continue
      }
      for start in stride(from: first, to: end, by: Oversampling.blockFrameCount) {
        let count = min(end - start, Oversampling.blockFrameCount)
        guard wave.measure(from: start, count: count, in: line, above: ceiling) else { continue }
        for (frame, height) in wave.heights.prefix(count).enumerated() {
          heights[start - first + frame] = max(heights[start - first + frame], height)
        }
      }
    }
  }

  /// Takes the next frame's height, and appends the gain of the frame that is `delay` frames earlier.
  private mutating func appendGain(after height: Double) {
    if height <= ceiling, envelope.isAtRest {
      gains.append(1)
      return
    }
    let excess = height / ceiling
    greatestExcess = max(greatestExcess, excess)
    gains.append(1 - envelope.next(excess > 1 ? 1 - 1 / excess : 0))
  }
}

/// Turns the reductions that single frames need into a smooth curve of reductions for all frames.
///
/// Reductions are fractions of the gain, in units of 2⁻⁴⁰. Sums of integers don't drift, so the gain returns to exactly
/// 1.
private struct ReductionEnvelope {
  private static let one: Int64 = 1 << 40

  private var highest: SlidingMaximum
  private let release: Int64
  private var released: Int64 = 0
  private var boxes: (SlidingMean, SlidingMean)

  /// - Parameters:
  ///   - window: For how many frames a reduction is held.
  ///   - release: The time constant of the recovery, in frames.
  ///   - attack: How many frames a reduction takes to reach its full size.
  init(window: Int, release: Int, attack: Int) {
    highest = SlidingMaximum(count: window)
    self.release = Int64(release)
    boxes = (SlidingMean(count: attack / 2 + 1), SlidingMean(count: attack - attack / 2 + 1))
  }

  /// Whether the gain is 1, and stays 1 until a new frame needs a reduction.
  var isAtRest: Bool {
    released == 0 && highest.isEmpty && boxes.0.isZero && boxes.1.isZero
  }

  /// Takes the reduction that the next frame needs, and returns the reduction that an earlier frame gets.
  mutating func next(_ need: Double) -> Double {
    let needed = highest.next(Int64((need * Double(Self.one)).rounded(.up)))
    // Decay exponentially towards −1 %, because an exponential decay towards 0 would never reach 0.
    released -= (released + Self.one / 100) / release
    released = max(needed, released)
    return Double(boxes.1.next(boxes.0.next(released))) / Double(Self.one)
  }
}

/// The largest of the last `count` numbers. Numbers must not be negative.
private struct SlidingMaximum {
  private let count: Int64
  private var position: Int64 = 0
  /// For each number that exceeds all later numbers: its position and its value. Entries before `first` are too old.
  private var numbers: [(position: Int64, value: Int64)] = []
  private var first = 0

  init(count: Int) { self.count = Int64(count) }

  /// Whether all numbers are 0.
  var isEmpty: Bool { first == numbers.count }

  mutating func next(_ value: Int64) -> Int64 {
    position += 1
    if first < numbers.count, numbers[first].position <= position - count { first += 1 }
    if value > 0 {
      while numbers.count > first, numbers[numbers.count - 1].value <= value {
        numbers.removeLast()
      }
      numbers.append((position, value))
    }
    if first == numbers.count {
      numbers.removeAll(keepingCapacity: true)
      first = 0
      return 0
    }
    // Remove the old numbers rarely, so that moving the remaining numbers costs next to nothing.
    if first > 1024, 2 * first > numbers.count {
      numbers.removeFirst(first)
      first = 0
    }
    return numbers[first].value
  }
}

/// The mean of the last `count` numbers, rounded up. Numbers must not be negative.
private struct SlidingMean {
  private var numbers: [Int64]
  private var oldest = 0
  private var sum: Int64 = 0

  init(count: Int) { numbers = Array(repeating: 0, count: count) }

  var isZero: Bool { sum == 0 }

  mutating func next(_ value: Int64) -> Int64 {
    // Return early, because most of the time there is nothing to reduce.
    if sum == 0, value == 0 { return 0 }
    sum += value - numbers[oldest]
    numbers[oldest] = value
    oldest = oldest + 1 == numbers.count ? 0 : oldest + 1
    let count = Int64(numbers.count)
    return (sum + count - 1) / count
  }
}
