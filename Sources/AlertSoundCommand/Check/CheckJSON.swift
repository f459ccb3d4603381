import AlertCheck
import CommandSupport
import SoundFormat

extension CheckReport {
  static let schema = "alertsound.check/3"

  /// The JSON report that JSONReports.md describes.
  var json: JSON {
    [
      "schema": Self.schema.json,
      "for": use.rawValue.json,
      "strict": isStrict.json,
      "failed": hasFailed.json,
      "projects": parts.map {
        ["kind": $0.kind.rawValue.json, "path": $0.path.string.json]
      }.json,
      "requests": requests.map(\.json).json,
      "sounds": sounds.map(\.json).json,
      "failures": failures.map {
        ["file": $0.path?.string.json, "message": $0.commandReason.json]
      }.json,
      "notes": notes.map { ["file": $0.path.string.json, "message": $0.message.json] }.json,
      "summary": [
        "sounds": sounds.count.json,
        "plays": playingCount.json,
        "fits": (count(.plays) - playingCount).json,
        "undocumented": count(.undocumented).json,
        "default": count(.default).json,
        "unknown": unknownCount.json,
        "advisories": advisoryCount.json,
        "requests": requests.count.json,
        "requestsUnknown": requests.count(where: \.isUnknown).json,
        "requestsNotFound": requestCount(.default).json,
      ],
      "remarks": use.remarks.map(\.json).json,
    ]
  }
}

extension AdvisedSound {
  fileprivate var json: JSON {
    let failure: JSON? =
      if case .unknown(let error) = sound.outcome { error.commandReason.json } else { nil }
    return [
      "file": sound.path.string.json,
      "fileType": sound.sound.map { "\($0.container.fileType)".json },
      "formatID": sound.sound.map { "\($0.format.dataFormat.formatID)".json },
      "seconds": sound.sound?.duration.json,
      "verdict": verdict?.json(files, outcome: sound.isProven ? nil : "fits"),
      "unused": sound.isUnused.json,
      "certain": sound.isCertain.json,
      "failure": failure,
    ]
  }
}

extension CheckedRequest {
  fileprivate var json: JSON {
    let (outcome, finding, reason): (String, JSON?, String?) =
      switch self.outcome {
      case .plays: ("plays", nil, nil)
      case .unknown(let why): ("unknown", nil, why)
      case .faulty(let fault, let advice):
        // The finding on a file is under the sounds.
        (fault.rule.outcome.rawValue, isFound ? nil : fault.json(advice: advice), nil)
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
      case .faulty(let finding, _):
        (finding.rule.outcome == .default ? "refuted" : "unknown", finding.fact)
      }
    return ["step": step.rawValue.json, "state": state.json, "fact": text.json]
  }
}
