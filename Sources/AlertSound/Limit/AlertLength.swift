/// How long a sound would play, as far as that was found out.
///
/// Converting stops reading a sound that is too long once that is certain. Where no header tells its
/// length exactly, as in an MP3, it is then known only in part.
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
