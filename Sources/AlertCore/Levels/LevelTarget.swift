internal import SoundFormat

/// What loudness and which highest true peak a conversion aims for.
///
/// If both can't be met, the true peak wins, and ``LevelChange/shortfall`` says how much loudness is missing.
public struct LevelTarget: Hashable, Sendable {
  /// −1 dBTP, the highest level that EBU R 128 allows: a player's rate converter or a lossy codec after us rarely
  /// adds more than 1 dB.
  public static let defaultTruePeak = -1.0
  /// The range of `loudness`, in LUFS. Nothing quieter can be measured.
  package static let loudnessRange = -70.0...0
  /// The range of `truePeak`, in dBTP.
  package static let truePeakRange = -40.0...0

  /// How much the limiter may lower a peak to reach a loudness, in dB. By more, an attack no longer sounds like itself.
  static let largestLimiting = 10.0

  /// The loudness in LUFS, as ``SoundLevels/loudness`` measures it; nil keeps the sound's.
  public var loudness: Double?
  /// How high the wave may rise between the samples, in dBTP. The limit holds after decoding what was encoded.
  public var truePeak: Double

  /// Sets a target.
  ///
  /// - Parameters:
  ///   - loudness: The loudness in LUFS; nil keeps the sound's.
  ///   - truePeak: The highest true peak, in dBTP.
  public init(loudness: Double? = nil, truePeak: Double = LevelTarget.defaultTruePeak) {
    self.loudness = loudness
    self.truePeak = truePeak
  }

  /// Returns the loudness, in LUFS, that a sound can get at most under the usual limit of the true peak: what the limiter
  /// takes off peaks costs some of it.
  static func largestLoudness(of levels: SoundLevels) -> Double {
    (levels.loudness ?? -.infinity) + defaultTruePeak - levels.truePeakInDecibels
      + largestLimiting
  }
}

/// What a conversion with a ``LevelTarget`` has changed, measured at the output's rate and channels.
public struct LevelChange: Hashable, Sendable {
  /// The loudness before, in LUFS; nil for a sound that is never above −70 LUFS, or a rate below 3.7 kHz.
  public var loudnessBefore: Double?
  /// The loudness of the decoded output, in LUFS; nil likewise.
  public var loudnessAfter: Double?
  /// The true peak before, in dBTP; minus infinity for silence.
  public var truePeakBefore: Double
  /// The true peak of the decoded output, in dBTP; minus infinity for silence.
  public var truePeakAfter: Double
  /// How much the whole sound was raised, in dB; negative if it was lowered.
  package var gain: Double
  /// How much the limiter lowered the highest peak besides, in dB; 0 if it did nothing.
  package var limiting: Double
  /// By how many LU the loudness missed the target because the true peak won; nil if it didn't.
  public var shortfall: Double?

  /// Creates a description.
  package init(
    loudnessBefore: Double?, loudnessAfter: Double?, truePeakBefore: Double, truePeakAfter: Double,
    gain: Double, limiting: Double, shortfall: Double? = nil
  ) {
    self.loudnessBefore = loudnessBefore
    self.loudnessAfter = loudnessAfter
    self.truePeakBefore = truePeakBefore
    self.truePeakAfter = truePeakAfter
    self.gain = gain
    self.limiting = limiting
    self.shortfall = shortfall
  }
}

extension LevelChange {
  /// How far a sound may be from the loudness it was to get, in LU.
  package static let tolerance = 0.2

  /// By how many LU the output is louder than was asked for; negative if it is softer. nil without a loudness.
  package func excess(over target: LevelTarget) -> Double? {
    target.loudness.flatMap { wanted in loudnessAfter.map { $0 - wanted } }
  }

  /// What changed, in words: `-22.9 to -16.0 LUFS, true peak -3.1 to -1.0 dBTP`.
  package var words: String {
    guard truePeakBefore.isFinite, truePeakAfter.isFinite else { return "silent" }
    let loudness = loudnessBefore.flatMap { before in
      loudnessAfter.map { Self.range(before, $0) + " LUFS, " }
    }
    return (loudness ?? "") + "true peak \(Self.range(truePeakBefore, truePeakAfter)) dBTP"
  }

  private static func range(_ before: Double, _ after: Double) -> String {
    // One decimal, always: -16.0 says how exact it is.
    let texts = [before, after].map { value in
      let text = decimalText(value, decimals: 1)
      return text.utf8.contains(UInt8(ascii: ".")) ? text : text + ".0"
    }
    return texts.joined(separator: " to ")
  }

