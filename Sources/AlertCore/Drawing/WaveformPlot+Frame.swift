internal import SoundFormat

extension WaveformPlot {
  /// The picture's layout, in pixels, and the lines around the waveform.
  struct Frame {
    static let width = 960
    static let height = 300
    static let left = 56
    private static let right = width - 24
    private static let top = 64
    private static let bottom = height - 34

    /// How long the time axis is.
    private let seconds: Double
    private let limit: Double
    private let showsLimit: Bool

    /// Lays out a sound; the limit is shown if the sound comes near it.
    init(seconds soundSeconds: Double, limit: Double) {
      self.limit = limit
      showsLimit = soundSeconds >= 0.8 * limit
      let shown = showsLimit ? max(soundSeconds, limit * 1.04) : soundSeconds
      seconds = shown > 0 ? shown : 1
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

    /// Lines at full scale, at a half and a quarter of it, and at silence.
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

    /// A line at each round time.
    var timeAxis: String {
      let step = Self.roundStep(seconds)
      return (0...Int(seconds / step + 1e-9)).map { index in
        let time = Double(index) * step
        return """
          <line class="grid" x1="\(xText(time))" x2="\(xText(time))" y1="\(Self.top)" \
          y2="\(Self.bottom)"/>
          <text x="\(xText(time))" y="\(Self.bottom + 19)" text-anchor="middle">\
          \(decimalText(time, decimals: 6)) s</text>
          """
      }.joined(separator: "\n")
    }

    /// Returns a step of 1, 2 or 5 times a power of ten, such that four to ten of them fill the axis.
    private static func roundStep(_ seconds: Double) -> Double {
      let rough = seconds / 10
      guard rough > 0, rough.isFinite else { return 1 }
      var power = 1.0
      while power > rough { power /= 10 }
      while power * 10 <= rough { power *= 10 }
      return [1, 2, 5].map { $0 * power }.first { $0 >= rough } ?? 10 * power
    }

    /// Returns a tint over a part of the sound.
    func area(_ name: String, _ range: Range<Double>, title: String) -> String {
      let width = decimalText(x(range.upperBound) - x(range.lowerBound), decimals: 1)
      return """
        <rect class="\(name)" x="\(xText(range.lowerBound))" y="\(Self.top)" width="\(width)" \
        height="\(Self.bottom - Self.top)"><title>\(title)</title></rect>

        """
    }

    /// Returns a line from top to bottom.
    func line(_ name: String, at time: Double, title: String) -> String {
      """
      <line class="\(name)" x1="\(xText(time))" x2="\(xText(time))" y1="\(Self.top)" \
      y2="\(Self.bottom)"><title>\(title)</title></line>

      """
    }

    /// The limit, and a tint over everything past it; empty if the sound is far from it.
    var limitLine: String {
      guard showsLimit else { return "" }
      let name = "an alert must be shorter than \(decimalText(limit, decimals: 3)) s"
      return """
        <rect class="over" x="\(xText(limit))" y="\(Self.top)" \
        width="\(decimalText(Double(Self.right) - x(limit), decimals: 1))" \
        height="\(Self.bottom - Self.top)"/>
        <line class="limit" x1="\(xText(limit))" x2="\(xText(limit))" y1="\(Self.top)" \
        y2="\(Self.bottom)"/>
        <text class="limit-name" x="\(Self.right)" y="\(Self.top - 8)" \
        text-anchor="end">\(name)</text>
        """
    }
  }
}
