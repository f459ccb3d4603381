import Foundation

/// The layout of a `GrowthPlot`, in pixels. All panels have the same axes.
struct PlotAxes {
  private static let left = 64.0
  private static let top = 84.0
  /// Room for the lines' names.
  private static let right = 112.0
  private static let bottom = 36.0
  private static let labelDistance = 14.0

  private let panelWidth: Double
  private let height: Double
  private let lengths: ClosedRange<Double>
  /// Whole powers of ten.
  private let times: ClosedRange<Double>

  init(panels: [GrowthPlot.Panel], width: Int, height: Int) {
    panelWidth = Double(width) / Double(max(1, panels.count))
    self.height = Double(height)
    let points = panels.flatMap(\.lines).flatMap(\.points)
    let shortest = points.map(\.length).min() ?? 1
    lengths = shortest...max(points.map(\.length).max() ?? 1, shortest * 1.01)
    let least = floor(log10(points.map(\.time).min() ?? 1))
    times = pow(10, least)...pow(10, max(ceil(log10(points.map(\.time).max() ?? 1)), least + 1))
  }

  /// Draws a panel; the first one has the index 0.
  func drawing(of panel: GrowthPlot.Panel, at index: Int) -> String {
    let labels = labelHeights(of: panel)
    let lines = zip(panel.lines, labels).map { line, label in
      let places = line.points.map { "\(text(x($0.length))),\(text(y($0.time)))" }
      let dots = line.points.map {
        "<circle class=\"dot\" cx=\"\(text(x($0.length)))\" cy=\"\(text(y($0.time)))\" r=\"3\"/>"
      }
      let end = x(line.points.last?.length ?? lengths.upperBound) + 8
      return """
        <g class="\(line.name)">
        <polyline class="line" points="\(places.joined(separator: " "))"/>
        \(dots.joined())
        <text x="\(text(end))" y="\(text(label + 4))">\(line.name)</text>
        </g>
        """
    }
    return """
      <g transform="translate(\(text(Double(index) * panelWidth)) 0)">
      <text class="panel" x="\(text(Self.left))" y="\(text(Self.top - 12))">\(panel.title)</text>
      \(grid)
      \(lines.joined(separator: "\n"))
      </g>
      """
  }

  /// Returns the heights of the names: at their lines' ends, but apart from each other.
  private func labelHeights(of panel: GrowthPlot.Panel) -> [Double] {
    let wanted = panel.lines.map { $0.points.last.map { y($0.time) } ?? Self.top }
    var heights = wanted
    var lowest = -Double.infinity
    for index in wanted.indices.sorted(by: { wanted[$0] < wanted[$1] }) {
      heights[index] = max(wanted[index], lowest + Self.labelDistance)
      lowest = heights[index]
    }
    return heights
  }

  /// A line for each power of ten of the time, and for each familiar length.
  private var grid: String {
    let powers = Int(log10(times.lowerBound).rounded())...Int(log10(times.upperBound).rounded())
    let rows = powers.map { power in
      let height = y(pow(10, Double(power)))
      return """
        <line class="grid" x1="\(text(Self.left))" x2="\(text(panelWidth - Self.right))" \
        y1="\(text(height))" y2="\(text(height))"/>
        <text x="\(text(Self.left - 8))" y="\(text(height + 4))" \
        text-anchor="end">\(Self.name(ofPower: power))</text>
        """
    }
    let marks = [(1.0, "1 s"), (10, "10 s"), (60, "1 min"), (600, "10 min"), (3600, "1 h")]
    let columns = marks.filter { lengths.contains($0.0) }.map { length, name in
      """
      <line class="grid" x1="\(text(x(length)))" x2="\(text(x(length)))" y1="\(text(Self.top))" \
      y2="\(text(height - Self.bottom))"/>
      <text x="\(text(x(length)))" y="\(text(height - Self.bottom + 19))" \
      text-anchor="middle">\(name)</text>
      """
    }
    return (rows + columns).joined(separator: "\n")
  }

  private static func name(ofPower power: Int) -> String {
    String(format: power < 0 ? "%g ms" : "%g s", pow(10, Double(power < 0 ? power + 3 : power)))
  }

  private func x(_ length: Double) -> Double {
    Self.left + position(length, in: lengths) * (panelWidth - Self.right - Self.left)
  }

  private func y(_ time: Double) -> Double {
    let base = height - Self.bottom
    return base - position(time, in: times) * (base - Self.top)
  }

  /// How far up a logarithmic axis a value is, from 0 to 1.
  private func position(_ value: Double, in range: ClosedRange<Double>) -> Double {
    log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
  }

  private func text(_ number: Double) -> String { String(format: "%.1f", number) }
}
