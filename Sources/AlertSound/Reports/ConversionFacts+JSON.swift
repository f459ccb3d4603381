extension ConversionFacts: Encodable {
  public func encode(to encoder: any Encoder) throws { try json().encode(to: encoder) }

  /// Returns the facts for a JSON report.
  ///
  /// - Parameter target: What the sound was converted to; nil if it isn't known.
  package func json(for target: ConversionTarget? = nil) -> JSON {
    [
      "outcome": outcome.word.json,
      "replaced": outcome.isReplaced.json,
      "sourceSeconds": outcome.sourceLength?.seconds.json,
      "sourceSecondsAre": outcome.sourceLength?.precision.json,
      "ima4": signalToNoise.map {
        ["quality": target?.ima4Quality.json, "signalToNoise": $0.json(decimals: 2)]
      },
      "warnings": warnings.isEmpty
        ? nil : warnings.map { ["kind": $0.rule.name.json, "fact": $0.fact.json] }.json,
      "preparation": arrangement?.json,
      "levels": levels?.json(target: target?.levels),
    ]
  }
}

extension ArrangementChange {
  fileprivate var json: JSON {
    [
      "trimmedAtStart": trimmedAtStart.json,
      "trimmedAtEnd": trimmedAtEnd.json,
      "silenceTrimmedAtStart": silenceTrimmedAtStart.json,
      "silenceTrimmedAtEnd": silenceTrimmedAtEnd.json,
      "fadeIn": fadeIn.json,
      "fadeOut": fadeOut.json,
      "playCount": playCount.json,
      "gap": gap.json,
      "fadesBetweenPlays": fadesBetweenPlays.json,
    ]
  }
}

extension LevelChange {
  /// Returns the levels for JSON. Leaves out the loudness and the peak of silence, because silence has no loudness, and
  /// JSON has no number for its peak of -∞ dB.
  fileprivate func json(target: LevelTarget?) -> JSON {
    [
      "loudnessBefore": loudnessBefore?.json(decimals: 2),
      "loudnessAfter": loudnessAfter?.json(decimals: 2),
      "loudnessTarget": target?.loudness?.json,
      "truePeakBefore": truePeakBefore.json(decimals: 2),
      "truePeakAfter": truePeakAfter.json(decimals: 2),
      "truePeakLimit": target?.truePeak.json,
      "gain": gain.json(decimals: 2) ?? 0.json,
      "limiting": limiting.json(decimals: 2) ?? 0.json,
      "shortfall": shortfall?.json(decimals: 2),
    ]
  }
}
