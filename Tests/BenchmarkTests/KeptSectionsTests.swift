import Foundation
import Testing

@testable import Benchmark

/// What is kept of a measurement, for a page that is measured in parts.
struct KeptSectionsTests {
  @Test func whatIsKeptComesBack() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("alertsound-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let kept = KeptSections(folder: folder.appendingPathComponent("parts"))
    var section = Section("Growth")
    section.add("A paragraph.")
    section.highlights = [Highlight(work: "a sound", ours: "1 s", best: "2 s, sox", ratio: 0.5)]
    section.plot = GrowthPlot(panels: [
      GrowthPlot.Panel(
        title: "WAVE",
        lines: [GrowthPlot.Line(name: "cp", points: [GrowthPlot.Point(length: 1, time: 2)])])
    ])
    section.stolenShare = 0.125
    try kept.keep(section, of: "growth")
    let read = try kept.section(of: "growth")
    #expect(read.markdown == section.markdown)
    #expect(read.markdown.hasSuffix("gave 12 % of its processors to others."))
    #expect(read.highlights.map(\.ratio) == [0.5])
    #expect(read.plot?.svg == section.plot?.svg)
    #expect(throws: Failure.self) { try kept.section(of: "batch") }
  }

  @Test func stolenTimeIsAShareOfAll() throws {
    let before = try #require(
      ProcessorTimes(statistics: "cpu  10 0 10 70 10 0 0 0 5 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n"))
    let after = try #require(ProcessorTimes(statistics: "cpu  40 0 10 90 10 0 0 50 30 0\n"))
    #expect(after.stolenShare(since: before) == 0.5)
    #expect(after.stolenShare(since: after) == 0)
    #expect(ProcessorTimes(statistics: "cpu0 1 1 1 1 1 1 1 1 0 0\n") == nil)
    #expect(ProcessorTimes(statistics: "cpu 1 2 3\n") == nil)
  }
}
