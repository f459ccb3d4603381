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
    sound.json(advice: (verdict ?? AlertVerdict()).advice(with: files))
  }
}
