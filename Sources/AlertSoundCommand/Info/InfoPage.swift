import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The report of `alertsound info` on one file, for people.
struct InfoPage {
  let inspection: SoundInspection
  let advisedFiles: AdvisedFiles?
  let listsChunks: Bool
  private let width = max(40, Terminal.width)
  private let drawsUnicode = Terminal.showsUnicode

  private static let indent = "  "
  private static let labelWidth = 11

  var lines: [String] {
    let parts = [facts, waveform, verdict, listsChunks ? chunks : []]
    return [inspection.path?.string.onOneLine ?? ""]
      + parts.filter { !$0.isEmpty }.joined(separator: [""])
  }

  private var facts: [String] {
    var rows: [(String, String)] = []
    if let report = inspection.report {
      rows.append(("Format", report.formatInWords))
      if let layout = report.layout { rows.append(("Layout", layout.name)) }
      rows.append(("Length", report.lengthText))
    }
    rows.append(("Size", sizeText))
    if let report = inspection.report {
      if let depth = report.metadata[.sourceBitDepth] {
        rows.append(("Made from", depth.depthInWords))
      }
      rows += levelRows
      rows += report.metadata.rows
      // Leave out notes that the verdict's advisories repeat.
      let advisories = inspection.verdict.advisories.map(\.fact)
      rows += report.notes.filter { !advisories.contains($0.message) }
        .map { ("Deviation", $0.description) }
    }
    return rows.flatMap { label, text in
      wrapped(
        text.onOneLine, after: Self.indent + label.rightPadded(to: Self.labelWidth),
        hanging: Self.indent.count + Self.labelWidth)
    }
  }

  private var sizeText: String {
    let details = inspection.report?.details
    let audio = details?.audioBytes.map { range in
      let byteCount = details?.audioByteCount ?? range.count
      return ", audio \(groupedText(Double(byteCount))) from byte"
        + " \(groupedText(Double(range.lowerBound)))"
    }
    return grouped(inspection.fileByteCount, "byte") + (audio ?? "")
  }

  private var levelRows: [(String, String)] {
    guard let levels = inspection.measurement?.levels else {
      return inspection.unheardReason.map { [("Levels", "none: \($0)")] } ?? []
    }
    guard levels.peak > 0 else { return [("Peak", "none: the sound is silent")] }
    let marks = inspection.measurement?.marks ?? SoundMarks()
    let markRows = [
      ("Silence", marks.silenceWords), ("Clicks", marks.clickWords(seconds: seconds)),
    ].compactMap { label, text in text.map { (label, $0) } }
    return [
      ("Peak", decimalText(levels.peakInDecibels, decimals: 1) + " dBFS"),
      ("True peak", decimalText(levels.truePeakInDecibels, decimals: 1) + " dBTP"),
      (
        "Loudness",
        levels.loudness.map { loudness in
          decimalText(loudness, decimals: 1) + " LUFS"
            + (levels.loudnessMeasure == .ungated ? ", ungated: shorter than 400 ms" : "")
        } ?? "none: too quiet or of too low a rate to measure"
      ),
    ] + markRows
  }

  private var seconds: Double { inspection.report?.duration ?? 0 }

  private var waveform: [String] {
    guard let measurement = inspection.measurement, let report = inspection.report else {
      return []
    }
    let columnCount = min(width - 2 * Self.indent.count, 120)
    let characters = drawsUnicode ? Waveform.Characters.braille : .ascii
    let picture = measurement.waveform.lines(
      width: columnCount, height: drawsUnicode ? 6 : 9, in: characters)
    guard !picture.isEmpty else { return [] }
    let marks = measurement.marks.line(width: columnCount, seconds: seconds, in: characters)
    let (start, end) = ("0 s", secondsText(report.duration))
    let gap = String(repeating: " ", count: max(1, columnCount - start.count - end.count))
    return (picture + [marks, start + gap + end].compactMap(\.self)).map {
      (Self.indent + $0).withoutTrailingBlanks
    }
  }

  private var verdict: [String] {
    let verdict = inspection.verdict
    return wrapped(verdict.statement, after: Self.indent, hanging: Self.indent.count)
      + verdict.reasons.flatMap { item($0.rule.outcome == .default ? "error: " : "warning: ", $0) }
      + verdict.advisories.flatMap { item("note: ", $0) }
  }

