import AlertSound

/// What was done to a sound before it was encoded, in the manifest.
struct PreparationJSON: Encodable {
  /// Removed from the beginning and the end, in seconds.
  let trimmedAtStart: Double
  let trimmedAtEnd: Double
  /// How much of these is silence.
  let silenceTrimmedAtStart: Double
  let silenceTrimmedAtEnd: Double
  /// In seconds.
  let fadeIn: Double
  let fadeOut: Double
  /// How often the sound plays; 1 if it isn't repeated.
  let playCount: Int
  /// The silence between two plays, in seconds.
  let gap: Double
  /// Whether short fades remove a click between two plays.
  let fadesBetweenPlays: Bool

  init(_ change: ArrangementChange) {
    trimmedAtStart = change.trimmedAtStart
    trimmedAtEnd = change.trimmedAtEnd
    silenceTrimmedAtStart = change.silenceTrimmedAtStart
    silenceTrimmedAtEnd = change.silenceTrimmedAtEnd
    fadeIn = change.fadeIn
    fadeOut = change.fadeOut
    playCount = change.playCount
    gap = change.gap
    fadesBetweenPlays = change.fadesBetweenPlays
  }
}

/// How a sound's loudness and peaks changed, in the manifest. Numbers are rounded to a hundredth.
struct LevelChangeJSON: Encodable {
  /// In LUFS; nil for silence.
  let loudnessBefore: Double?
  let loudnessAfter: Double?
  /// In LUFS; nil if no loudness was asked for.
  let loudnessTarget: Double?
  /// In dBTP; nil for silence.
  let truePeakBefore: Double?
  let truePeakAfter: Double?
  let truePeakLimit: Double
  /// In decibels.
  let gain: Double
  /// The limiter's greatest reduction, in decibels.
  let limiting: Double
  /// By how many LU the loudness is below the target, since the peak may not exceed the limit; nil if it isn't.
  let shortfall: Double?

  init(_ change: LevelChange, target: LevelTarget) {
    func rounded(_ value: Double?) -> Double? {
      // JSON has no infinity, which is the peak of silence.
      value.flatMap { $0.isFinite ? ($0 * 100).rounded() / 100 : nil }
    }
    loudnessBefore = rounded(change.loudnessBefore)
    loudnessAfter = rounded(change.loudnessAfter)
    loudnessTarget = target.loudness
    truePeakBefore = rounded(change.truePeakBefore)
    truePeakAfter = rounded(change.truePeakAfter)
    truePeakLimit = target.truePeak
    gain = rounded(change.gain) ?? 0
    limiting = rounded(change.limiting) ?? 0
    shortfall = rounded(change.shortfall)
  }
}
