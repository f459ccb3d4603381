/// What loudness and which highest true peak a conversion aims for.
///
/// If both can't be met, the true peak wins, and ``LevelChange/shortfall`` says how much loudness is missing.
public struct LevelTarget: Hashable, Sendable {
  /// −1 dBTP, the highest level that EBU R 128 allows: a player's rate converter or a lossy codec after us rarely
  /// adds more than 1 dB.
  public static let defaultTruePeak = -1.0
  /// The range of `loudness`, in LUFS. Nothing quieter can be measured.
  public static let loudnessRange = -70.0...0
  /// The range of `truePeak`, in dBTP.
  public static let truePeakRange = -40.0...0

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
      + Levelling.largestLimiting
  }
}
