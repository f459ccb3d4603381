extension CheckedSound: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try json().encode(to: encoder)
  }

  /// Returns the sound for a JSON report.
  package func json(advice: AlertFinding.Advice = AlertFinding.ownAdvice) -> JSON {
    [
      "file": path.string.json,
      "fileType": sound.map { "\($0.container.fileType)".json },
      "formatID": sound.map { "\($0.format.dataFormat.formatID)".json },
      "seconds": sound?.duration.json,
      "verdict": verdict?.json(outcome: isProven ? nil : "fits", advice: advice),
      "unused": isUnused.json,
      "certain": isCertain.json,
      "failure": failure?.reason.json,
    ]
  }
}

extension CheckedRequest: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  package var json: JSON {
    let (outcome, finding, reason): (String, JSON?, String?) =
      switch self.outcome {
      case .proven: ("plays", nil, nil)
      case .unknown(let why): ("unknown", nil, why)
      case .faulty(let fault):
        // Leave out the finding on a found file: the report has it under the sounds.
        (fault.rule.outcome.rawValue, isFound ? nil : fault.json(advice: fault.advice), nil)
      }
    return [
      "file": first.path.string.json,
      "line": first.line.json,
      "platform": first.platform.rawValue.json,
      "api": first.api.json,
      "name": first.name?.json,
      "outcome": outcome.json,
      "sound": sound?.string.json,
      "chain": chain.map(\.json).json,
      "finding": finding,
      "reason": reason?.json,
      "others": others.map { ["file": $0.path.string.json, "line": $0.line.json] }.json,
    ]
  }
}

extension ChainLink {
  fileprivate var json: JSON {
    let (state, text) =
      switch state {
      case .proven(let fact): ("proven", fact)
      case .unknown(let reason): ("unknown", reason)
      case .faulty(let finding):
        (finding.rule.outcome == .default ? "refuted" : "unknown", finding.fact)
      }
    return ["step": step.rawValue.json, "state": state.json, "fact": text.json]
  }
}
