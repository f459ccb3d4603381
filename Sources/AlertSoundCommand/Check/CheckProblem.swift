import AlertCheck
import CommandSupport
import SoundFormat
import SystemPackage

/// A problem that a check found. Standard error and the reports for other tools show the problem.
struct CheckProblem {
  /// The file, the line in the file if known, the severity and the message.
  let diagnostic: Diagnostic
  /// The broken rule; nil for a file that can't be read, and for a note.
  let rule: AlertRule?
  /// Whether the problem is a note about an archive or a project.
  var isNote = false
}

extension CheckProblem {
  init(_ error: SoundError) { self.init(diagnostic: Diagnostic(error), rule: nil) }

  init(noteOn path: FilePath, _ message: String, isStrict: Bool) {
    self.init(
      diagnostic: Diagnostic(isStrict ? .error : .note, path, message), rule: nil, isNote: true)
  }
}

extension AlertVerdict.Outcome {
  /// The first word of the line for a request with this outcome.
  fileprivate var word: String { self == .undocumented ? "warning" : rawValue }

  /// The severity of a finding with this outcome.
  var severity: Diagnostic.Severity {
    switch self {
    case .default: .error
    case .undocumented: .warning
    case .plays: .note
    }
  }
}

extension AdvisedSound {
  func problems(isStrict: Bool) -> [CheckProblem] {
    switch sound.outcome {
    case .unknown(let error):
      return [CheckProblem(diagnostic: diagnostic(.error, error.commandSentence), rule: nil)]
    case .judged(let verdict):
      return findings.map { finding in
        let fact = finding.fact + (verdict.consequence(of: finding).map { ": \($0)" } ?? "")
        let outcome = finding.rule.outcome
        let counted = sound.isCertain || outcome == .plays ? outcome : .undocumented
        return CheckProblem(
          diagnostic: diagnostic(
            isStrict ? .error : counted.severity, [fact, adviceSentence(on: finding)].sentence),
          rule: finding.rule)
      }
    }
  }

  private func diagnostic(_ severity: Diagnostic.Severity, _ message: String) -> Diagnostic {
    guard case .archive(let archive) = sound.origin else {
      return Diagnostic(severity, sound.path, message)
    }
    return Diagnostic(severity, archive, entry: sound.path.inside(archive), message)
  }
}

extension CheckedRequest {
  /// Returns a problem for each place in the code that makes the request; empty if there is no problem. With
  /// `isStrict`, an unknown outcome is a problem.
  func problems(isStrict: Bool) -> [CheckProblem] {
    guard finding != nil || isStrict && isUnknown else { return [] }
    let sentence = sentence(withConsequence: true)
    let severity = isStrict ? .error : finding?.rule.outcome.severity ?? .note
    return ([first] + others).map { place in
      CheckProblem(
        diagnostic: Diagnostic(severity, place.path, line: place.line, sentence),
        rule: finding?.rule)
    }
  }

  /// Equal for requests that break the same rule or are unknown for the same reason; empty if the sound is found.
  var kind: [String] {
    switch outcome {
    case _ where isFound, .proven: []
    case .unknown(let reason): ["unknown", reason]
    case .faulty(let finding): [finding.rule.name]
    }
  }

  /// Lines for people: a line for the request, then a line for each link of the chain.
  var links: [String] {
    [VerdictLine.first(word, "\(place): \(asked)".onOneLine)]
      + chain.map { link in
        let text =
          switch link.state {
          case .proven(let fact): fact
          case .unknown(let reason): "not known: \(reason)"
          case .faulty(let finding):
            (finding.rule.outcome == .default ? "refuted: " : "not known: ") + finding.sentence
          }
        return VerdictLine.further("\(link.step.rawValue): \(text)".onOneLine)
      }
  }

  private var place: String { "\(first.path.string):\(first.line)" }
  private var asked: String {
    "\(first.platform.name) is asked for \(first.writtenName ?? "a sound")"
  }

  private var word: String {
    switch outcome {
    case .proven: "plays"
    case .unknown: "unknown"
    case .faulty(let finding): finding.rule.outcome.word
    }
  }

  /// The request's lines in a report for people; empty if the sound is found.
  var lines: [String] {
    guard finding != nil || isUnknown else { return [] }
    let sentence = sentence(withConsequence: false)
    return [VerdictLine.first(word, "\(place.onOneLine): \(sentence)")]
      + (finding == nil || others.isEmpty
        ? [] : [VerdictLine.further("also asked for at \(placesOfOthers)")])
  }

  /// Returns the requested sound, the fault and the advice as a sentence.
  func sentence(withConsequence: Bool) -> String {
    if case .unknown(let reason) = outcome { return "\(asked): \(reason)".onOneLine }
    guard case .faulty(let finding) = outcome else { return "" }
    let known = finding.consequence(for: first.use)
    // In a list, add only the consequence of `.repository`: the first word of a line states all other consequences.
    let consequence =
      withConsequence || finding.rule == .repository ? known.map { ": \($0)" } ?? "" : ""
    return [(isListing ? "" : "\(asked): ") + finding.fact + consequence, finding.advice].sentence
  }

  /// In words: up to three of the other places that ask for the sound, and the number of those left out.
  private var placesOfOthers: String {
    let shown = others.prefix(3).map { "\($0.path.string):\($0.line)".onOneLine }
    let rest = others.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(counted(rest, "other place"))" : "")
  }
}

extension AlertRule {
  /// The rule's statement, outcome, grade and source, as lines for people.
  var explanation: [String] {
    var lines = [
      "\(name): a sound is \(statement)",
      VerdictLine.first("outcome", "\(outcome.rawValue): \(outcome.explanation)"),
      VerdictLine.first("grade", "\(grade.name): \(grade.explanation)"),
      VerdictLine.first("source", source),
    ]
    if let background { lines += ["", background] }
    return lines
  }
}

extension AlertVerdict.Outcome {
  fileprivate var explanation: String {
    switch self {
    case .plays: "this is advice; no request for the sound fails because of it"
    case .undocumented:
      "a sound that breaks the rule might not play; no document says so, or the check can't tell"
    case .default: "a sound that breaks the rule counts as not played"
    }
  }
}

extension AlertRule.Grade {
  fileprivate var explanation: String {
    switch self {
    case .documented: "the platform's documentation says so today"
    case .widelyObserved: "several independent sources have observed it"
    case .observedOnce: "one source has observed it, or an old document says so"
    case .judgement: "no measurement is known"
    }
  }
}
