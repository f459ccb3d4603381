import AlertCheck
import CommandSupport
import SoundFormat
import SystemPackage

struct CheckReport {
  let isStrict: Bool
  let use: SoundUse
  private(set) var parts: [ProjectPart] = []
  private(set) var sourceFileCount = 0
  private(set) var soundFileCount = 0
  private(set) var requests: [CheckedRequest] = []
  private(set) var sounds: [AdvisedSound] = []
  private(set) var failures: [SoundError] = []
  private var listedNotes: [(path: FilePath, message: String)] = []
  private var unlistedNoteCount = 0
  /// The largest number of notes to list. An archive could cause any number of notes.
  private static let mostNotes = 1000
  private var names = AdvisedNames()
  private var run = AlikeLines()

  init(isStrict: Bool, use: SoundUse) {
    self.isStrict = isStrict
    self.use = use
  }

  /// Adds an item to the report.
  ///
  /// - Parameters:
  ///   - listing: Whether the report lists all sounds, requests and projects.
  ///   - showingLinks: Whether the list shows each request's chain.
  /// - Returns: Lines of the list for standard output, and problems for standard error. The lines of a run of alike
  ///   items come only when the run has ended.
  mutating func add(
    _ item: SoundCheck.Item, listing: Bool, showingLinks: Bool = false
  ) -> (lines: [String], problems: [CheckProblem]) {
    switch item {
    case .sound(let sound):
      // A sound in an app is a copy of a file elsewhere: advise converting only originals.
      let isOriginal = sound.origin == .folder || sound.origin == .project
      let files = isOriginal ? sound.verdict.flatMap { names.files(for: sound.path, $0) } : nil
      let advised = AdvisedSound(sound: sound, files: files)
      sounds.append(advised)
      return listing
        ? (
          run.add(advised.lines, of: sound.path.string, alike: advised.kind)
            + (showingLinks ? advised.links : []), []
        )
        : ([], advised.problems(isStrict: isStrict))
    case .part(let part):
      parts.append(part)
      let text = "\(part.path.string.onOneLine): \(part.kind.name)"
      return (listing ? [VerdictLine.first("project", text)] : [], [])
    case .extent(let sourceFileCount, let soundFileCount):
      self.sourceFileCount += sourceFileCount
      self.soundFileCount += soundFileCount
      return ([], [])
    case .request(let request):
      requests.append(request)
      if listing, showingLinks, !request.isListing { return (run.end() + request.links, []) }
      let place =
        "\(request.first.path.string):\(request.first.line)"
        + (request.first.name.map { " (\($0))" } ?? "")
      return listing
        ? (run.add(request.lines, of: place, alike: request.kind), [])
        : ([], request.problems(isStrict: isStrict))
    case .failure(let error):
      failures.append(error)
      return ([], [CheckProblem(error)])
    case .note(let path, let message):
      guard listedNotes.count < Self.mostNotes else {
        unlistedNoteCount += 1
        return ([], [])
      }
      listedNotes.append((path, message))
      return ([], [CheckProblem(noteOn: path, message, isStrict: isStrict)])
    case .partOfProject(let path, let root):
      let message = "this is a part of the project in \(root), which is checked instead"
      // Even with --strict, the check doesn't fail because of this note.
      return ([], [CheckProblem(noteOn: path, message, isStrict: false)])
    }
  }

  /// The listed notes, and a note with the number of all further notes.
  var notes: [(path: FilePath, message: String)] { listedNotes + noteOnNotes }

  /// A note with the number of unlisted notes, under the path of the last listed note; empty if all are listed.
  var noteOnNotes: [(path: FilePath, message: String)] {
    listedNotes.suffix(unlistedNoteCount > 0 ? 1 : 0).map {
      ($0.path, "and \(grouped(unlistedNoteCount, "more note"))")
    }
  }

  /// All problems, in the order of the report.
  var problems: [CheckProblem] {
    failures.map(CheckProblem.init)
      + notes.map { CheckProblem(noteOn: $0.path, $0.message, isStrict: isStrict) }
      + requests.flatMap { $0.problems(isStrict: isStrict) }
      + sounds.flatMap { $0.problems(isStrict: isStrict) }
  }

