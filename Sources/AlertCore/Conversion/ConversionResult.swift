public import SoundFormat

/// What a conversion did.
public struct ConversionResult: Sendable {
  /// What became of the sound under the conversion's limit.
  public internal(set) var outcome: AlertOutcome
  /// What the output's header says; if the sound was omitted, what it would have said.
  public internal(set) var header: SoundHeader
  /// The signal-to-noise ratio of the ima4 encoder, in decibels: the energy of its input to that of the
  /// difference, infinity if there is no difference. nil if nothing was encoded as ima4.
  public internal(set) var signalToNoise: Double?
  /// What was changed to meet the target's ``ConversionTarget/levels``; nil if it has none.
  public internal(set) var levels: LevelChange?
  /// How the frames were changed for that; nil if they weren't.
  package internal(set) var levelSetting: LevelSetting?
  /// What was missing from a truncated source, in words; nil if it was complete or omitted.
  public internal(set) var truncation: String?
  /// The file, if it was converted in memory; empty otherwise, and if the sound was omitted.
  public internal(set) var bytes: [UInt8] = []

  init(
    _ outcome: AlertOutcome = .converted, header: SoundHeader, signalToNoise: Double? = nil,
    truncation: String?, levels: LevelChange? = nil, levelSetting: LevelSetting? = nil
  ) {
    self.outcome = outcome
    self.header = header
    self.signalToNoise = signalToNoise
    self.truncation = truncation
    self.levels = levels
    self.levelSetting = levelSetting
  }
}

/// What became of a sound under a ``LengthLimit``.
///
/// Lengths are how long the sound would play once converted.
public enum AlertOutcome: Hashable, Sendable {
  /// It is short enough, or there is no limit, and it was converted.
  case converted
  /// It is too long and was converted whole.
  case convertedTooLong(seconds: Double)
  /// It was too long, and its beginning was converted.
  case trimmed(from: AlertLength, to: Double)
  /// It was too long, and another sound was converted in its place: the built-in chime, or the limit's own
  /// default sound.
  case replacedByDefault(from: AlertLength)
  /// It was too long and wasn't converted.
  case omitted(from: AlertLength)
}

extension AlertOutcome {
  /// Whether another sound was converted in its place. What was done to that one says nothing about this one.
  package var isReplaced: Bool {
    if case .replacedByDefault = self { true } else { false }
  }

  /// The outcome in a word, as the page for browsers gets it.
  package var name: String {
    switch self {
    case .converted: "converted"
    case .convertedTooLong: "tooLong"
    case .trimmed: "trimmed"
    case .replacedByDefault: "replaced"
    case .omitted: "omitted"
    }
  }

  /// Whether nothing was written.
  package var isOmitted: Bool {
    if case .omitted = self { true } else { false }
  }

  /// Returns what happened, in words that follow a file's name; nil if the sound is just what was requested.
  package func fact(under limit: LengthLimit) -> String? {
    switch self {
    case .converted: nil
    case .convertedTooLong(let seconds): limit.fact(on: .exactly(seconds: seconds))
    case .trimmed(let length, let kept):
      "\(limit.fact(on: length)), so only the first \(secondsText(kept)) are kept"
    case .replacedByDefault(let length):
      "\(limit.fact(on: length)), so \(limit.replacementName) is written in its place"
    case .omitted(let length): "\(limit.fact(on: length)), so it is not converted"
    }
  }

  /// Returns a warning for a build's log: what happened, why, and what can be done; nil if the sound is just
  /// what was requested.
  ///
  /// - Parameter limit: The limit that applied to the sound.
  public func warning(under limit: LengthLimit) -> String? {
    warning(under: limit) { $0.words }
  }

  /// Returns the warning with a host's words for the remedy.
  package func warning(under limit: LengthLimit, _ words: (Remedy) -> String) -> String? {
    guard let fact = fact(under: limit), let length = sourceLength else { return nil }
    let remedy: Remedy? =
      switch self {
      case .converted, .trimmed: nil
      case .convertedTooLong: .trim(seconds: nil)
      case .replacedByDefault, .omitted:
        .trim(seconds: LengthLimit.trimmedDuration(under: limit.seconds))
      }
    return [fact, limit.reason(on: length), remedy.map(words)].compactMap { $0 }
      .joined(separator: "; ")
  }

  /// How long the sound would play if it were converted whole; nil for one that isn't too long.
  package var sourceLength: AlertLength? {
    switch self {
    case .converted: nil
    case .convertedTooLong(let seconds): .exactly(seconds: seconds)
    case .trimmed(let length, _), .replacedByDefault(let length), .omitted(let length): length
    }
  }
}

/// How long a sound would play, as far as that is known.
///
/// Converting stops reading a sound as soon as it is certain to be too long. If no header states the exact
/// length, as in an MP3, only an estimate or a minimum is known then.
public enum AlertLength: Hashable, Sendable {
  case exactly(seconds: Double)
  /// The file's index says that it is about this long, and decoding has shown that it is too long.
  case about(seconds: Double)
  case atLeast(seconds: Double)

  /// The number of seconds, however precise it is.
  public var seconds: Double {
    switch self {
    case .exactly(let seconds), .about(let seconds), .atLeast(let seconds): seconds
    }
  }
}

extension AlertLength: CustomStringConvertible {
  /// `31.2 s`, `about 300 s`, `at least 30 s`
  public var description: String {
    switch self {
    case .exactly(let seconds): secondsText(seconds)
    case .about(let seconds): "about \(decimalText(seconds, decimals: 0)) s"
    case .atLeast(let seconds): "at least \(secondsText(seconds))"
    }
  }
}
