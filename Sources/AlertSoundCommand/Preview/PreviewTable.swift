import AlertSound
import CommandSupport
import Platform
import SoundFormat

extension Preview {
  /// Converts the sounds in memory, several at once, and prints a table in GitHub's Markdown, for a comment on a pull
  /// request.
  ///
  /// - Returns: The errors of the sounds that can't be converted.
  func showTable() throws -> [SoundError] {
    let line = ProgressLine()
    let monitor = Monitor.untilInterrupted(showing: line)
    let finished = Locked([Int: Row]())
    Threads.perform(sounds.count, jobs: command.batch.jobCount) { index in
      guard !monitor.isCancelled else { return }
      let row = Row(of: sounds[index], in: self)
      finished.withLock { finished in
        finished[index] = row
        monitor.progress(Double(finished.count) / Double(sounds.count))
      }
    }
    line.clear()
    if monitor.isCancelled { throw CancellationError() }
    let rows = finished.withLock { finished in sounds.indices.compactMap { finished[$0] } }
    let (work, rest) = (rows.filter(\.needsWork), rows.filter { !$0.needsWork })
    let made = rows.filter { $0.after != nil }
    let (before, after) = (made.compactMap(\.before), made.compactMap(\.after))
    let plays = counted(rest.count, "sound") + (rest.count == 1 ? " plays" : " play")
    let needs = work.isEmpty ? "" : ", \(work.count) need\(work.count == 1 ? "s" : "") work"
    let total = change(from: before.isEmpty ? nil : before.reduce(0, +), to: after.reduce(0, +))
    try Results.show(
      [
        plays + needs + (after.isEmpty ? "" : ": \(total)"), "",
        "\(Toolkit.name) \(Toolkit.version), \(currentDay): \(commandLine.markdownCode)", "",
        "| Sound | Verdict | Length | Size before → after | LUFS |",
        "| --- | --- | ---: | ---: | ---: |",
      ] + (work + rest).map(\.line))
    return rows.compactMap(\.error)
  }
}

/// A sound and its conversion.
private struct Row {
  private let name: String
  private var verdict = "fails"
  /// What is wrong, and what to do.
  private var words: [String] = []
  private var (length, loudness) = ("–", "–")
  /// The sizes in bytes: `before` of the file that was shipped before or, without `--against`, of the original; `after`
  /// of the new file. Nil if there is no such file.
  private(set) var before, after: Int?
  private(set) var needsWork = true
  /// Why the sound can't be converted; nil if it was converted.
  private(set) var error: SoundError?

  init(of sound: Preview.Sound, in preview: Preview) {
    name = (sound.folder.isEmpty ? "" : sound.folder + "/") + sound.name
    do throws(SoundError) {
      let (converter, file) = (preview.converter, try preview.open(sound.path))
      let isNew = preview.command.against != nil && sound.shipped == nil
      before = isNew ? nil : try sound.shipped.map(preview.open)?.byteCount ?? file.byteCount
      let source = try SoundSource(bytes: file, of: sound.path, policy: converter.inputPolicy)
      let result = try converter.conversion(of: source, monitor: .untilInterrupted)
        .inMemory(monitor: .untilInterrupted)
      let outcome = result.facts.outcome
      let findings = [outcome.finding(under: converter.limit)].compactMap(\.self)
      (verdict, words) = (
        outcome.word, (findings + result.facts.warnings).map { $0.sentence(\.commandWords) }
      )
      if outcome.isOmitted { return }
      after = result.bytes.count
      let inspection = try SoundInspection(
        of: result.bytes, at: nil, rules: AlertRules(for: converter.limit.use), listens: true,
        policy: InputPolicy(), monitor: .untilInterrupted)
      describe(inspection, isKept: ["converted", "trimmed"].contains(outcome.word))
    } catch {
      self.error = error.file == nil ? error.placed(at: SoundPath(sound.path)) : error
      words = [error.commandSentence]
    }
  }

  /// - Parameter isKept: Whether the new file is the sound itself, whole or trimmed, and meets the limit.
  private mutating func describe(_ inspection: SoundInspection, isKept: Bool) {
    let prediction = inspection.verdict.outcome
    needsWork = !isKept || prediction != .plays
    if isKept {
      let use = inspection.verdict.use
      verdict = prediction == .default ? use.fallbackWord : prediction.rawValue
    }
    words += inspection.verdict.reasons.map { $0.sentence(\.commandWords) }
    length = inspection.duration.map(secondsText) ?? length
    let levels = inspection.levels
    loudness = levels?.peak == 0 ? "silent" : levels?.loudness?.text(decimals: 1) ?? loudness
  }

  var line: String {
    let verdict = needsWork ? "**\(verdict)**" : verdict
    let cells = [
      name.markdownCode, ([verdict] + words.map(\.markdownText)).joined(separator: "; "), length,
      change(from: before, to: after), loudness.replacing("-", with: "−"),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}

/// Returns two sizes, and the change in percent: `1.6 MB → 196 KB, −88 %`.
private func change(from before: Int?, to after: Int?) -> String {
  let sizes =
    (before.map(sizeText) ?? (after == nil ? "–" : "new")) + " → " + (after.map(sizeText) ?? "–")
  guard let before, let after, before > 0 else { return sizes }
  let percent = (100 * (Double(after) / Double(before) - 1)).rounded()
  let sign = percent < 0 ? "−" : percent > 0 ? "+" : ""
  return sizes + ", \(sign)\(decimalText(percent.magnitude, decimals: 0)) %"
}
