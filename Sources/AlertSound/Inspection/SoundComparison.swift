internal import SoundFormat

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How far a copy of a sound is from its original.
///
/// Ratios are in decibels, of the original's energy to that of the difference; infinity where there is
/// no difference. Frames are streamed: memory doesn't grow with the sounds' length.
///
/// ```swift
/// let comparison = try SoundComparison(
///   of: SoundSource(path: "ring.caf"), to: SoundSource(path: "ring.wav"))
/// print(comparison.signalToNoise, comparison.worstWindow?.signalToNoise ?? .infinity)
/// ```
public struct SoundComparison: Hashable, Sendable {
  /// A part of 20 ms.
  public struct Window: Hashable, Sendable {
    /// Where it begins, in seconds from the original's beginning.
    public let start: Double
    /// Its own ratio, in decibels, from −10 to 60.
    public let signalToNoise: Double
  }

  /// How many frames later the copy's sound begins: codecs delay.
  public let delayFrameCount: Int
  /// How many frames were compared: those that both have.
  public let frameCount: Int
  /// The ratio over all frames and channels.
  public let signalToNoise: Double
  /// The mean of the ratios of windows of 20 ms, each kept between −10 and 60 dB, without those whose
  /// level is below −61 dBFS; nil where there is no other. It is nearer to what is heard.
  public let segmentalSignalToNoise: Double?
  /// The window with the lowest ratio; nil where none is loud enough.
  public let worstWindow: Window?
  /// The largest difference of two samples, 1 being full scale.
  public let peakError: Double

  /// How long a window is, in seconds.
  private static let windowDuration = 0.02
  /// 30 steps of 16 bits, the root of the mean square: what is quieter hides no noise, and bothers nobody.
  private static let quietestLevel = 30.0 / 32_768
  private static let windowRange = -10.0...60.0

  /// Compares.
  ///
  /// - Parameters:
  ///   - copy: The copy.
  ///   - original: The original, of the same rate and number of channels.
  ///   - aligns: Whether to find out by how much the copy is delayed, up to 5000 frames.
  ///   - isCancelled: Is asked now and then.
  /// - Throws: `ConversionError`: the sounds can't be compared or read.
  public init(
    of copy: SoundSource, to original: SoundSource, aligns: Bool = true,
    isCancelled: () -> Bool = { false }
  ) throws(ConversionError) {
    try Self.check(copy, original)
    delayFrameCount = aligns ? try Alignment.delay(of: copy, behind: original) : 0
    var (copied, wanted) = (try FrameStream(copy), try FrameStream(original))
    try copied.skip(delayFrameCount)
    try wanted.skip(-delayFrameCount)
    let rate = original.format.sampleRate
    let windowFrameCount = max(1, Int((rate * Self.windowDuration).rounded()))
    var total = SignalAndNoise()
    var windows: [Window] = []
    var (frames, peak) = (0, 0.0)
    while true {
      if Task.isCancelled || isCancelled() {
        throw ConversionError(.reading, original.path, .cancelled)
      }
      let (one, other) = (
        try copied.read(windowFrameCount), try wanted.read(windowFrameCount)
      )
      let count = min(one[0].count, other[0].count)
      guard count > 0 else { break }
      let (energies, windowPeak) = Self.measure(one, other, count)
      let start = Double(frames + max(0, -delayFrameCount)) / rate
      if count == windowFrameCount,
        energies.signalEnergy
          >= Self.quietestLevel * Self.quietestLevel * Double(count * one.count)
      {
        windows.append(
          Window(start: start, signalToNoise: energies.decibels.clamped(to: Self.windowRange)))
      }
      total += energies
      peak = max(peak, windowPeak)
      frames += count
    }
    frameCount = frames
    signalToNoise = total.decibels
    segmentalSignalToNoise =
      windows.isEmpty
      ? nil : windows.reduce(0) { $0 + $1.signalToNoise } / Double(windows.count)
    worstWindow = windows.min { $0.signalToNoise < $1.signalToNoise }
    peakError = peak
  }

  private static func check(
    _ copy: SoundSource, _ original: SoundSource
  ) throws(ConversionError) {
    let (one, other) = (copy.format, original.format)
    let reason: String
    if one.sampleRate != other.sampleRate {
      reason =
        "its rate is \(decimalText(one.sampleRate, decimals: 1)) Hz, and the original's is"
        + " \(decimalText(other.sampleRate, decimals: 1)) Hz"
    } else if one.channelCount != other.channelCount {
      reason = "it has \(one.channelCount) channels, and the original has \(other.channelCount)"
    } else {
      return
    }
    throw ConversionError(
      .choosingCodec, copy.path, .sound(.unsupported, reason: reason),
      advice: "convert the original to the copy's rate and channels first")
  }

  private static func measure(
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
  /// The ratio in decibels; infinity where there is no noise.
  var decibels: Double { noiseEnergy == 0 ? .infinity : 10 * log10(signalEnergy / noiseEnergy) }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
