import AlertSound
import SoundFormat
import SystemPackage

/// The JSON report of a check.
struct CheckJSON: Encodable {
  static let schema = "alertsound.check/2"

  struct Sound: Encodable {
    let file: String
    let fileType: String?
    let formatID: String?
    let seconds: Double?
    let verdict: VerdictJSON?
    /// Why there is no verdict.
    let failure: String?
  }

  struct Message: Encodable {
    let file: String?
    let message: String
  }

  struct Summary: Encodable {
    let sounds: Int
    let plays: Int
    let undocumented: Int
    let `default`: Int
    let unknown: Int
    let advisories: Int
  }

  let schema = CheckJSON.schema
  /// What the sounds are for.
  let `for`: String
  let strict: Bool
  let failed: Bool
  let sounds: [Sound]
  let failures: [Message]
  let notes: [Message]
  let summary: Summary
  let remarks: [ClaimJSON]

  init(_ report: CheckReport) {
    `for` = report.use.rawValue
    remarks = report.use.remarks.map(ClaimJSON.init)
    strict = report.isStrict
    failed = report.hasFailed
    sounds = report.sounds.map(Sound.init)
    failures = report.failures.map { Message(file: $0.path?.string, message: $0.reason) }
    notes = report.notes.map { Message(file: $0.path.string, message: $0.message) }
    summary = Summary(
      sounds: report.sounds.count, plays: report.count(.plays),
      undocumented: report.count(.undocumented), default: report.count(.default),
      unknown: report.unknownCount, advisories: report.advisoryCount)
  }
}

extension CheckJSON.Sound {
  init(_ sound: CheckedSound) {
    file = sound.path.string
    // JSON has no infinity, which a hostile header can claim.
    seconds = sound.sound.map(\.duration).flatMap { $0.isFinite ? $0 : nil }
    fileType = sound.sound.map { "\($0.container.fileType)" }
    formatID = sound.sound.map { "\($0.format.dataFormat.formatID)" }
    verdict = VerdictJSON(sound)
    if case .unknown(let reason, _) = sound.outcome { failure = reason } else { failure = nil }
  }
}
