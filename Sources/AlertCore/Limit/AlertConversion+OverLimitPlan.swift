internal import SoundFormat

extension AlertConversion {
  /// What to do with a sound that is too long.
  struct OverLimitPlan {
    let outcome: AlertOutcome
    /// What is converted instead, if anything.
    let conversion: Conversion?
  }

  /// Decides what to do with a sound that is too long.
  ///
  /// - Parameter length: How long it plays.
  func plan(for length: AlertLength) throws(SoundError) -> OverLimitPlan {
    switch limit.policy {
    case .warn:
      return OverLimitPlan(
        outcome: .convertedTooLong(seconds: length.seconds), conversion: conversion)
    case .omit: return OverLimitPlan(outcome: .omitted(from: length), conversion: nil)
    case .trim:
      let (trimmed, seconds) = try trimmed(from: length)
      return OverLimitPlan(outcome: .trimmed(from: length, to: seconds), conversion: trimmed)
    case .default:
      return OverLimitPlan(outcome: .replacedByDefault(from: length), conversion: try replacement())
    case .fail:
      throw excess(length, advice: "shorten it, or choose --over-limit trim or default")
    }
  }

  /// Returns the conversion that gives a sound's second output, in another format, the outcome of its first.
  ///
  /// - Returns: nil if the sound was omitted.
  package func conversion(for outcome: AlertOutcome) throws(SoundError) -> Conversion? {
    switch outcome {
    case .converted, .convertedTooLong: conversion
    case .trimmed(let length, _): try trimmed(from: length).conversion
    case .replacedByDefault: try replacement()
    case .omitted: nil
    }
  }

  /// Returns the error for a sound that is too long.
  package func excess(
    _ length: AlertLength, _ reason: String? = nil, advice: String
  ) -> SoundError {
    SoundError(
      .checkingLength, conversion.source.file,
      .sound(
        .unsupported,
        reason: SoundError.sentence(words(for: length), reason ?? limit.reason(on: length))),
      advice: advice)
  }

  /// Says how long the sound is, and mentions its padding if only that makes it too long.
  private func words(for length: AlertLength) -> String {
    let header = conversion.header
    let own = Double(header.frameCount) / header.format.sampleRate
    guard header.playedFrameCount > header.frameCount, own < limit.seconds else {
      return limit.fact(on: length)
    }
    return
      "\(secondsText(own)) long, and \(length) with the padding of its last packet,"
      + " which \(header.container.fileType) files can't tell from sound"
  }
}
