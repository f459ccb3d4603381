internal import SoundFormat
internal import SystemPackage

extension SoundInspection {
  /// Returns the measured sound as a picture; nil if it wasn't measured.
  ///
  /// - Parameter rules: The rules whose length limit is drawn.
  public func plot(rules: AlertRules = .iOS) -> WaveformPlot? {
    guard let report, let measurement else { return nil }
    var plot = WaveformPlot(
      title: path.lastComponent?.string ?? path.string,
      subtitle: ([report.formatInWords, secondsText(report.duration)] + measurement.levels.words)
        .joined(separator: " · "),
      waveform: measurement.waveform, sampleRate: report.format.sampleRate,
      lengthLimit: rules.lengthLimit)
    plot.marks = measurement.marks
    return plot
  }
}

extension SoundLevels {
  /// Peak and loudness in words, with a true minus sign: `peak −3.1 dBFS`, `−18 LUFS`.
  fileprivate var words: [String] {
    func text(_ value: Double) -> String {
      (value <= -0.05 ? "−" : "") + decimalText(value.magnitude, decimals: 1)
    }
    let peakText = peak > 0 ? "peak \(text(peakInDecibels)) dBFS" : "silence"
    return [peakText] + (loudness.map { ["\(text($0)) LUFS"] } ?? [])
  }
}
