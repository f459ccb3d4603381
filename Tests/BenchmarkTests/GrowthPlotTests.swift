import Foundation
import Testing

@testable import Benchmark

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The plot of time against length.
struct GrowthPlotTests {
  private let plot = GrowthPlot(panels: [
    GrowthPlot.Panel(
      title: "WAVE to IMA4",
      lines: [
        GrowthPlot.Line(name: "afconvert", points: Self.points((1, 0.01), (100, 1))),
        GrowthPlot.Line(name: "sox", points: Self.points((1, 0.01), (100, 1.01))),
        GrowthPlot.Line(name: "cp", points: Self.points((1, 0.001), (10, 0.01))),
      ])
  ])

  private static func points(_ places: (Double, Double)...) -> [GrowthPlot.Point] {
    places.map { GrowthPlot.Point(length: $0.0, time: $0.1) }
  }

  @Test func thePictureIsXML() {
    #expect(XMLParser(data: Data(plot.svg.utf8)).parse())
  }

  @Test func equalRatiosAreEqualDistances() throws {
    let points = try #require(places(of: "afconvert"))
    let copy = try #require(places(of: "cp"))
    // The axis ends at a hundred times the length; ten times is half of it.
    #expect(abs(copy[1].x - copy[0].x - (points[1].x - points[0].x) / 2) < 0.2)
    #expect(abs(points[0].y - points[1].y - 2 * (copy[0].y - copy[1].y)) < 0.2)
  }

  @Test func labelsOfLinesThatEndTogetherDoNotOverlap() throws {
    let heights = try ["afconvert", "sox"].map { name in
      let label = try #require(
        plot.svg.firstMatch(of: try Regex("y=\"([0-9.]+)\">\(name)</text>")))
      return try #require(label.output[1].substring.flatMap { Double($0) })
    }
    #expect(abs(heights[0] - heights[1]) >= 13.9)
  }

  private func places(of name: String) -> [(x: Double, y: Double)]? {
    guard
      let line = plot.svg.range(of: "<g class=\"\(name)\">\n<polyline class=\"line\" points=\"")
    else { return nil }
    return plot.svg[line.upperBound...].prefix { $0 != "\"" }.split(separator: " ").map { pair in
      let numbers = pair.split(separator: ",").compactMap { Double($0) }
      return (numbers[0], numbers[1])
    }
  }
}
