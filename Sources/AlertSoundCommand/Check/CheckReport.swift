import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The result of a check.
struct CheckReport {
  let isStrict: Bool
  /// What the sounds are for.
  let use: SoundUse
  private(set) var sounds: [CheckedSound] = []
  private(set) var failures: [SoundError] = []
  private(set) var notes: [(path: FilePath, message: String)] = []
  private var remedyNames = RemedyNames()

  init(isStrict: Bool, use: SoundUse) {
    self.isStrict = isStrict
    self.use = use
  }

  /// Takes a finding into account.
  ///
  /// - Returns: The finding to show, whose advice names files that no other advice does.
  mutating func add(_ finding: SoundCheck.Finding) -> SoundCheck.Finding {
    switch finding {
    case .sound(var sound):
      sound.chooseRemedyPaths(from: &remedyNames)
      sounds.append(sound)
      return .sound(sound)
    case .failure(let error): failures.append(error)
    case .note(let path, let message): notes.append((path, message))
    }
    return finding
  }

  /// Returns the number of sounds with an outcome.
  func count(_ outcome: AlertVerdict.Outcome) -> Int {
    sounds.count { $0.verdict?.outcome == outcome }
  }

  var unknownCount: Int { sounds.count { $0.verdict == nil } }
  var advisoryCount: Int {
    sounds.reduce(0) { $0 + ($1.verdict?.advisories.count ?? 0) }
  }

  /// Whether the check has failed, which the exit status reports.
  var hasFailed: Bool {
    !failures.isEmpty || count(.default) + unknownCount > 0
      || isStrict
        && (count(.undocumented) + advisoryCount > 0 || !notes.isEmpty || sounds.isEmpty)
  }

  var exitStatus: ExitStatus {
    guard hasFailed else { return .success }
    let isSystemFailure =
      failures.contains(where: \.isSystemFailure) || sounds.contains(where: \.isSystemFailure)
    return isSystemFailure ? .systemFailure : .failure
  }

  /// The number of sounds of each kind, on one line.
  var summary: String {
    guard !sounds.isEmpty else {
      return failures.isEmpty ? "no sounds found" : "nothing was checked"
    }
    let (playing, failing) = (count(.plays), count(.default))
    let fallback = use == .systemSound && failing > 1 ? "fail" : use.fallbackWord
    var parts = [
      (playing, playing == 1 ? "plays" : "play"), (count(.undocumented), "undocumented"),
      (failing, fallback), (unknownCount, "can't be read"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    if advisoryCount > 0 { parts.append(counted(advisoryCount, "note")) }
    return counted(sounds.count, "sound") + ": " + parts.joined(separator: ", ")
  }
}

/// Formats a verdict for people: a word in the first column, then the text.
enum VerdictLine {
  private static let width = 14

  /// Returns the first line: the word, then the text.
  static func first(_ word: String, _ text: String) -> String {
    word.padded(to: width) + text
  }

  /// Returns a further line, indented to the text.
  static func further(_ text: String) -> String { String(repeating: " ", count: width) + text }
}

extension CheckedSound {
  /// The verdict for people: a line for the outcome, and one for each further finding.
  var lines: [String] {
    let name = path.string.onOneLine
    switch outcome {
    case .unknown(let reason, let advice):
      return [VerdictLine.first("unknown", "\(name): " + [reason, advice].sentence)]
    case .judged(let verdict):
      let reasons = verdict.reasons.map(sentence)
      let text = ([name] + reasons.prefix(1)).joined(separator: ": ")
      return [VerdictLine.first(verdict.word, text)]
        + reasons.dropFirst().map { VerdictLine.further("also: \($0)") }
        + verdict.advisories.map { VerdictLine.further("note: \(sentence($0))") }
    }
  }

  /// A finding and what to do about it.
  private func sentence(_ finding: AlertFinding) -> String {
    [finding.fact, advice(on: finding)?.sentence].sentence
  }
}

extension AlertVerdict {
  /// The outcome in a word.
  fileprivate var word: String { outcome == .default ? use.fallbackWord : outcome.rawValue }
}

extension [String?] {
  /// The fact and the advice that are present, on one line.
  fileprivate var sentence: String { compactMap(\.self).joined(separator: "; ").onOneLine }
}

extension SoundCheck.Finding {
  /// Returns the finding as diagnostics for a build's log.
  func diagnostics(isStrict: Bool) -> [Diagnostic] {
    let lesser = isStrict ? Diagnostic.Severity.error : .warning
    switch self {
    case .failure(let error): return [Diagnostic(error)]
    case .note(let path, let message): return [Diagnostic(lesser, path, message)]
    case .sound(let sound):
      switch sound.outcome {
      case .unknown(let reason, let advice):
        return [sound.diagnostic(.error, [reason, advice].sentence)]
      case .judged(let verdict):
        return (verdict.reasons + verdict.advisories).map { finding in
          let fact = finding.fact + (verdict.consequence(of: finding).map { ": \($0)" } ?? "")
          return sound.diagnostic(
            finding.rule.outcome == .default ? .error : lesser,
            [fact, sound.advice(on: finding)?.sentence].sentence)
        }
      }
    }
  }
}

extension CheckedSound {
  fileprivate func diagnostic(_ severity: Diagnostic.Severity, _ message: String) -> Diagnostic {
    guard case .archive(let archive) = origin else { return Diagnostic(severity, path, message) }
    var entry = path
    _ = entry.removePrefix(archive)
    return Diagnostic(severity, archive, entry: entry, message)
  }
}