  private func item(_ severity: String, _ finding: AlertFinding) -> [String] {
    let advice = inspection.verdict.advice(on: finding, with: advisedFiles)
    let text = [finding.fact, advice.words].compactMap(\.self).joined(separator: "; ")
    let hanging = Self.indent.count + 2
    // Put the command on a separate line and don't wrap it, so that it can be pasted.
    let command = advice.command.map { String(repeating: " ", count: hanging) + $0.onOneLine }
    return wrapped(
      severity + text.onOneLine + (command == nil ? "" : ":"), after: Self.indent + "- ",
      hanging: hanging) + [command].compactMap(\.self)
  }

  private var chunks: [String] {
    guard let chunks = inspection.report?.chunks, !chunks.isEmpty else {
      return [Self.indent + "The chunks of this file format can't be listed."]
    }
    let rows = [("Chunk", "Body at", "Bytes", "")] + chunks.map(\.row)
    let widths = [1, 2].map { column in
      rows.map { column == 1 ? $0.1.count : $0.2.count }.max() ?? 0
    }
    return rows.map { name, offset, count, remark in
      let line =
        Self.indent + name.rightPadded(to: 6) + offset.leftPadded(to: widths[0] + 2)
        + count.leftPadded(to: widths[1] + 2)
      return remark.isEmpty ? line : line + "  " + remark
    }
  }

  /// Breaks a text into lines at spaces: the first after `beginning`, the others indented by `hanging` columns.
  private func wrapped(_ text: String, after beginning: String, hanging: Int) -> [String] {
    var lines: [String] = []
    var line = beginning
    var isEmpty = true
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: hanging)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}

extension SoundMarks {
  /// The largest number of silences, or of clicks, that a list shows. The others are only counted.
  private static let listedCount = 8

  private static func listed(_ texts: [String]) -> String? {
    guard !texts.isEmpty else { return nil }
    let more = texts.count - listedCount
    return texts.prefix(listedCount).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// The silences as a list: `0-0.52 s, 3.1-3.4 s`.
  fileprivate var silenceWords: String? {
    Self.listed(
      silences.map { range in
        "\(secondsText(range.lowerBound).dropLast(2))-\(secondsText(range.upperBound))"
      })
  }

  /// Returns the clicks as a list: `at the start, 1.204 s, at the end`.
  fileprivate func clickWords(seconds: Double) -> String? {
    Self.listed(
      clicks.map { $0 == 0 ? "at the start" : $0 >= seconds ? "at the end" : secondsText($0) })
  }
}

extension AlertVerdict {
  /// The outcome as a sentence.
  fileprivate var statement: String {
    switch outcome {
    case .plays: "iOS plays this sound."
    case .undocumented: "Apple doesn't document whether iOS plays this sound."
    case .default where reasons.contains { $0.rule.outcome == .default && $0.consequence() != nil }:
      reasons.contains(where: \.isSurelyReplaced)
        ? "iOS plays the default sound instead of this one."
        : "iOS may play the default sound instead of this one."
    case .default: "This sound is treated as too long."
    }
  }
}

extension Chunk {
  fileprivate var row: (String, String, String, String) {
    let isShort = claimedByteCount.map { $0 > UInt64(byteCount) } ?? false
    let remark =
      claimedByteCount == nil
      ? "up to the end" : isShort ? "claims \(groupedText(Double(claimedByteCount!)))" : ""
    return (
      identifier.description, groupedText(Double(bodyOffset)), groupedText(Double(byteCount)),
      remark
    )
  }
}

extension SoundReport {
  fileprivate var lengthText: String {
    let packets = format.framesPerPacket == 1 ? nil : details.packetCount
    return secondsText(duration) + ", \(grouped(frameCount, "frame"))"
      + (packets.map { " in \(grouped($0, "packet"))" } ?? "")
  }
}

extension String {
  /// A sample type that Core Audio names `I16` or `F32`, in words. Other names stay unchanged.
  fileprivate var depthInWords: String {
    guard let kind = first, let bits = Int(dropFirst()), "IF".contains(kind) else { return self }
    return "\(bits)-bit \(kind == "F" ? "floats" : "integers")"
  }

  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  fileprivate var withoutTrailingBlanks: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension SoundMetadata {
  /// For each text to show: the label of its row, and the text.
  var rows: [(String, String)] {
    texts.filter { $0.field != .sourceBitDepth && $0.field != .approximateDuration }
      .map { entry in
        entry.field?.isShort == true
          ? (entry.key.capitalizedFirst, entry.value) : ("Text", "\(entry.key): \(entry.value)")
      }
  }
}

extension InformationEntry.Field {
  /// Whether the field's key fits into the column of labels.
  fileprivate var isShort: Bool {
    [.title, .artist, .album, .composer, .lyricist, .genre, .year, .comments, .copyright, .encoder]
      .contains(self)
  }
}
