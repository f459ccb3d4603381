internal import SoundFormat

/// What to do about a finding.
public struct AlertAdvice: Hashable, Sendable {
  /// The advice in words, without a full stop.
  public let words: String
  /// A shell command line that carries it out; nil if no command can.
  public let command: String?

  /// The words and the command: `shorten it: alertsound convert …`.
  public var sentence: String { words + (command.map { ": \($0)" } ?? "") }
}

extension AlertVerdict {
  /// Returns advice on one of the verdict's findings; nil if there is nothing sensible to do.
  ///
  /// - Parameters:
  ///   - finding: One of the reasons or the advisories.
  ///   - paths: The files that the command uses; nil for advice without a command.
  public func advice(on finding: AlertFinding, with paths: RemedyPaths?) -> AlertAdvice? {
    guard let words = finding.advice else { return nil }
    guard finding.isCuredByConversion, let command = paths.flatMap(remedy)?.text else {
      return AlertAdvice(words: words, command: nil)
    }
    return AlertAdvice(words: finding.adviceBeforeTrimming ?? words, command: command)
  }

  /// Whether a command can fix at least one of the findings.
  package var hasRemedy: Bool {
    let unused = SoundPath(bytes: [])
    let paths = RemedyPaths(source: unused, output: unused)
    return (reasons + advisories).contains { $0.isCuredByConversion } && remedy(paths) != nil
  }

  /// The command that fixes everything a conversion can fix; nil if the file can't be converted.
  private func remedy(_ paths: RemedyPaths) -> RemedyCommand? {
    var command = RemedyCommand(paths)
    if isLengthUnknown { command.trim(to: lengthLimit) }
    for finding in reasons + advisories {
      switch finding {
      case .tooLong(_, let limit), .atLimit(let limit), .systemSoundTooLong(_, let limit),
        .unstatedLength(_, let limit), .longRingtone(_, let limit):
        command.trim(to: limit)
      case .unplayableCodec(let code), .undocumentedCodec(let code), .systemSoundCodec(let code),
        .unstatedCodec(let code):
        guard code.isConvertible else { return nil }
      case .unplayableContainer(let format), .undocumentedContainer(let format),
        .systemSoundContainer(let format), .unstatedContainer(let format):
        guard format.isConvertible else { return nil }
      case .manyChannels: command.options += ["-c", "2", "--mix"]
      case .highSampleRate(let rate):
        let isMultiple = (rate / 48_000).rounded() * 48_000 == rate
        command.options += ["-d", isMultiple ? "ima4@48000" : "ima4@44100"]
      case .unusualLoudness(_, let usual):
        command.options += ["--loudness", decimalText(usual, decimals: 2)]
      case .silentBeginning: command.options += ["--trim-silence"]
      case .beginsOnClick: command.options += ["--fade-in", "0.005"]
      case .endsOnClick: command.options += ["--fade-out", "0.005"]
      // Nothing here decodes it.
      case .undecodableChannels, .unreadable, .noFrames: return nil
      default: continue
      }
    }
    return command
  }
}

extension AlertFinding {
  /// Whether converting the sound resolves the finding.
  fileprivate var isCuredByConversion: Bool {
    switch self {
    case .tooLong, .atLimit, .unplayableCodec, .undocumentedCodec, .unplayableContainer,
      .undocumentedContainer, .manyChannels, .highSampleRate, .doubleFloats, .extensibleHeader,
      .systemSoundTooLong, .systemSoundCodec, .systemSoundContainer, .unstatedCodec,
      .unstatedContainer, .unstatedLength, .longRingtone, .unusualLoudness, .silentBeginning,
      .beginsOnClick, .endsOnClick:
      true
    default: false
    }
  }

  /// The words that introduce a command that trims the sound; nil for other findings.
  fileprivate var adviceBeforeTrimming: String? {
    switch self {
    case .tooLong(_, let limit), .atLimit(let limit), .systemSoundTooLong(_, let limit),
      .unstatedLength(_, let limit), .longRingtone(_, let limit):
      "shorten it, or keep its first \(secondsText(LengthLimit.trimmedDuration(under: limit)))"
    default: nil
    }
  }
}