  /// Returns what kept the sound from the target, in words that follow a file's name; nil if nothing did.
  public func fact(for target: LevelTarget) -> String? {
    guard let loudness = target.loudness else { return nil }
    if loudnessBefore == nil {
      return truePeakBefore == -.infinity
        ? "silent, so its loudness can't be changed"
        : "never above -70 LUFS, or at a rate below 3.7 kHz, so its loudness isn't changed"
    }
    let limit = "its true peak may not exceed \(decimalText(target.truePeak, decimals: 1)) dBTP"
    if loudnessAfter == nil {
      return "nothing is left to hear, since "
        + (limiting > 0 ? limit : "its format can't be so quiet")
    }
    if let shortfall {
      return decimalText(max(0.1, shortfall), decimals: 1)
        + " LU below \(decimalText(loudness, decimals: 1)) LUFS, since \(limit)"
    }
    guard let excess = excess(over: target), excess.magnitude > Self.tolerance else { return nil }
    return "\(decimalText(excess.magnitude, decimals: 1)) LU \(excess < 0 ? "below" : "above")"
      + " \(decimalText(loudness, decimals: 1)) LUFS, since its format can't come closer"
  }
}

/// How a conversion with a ``LevelTarget`` has changed its frames. The same can be done to the original, to compare it
/// with the copy.
package struct LevelSetting: Hashable, Sendable {
  /// How much the whole sound is raised, in dB.
  package var gain: Double
  /// Where the limiter keeps the wave, in dBTP; nil if it does nothing.
  package var ceiling: Double?

  package init(gain: Double, ceiling: Double?) {
    self.gain = gain
    self.ceiling = ceiling
  }

  func limiter(for format: StreamFormat) -> TruePeakLimiter {
    TruePeakLimiter(
      sampleRate: format.sampleRate, channelCount: format.channelCount,
      gain: .amplitude(ofDecibels: gain),
      ceiling: ceiling.map { .amplitude(ofDecibels: $0) } ?? .infinity)
  }
}

extension LevelSetting {
  /// The setting as text that gives it back exactly.
  package var text: String {
    [gain.bitPattern, ceiling?.bitPattern].compactMap { $0.map { String($0) } }
      .joined(separator: ",")
  }

  /// Reads the text; nil if it isn't one.
  package init?(text: String) {
    var numbers: [Double] = []
    for part in text.utf8.split(separator: UInt8(ascii: ",")) {
      guard let bits = UInt64(String(part) ?? ""), case let number = Double(bitPattern: bits),
        number.magnitude <= 1000
      else { return nil }
      numbers.append(number)
    }
    guard 1...2 ~= numbers.count else { return nil }
    self.init(gain: numbers[0], ceiling: numbers.count == 2 ? numbers[1] : nil)
  }
}

extension SoundSource {
  /// Returns the sound with its levels changed, in memory.
  package func levelled(
    by setting: LevelSetting, monitor: Monitor = Monitor()
  ) throws(SoundError) -> SoundSource {
    var limiter = setting.limiter(for: format)
    var planes = ChannelPlanes(channelCount: format.channelCount)
    var samples: [Float] = []
    func append(_ channels: [[Double]]) {
      for frame in 0..<channels[0].count {
        for channel in channels { samples.append(Float(channel[frame])) }
      }
    }
    let reader = try reading(frames())
    while let block = try reading(reader.next()) {
      try monitor.checkCancellation(reading: self)
      planes.fill(from: block)
      append(limiter.limit(planes.channels))
    }
    append(limiter.finish())
    return replacingStructure(
      by: DecodedSound(
        .float32(samples), sampleRate: format.sampleRate, channelCount: format.channelCount,
        formatID: format.dataFormat.formatID, losslessSampleType: nil, typeName: ""))
  }
}

/// The loudness and the true peak of some frames.
struct MeasuredLevels {
  /// In LUFS; nil if there is none.
  let loudness: Double?
  /// In dBTP; minus infinity for silence.
  let truePeak: Double
}

/// Measures the loudness and the true peak of frames.
struct LevelMeter {
  private var planes: ChannelPlanes
  private(set) var loudnessMeter: LoudnessMeter?
  private var truePeakMeter: TruePeakMeter
  private var peak = 0.0

  init(sampleRate: Double, channelCount: Int, layout: ChannelLayout?) {
    planes = ChannelPlanes(channelCount: channelCount)
    loudnessMeter = LoudnessMeter(
      sampleRate: sampleRate, channelCount: channelCount, layout: layout)
    truePeakMeter = TruePeakMeter(channelCount: channelCount)
  }

  /// Measures interleaved frames.
  mutating func measure(_ block: SampleBlock) {
    planes.fill(from: block)
    measure(planes.channels)
  }

  /// Measures each channel's samples, 1 being full scale.
  mutating func measure(_ channels: [[Double]]) {
    guard !channels[0].isEmpty else { return }
    loudnessMeter?.measure(channels)
    truePeakMeter.measure(channels)
    for channel in channels {
      for sample in channel { peak = max(peak, sample.magnitude) }
    }
  }

  /// Ends the sound, and returns its levels.
  mutating func finish() -> MeasuredLevels {
    truePeakMeter.finish()
    return MeasuredLevels(
      loudness: loudnessMeter?.loudness, truePeak: max(peak, truePeakMeter.peak).decibels)
  }
}
