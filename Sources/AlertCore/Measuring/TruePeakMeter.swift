/// Measures a sound's true peak: how high the wave rises between its samples.
///
/// Source: ITU-R BS.1770-4, annex 2.
struct TruePeakMeter {
  private static let reach = Oversampling.reach

  private var wave = Oversampling()
  /// The last samples of each channel, followed by the new ones.
  private var tails: [[Double]]
  private(set) var peak = 0.0

  init(channelCount: Int) {
    tails = Array(
      repeating: Array(repeating: 0, count: 2 * Self.reach),
      count: min(channelCount, Oversampling.largestChannelCount))
  }

  /// Measures frames.
  ///
  /// - Parameter channels: Each channel's samples, 1 being full scale.
  mutating func measure(_ channels: [[Double]]) {
    for channel in tails.indices {
      tails[channel] += channels[channel]
      measure(tails[channel])
      tails[channel].removeFirst(tails[channel].count - 2 * Self.reach)
    }
  }

  /// Measures the silence after the sound, into which its last samples ring.
  mutating func finish() {
    let silence = [Double](repeating: 0, count: Self.reach)
    measure(tails.map { _ in silence })
  }

  private mutating func measure(_ samples: [Double]) {
    var start = Self.reach
    let end = samples.count - Self.reach
    while start < end {
      let count = min(end - start, Oversampling.blockFrameCount)
      if wave.measure(from: start, count: count, in: samples, above: peak) {
        for height in wave.heights.prefix(count) { peak = max(peak, height) }
      }
      start += count
    }
  }
}
