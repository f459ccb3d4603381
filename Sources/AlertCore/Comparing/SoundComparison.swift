internal import SoundFormat

/// How much a copy of a sound differs from its original.
///
/// ``signalToNoise`` tells how close the copy is; ``noiseToMask`` tells how much of the difference is heard. Frames are
/// streamed, so memory use doesn't grow with the length.
///
/// ```swift
/// let comparison = try SoundComparison(
///   original: SoundSource(path: "ring.wav"), copy: SoundSource(path: "ring.caf"))
/// let noise = comparison.signalToNoise.map { "\($0) dB" } ?? (comparison.isExact ? "none" : "all")
/// print(noise, comparison.noiseIsMasked ? "not heard" : "may be heard")
/// ```
public struct SoundComparison: Equatable, Sendable {
  /// A window of 20 ms: its start in seconds, and its signal-to-noise ratio in decibels.
  package struct Window: Equatable, Sendable {
    package let start: Double
    package let signalToNoise: Double
  }

  /// The copy's sample rate before resampling, in Hz; nil if both sounds have the same rate.
  ///
  /// If the rates differ, the copy was resampled to the original's rate, and all frame counts are at that rate.
  /// Resampling removes all frequencies above half of the lower rate, and attenuates the highest 5 % of the remaining
  /// frequencies. Other errors of resampling are 160 dB below the sound.
  public let resampledFrom: Double?
  package let originalFrameCount: Int
  /// How many frames the copy has, including its padding.
  package let copyFrameCount: Int
  /// How many frames were compared: as many as the shorter sound has.
  package let frameCount: Int
  /// Whether the sounds are equally long: the copy has all of the original's frames, and no other frames except the
  /// padding of the copy's last packet.
  public let isWhole: Bool
  /// The original's energy divided by the energy of the difference, in decibels; nil if there is no difference
  /// (``isExact``), if a copy of silence isn't silent, or if only one of the sounds is empty.
  public var signalToNoise: Double? { signalRatio.isFinite ? signalRatio : nil }
  /// The energy of the difference divided by the energy that the original masks, in decibels; nil if there is no
  /// difference, or if only one of the sounds is empty.
  ///
  /// The value is the mean of windows of 1024 frames and bands of half a Bark. It resembles the noise-to-mask ratio of
  /// Recommendation ITU-R BS.1387. Both ratios assume that the listener hears a full-scale sine at 92 dB SPL.
  public var noiseToMask: Double? { noiseRatio.isFinite ? noiseRatio : nil }
  /// ``signalToNoise``, but infinity if there is no difference, and −infinity if a copy of silence isn't silent, or if
  /// only one of the sounds is empty.
  package let signalRatio: Double
  /// ``noiseToMask``, but −infinity if there is no difference, and infinity if only one of the sounds is empty.
  package let noiseRatio: Double
  /// The highest noise-to-mask ratio of a window, in decibels.
  let highestNoiseToMask: Double
  /// ``worstWindow``, but with an infinite ratio if nothing differs.
  package let worst: Window?
  /// The window of 20 ms with the lowest signal-to-noise ratio: its start, in seconds from the original's beginning,
  /// and the ratio in decibels, which is nil if nothing differs. Nil if no window has an RMS above −61 dBFS.
  public var worstWindow: (start: Double, signalToNoise: Double?)? {
    worst.map { ($0.start, $0.signalToNoise.isFinite ? $0.signalToNoise : nil) }
  }
  /// The largest difference between a sample of the original and its copy, 1 being full scale.
  public let peakError: Double
  /// What was found in the frames of the copy, and what was found in the frames of the original.
  package let (copyWarnings, originalWarnings): ([AlertFinding], [AlertFinding])

  /// Whether the copy has all of the original's frames without any difference, and no other frames except padding. A
  /// copy at a different rate is never exact.
  public var isExact: Bool { isWhole && signalRatio == .infinity && resampledFrom == nil }

