import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// A sound's waveform as a self-contained SVG that follows the system's light or dark appearance. The same sound gives
/// the same bytes.
struct WaveformPlot {
  /// The title: the file's name.
  let title: String
  /// The line below the title: format, length, levels.
  var subtitle = ""
  let waveform: Waveform
  /// Frames per second, in Hz.
  let sampleRate: Double
  /// The length, in seconds, that a sound must stay under. Drawn if the sound reaches 80 % of this limit.
  var lengthLimit = AlertRules.iOS.lengthLimit
  /// The silences, drawn shaded, and the clicks, each drawn as a line.
  var marks = SoundMarks()

  var svg: String {
    let frame = Frame(seconds: seconds, limit: lengthLimit)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Frame.width) \(Frame.height)" \
      width="\(Frame.width)" height="\(Frame.height)" role="img" aria-labelledby="name facts">
      <title id="name">\(title.xmlText)</title>
      <desc id="facts">\(subtitle.xmlText)</desc>
      <style>
      \(Self.style)
      </style>
      <rect class="paper" width="\(Frame.width)" height="\(Frame.height)"/>
      <text class="title" x="\(Frame.left)" y="26">\(title.shortened(to: 80).xmlText)</text>
      <text x="\(Frame.left)" y="45">\(subtitle.shortened(to: 130).xmlText)</text>
      \(frame.levelAxis)
      \(frame.timeAxis)
      \(silences(in: frame))\(shapes(in: frame))\(clicks(in: frame))\(frame.limitLine)
      </svg>

