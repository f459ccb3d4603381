import AlertSound
import CommandSupport
import SoundFormat

/// What became of a previewed sound, without its bytes.
struct PreviewedResult {
  let input: PreviewInput
  let standing: PreviewedSound.Standing
  let verdict: AlertVerdict?
  let outcome: AlertOutcome?
  let error: SoundError?
  let truncation: String?
  /// The converted file's size; nil if there is none.
  let convertedByteCount: Int?
  let byteCount: Int

  init(_ sound: PreviewedSound) {
    input = sound.input
    standing = sound.standing
    verdict = sound.verdict
    outcome = sound.outcome
    error = sound.error
    truncation = sound.truncation
    convertedByteCount = sound.converted?.bytes.count
    byteCount = sound.bytes.count
  }
}

/// The number of sounds of each kind.
struct PreviewSummary {
  /// For people: how the sounds are now, and what converting them gives.
  let line: String
  /// The exit status, which says whether all sounds can be converted.
  let status: ExitStatus

  init(_ results: [PreviewedResult]) {
    status = results.compactMap { $0.error?.exitStatus }.max() ?? .success
    func count(_ outcome: AlertVerdict.Outcome) -> Int {
      results.count { $0.verdict?.outcome == outcome }
    }
    func list(_ parts: [(Int, String)]) -> String {
      parts.filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
    }
    let plays = count(.plays)
    let replaced = results.count { $0.outcome?.isReplaced == true }
    let omitted = results.count { $0.outcome?.isOmitted == true }
    let failed = results.count { $0.error != nil }
    let problems = results.count { $0.standing == .problem }
    let fallback = results.first?.verdict?.use.fallbackWord ?? "default"
    let before = list([
      (plays, plays == 1 ? "plays" : "play"), (count(.undocumented), "undocumented"),
      (count(.default), fallback), (results.count { $0.verdict == nil }, "can't be read"),
    ])
    let after = list([
      (results.count - replaced - omitted - failed, "converted"), (replaced, "replaced"),
      (omitted, "left out"), (failed, "failed"),
    ])
    line =
      counted(results.count, "sound") + ", "
      + (problems == 0 ? "no problems" : counted(problems, "problem"))
      + "; as they are, \(before); \(after)"
  }
}
