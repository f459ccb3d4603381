internal import SoundFormat

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
  public var gain: Double
  /// How much the limiter lowered the highest peak besides, in dB; 0 if it did nothing.
  public var limiting: Double
  /// By how many LU the loudness missed the target because the true peak won; nil if it didn't.
  public var shortfall: Double?

  /// Creates a description.
  public init(
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
