internal import SoundFormat
public import SystemPackage

/// What to do about a finding.
public struct AlertAdvice: Hashable, Sendable {
  /// What to do, in words, without a full stop.
  public let words: String
  /// A command line that does it, to be pasted into a shell; nil where no command can.
  public let command: String?

  /// The words and the command: `shorten it: alertsound convert …`.
  public var sentence: String { words + (command.map { ": \($0)" } ?? "") }
}

extension AlertVerdict {
  /// What to do about one of the verdict's findings; nil where there is nothing sensible to do.
  ///
  /// - Parameters:
  ///   - finding: One of the reasons or the advisories.
  ///   - path: The file, for a command that converts it; nil for one that can't be converted where it
  ///     is, such as one in an app. The command's output is a file that isn't there. For the advice on
  ///     several files choose the outputs with ``remedyPaths(for:from:)``.
  public func advice(on finding: AlertFinding, at path: FilePath? = nil) -> AlertAdvice? {
    var names = RemedyNames()
    return advice(on: finding, with: path.flatMap { remedyPaths(for: $0, from: &names) })
  }

  /// What to do about one of the verdict's findings; nil where there is nothing sensible to do.
  ///
  /// - Parameters:
  ///   - finding: One of the reasons or the advisories.
  ///   - paths: The files of a command; nil for advice without one.
  public func advice(on finding: AlertFinding, with paths: RemedyPaths?) -> AlertAdvice? {
    guard let words = finding.advice else { return nil }
    guard finding.isCuredByConversion, let command = paths.flatMap(remedy)?.text else {
      return AlertAdvice(words: words, command: nil)
    }
    return AlertAdvice(words: finding.adviceBeforeTrimming ?? words, command: command)
  }

  /// Chooses the files of the command that is advised about a sound.
  ///
  /// - Parameters:
  ///   - path: The sound.
  ///   - names: The names chosen before, for other sounds of the same report.
  /// - Returns: The files; nil where no command is advised, so that no names are needed.
  public func remedyPaths(for path: FilePath, from names: inout RemedyNames) -> RemedyPaths? {
    let unused = RemedyPaths(source: path, output: path, intermediate: path)
    guard (reasons + advisories).contains(where: \.isCuredByConversion), remedy(unused) != nil
    else { return nil }
    return names.paths(for: path)
  }

  /// The command that cures all that a conversion can; nil for what can't be converted.
  private func remedy(_ paths: RemedyPaths) -> RemedyCommand? {
    var command = RemedyCommand(paths)
    if isLengthUnknown { command.trim(to: lengthLimit) }
    for finding in reasons + advisories {
      switch finding {
      case .tooLong(_, let limit), .atLimit(let limit): command.trim(to: limit)
      case .unplayableCodec(let code), .undocumentedCodec(let code):
        // libsndfile rejects the format flags 0 of Apple Lossless, which ffmpeg writes.
        if code == "alac" || !ImportedSound.decodedInOwnContainers.contains(code) {
          command.decodesFirst = true
        }
      case .unplayableContainer(let format), .undocumentedContainer(let format):
        guard format.isConvertible else { return nil }
        if !format.isImported { command.decodesFirst = true }
      case .manyChannels: command.options += ["-c", "2", "--mix"]
      case .highSampleRate(let rate):
        let isMultiple = rate.truncatingRemainder(dividingBy: 48_000) == 0
        command.options += ["-d", isMultiple ? "ima4@48000" : "ima4@44100"]
      // Nothing here decodes it.
      case .undecodableChannels, .unreadable, .noFrames: return nil
      default: continue
      }
    }
    return command
  }
}

extension AlertFinding {
  /// Whether converting the sound makes it break the rule no more.
  fileprivate var isCuredByConversion: Bool {
    switch self {
    case .tooLong, .atLimit, .unplayableCodec, .undocumentedCodec, .unplayableContainer,
      .undocumentedContainer, .manyChannels, .highSampleRate, .doubleFloats, .extensibleHeader:
      true
    default: false
    }
  }

  /// What a command that trims the sound is introduced by; nil for other findings.
  fileprivate var adviceBeforeTrimming: String? {
    switch self {
    case .tooLong(_, let limit), .atLimit(let limit):
      "shorten it, or keep its first \(secondsText(LengthLimit.trimmedDuration(under: limit)))"
    default: nil
    }
  }
}
