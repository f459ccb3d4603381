internal import SoundFormat

/// A sound's waveform as a picture: a self-contained SVG that follows the system's light or dark
/// appearance. The same sound gives the same bytes.
public struct WaveformPlot: Sendable {
  /// The title: the file's name.
  public var title: String
  /// The line below the title: format, length, levels.
  public var subtitle: String
  /// The waveform.
  public var waveform: Waveform
  /// Frames per second, in Hz.
  public var sampleRate: Double
  /// The length, in seconds, that a sound must stay under; it is drawn if the sound comes near it.
  public var lengthLimit: Double
  /// Where the sound is silent, which is shaded, and where it clicks: a line at each.
  public var marks = SoundMarks()

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - title: The title: the file's name.
  ///   - subtitle: The line below the title.
  ///   - waveform: The waveform.
  ///   - sampleRate: Frames per second, in Hz.
  ///   - lengthLimit: The length, in seconds, that a sound must stay under.
  public init(
    title: String, subtitle: String = "", waveform: Waveform, sampleRate: Double,
    lengthLimit: Double = AlertRules.iOS.lengthLimit
  ) {
    self.title = title
    self.subtitle = subtitle
    self.waveform = waveform
    self.sampleRate = sampleRate
    self.lengthLimit = lengthLimit
  }

  /// The picture, XML in UTF-8.
  public var svg: String {
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

  /// Returns the shapes from the lowest to the highest samples, and within these, up to the root mean square.
  private func shapes(in frame: Frame) -> String {
    let columnCount = max(1, Int(frame.x(seconds) - Double(Frame.left)))
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

extension String {
  /// Returns the text, truncated with an ellipsis if it is too long.
  fileprivate func shortened(to count: Int) -> String {
    self.count <= count ? self : prefix(count - 1) + "…"
  }
}