  func count(_ outcome: AlertVerdict.Outcome) -> Int {
    sounds.count { $0.verdict?.outcome == outcome }
  }

  /// The number of sounds that play. In a project, a sound counts only if a chain proves that code asks for the sound.
  var playingCount: Int { sounds.count { $0.verdict?.outcome == .plays && $0.sound.isProven } }

  /// Returns how many requests have a finding with the given outcome.
  func requestCount(_ outcome: AlertVerdict.Outcome) -> Int {
    requests.count { $0.finding?.rule.outcome == outcome }
  }

  var unknownCount: Int { sounds.count { $0.verdict == nil } }
  var advisoryCount: Int {
    sounds.reduce(0) { $0 + ($1.verdict?.advisories.count ?? 0) }
  }

  var hasFailed: Bool {
    !failures.isEmpty || unlistedNoteCount + unknownCount + requestCount(.default) > 0
      || sounds.contains { $0.verdict?.outcome == .default && $0.sound.isCertain }
      || isStrict
        && (count(.default) + count(.undocumented) + requestCount(.undocumented) + advisoryCount
          + requests.count(where: \.isUnknown) > 0
          || !notes.isEmpty || sounds.isEmpty && requests.isEmpty)
  }

  var exitStatus: ExitStatus {
    guard hasFailed else { return .success }
    return (failures + sounds.compactMap(\.sound.failure)).map(\.exitStatus).max() ?? .failure
  }

  /// Ends the list. Returns its last lines, then lines with the numbers of sounds and requests by outcome.
  ///
  /// - Parameter showsVerdicts: Whether a list of verdicts precedes these lines.
  mutating func summaries(showsVerdicts: Bool) -> [String] {
    var lines = run.end()
    if showsVerdicts, sounds.contains(where: \.isInDoubt) {
      lines.append("?: counts only if something asks for the sound by its name")
    }
    if !sounds.isEmpty || requests.isEmpty { lines.append(soundSummary) }
    if requests.contains(where: { !$0.isListing }) { lines.append(requestSummary) }
    if !parts.isEmpty {
      lines.append(
        "looked at " + counted(sourceFileCount, "file") + " of code and "
          + counted(soundFileCount, "sound file"))
    }
    let rules = Set((requests.compactMap(\.finding) + sounds.flatMap(\.findings)).map(\.rule.name))
    if !parts.isEmpty, !rules.isEmpty {
      let names = AlertRule.all.map(\.name).filter(rules.contains)
      lines.append(
        "for background: alertsound check --explain RULE (\(names.joined(separator: ", ")))")
    }
    return lines
  }

  /// The steps that bring the sound into an app, if a single sound was checked, plays, and isn't asked for by an app.
  /// Empty in all other cases.
  var steps: [String] {
    guard use == .notification, requests.isEmpty, failures.isEmpty, sounds.count == 1,
      let sound = sounds.first?.sound, let verdict = sound.verdict, verdict.outcome == .plays,
      [.folder, .project].contains(sound.origin), sound.requests.isEmpty, !sound.path.isRawResource,
      sound.path.extension != nil,
      // If the advice is to rename the file, steps with the present name would be wrong.
      !verdict.advisories.contains(where: { $0.rule == .pathExtension }), !frameworks.isEmpty
    else { return [] }
    let name = sound.path.name
    return ["to play it in an app, name it with its extension:"]
      + frameworks.flatMap { framework in
        let code = framework.code(for: name).split(separator: "\n")
        let line = code.first { $0.contains("sound") } ?? ""
        return [
          VerdictLine.first(framework.rawValue, framework.steps(for: name)[0]),
          VerdictLine.further(String(line.drop { $0 == " " })),
        ]
      }
  }

  /// The project's framework; all frameworks if no project was checked; empty if the project's framework has no steps.
  private var frameworks: [AppFramework] {
    let kinds = Set(parts.map(\.kind))
    if kinds.isEmpty { return AppFramework.allCases }
    if kinds.contains(.expo) { return [.expo] }
    if kinds.contains(.flutter) { return [.flutter] }
    return kinds == [.xcode] ? [.swift] : []
  }

