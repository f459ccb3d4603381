internal import SoundFormat

/// The loudness that a conversion aims for, and the highest true peak that it allows.
///
/// If a sound can't meet both, the true peak wins, and ``LevelChange/shortfall`` says how much loudness is missing.
public struct LevelTarget: Equatable, Sendable {
  /// −1 dBTP, the highest level that EBU R 128 allows. Rate converters and lossy codecs in players rarely add more than
  /// 1 dB.
  public static let defaultTruePeak = -1.0
  /// The range of `loudness`, in LUFS. A loudness below −70 LUFS can't be measured.
  package static let loudnessRange = -70.0...0
  /// The range of `truePeak`, in dBTP.
  package static let truePeakRange = -40.0...0

  /// How much the limiter may lower a peak to reach a loudness, in dB. Stronger limiting audibly changes attacks.
  static let largestLimiting = 10.0

  /// The loudness in LUFS, measured as ``SoundLevels/loudness`` is; nil keeps the sound's loudness.
  public var loudness: Double?
  /// The highest true peak after encoding and decoding, in dBTP: how high the wave may rise, also between samples.
  public var truePeak: Double

  /// - Parameters:
  ///   - loudness: The loudness in LUFS; nil keeps the sound's loudness.
  ///   - truePeak: The highest true peak, in dBTP.
  public init(loudness: Double? = nil, truePeak: Double = LevelTarget.defaultTruePeak) {
    self.loudness = loudness
    self.truePeak = truePeak
  }

  /// Returns an upper bound, in LUFS, on the loudness of a sound that is raised as far as the default true peak allows.
  /// The limiter takes some loudness away, so the sound stays below this bound.
  static func largestLoudness(of levels: SoundLevels) -> Double {
    (levels.loudness ?? -.infinity) + defaultTruePeak - levels.truePeakInDecibels
      + largestLimiting
  }
}

/// The levels before and after a conversion with a ``LevelTarget``, at the output's rate and in its channels.
public struct LevelChange: Equatable, Sendable {
  /// The loudness before, in LUFS; nil if the sound is never above −70 LUFS, or its rate is below 3.7 kHz.
  public package(set) var loudnessBefore: Double?
  /// The loudness of the decoded output, in LUFS; nil in the same cases as ``loudnessBefore``.
  public package(set) var loudnessAfter: Double?
  /// The true peak before, in dBTP; minus infinity for silence.
  public package(set) var truePeakBefore: Double
  /// The true peak of the decoded output, in dBTP; minus infinity for silence.
  public package(set) var truePeakAfter: Double
  /// How much the gain raised the sound, in dB; negative if it lowered the sound.
  package var gain: Double
  /// How much the limiter lowered the highest peak, in dB; 0 if the limiter did nothing.
  package var limiting: Double
  /// How far the loudness stays below the target because of the limiter, in LU; nil if the limiter isn't the cause.
  public package(set) var shortfall: Double?

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
  /// The largest difference from the target, in LU, that reports omit. Reports mention every ``shortfall``.
  package static let tolerance = 0.2
  /// The highest plausible true peak of music, in dBTP. A higher peak is rather a fault.
  private static let plausiblePeak = 12.0

  /// Returns how much louder the output is than the target, in LU. Negative if the output is softer. Nil if the target
  /// or the output has no loudness.
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
    // Always write one decimal, so that -16.0 shows how exact the number is.
    let texts = [before, after].map { value in
      let text = decimalText(value, decimals: 1)
      return text.utf8.contains(UInt8(ascii: ".")) ? text : text + ".0"
    }
    return texts.joined(separator: " to ")
  }

  /// Whether the limiter has reached its limit of 10 dB, and more limiting would make the sound louder. If 10 dB have
  /// added less than half a LU, as for a tone whose peaks are all equal, more limiting wouldn't help.
  private var isCapped: Bool {
    guard let loudnessBefore, let loudnessAfter else { return false }
    return limiting > LevelTarget.largestLimiting - 0.1
      && loudnessAfter - (loudnessBefore + gain - limiting) >= 0.5
  }

  /// Returns why the output doesn't have the target's loudness, in words that follow a file's name. Nil if the output
  /// has this loudness, or if the target has no loudness.
  package func fact(for target: LevelTarget) -> String? {
    guard let loudness = target.loudness else { return nil }
    if loudnessBefore == nil {
      return truePeakBefore == -.infinity
        ? "silent, so its loudness can't be changed"
        : "never above -70 LUFS, or at a rate below 3.7 kHz, so its loudness isn't changed"
    }
    let excess = excess(over: target)
    // Blame the format if the true peak would allow the loudness that is missing.
    let limit =
      excess.map { truePeakAfter - $0 <= target.truePeak } ?? false
      ? "its format can't come closer"
      : truePeakBefore > Self.plausiblePeak
        ? "its highest peak is \(decimalText(truePeakBefore, decimals: 1)) dB above full scale"
        : isCapped
          ? "the limiter lowers peaks by at most \(decimalText(LevelTarget.largestLimiting, decimals: 1)) dB"
          : "its true peak may not exceed \(decimalText(target.truePeak, decimals: 1)) dBTP"
    if loudnessAfter == nil {
      return "the result is silent: " + (limiting > 0 ? limit : "its format can't be so quiet")
    }
    if let shortfall {
      return decimalText(max(0.1, shortfall), decimals: 1)
        + " LU below \(decimalText(loudness, decimals: 1)) LUFS, since \(limit)"
    }
    guard let excess, excess.magnitude > Self.tolerance else { return nil }
    return "\(decimalText(excess.magnitude, decimals: 1)) LU \(excess < 0 ? "below" : "above")"
      + " \(decimalText(loudness, decimals: 1)) LUFS, since its format can't come closer"
  }
}

/// The gain and the limiter with which a conversion reached a ``LevelTarget``. To compare the copy with the original,
/// the same gain and limiter are applied to the original.
package struct LevelSetting: Sendable {
  /// How much the sound is raised, in dB, before the limiter.
  package var gain: Double
  /// The highest true peak after the limiter, in dBTP; nil if the limiter does nothing.
  package var ceiling: Double?

  func limiter(for format: StreamFormat) -> TruePeakLimiter {
    TruePeakLimiter(
      sampleRate: format.sampleRate, channelCount: format.channelCount,
      gain: .amplitude(ofDecibels: gain),
      ceiling: ceiling.map { .amplitude(ofDecibels: $0) } ?? .infinity)
  }

  /// The setting as text. `init(text:)` restores the setting exactly.
  package var text: String {
    [gain.bitPattern, ceiling?.bitPattern].compactMap { $0.map { String($0) } }
      .joined(separator: ",")
  }
}

// Declare the initialiser in an extension, to keep the memberwise initialiser.
extension LevelSetting {
  /// Restores a setting from its text; nil if the text isn't a setting.
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
    func append(_ channels: [[Double]]) { samples += channels.interleaved().map { Float($0) } }
    try readFrames(monitor) { block in
      planes.fill(from: block)
      append(limiter.limit(planes.channels))
    }
    append(limiter.finish())
    return replacing(
      structure: DecodedSound(
        .float32(samples), sampleRate: format.sampleRate, channelCount: format.channelCount,
        formatID: format.dataFormat.formatID, losslessSampleType: nil, typeName: ""))
  }
}