  /// Whether the original masks the difference, by the model of masking: ``noiseToMask`` is at most −10 dB, and the
  /// highest noise-to-mask ratio of a window is at most 0 dB.
  ///
  /// At −10 dB, noise exceeds the masked energy in at most a tenth of all windows and bands. The limit of 0 dB finds
  /// short faults, such as a dropout.
  public var noiseIsMasked: Bool { noiseRatio <= -10 && highestNoiseToMask <= 0 }

  /// Compares a copy of a sound with the original, from the beginnings of both. If headers state a codec's delay, the
  /// delay is left out.
  ///
  /// - Parameters:
  ///   - original: The original. It must have as many channels as the copy.
  ///   - copy: The copy. If the sample rates differ, the copy is resampled first, band-limited.
  ///   - monitor: Follows the progress, and can cancel the comparison.
  /// - Throws: `SoundError` if the sounds can't be compared or read.
  public init(
    original: SoundSource, copy: SoundSource, monitor: Monitor = Monitor()
  ) throws(SoundError) {
    let (channelCount, wantedCount) = (copy.format.channelCount, original.format.channelCount)
    guard channelCount == wantedCount else {
      throw SoundError(
        .openingInput, copy.file,
        .unsupported(
          "it has \(counted(channelCount, "channel")), and the original has \(wantedCount)"),
        advice: "convert the original to the copy's channels first")
    }
    let rate = original.format.sampleRate
    let (copyRate, padding) = (copy.format.sampleRate, copy.largestPaddingFrameCount)
    let isResampled = copyRate != rate
    // Allow for a length that is rounded to whole frames at both rates.
    let tolerance = isResampled ? Int(max(1, rate / copyRate).rounded(.up)) : 0
    try self.init(
      of: FrameStream(copy, sampleRate: rate), to: FrameStream(original), sampleRate: rate,
      resampledFrom: isResampled ? copyRate : nil,
      largestPadding: isResampled
        ? RateChange.frameCount(padding, from: copyRate, to: rate) + tolerance : padding,
      largestLack: tolerance, statedFrameCount: original.frameCount, monitor: monitor)
  }

  /// Compares frames from any two streams.
  ///
  /// - Parameters:
  ///   - resampledFrom: The copy's own rate, in Hz; nil if the copy isn't resampled.
  ///   - largestPadding: The maximum number of frames that a whole copy has after the sound.
  ///   - largestLack: The maximum number of frames that a whole copy lacks at the end.
  ///   - statedFrameCount: How many frames the original has according to its headers, for the progress.
  package init(
    of copy: FrameStream, to original: FrameStream, sampleRate: Double,
    resampledFrom: Double? = nil, largestPadding: Int = 0, largestLack: Int = 0,
    statedFrameCount: Int, monitor: Monitor
  ) throws(SoundError) {
    var (copied, wanted) = (copy, original)
    var meter = DifferenceMeter(sampleRate: sampleRate)
    while true {
      try monitor.checkCancellation(reading: wanted.source)
      let (one, other) = (
        try copied.read(meter.windowFrameCount), try wanted.read(meter.windowFrameCount)
      )
      guard min(one[0].count, other[0].count) > 0 else { break }
      meter.measure(one, other)
      monitor.progress(min(1, Double(meter.frameCount) / Double(max(1, statedFrameCount))))
    }
    try copied.skipRest(monitor)
    try wanted.skipRest(monitor)

    self.resampledFrom = resampledFrom
    (copyWarnings, originalWarnings) = (copied.warnings, wanted.warnings)
    originalFrameCount = wanted.frameCount
    copyFrameCount = copied.frameCount
    frameCount = meter.frameCount
    isWhole =
      wanted.frameCount - meter.frameCount <= largestLack
      && copied.frameCount - meter.frameCount <= largestPadding
    let isOneEmpty = meter.frameCount == 0 && copied.frameCount != wanted.frameCount
    signalRatio = isOneEmpty ? -.infinity : meter.energies.decibels
    var noiseMeter = meter.noiseMeter
    (noiseRatio, highestNoiseToMask) =
      isOneEmpty ? (.infinity, .infinity) : noiseMeter.finish()
    worst = meter.worstWindow
    peakError = meter.peakError
  }
}

