internal import SoundFormat

/// Which part of a sound is used, and how often it repeats. Applied in this order: span, silence, fades,
/// repetition.
///
/// ```swift
/// var arrangement = Arrangement()
/// arrangement.silenceThreshold = Arrangement.defaultSilenceThreshold
/// arrangement.repetition = .init(seconds: 30, gap: 0.5)
/// let (ring, change) = try sound.arranged(by: arrangement)
/// print("\(ring.frameCount) frames: \(change.fact ?? "unchanged")")
/// ```
public struct Arrangement: Hashable, Sendable {
  /// A part of a sound. Both ends are rounded to the nearest frame.
  public struct Span: Hashable, Sendable {
    /// Where it begins, in seconds; nil for the sound's beginning.
    public var start: Double?
    /// Where it ends, in seconds; nil, or anything after the sound's end, for its end.
    public var end: Double?

    /// Creates a span.
    public init(start: Double? = nil, end: Double? = nil) {
      self.start = start
      self.end = end
    }
  }

  /// How often a sound repeats.
  public struct Repetition: Hashable, Sendable {
    /// The length, in seconds, that the result stays below. A sound that is too long to be played twice
    /// isn't repeated.
    public var seconds: Double
    /// How long the silence between two plays is, in seconds.
    public var gap: Double

    /// Creates a repetition.
    public init(seconds: Double, gap: Double = 0) {
      self.seconds = seconds
      self.gap = gap
    }
  }

  /// The part to use; nil for the whole sound.
  public var span: Span?
  /// The level in dBFS, from −100 to −20, below which leading and trailing frames are silence, which is
  /// trimmed; nil keeps it.
  ///
  /// 5 ms stay before the first frame that reaches the level, and 15 ms after the last one. Only these
  /// fade. Silence that isn't more than twice as long as what would stay is left alone.
  public var silenceThreshold: Double?
  /// How long the beginning fades in, in seconds. A fade longer than the sound is as long as the sound.
  public var fadeInDuration = 0.0
  /// How long the end fades out, in seconds.
  public var fadeOutDuration = 0.0
  /// How often the sound repeats; nil plays it once.
  public var repetition: Repetition?

  /// The usual threshold of silence, in dBFS: anything lower is inaudible.
  public static let defaultSilenceThreshold = -60.0
  /// The thresholds of silence that make sense, in dBFS.
  public static let silenceThresholds = -100.0 ... -20.0

  /// Creates an arrangement that leaves sounds as they are.
  public init() {}

  /// Whether there is nothing to do.
  public var isEmpty: Bool {
    span?.start == nil && span?.end == nil && silenceThreshold == nil && fadeInDuration == 0
      && fadeOutDuration == 0 && repetition == nil
  }
}

extension Arrangement {
  /// Says that a sound was to repeat and doesn't, in words; nil if it repeats, or wasn't to.
  package func fact(onRepetitionIn change: ArrangementChange) -> String? {
    guard let repetition, change.playCount == 1 else { return nil }
    return "plays once, since two plays aren't shorter than \(secondsText(repetition.seconds))"
  }

  /// Rejects numbers that are out of range.
  ///
  /// - Throws: `SoundError` of the step `choosingCodec`.
  public func check() throws(SoundError) {
    if let reason = spanFault ?? silenceFault ?? fadeFault ?? repetitionFault {
      throw SoundError(.choosingCodec, nil, .sound(.unsupported, reason: reason))
    }
  }

  private var spanFault: String? {
    guard let span else { return nil }
    let (start, end) = (span.start ?? 0, span.end ?? .infinity)
    if !(start >= 0 && start.isFinite) { return "the part starts at \(start) s" }
    if span.end.map({ !$0.isFinite }) == true { return "the part ends at \(end) s" }
    return start < end
      ? nil : "the part ends at \(secondsText(end)), not after its start at \(secondsText(start))"
  }

  private var silenceFault: String? {
    guard let threshold = silenceThreshold, !Self.silenceThresholds.contains(threshold) else {
      return nil
    }
    return "the threshold of silence is \(threshold) dBFS, not from -100 to -20"
  }

  private var fadeFault: String? {
    for duration in [fadeInDuration, fadeOutDuration] where !(duration >= 0 && duration.isFinite) {
      return "a fade can't take \(duration) s"
    }
    return nil
  }

  private var repetitionFault: String? {
    guard let repetition else { return nil }
    if !(repetition.seconds > 0 && repetition.seconds.isFinite) {
      return "a sound can't be repeated for \(repetition.seconds) s"
    }
    return repetition.gap >= 0 && repetition.gap.isFinite
      ? nil : "the gap between two plays can't be \(repetition.gap) s"
  }
}
