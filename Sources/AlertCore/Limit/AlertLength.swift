internal import SoundFormat

/// How long a sound would play, as far as that is known.
///
/// Converting stops reading a sound as soon as it is certain to be too long. If no header states the exact
/// length, as in an MP3, only an estimate or a minimum is known then.
public enum AlertLength: Hashable, Sendable {
  /// It is this long.
  case exactly(seconds: Double)
  /// The file's index says that it is about this long, and decoding has shown that it is too long.
  case about(seconds: Double)
  /// It is at least this long.
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
