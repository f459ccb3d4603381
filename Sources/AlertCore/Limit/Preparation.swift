internal import SoundFormat

/// What a page says of a sound that was arranged, brought to levels and converted.
package struct Preparation: Sendable {
  /// What was done, in words: `played 6 times; -22.9 to -16.0 LUFS, true peak -3.1 to -1.0 dBTP`; nil if nothing was.
  package let fact: String?
  /// How long the sound is before the limit applies, in seconds; nil if it isn't arranged.
  package let seconds: Double?
  /// How the frames were changed for the levels; nil if they weren't.
  package let levelSetting: LevelSetting?

  /// Describes a conversion.
  ///
  /// - Parameters:
  ///   - source: The sound as arranged.
  ///   - change: What the arrangement has done.
  ///   - result: What was written; nil if it was left out.
  package init(
    of source: SoundSource, by arrangement: Arrangement, _ change: ArrangementChange,
    to target: ConversionTarget, _ outcome: AlertOutcome, _ result: ConvertedSound?
  ) {
    let kept = change.remaining(after: outcome, of: source)
    let levels = outcome.isReplaced ? nil : result?.levels
    let facts = [
      kept?.fact, kept == nil ? nil : arrangement.fact(onRepetitionIn: change),
      levels?.words,
      target.levels.flatMap { levels?.fact(for: $0) },
    ].compactMap { $0 }
    fact = facts.isEmpty ? nil : facts.joined(separator: "; ")
    seconds =
      change.isUnchanged ? nil : Double(source.frameCount) / source.format.sampleRate
    levelSetting = outcome.isReplaced ? nil : result?.levelSetting
  }
}
