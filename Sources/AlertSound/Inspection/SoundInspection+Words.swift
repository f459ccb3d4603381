internal import SoundFormat
internal import SystemPackage

extension SoundInspection {
  /// The measured sound as a picture; nil where it wasn't heard.
  ///
  /// - Parameter rules: Where the limit that is drawn comes from.
  public func plot(rules: AlertRules = .iOS) -> WaveformPlot? {
    guard let report, let measurement else { return nil }
    return WaveformPlot(
      title: path.lastComponent?.string ?? path.string,
      subtitle: ([report.formatInWords, secondsText(report.duration)] + measurement.levels.words)
        .joined(separator: " · "),
      waveform: measurement.waveform, sampleRate: report.format.sampleRate,
      lengthLimit: rules.lengthLimit)
  }
}

extension SoundLevels {
  /// Peak and loudness in words: `peak -3.1 dBFS`, `-18 LUFS`.
  fileprivate var words: [String] {
    let peakText = peak > 0 ? "peak \(decimalText(peakInDecibels, decimals: 1)) dBFS" : "silence"
    return [peakText] + (loudness.map { ["\(decimalText($0, decimals: 1)) LUFS"] } ?? [])
  }
}
