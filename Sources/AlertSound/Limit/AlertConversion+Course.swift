internal import SoundFormat

extension AlertConversion {
  /// What is done about a sound that is too long.
  struct Course {
    let outcome: AlertOutcome
    /// What is converted instead, if anything.
    let conversion: Conversion?
  }

  /// Decides what is done about a sound that is too long.
  ///
  /// - Parameter seconds: How long it plays.
  func course(from seconds: Double) throws(ConversionError) -> Course {
    switch limit.policy {
    case .warn: return Course(outcome: .convertedTooLong(seconds: seconds), conversion: conversion)
    case .omit: return Course(outcome: .omitted(from: seconds), conversion: nil)
    case .trim:
      let (trimmed, length) = try trimmed(from: seconds)
      return Course(outcome: .trimmed(from: seconds, to: length), conversion: trimmed)
    case .default:
      return Course(outcome: .replacedByDefault(from: seconds), conversion: try replacement())
    case .fail:
      throw excess(seconds, advice: "shorten it, or choose --over-limit trim or default")
    }
  }

  /// The error of a sound that is too long.
  func excess(
    _ seconds: Double, _ reason: String? = nil, advice: String
  ) -> ConversionError {
    ConversionError(
      .checkingLength, conversion.source.path,
      .sound(
        .unsupported,
        reason: ConversionError.sentence(length(seconds), reason ?? limit.reason(on: seconds))),
      advice: advice)
  }

  /// How long the sound is, also where only padding that plays makes it too long.
  private func length(_ seconds: Double) -> String {
    let header = conversion.header
    let own = Double(header.frameCount) / header.format.sampleRate
    guard header.playedFrameCount > header.frameCount, own < limit.seconds else {
      return limit.fact(on: seconds)
    }
    return
      "\(secondsText(own)) long, and \(secondsText(seconds)) with the padding of its last packet,"
      + " which \(header.container.fileType) files can't tell from sound"
  }
}
