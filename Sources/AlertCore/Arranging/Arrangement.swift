internal import SoundFormat

/// Which part of a sound plays, and how many times. The span is applied first. Then silence is trimmed, fades are
/// added, and the result is repeated.
///
/// ```swift
/// var arrangement = Arrangement()
/// arrangement.silenceThreshold = Arrangement.defaultSilenceThreshold
/// arrangement.repetition = .init(seconds: 30, gap: 0.5)
/// let ring = try AlertConverter(arrangement: arrangement).convert("bell.wav", to: "ring.caf")
/// print(ring.facts.arrangement?.fact ?? "unchanged")
/// ```
public struct Arrangement: Equatable, Sendable {
  /// A part of a sound. Both ends are rounded to the nearest frame.
  public struct Span: Equatable, Sendable {
    /// Where the span begins, in seconds; nil for the sound's beginning.
    public var start: Double?
    /// Where the span ends, in seconds. Nil, or a time after the sound's end, means the sound's end.
    public var end: Double?

    public init(start: Double? = nil, end: Double? = nil) {
      self.start = start
      self.end = end
    }
  }

  /// How long a repeated sound may become, and how much silence is between two plays.
  public struct Repetition: Equatable, Sendable {
    /// The maximum number of samples of a repeated sound, in all channels together: three minutes of 48 kHz stereo.
    /// Without this limit, a small file could fill a disk: its header may state any rate and many channels.
    static let largestSampleCount = 180 * 48_000 * 2

    /// The length, in seconds, that a repeated sound stays below. An ``AlertConverter`` also allows exactly this
    /// length, and applies the converter's length limit. A sound that is too long to be played twice isn't repeated.
    public var seconds: Double
    /// How long the silence between two plays is, in seconds.
    public var gap: Double
    /// A second limit: the length, in seconds, that a repeated sound stays below. With a second limit, the sound may be
    /// exactly ``seconds`` long. Nil if only ``seconds`` is a limit.
    package var limit: Double?

    public init(seconds: Double, gap: Double = 0) {
      self.seconds = seconds
      self.gap = gap
    }
  }

  /// The part to use; nil uses all of the sound.
  public var span: Span?
  /// The level in dBFS, from −100 to −20, below which frames are silence. Leading and trailing silence is trimmed. Nil
  /// trims nothing.
  ///
  /// The last 5 ms of the leading silence stay and fade in. The first 15 ms of the trailing silence stay and fade out.
  /// Leading silence of at most 10 ms and trailing silence of at most 30 ms isn't trimmed.
  public var silenceThreshold: Double?
  /// How long the beginning of each play fades in, in seconds. A play that is shorter than this fades in as a whole.
  public var fadeInOfEachPlay = 0.0
  /// How long the end of each play fades out, in seconds.
  public var fadeOutOfEachPlay = 0.0
  /// How the sound repeats; nil plays it once.
  public var repetition: Repetition?

  /// A suitable ``silenceThreshold``, in dBFS. Any lower level is inaudible.
  public static let defaultSilenceThreshold = SoundLevels.silenceThreshold
  /// The range of ``silenceThreshold``, in dBFS.
  package static let silenceThresholds = -100.0 ... -20.0

  /// Creates an arrangement that leaves sounds as they are.
  public init() {}

  /// Whether the arrangement asks for no change.
  package var isEmpty: Bool {
    span?.start == nil && span?.end == nil && silenceThreshold == nil && fadeInOfEachPlay == 0
      && fadeOutOfEachPlay == 0 && repetition == nil
  }

  /// Returns why the sound repeats for less than the wanted time, or only plays once: `plays once, since two plays
  /// aren't shorter than 5 s`. Nil if the sound repeats for the wanted time, or if `repetition` is nil.
  package func fact(onRepetitionIn change: ArrangementChange) -> String? {
    guard let repetition else { return nil }
    let limit = repetition.limit ?? repetition.seconds
    if change.playCount == 1 {
      return limit > repetition.seconds
        ? "plays once, since two plays are longer than \(secondsText(repetition.seconds))"
        : "plays once, since two plays aren't shorter than \(secondsText(limit))"
    }
    return limit < repetition.seconds
      ? "repeats below the limit of \(secondsText(limit)), not for \(secondsText(repetition.seconds))"
      : nil
  }

  /// Rejects numbers that are out of range.
  package func check() throws(SoundError) {
    if let fault { throw SoundError(.choosingCodec, nil, .impossible(fault)) }
  }

  private var fault: String? {
    func isDuration(_ seconds: Double) -> Bool { seconds >= 0 && seconds.isFinite }
    let (start, end) = (span?.start ?? 0, span?.end)
    if !isDuration(start) { return "the part starts at \(start) s" }
    if let end, !end.isFinite { return "the part ends at \(end) s" }
    if let end, !(start < end) {
      return "the part ends at \(secondsText(end)), not after its start at \(secondsText(start))"
    }
    if let silenceThreshold, !Self.silenceThresholds.contains(silenceThreshold) {
      return "the threshold of silence is \(silenceThreshold) dBFS, not from -100 to -20"
    }
    for duration in [fadeInOfEachPlay, fadeOutOfEachPlay] where !isDuration(duration) {
      return "a fade can't take \(duration) s"
    }
    guard let repetition else { return nil }
    if !isDuration(repetition.seconds) || repetition.seconds == 0 {
      return "a sound can't be repeated for \(repetition.seconds) s"
    }
    return isDuration(repetition.gap)
      ? nil : "the gap between two plays can't be \(repetition.gap) s"
  }
}

/// What an ``Arrangement`` has done to a sound. Durations are in seconds.
public struct ArrangementChange: Equatable, Sendable {
  /// How much is removed at the start: what is before the span, and silence.
  package var trimmedAtStart = 0.0
  /// How much is removed at the end: what is after the span, and silence.
  package var trimmedAtEnd = 0.0
  /// How much of ``trimmedAtStart`` is silence.
  package var silenceTrimmedAtStart = 0.0
  /// How much of ``trimmedAtEnd`` is silence.
  package var silenceTrimmedAtEnd = 0.0
  /// Whether the search for silence found only silence. No silence is then trimmed.
  package var isSilent = false
  /// How long the beginning fades in.
  package var fadeIn = 0.0
  /// How long the end fades out.
  package var fadeOut = 0.0
  /// How many times the sound is played; 1 without a repetition.
  package var playCount = 1
  /// How long the silence between two plays is.
  package var gap = 0.0
  /// Whether short fades remove a click between two plays.
  package var fadesBetweenPlays = false

  package init() {}

  /// Whether the sound stays as it is.
  package var isUnchanged: Bool {
    var unchanged = ArrangementChange()
    unchanged.isSilent = isSilent
    return self == unchanged
  }

  /// What was done, as `0.52 s of silence trimmed at the start; played 7 times`; nil if there is nothing to tell.
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
    // Ignore differences up to a nanosecond, because rounding may leave a tiny difference between two equal durations.
    let (atStart, atEnd) = (start > 1e-9, end > 1e-9)
    guard atStart || atEnd else { return nil }
    let first = "\(secondsText(atStart ? start : end)) \(verb) at the \(atStart ? "start" : "end")"
    return first + (atStart && atEnd ? ", \(secondsText(end)) at the end" : "")
  }

  private var fadeWords: String? {
    // Leave out fades shorter than half a millisecond, which would read as `0 s`.
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
