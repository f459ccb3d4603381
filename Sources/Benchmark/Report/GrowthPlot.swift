import Foundation

/// Time against length on logarithmic axes: a self-contained SVG that follows the reader's light or dark
/// mode.
struct GrowthPlot: Codable {
  /// A sound's length and the time it took, in seconds.
  struct Point: Codable {
    let length: Double
    let time: Double
  }

  struct Line: Codable {
    let name: String
    let points: [Point]
  }

  struct Panel: Codable {
    let title: String
    let lines: [Line]
  }

  let panels: [Panel]

  private static let width = 960
  private static let height = 400

  /// The picture, XML in UTF-8.
  var svg: String {
    let title = "Time to convert a sound by its length"
    let facts =
      "16-bit stereo at 48 kHz; both axes are logarithmic. Lower is faster: the tables have the figures."
    let axes = PlotAxes(panels: panels, width: Self.width, height: Self.height)
    let drawn = panels.enumerated().map { axes.drawing(of: $1, at: $0) }
    return """
      <svg id="growth" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(Self.height)" \
      width="\(Self.width)" height="\(Self.height)" role="img" aria-labelledby="name facts">
      <title id="name">\(title)</title>
      <desc id="facts">\(facts)</desc>
      <style>
      \(Self.style)
      </style>
      <rect class="paper" width="\(Self.width)" height="\(Self.height)"/>
      <text class="title" x="56" y="26">\(title)</text>
      <text x="56" y="45">\(facts)</text>
      \(drawn.joined(separator: "\n"))
      </svg>

      """
  }

  private static let style = """
    text { font: 12px system-ui, "Helvetica Neue", Arial, sans-serif; fill: #5b6068; }
    .title { font-size: 16px; font-weight: 600; fill: #1b1d21; }
    .panel { font-size: 13px; font-weight: 600; fill: #1b1d21; }
    .paper { fill: #ffffff; }
    .grid { stroke: #e3e6ea; }
    .line { fill: none; stroke: #8a9099; stroke-width: 1.5; }
    .dot { fill: #8a9099; }
    .afconvert .line { stroke: #2d6cb0; stroke-width: 3; }
    .afconvert .dot { fill: #2d6cb0; }
    .afconvert text { fill: #2d6cb0; font-weight: 600; }
    .cp .line { stroke-dasharray: 5 3; }
    @media (prefers-color-scheme: dark) {
      text { fill: #a2a9b3; }
      .title, .panel { fill: #eceef1; }
      .paper { fill: #16181c; }
      .grid { stroke: #2b3037; }
      .line { stroke: #7a828d; }
      .dot { fill: #7a828d; }
      .afconvert .line { stroke: #8fc0f5; }
      .afconvert .dot { fill: #8fc0f5; }
      .afconvert text { fill: #8fc0f5; }
    }
    """
}