extension SoundSource {
  /// How many frames of the last packet may be padding or filling; 0 if the file's packet table rules out both.
  fileprivate var largestPaddingFrameCount: Int {
    guard let sound = soundFile,
      sound.packetTable == nil
        || format.dataFormat == .ima4 && sound.packetTable?.remainderFrameCount == 0
    else { return 0 }
    return max(0, sound.format.framesPerPacket - 1)
  }
}

/// Measures, window by window, how much a copy's frames differ from the original's frames.
struct DifferenceMeter {
  /// In seconds.
  private static let windowDuration = 0.02
  /// The lowest RMS of windows that count: 30 steps of a 16-bit sample. Noise in quieter windows isn't noticeable.
  private static let quietestLevel = 30.0 / 32_768

  let windowFrameCount: Int
  private let sampleRate: Double
  /// The energies of the original and of the difference, in all frames and channels.
  private(set) var energies = SignalAndNoise()
  private(set) var noiseMeter: NoiseToMaskMeter
  private(set) var frameCount = 0
  /// The window with the lowest signal-to-noise ratio among the windows that count.
  private(set) var worstWindow: SoundComparison.Window?
  /// The largest difference between a sample of the original and its copy.
  private(set) var peakError = 0.0

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    noiseMeter = NoiseToMaskMeter(sampleRate: sampleRate)
    windowFrameCount = max(1, Int((sampleRate * Self.windowDuration).rounded()))
  }

  /// Measures a window. The last window may be shorter. Frames that only one of the sounds has don't count.
  mutating func measure(_ copy: [[Double]], _ original: [[Double]]) {
    let count = min(copy[0].count, original[0].count)
    noiseMeter.measure(copy, original)
    var (window, peak) = (SignalAndNoise(), peakError)
    for (copied, wanted) in zip(copy, original) {
      for frame in 0..<count {
        let error = copied[frame] - wanted[frame]
        window.signalEnergy += wanted[frame] * wanted[frame]
        window.noiseEnergy += error * error
        peak = max(peak, error.magnitude)
      }
    }
    let quietestEnergy = Self.quietestLevel * Self.quietestLevel * Double(count * copy.count)
    let ratio = window.decibels
    if count == windowFrameCount, window.signalEnergy >= quietestEnergy,
      worstWindow.map({ ratio < $0.signalToNoise }) ?? true
    {
      worstWindow = SoundComparison.Window(
        start: Double(frameCount) / sampleRate, signalToNoise: ratio)
    }
    energies += window
    peakError = peak
    frameCount += count
  }
}

extension SignalAndNoise {
  /// The ratio in decibels; infinity if there is no noise.
  var decibels: Double {
    noiseEnergy == 0 ? .infinity : 10 * (signalEnergy / noiseEnergy).decimalLogarithm
  }
}

extension SoundSource {
  /// The finding that the sound is the built-in chime, at any rate, level and quality. Empty for other sounds.
  ///
  /// Only a sound of the chime's length is decoded. Two sounds correlate by 0.9 only if one is a copy of the other.
  package var chimeFindings: [AlertFinding] {
    let rate = format.sampleRate
    guard (1 << 10...1 << 18).contains(frameCount), soundFile?.isDecodable == true,
      (Double(frameCount) - rate * DefaultSound.duration).magnitude <= 64,
      var own = try? FrameStream(self),
      var chime = try? FrameStream(DefaultSound.source(on: host), sampleRate: rate),
      let frames = try? own.read(frameCount)[0], let expected = try? chime.read(frameCount)[0]
    else { return [] }
    func product(_ one: [Double], _ other: [Double]) -> Double {
      zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let energies = product(frames, frames) * product(expected, expected)
    return product(frames, expected) > 0.9 * energies.squareRoot() ? [.chime] : []
  }
}
