import AlertSound
import CommandSupport
import SystemPackage

extension SoundComparison {
  /// The comparison for people.
  func lines(original: FilePath, copy: FilePath) -> [String] {
    var lines = [
      "\(copy) beside \(original)".onOneLine,
      row("Signal to noise", signalToNoise.ratioText),
    ]
    if let segmentalSignalToNoise, let worstWindow {
      lines += [
        row("In 20 ms, mean", segmentalSignalToNoise.ratioText),
        row(
          "In 20 ms, worst",
          "\(worstWindow.signalToNoise.ratioText), at \(worstWindow.start.text(decimals: 2)) s"),
      ]
    }
    lines.append(
      row("Largest error", "\((100 * peakError).text(decimals: 2)) % of full scale"))
    if delayFrameCount != 0 { lines.append(row("Delay", "\(delayFrameCount) frames")) }
    return lines
  }

  private func row(_ name: String, _ value: String) -> String {
    "  " + name.rightPadded(to: 17) + value
  }
}

extension [FormatCandidate] {
  /// The candidates as a table for people.
  func lines(recommending choice: FormatCandidate?, above threshold: Double) -> [String] {
    let head = [
      "Format".rightPadded(to: 14), "Size".leftPadded(to: 12), "Signal to noise".leftPadded(to: 17),
      "Worst 20 ms".leftPadded(to: 13),
    ].joined()
    let rows = map { candidate in
      let worst = candidate.comparison.worstWindow?.signalToNoise.ratioText ?? ""
      let mark = candidate == choice ? "  <-" : ""
      return candidate.name.rightPadded(to: 14)
        + ByteCount.text(candidate.byteCount).leftPadded(to: 12)
        + candidate.comparison.signalToNoise.ratioText.leftPadded(to: 17)
        + worst.leftPadded(to: 13) + mark
    }
    guard let choice else { return [head] + rows }
    let words =
      choice.comparison.signalToNoise >= threshold
      ? "the smallest above \(threshold.text(decimals: 1)) dB"
      : "nothing is above \(threshold.text(decimals: 1)) dB; this comes closest"
    return [head] + rows + ["", "<- \(choice.name), \(words)"]
  }
}
