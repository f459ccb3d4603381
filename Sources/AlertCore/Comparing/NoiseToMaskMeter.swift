internal import SoundFormat

/// Measures how loud a copy's noise is, relative to the noise that the original masks.
///
/// Windows have 1024 frames and overlap by half. In each band of a window, the ratio is the energy of the difference
/// divided by the energy that the original masks (`MaskingThresholds`). The result is the mean of all windows, channels
/// and bands. A window in which both sounds are silent doesn't count.
struct NoiseToMaskMeter {
  private static let windowFrameCount = 1024
  private static let hopFrameCount = windowFrameCount / 2
  /// The level of a full-scale sine, in dB SPL, that BS.1387 assumes.
  private static let fullScale = 92.0

  /// One channel's samples that the next windows need, 32,768 being full scale.
  private struct Channel {
    var original = [Double](repeating: 0, count: hopFrameCount)
    var noise = [Double](repeating: 0, count: hopFrameCount)
  }

  private let thresholds: MaskingThresholds
  private let quiet: [Double]
  private let bandCount: Int
  private var channels: [Channel] = []
  private var sum = 0.0
  /// The highest ratio of a window in a channel. The ratio of a window is the mean of the ratios of its bands.
  private var highest = 0.0
  private var windowCount = 0

  init(sampleRate: Double) {
    thresholds = MaskingThresholds(
      windowFrameCount: Self.windowFrameCount, sampleRate: sampleRate)
    quiet = thresholds.quiet(fullScale: Self.fullScale)
    // Don't count bands in which the spectrum has no frequency.
    bandCount = Set(thresholds.bands).count
  }

  /// Measures frames of each channel. Frames that only one of the sounds has don't count.
  mutating func measure(_ copy: [[Double]], _ original: [[Double]]) {
    if channels.isEmpty { channels = original.map { _ in Channel() } }
    for (channel, (copied, wanted)) in zip(copy, original).enumerated() {
      channels[channel].original += wanted.prefix(copied.count).map { 32_768 * $0 }
      channels[channel].noise += zip(copied, wanted).map { 32_768 * ($0 - $1) }
      measureWindows(of: channel)
    }
  }

  /// Measures the remaining frames. Returns the mean ratio and the highest ratio of a window, in decibels. Both are
  /// −infinity if there is no noise.
  mutating func finish() -> (mean: Double, highest: Double) {
    for channel in channels.indices {
      let silence = repeatElement(0.0, count: Self.windowFrameCount)
      channels[channel].original += silence
      channels[channel].noise += silence
      measureWindows(of: channel)
    }
    guard sum > 0 else { return (-.infinity, -.infinity) }
    return (
      10 * (sum / Double(windowCount * bandCount)).decimalLogarithm, 10 * highest.decimalLogarithm
    )
  }

  private mutating func measureWindows(of channel: Int) {
    var start = 0
    while start + Self.windowFrameCount <= channels[channel].original.count {
      let window = start..<start + Self.windowFrameCount
      let (original, noise) = (channels[channel].original[window], channels[channel].noise[window])
      let isNoisy = noise.contains { $0 != 0 }
      if isNoisy {
        let ratios = ratio(original, noise)
        sum += ratios
        highest = max(highest, ratios / Double(bandCount))
      }
      if isNoisy || original.contains(where: { $0 != 0 }) { windowCount += 1 }
      start += Self.hopFrameCount
    }
    channels[channel].original.removeFirst(start)
    channels[channel].noise.removeFirst(start)
  }

  /// Returns the sum of the ratios of a window's bands.
  private func ratio(_ original: ArraySlice<Double>, _ noise: ArraySlice<Double>) -> Double {
    let first = original.startIndex
    let (sound, energies) = thresholds.energiesOfBoth { (original[first + $0], noise[first + $0]) }
    let masked = thresholds.masked(by: sound)
    var sum = 0.0
    for band in energies.indices { sum += energies[band] / (masked[band] + quiet[band]) }
    return sum
  }
}
