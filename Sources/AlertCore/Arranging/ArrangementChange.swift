internal import SoundFormat

/// What an ``Arrangement`` has done to a sound. Durations are in seconds.
public struct ArrangementChange: Hashable, Sendable {
  /// How much is removed at the start, by the span and as silence together.
  public var trimmedAtStart = 0.0
  /// How much is removed at the end, by the span and as silence together.
  public var trimmedAtEnd = 0.0
  /// How much of ``trimmedAtStart`` is silence.
  public var silenceTrimmedAtStart = 0.0
  /// How much of ``trimmedAtEnd`` is silence.
  public var silenceTrimmedAtEnd = 0.0
  /// Whether silence was to be trimmed, but there is nothing else. Such a sound keeps its silence.
  public var isSilent = false
  /// How long the beginning fades in.
  public var fadeIn = 0.0
  /// How long the end fades out.
  public var fadeOut = 0.0
  /// How often the sound is played; 1 if it isn't repeated.
  public var playCount = 1
  /// How long the silence between two plays is.
  public var gap = 0.0
  /// Whether short fades remove a click between two plays.
  public var fadesBetweenPlays = false

  /// Creates the change that leaves a sound as it is.
  public init() {}

  /// Whether the sound stays as it is.
  public var isUnchanged: Bool {
    var unchanged = ArrangementChange()
    unchanged.isSilent = isSilent
    return self == unchanged
  }
}

extension ArrangementChange {
  /// Returns what of the change is in the file that was written: fewer plays, the last of which may break off, if only the
  /// beginning is kept; nil if another sound is in its place.
  ///
  /// - Parameter source: The sound as arranged.
  package func remaining(
    after outcome: AlertOutcome, of source: SoundSource
  ) -> ArrangementChange? {
    if outcome.isReplaced { return nil }
    guard case .trimmed(_, let seconds) = outcome, playCount > 1 else { return self }
    var change = self
    let total = Double(source.frameCount) / source.format.sampleRate
    let period = (total + gap) / Double(playCount)
    change.playCount = min(playCount, max(1, Int(saturating: (seconds / period).rounded(.up))))
    return change
  }

  /// What was done, in words; nil if there is nothing to say.
  /// `0.52 s of silence trimmed at the start; played 7 times`
  public var fact: String? {
    let parts = [
      Self.words(
        for: trimmedAtStart - silenceTrimmedAtStart, trimmedAtEnd - silenceTrimmedAtEnd,
        after: "cut off"),
      Self.words(for: silenceTrimmedAtStart, silenceTrimmedAtEnd, after: "of silence trimmed"),
      isSilent ? "silent from start to end, so no silence trimmed" : nil,
      fadeWords, repetitionWords,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func words(for start: Double, _ end: Double, after verb: String) -> String? {
    // The difference of two durations isn't quite zero.
    let (atStart, atEnd) = (start > 1e-9, end > 1e-9)
    guard atStart || atEnd else { return nil }
    let first = "\(secondsText(atStart ? start : end)) \(verb) at the \(atStart ? "start" : "end")"
    return first + (atStart && atEnd ? ", \(secondsText(end)) at the end" : "")
  }

  private var fadeWords: String? {
    // Less than half a millisecond would read as 0 s.
    let (fadesIn, fadesOut) = (fadeIn >= 0.0005, fadeOut >= 0.0005)
    guard fadesIn || fadesOut else { return nil }
    let first = "fades \(fadesIn ? "in" : "out") over \(secondsText(fadesIn ? fadeIn : fadeOut))"
    return first + (fadesIn && fadesOut ? ", out over \(secondsText(fadeOut))" : "")
  }

  private var repetitionWords: String? {
    guard playCount > 1 else { return nil }
    return "played \(playCount) times" + (gap > 0 ? " with gaps of \(secondsText(gap))" : "")
      + (fadesBetweenPlays ? ", with a short fade in between" : "")
  }
}
