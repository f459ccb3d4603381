import AlertSound
import SoundFormat
import SystemPackage

/// The JSON report of a check.
struct CheckJSON: Encodable {
  static let schema = "alertsound.check/3"

  struct Part: Encodable {
    let kind: String
    let path: String
  }

  struct Place: Encodable {
    let file: String
    let line: Int
  }

  struct Reference: Encodable {
    let file: String
    let line: Int
    let platform: String
    let api: String
    /// Nil if the name is computed.
    let name: String?
    /// `found`, `plays`, `undocumented`, `default`, or `unknown`.
    let outcome: String
    /// The file that the name leads to.
    let sound: String?
    let finding: FindingJSON?
    /// Why the outcome is unknown.
    let reason: String?
    let others: [Place]
  }

  struct Sound: Encodable {
    let file: String
    let fileType: String?
    let formatID: String?
    let seconds: Double?
    let verdict: VerdictJSON?
    /// Whether it is in a project whose code doesn't ask for it.
    let unused: Bool
    /// Whether a notification can ask for it, as far as that is known.
    let certain: Bool
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
    let requests: Int
    let requestsNotFound: Int
  }

  let schema = CheckJSON.schema
  /// What the sounds are for.
  let `for`: String
  let strict: Bool
  let failed: Bool
  let projects: [Part]
  let requests: [Reference]
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
    projects = report.parts.map { Part(kind: $0.kind.rawValue, path: $0.path.string) }
    requests = report.references.map(Reference.init)
    sounds = report.sounds.map(Sound.init)
    failures = report.failures.map { Message(file: $0.path?.string, message: $0.reason) }
    notes = report.notes.map { Message(file: $0.path.string, message: $0.message) }
    summary = Summary(
      sounds: report.sounds.count, plays: report.count(.plays),
      undocumented: report.count(.undocumented), default: report.count(.default),
      unknown: report.unknownCount, advisories: report.advisoryCount,
      requests: report.references.count, requestsNotFound: report.referenceCount(.default))
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
    unused = sound.isUnused
    certain = sound.isCertain
    if case .unknown(let reason, _) = sound.outcome { failure = reason } else { failure = nil }
  }
}

extension CheckJSON.Reference {
  init(_ checked: CheckedReference) {
    let reference = checked.reference
    file = reference.path.string
    line = reference.line
    platform = reference.platform.rawValue
    api = reference.api
    name = reference.name
    others = checked.others.map { CheckJSON.Place(file: $0.path.string, line: $0.line) }
    switch checked.outcome {
    case .found(let path): (outcome, sound, finding, reason) = ("found", path.string, nil, nil)
    case .unknown(let why): (outcome, sound, finding, reason) = ("unknown", nil, nil, why)
    case .faulty(let fault, let advice):
      outcome = fault.rule.outcome.rawValue
      (sound, reason) = (nil, nil)
      finding = FindingJSON(fault, advice: advice)
    }
  }
}
