import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// Something that a check found, as logs and other tools take it.
struct CheckProblem {
  /// The file, its line if there is one, how serious it is, and the message.
  let diagnostic: Diagnostic
  /// The rule that is broken; nil for a file that can't be read, and for a note.
  let rule: AlertRule?
  /// Whether it is a note about an archive or a project.
  var isNote = false
}

extension SoundCheck.Finding {
  /// Returns what is wrong; nothing for a finding that is as it should be.
  func problems(isStrict: Bool) -> [CheckProblem] {
    func severity(_ outcome: AlertVerdict.Outcome) -> Diagnostic.Severity {
      isStrict ? .error : outcome.severity
    }
    switch self {
    case .part: return []
    case .failure(let error): return [CheckProblem(diagnostic: Diagnostic(error), rule: nil)]
    case .note(let path, let message):
      return [
        CheckProblem(
          diagnostic: Diagnostic(severity(.plays), path, message), rule: nil, isNote: true)
      ]
    case .reference(let reference):
      guard let finding = reference.finding else { return [] }
      let sentence = reference.sentence(withConsequence: true)
      return ([reference.reference] + reference.others).map { place in
        CheckProblem(
          diagnostic: Diagnostic(
            severity(finding.rule.outcome), place.path, line: place.line, sentence),
          rule: finding.rule)
      }
    case .sound(let sound):
      switch sound.outcome {
      case .unknown(let reason, let advice):
        return [
          CheckProblem(diagnostic: sound.diagnostic(.error, [reason, advice].sentence), rule: nil)
        ]
      case .judged(let verdict):
        return (verdict.reasons + verdict.advisories).map { finding in
          let fact = finding.fact + (verdict.consequence(of: finding).map { ": \($0)" } ?? "")
          return CheckProblem(
            diagnostic: sound.diagnostic(
              severity(
                sound.isCertain || finding.rule.outcome == .plays
                  ? finding.rule.outcome : .undocumented),
              [fact, sound.adviceSentence(on: finding)].sentence),
            rule: finding.rule)
        }
      }
    }
  }
}

extension AlertVerdict.Outcome {
  /// How serious a finding is that leads to the outcome.
  var severity: Diagnostic.Severity {
    switch self {
    case .default: .error
    case .undocumented: .warning
    case .plays: .note
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

extension CheckedReference {
  /// The reference for people: a line if it isn't found; nothing if it is.
  var lines: [String] {
    let place = "\(reference.path.string.onOneLine):\(reference.line)"
    switch outcome {
    case .found: return []
    case .unknown(let reason):
      let request =
        "\(reference.platform.name) is asked for \(reference.name?.onOneLine ?? "a sound")"
      return [VerdictLine.first("unknown", "\(place): \(request): \(reason)")]
    case .faulty(let finding, _):
      let word = finding.rule.outcome == .undocumented ? "warning" : finding.rule.outcome.rawValue
      var lines = [VerdictLine.first(word, "\(place): \(sentence(withConsequence: false))")]
      if !others.isEmpty {
        lines.append(VerdictLine.further("also asked for at \(placesOfOthers)"))
      }
      return lines
    }
  }

  /// What is asked for, what is wrong with it, and what to do.
  func sentence(withConsequence: Bool) -> String {
    guard case .faulty(let finding, let advice) = outcome else { return "" }
    let known = finding.consequence(for: reference.use)
    let consequence = withConsequence ? known.map { ": \($0)" } ?? "" : ""
    let name = reference.name ?? ""
    let request =
      finding.rule == .listed ? "" : "\(reference.platform.name) is asked for \(name): "
    return [request + finding.fact + consequence, advice.isEmpty ? nil : advice].sentence
  }

  /// The first few of the other places.
  private var placesOfOthers: String {
    let shown = others.prefix(3).map { "\($0.path.string):\($0.line)".onOneLine }
    let rest = others.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(counted(rest, "other place"))" : "")
  }
}
