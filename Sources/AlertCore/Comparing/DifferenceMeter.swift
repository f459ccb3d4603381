internal import SoundFormat

/// Measures, window by window, how far a copy's frames are from the original's.
package struct DifferenceMeter {
  /// How long a window is, in seconds.
  package static let windowDuration = 0.02
  /// 30 steps of 16 bits, as a root mean square. Quieter windows don't count: they mask no noise, and their
  /// noise isn't noticeable.
  package static let quietestLevel = 30.0 / 32_768
  /// The range to which a window's ratio is clamped in the mean, in decibels.
  package static let windowRange = -10.0...60.0

  /// How many frames a window has.
  package let windowFrameCount: Int
  private let sampleRate: Double
  private let firstFrame: Int
  private var energies = SignalAndNoise()
  private var sumOfRatios = 0.0
  private var windowCount = 0
  /// Whether the ratio of any window was clamped in the mean.
  private(set) var hasCappedWindow = false
  /// How many frames were measured.
  package private(set) var frameCount = 0
  /// The loud window with the lowest ratio.
  private(set) var worstWindow: SoundComparison.Window?
  /// The largest difference of two samples.
  package private(set) var peakError = 0.0

  /// Creates a meter.
  ///
  /// - Parameter firstFrame: Which of the original's frames is measured first.
  package init(sampleRate: Double, firstFrame: Int = 0) {
    self.sampleRate = sampleRate
    self.firstFrame = firstFrame
    windowFrameCount = max(1, Int((sampleRate * Self.windowDuration).rounded()))
  }

  /// The ratio over all frames and channels, in decibels: infinity if there is no difference, −infinity if
  /// there is one and the original is silent.
  package var signalToNoise: Double { energies.decibels }

  /// The mean of the loud windows' ratios; nil if there is none.
  package var segmentalSignalToNoise: Double? {
    windowCount > 0 ? sumOfRatios / Double(windowCount) : nil
  }

  /// Measures a window, or the shorter one at the end.
  ///
  /// - Parameters:
  ///   - copy: A plane for each channel.
  ///   - original: As many planes, from the same frame on. The last frames of the longer one don't count.
  package mutating func measure(_ copy: [[Double]], _ original: [[Double]]) {
    let count = min(copy[0].count, original[0].count)
    let (window, peak) = Self.difference(copy, original, count)
    let quietestEnergy = Self.quietestLevel * Self.quietestLevel * Double(count * copy.count)
    if count == windowFrameCount, window.signalEnergy >= quietestEnergy {
      let range = Self.windowRange
      let ratio = window.decibels
      sumOfRatios += min(max(ratio, range.lowerBound), range.upperBound)
      windowCount += 1
      if !range.contains(ratio) { hasCappedWindow = true }
      if worstWindow == nil || ratio < worstWindow?.signalToNoise ?? .infinity {
        worstWindow = SoundComparison.Window(
          start: Double(firstFrame + frameCount) / sampleRate, signalToNoise: ratio)
      }
    }
    energies += window
    peakError = max(peakError, peak)
    frameCount += count
  }

  private static func difference(
    _ copy: [[Double]], _ original: [[Double]], _ frameCount: Int
  ) -> (SignalAndNoise, peak: Double) {
    var energies = SignalAndNoise()
    var peak = 0.0
    for (copied, wanted) in zip(copy, original) {
      for frame in 0..<frameCount {
        let error = copied[frame] - wanted[frame]
        energies.signalEnergy += wanted[frame] * wanted[frame]
        energies.noiseEnergy += error * error
        peak = max(peak, error.magnitude)
      }
    }
    return (energies, peak)
  }
}

extension SignalAndNoise {
  /// The ratio in decibels; infinity if there is no noise.
  var decibels: Double {
    noiseEnergy == 0 ? .infinity : 10 * (signalEnergy / noiseEnergy).decimalLogarithm
  }
}
