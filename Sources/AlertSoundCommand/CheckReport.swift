import AlertSound
import CommandSupport
import SystemPackage

/// What a check has come to.
struct CheckReport {
  let isStrict: Bool
  private(set) var sounds: [CheckedSound] = []
  private(set) var failures: [ConversionError] = []
  private(set) var notes: [(path: FilePath, message: String)] = []

  init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  mutating func add(_ finding: SoundCheck.Finding) {
    switch finding {
    case .sound(let sound): sounds.append(sound)
    case .failure(let error): failures.append(error)
    case .note(let path, let message): notes.append((path, message))
    }
  }

  var customCount: Int { sounds.count { $0.verdict?.playsCustomSound == true } }
  var defaultCount: Int { sounds.count { $0.verdict?.playsCustomSound == false } }
  var unknownCount: Int { sounds.count { $0.verdict == nil } }
  var advisoryCount: Int {
    sounds.reduce(0) { $0 + ($1.verdict?.advisories.count ?? 0) }
  }

  /// Whether the exit status is to tell of a failure.
  var hasFailed: Bool {
    !failures.isEmpty || customCount < sounds.count
      || isStrict && (advisoryCount > 0 || !notes.isEmpty || sounds.isEmpty)
  }

  /// How many sounds there are of which kind.
  var summary: String {
    guard !sounds.isEmpty else { return "no sounds found" }
    var parts: [String] = []
    if customCount > 0 { parts.append(customCount == 1 ? "1 plays" : "\(customCount) play") }
    if defaultCount > 0 {
      let verb = defaultCount == 1 ? "is" : "are"
      parts.append("\(defaultCount) \(verb) replaced by the default sound")
    }
    if unknownCount > 0 { parts.append("\(unknownCount) can't be read") }
    if advisoryCount > 0 { parts.append(advisoryCount == 1 ? "1 note" : "\(advisoryCount) notes") }
    return "\(sounds.count) \(sounds.count == 1 ? "sound" : "sounds"): "
      + parts.joined(separator: ", ")
  }
}

extension CheckedSound {
  /// The sound for people: a line that says what plays, and one for each further finding.
  var lines: [String] {
    let name = path.string.onOneLine
    switch outcome {
    case .unknown(let reason, let advice):
      return ["unknown  \(name): " + [reason, advice].sentence]
    case .judged(let verdict):
      let reasons = verdict.reasons.map(\.sentence.onOneLine)
      let first = reasons.first.map { "default  \(name): \($0)" } ?? "plays    \(name)"
      return [first] + reasons.dropFirst().map { "         also: \($0)" }
        + verdict.advisories.map { "         note: \($0.sentence.onOneLine)" }
    }
  }
}

extension [String?] {
  /// What is there of a fact and an advice, on one line.
  fileprivate var sentence: String { compactMap(\.self).joined(separator: "; ").onOneLine }
}

extension SoundCheck.Finding {
  /// The finding as lines of a build's log.
  func diagnostics(isStrict: Bool) -> [Diagnostic] {
    let lesser = isStrict ? Diagnostic.Severity.error : .warning
    switch self {
    case .failure(let error): return [Diagnostic(error)]
    case .note(let path, let message): return [Diagnostic(lesser, path, message)]
    case .sound(let sound):
      switch sound.outcome {
      case .unknown(let reason, let advice):
        return [Diagnostic(.error, sound.path, [reason, advice].sentence)]
      case .judged(let verdict):
        return verdict.reasons.map { finding in
          let fact = "\(finding.fact): iOS plays the default sound instead"
          return Diagnostic(.error, sound.path, [fact, finding.advice].sentence)
        } + verdict.advisories.map { Diagnostic(lesser, sound.path, $0.sentence) }
      }
    }
  }
}