      """
  }

  private var seconds: Double { Double(waveform.frameCount) / sampleRate }

  private static let style = """
    text { font: 12px system-ui, "Helvetica Neue", Arial, sans-serif; fill: #5b6068; }
    .title { font-size: 16px; font-weight: 600; fill: #1b1d21; }
    .paper { fill: #ffffff; }
    .grid { stroke: #e3e6ea; }
    .rest { stroke: #b9bfc7; }
    .peaks { fill: #8ab4e0; stroke: #8ab4e0; }
    .body { fill: #2d6cb0; }
    .silence { fill: #5b6068; fill-opacity: 0.12; }
    .click { stroke: #b87a00; stroke-width: 2; }
    .over { fill: #c8371b; fill-opacity: 0.12; }
    .limit { stroke: #c8371b; stroke-dasharray: 5 3; }
    .limit-name { fill: #c8371b; }
    @media (prefers-color-scheme: dark) {
      text { fill: #a2a9b3; }
      .title { fill: #eceef1; }
      .paper { fill: #16181c; }
      .grid { stroke: #2b3037; }
      .rest { stroke: #4a515b; }
      .peaks { fill: #37659a; stroke: #37659a; }
      .body { fill: #8fc0f5; }
      .silence { fill: #a2a9b3; fill-opacity: 0.14; }
      .click { stroke: #f0b429; }
      .over { fill: #ff7d5f; fill-opacity: 0.14; }
      .limit { stroke: #ff7d5f; }
      .limit-name { fill: #ff7d5f; }
    }
    """

  private func silences(in frame: Frame) -> String {
    marks.silences.map {
      frame.area(
        "silence", $0,
        title: "silence from \(secondsText($0.lowerBound)) to \(secondsText($0.upperBound))")
    }.joined()
  }

  private func clicks(in frame: Frame) -> String {
    marks.clicks.map { frame.line("click", at: $0, title: "click at \(secondsText($0))") }.joined()
  }

  /// Returns two shapes: from the lowest to the highest sample and, on top, from −RMS to +RMS of the samples.
  private func shapes(in frame: Frame) -> String {
    let width = Int(saturating: frame.x(seconds) - Double(Frame.left))
    let columnCount = max(1, min(width, Frame.width))
    let columns = waveform.columns(columnCount)
    guard !columns.isEmpty else { return "" }
    func path(_ name: String, _ edges: (Waveform.Column) -> (upper: Double, lower: Double))
      -> String
    {
      var there = ""
      var back = ""
      for (index, column) in columns.enumerated() {
        let x = decimalText(Double(Frame.left + index) + 0.5, decimals: 1)
        let (upper, lower) = edges(column)
        there += "\(index == 0 ? "M" : "L")\(x) \(frame.yText(upper))"
        back = "L\(x) \(frame.yText(lower))" + back
      }
      return "<path class=\"\(name)\" d=\"\(there)\(back)Z\"/>\n"
    }
    return path("peaks") { ($0.maximum, $0.minimum) }
      + path("body") { column in
        let root = column.meanSquare.squareRoot()
        return (min(root, column.maximum), max(-root, column.minimum))
      }
  }
}

extension WaveformPlot {
  /// The picture's layout, in pixels, and the lines around the waveform.
  struct Frame {
    static let width = 960
    static let height = 300
    static let left = 56
    private static let right = width - 24
    private static let top = 64
    private static let bottom = height - 34

    /// The length of the time axis, in seconds.
    private let seconds: Double
    private let limit: Double
    private let showsLimit: Bool

    init(seconds soundSeconds: Double, limit: Double) {
      self.limit = limit
      showsLimit = soundSeconds >= 0.8 * limit
      let shown = showsLimit ? max(soundSeconds, limit * 1.04) : soundSeconds
      seconds = shown > 0 && shown.isFinite ? shown : 1
    }

    func x(_ time: Double) -> Double {
      Double(Self.left) + time / seconds * Double(Self.right - Self.left)
    }

    private func xText(_ time: Double) -> String { decimalText(x(time), decimals: 1) }

    private func y(_ sample: Double) -> Double {
      let half = Double(Self.bottom - Self.top) / 2
      return Double(Self.top) + half - max(-1, min(1, sample)) * half
    }

    func yText(_ sample: Double) -> String { decimalText(y(sample), decimals: 1) }

    /// Lines at full scale, at a half and a quarter of full scale, and at silence.
    var levelAxis: String {
      let levels = [(1.0, "0 dBFS"), (0.5, "−6"), (0.25, "−12"), (0, "−∞")]
      return levels.flatMap { level, name in
        (level == 0 ? [0] : [level, -level]).map { sample in
          """
          <line class="\(sample == 0 ? "rest" : "grid")" x1="\(Self.left)" x2="\(Self.right)" \
          y1="\(yText(sample))" y2="\(yText(sample))"/>
          <text x="\(Self.left - 8)" y="\(decimalText(y(sample) + 4, decimals: 1))" \
          text-anchor="end">\(name)</text>
          """
        }
      }.joined(separator: "\n")
    }

    /// A vertical line and a label for each multiple of a round step of time.
    var timeAxis: String {
      let step = Self.roundStep(seconds)
      return (0...min(10, Int(saturating: seconds / step + 1e-9))).map { index in
        let time = Double(index) * step
        return """
          \(vertical("grid", at: time))/>
          <text x="\(xText(time))" y="\(Self.bottom + 19)" text-anchor="middle">\
          \(decimalText(time, decimals: 6)) s</text>
          """
      }.joined(separator: "\n")
    }

    /// Returns a step in seconds: 1, 2 or 5 times a power of ten. Four to ten steps fill the axis.
    private static func roundStep(_ seconds: Double) -> Double {
      let rough = seconds / 10
      guard rough > 0, rough.isFinite else { return 1 }
      var power = 1.0
      while power > rough { power /= 10 }
      while power * 10 <= rough { power *= 10 }
      return [1, 2, 5].map { $0 * power }.first { $0 >= rough } ?? 10 * power
    }

    /// Returns a tint over a range of the sound.
    func area(_ name: String, _ range: Range<Double>, title: String) -> String {
      let tint = tint(name, from: range.lowerBound, toX: x(range.upperBound))
      return "\(tint)><title>\(title)</title></rect>\n"
    }

    /// Returns a vertical line at a time.
    func line(_ name: String, at time: Double, title: String) -> String {
      "\(vertical(name, at: time))><title>\(title)</title></line>\n"
    }

    /// Returns the `<line` tag of a vertical line, without the closing `>`.
    private func vertical(_ name: String, at time: Double) -> String {
      """
      <line class="\(name)" x1="\(xText(time))" x2="\(xText(time))" y1="\(Self.top)" \
      y2="\(Self.bottom)"
      """
    }

    /// Returns the `<rect` tag of a tint, without the closing `>`.
    private func tint(_ name: String, from time: Double, toX end: Double) -> String {
      """
      <rect class="\(name)" x="\(xText(time))" y="\(Self.top)" \
      width="\(decimalText(end - x(time), decimals: 1))" height="\(Self.bottom - Self.top)"
      """
    }

    /// A line at the limit, with a tint on the right; empty if the sound doesn't come near the limit.
    var limitLine: String {
      guard showsLimit else { return "" }
      let name = "an alert must be shorter than \(decimalText(limit, decimals: 3)) s"
      return """
        \(tint("over", from: limit, toX: Double(Self.right)))/>
        \(vertical("limit", at: limit))/>
        <text class="limit-name" x="\(Self.right)" y="\(Self.top - 8)" \
        text-anchor="end">\(name)</text>
        """
    }
  }
}

extension SoundInspection {
  /// Returns a picture of the sound and of the rules' length limit; nil if the sound wasn't measured.
  func plot(rules: AlertRules) -> WaveformPlot? {
    guard let report, let measurement else { return nil }
    return WaveformPlot(
      title: path?.lastComponent?.string ?? path?.string ?? "",
      subtitle: ([report.formatInWords, secondsText(report.duration)] + measurement.levels.words)
        .joined(separator: " · "),
      waveform: measurement.waveform, sampleRate: report.format.sampleRate,
      lengthLimit: rules.lengthLimit, marks: measurement.marks)
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