  private var requestSummary: String {
    let requests = requests.filter { !$0.isListing }
    func count(_ outcome: AlertVerdict.Outcome) -> Int {
      requests.count { $0.finding?.rule.outcome == outcome }
    }
    let found = requests.count(where: \.isFound)
    let unknown = requests.count(where: \.isUnknown)
    let parts = [
      (found, "found"), (count(.default), "not found"),
      (count(.undocumented) + count(.plays), "uncertain"), (unknown, "unknown"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    return counted(requests.count, "request") + " in code: " + parts.joined(separator: ", ")
  }

  private var soundSummary: String {
    guard !sounds.isEmpty else {
      if !parts.isEmpty {
        return "no sounds to check: no code asks for a sound"
      }
      return failures.isEmpty
        ? "no sounds found: there is no sound, app or project here" : "nothing was checked"
    }
    let (unused, failing) = (sounds.count(where: \.sound.isUnused), count(.default))
    let playing = playingCount
    let fitting = count(.plays) - playing - unused
    let warnings = sounds.count(where: \.isWarning)
    let fallback = use == .systemSound && failing > 1 ? "fail" : use.fallbackWord
    var parts = [
      (playing, playing == 1 ? "plays" : "play"), (fitting, fitting == 1 ? "fits" : "fit"),
      (count(.undocumented) - warnings, "undocumented"), (failing, fallback),
      (warnings, warnings == 1 ? "warning" : "warnings"), (unused, "unused"),
      (unknownCount, "can't be read"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    if advisoryCount > 0 { parts.append(counted(advisoryCount, "note")) }
    return counted(sounds.count, "sound") + ": " + parts.joined(separator: ", ")
  }
}

/// Formats the lines of a report for people: a word in the first column, then the text.
enum VerdictLine {
  private static let width = 14

  /// Returns the first line of an item.
  static func first(_ word: String, _ text: String) -> String {
    word.rightPadded(to: width) + text
  }

  /// Returns a further line of an item, indented to the column of the text.
  static func further(_ text: String) -> String { String(repeating: " ", count: width) + text }
}

/// Shortens runs of more than five alike items in a report for people: after the first item, only names are shown.
private struct AlikeLines {
  private static let mostWhole = 5
  private static let mostNames = 10
  private var kind: [String] = []
  private var items: [(lines: [String], name: String)] = []

  /// Adds an item. Returns the lines of the run that the item ends, then the item's own lines if `kind` is empty.
  ///
  /// - Parameter kind: Equal for alike items; empty for an item that is alike to no other.
  mutating func add(_ lines: [String], of name: String, alike kind: [String]) -> [String] {
    guard !lines.isEmpty else { return [] }
    let earlier = kind.isEmpty || kind != self.kind ? end() : []
    guard !kind.isEmpty else { return earlier + lines }
    self.kind = kind
    items.append((lines, name))
    return earlier
  }

  /// Ends the run, and returns its lines.
  mutating func end() -> [String] {
    defer { (kind, items) = ([], []) }
    guard items.count > Self.mostWhole else { return items.flatMap(\.lines) }
    let names = items.dropFirst().prefix(Self.mostNames).map(\.name.onOneLine)
    let unnamed = items.count - 1 - names.count
    let others = names.joined(separator: ", ") + (unnamed > 0 ? " and \(unnamed) more" : "")
    return items[0].lines + [
      VerdictLine.further("the same for \(others); --diagnostics plain lists each")
    ]
  }
}

/// A sound, with the input and output of the command line that the report advises for the sound.
struct AdvisedSound {
  let sound: CheckedSound
  /// The command line's input and output; nil if the report advises no command.
  let files: AdvisedFiles?

  var verdict: AlertVerdict? { sound.verdict }
  var findings: [AlertFinding] { verdict.map { $0.reasons + $0.advisories } ?? [] }
}

extension AdvisedSound {
  /// Equal for sounds with the same outcome and the same broken rules; empty for sounds without findings.
  fileprivate var kind: [String] {
    findings.isEmpty
      ? []
      : [sound.isUnused ? "unused" : isInDoubt ? word + "?" : word] + findings.map(\.rule.name)
  }

  /// The verdict's lines in a report for people: a line for the outcome, then a line for each further finding.
  var lines: [String] {
    let name = sound.path.string.onOneLine
    switch sound.outcome {
    case .unknown(let error):
      return [VerdictLine.first("unknown", "\(name): \(error.commandSentence.onOneLine)")]
    case .judged(let verdict):
      if sound.isUnused {
        let notes = verdict.advisories.map(sentence)
        return [VerdictLine.first("unused", ([name] + notes.prefix(1)).joined(separator: ": "))]
          + notes.dropFirst().map { VerdictLine.further("note: \($0)") }
      }
      let isChime = { (finding: AlertFinding) in finding.rule == .ownSound }
      let reasons = (verdict.reasons + verdict.advisories.filter(isChime)).map(sentence)
      let text = ([name] + [standing].compactMap(\.self) + reasons.prefix(1)).joined(
        separator: ": ")
      return [VerdictLine.first(word + (isInDoubt ? "?" : ""), text)]
        + reasons.dropFirst().map { VerdictLine.further("also: \($0)") }
        + verdict.advisories.filter { !isChime($0) }
        .map { VerdictLine.further("note: \(sentence($0))") }
    }
  }

  /// Returns a finding and the advice on it.
  private func sentence(_ finding: AlertFinding) -> String {
    [finding.fact, adviceSentence(on: finding)].sentence
  }

  /// Returns the advice on a finding, in words; nil if there is none.
  func adviceSentence(on finding: AlertFinding) -> String? {
    guard let advice = verdict?.advice(on: finding, with: files), let words = advice.words else {
      return nil
    }
    guard let command = advice.command, let files else { return words }
    // Advise deleting the original, because the check fails as long as the original is there.
    let (source, output) = (files.source.name, files.output.name)
    return sound.origin == .project
      ? "\(words): \(command); then replace \(source) by \(output) in the project and in code, and delete \(source)"
      : "\(words), and replace this file by the result: \(command)"
  }

  /// Whether the outcome is undocumented, and all reasons concern the project rather than the sound's format.
  var isWarning: Bool {
    verdict?.outcome == .undocumented
      && verdict?.reasons.allSatisfy { AlertRule.ofProjects.contains($0.rule) } == true
  }

  /// Whether the outcome is worse than `plays`, and code possibly never asks for the sound.
  var isInDoubt: Bool {
    if let verdict, !sound.isCertain { verdict.outcome != .plays } else { false }
  }

  /// If a project's sound plays or would play: which code asks for the sound, in words. Otherwise nil.
  private var standing: String? {
    guard sound.origin == .project, verdict?.outcome == .plays else { return nil }
    guard let first = sound.requests.first else {
      return sound.isCertain
        ? "would play, but no request is proven to play it" : "would play; nothing seen asks for it"
    }
    let others = sound.requests.count - 1
    let verb = first.api == "R.raw" ? "used" : "asked for"
    return "\(verb) at \(first.path.string):\(first.line)".onOneLine
      + (others > 0 ? " and \(counted(others, "other place"))" : "")
  }

  /// The chain of a raw resource that code uses by the compiler's name for it; empty for other sounds.
  var links: [String] {
    guard let use = sound.requests.first, use.api == "R.raw", standing != nil else { return [] }
    return [
      VerdictLine.further("name: \(use.name ?? ""), which the compiler knows as R.raw"),
      VerdictLine.further("file: the build puts it into the app's raw resources"),
    ]
  }

  private var word: String {
    !sound.isProven ? "fits" : isWarning ? "warning" : verdict?.word ?? "unknown"
  }
}

extension AlertVerdict {
  fileprivate var word: String { outcome == .default ? use.fallbackWord : outcome.rawValue }
}

extension [String?] {
  /// The texts that aren't nil, separated by semicolons on one line.
  var sentence: String { compactMap(\.self).joined(separator: "; ").onOneLine }
}
