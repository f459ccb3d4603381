import Foundation
import Testing

@testable import Benchmark

/// What is kept of a measurement, for a page that is measured section by section.
struct KeptSectionsTests {
  private let machine = Machine(hardware: "a processor", software: "a system")

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("alertsound-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("parts"))
  }

  private func kept(_ folder: URL, _ machine: Machine, _ scale: Scale = .full) -> KeptSections {
    KeptSections(
      folder: folder,
      circumstances: KeptSections.Circumstances(machine: machine, scale: scale))
  }

  @Test func keptSectionsAreRestored() throws {
    var section = Section("Growth")
    section.add("A paragraph.")
    section.highlights = [Highlight(work: "a sound", ours: "1 s", best: "2 s, sox", ratio: 0.5)]
    section.plot = GrowthPlot(panels: [
      GrowthPlot.Panel(
        title: "WAVE",
        lines: [GrowthPlot.Line(name: "cp", points: [GrowthPlot.Point(length: 1, time: 2)])])
    ])
    section.stolenShare = 0.125
    try withFolder { folder in
      let kept = kept(folder, machine)
      try kept.keep(section, of: "growth")
      let read = try #require(kept.section(of: "growth"))
      #expect(read.markdown == section.markdown)
      #expect(read.highlights.map(\.ratio) == [0.5])
      #expect(read.plot?.svg == section.plot?.svg)
      #expect(kept.section(of: "batch") == nil)
    }
  }

  @Test func sectionsMeasuredElsewhereAreNotOnThePage() throws {
    try withFolder { folder in
      try kept(folder, machine).keep(Section("Growth"), of: "growth")
      let other = Machine(hardware: machine.hardware, software: "another system")
      #expect(kept(folder, machine).section(of: "growth") != nil)
      #expect(kept(folder, other).section(of: "growth") == nil)
      #expect(kept(folder, machine, .quick).section(of: "growth") == nil)
      try Data("{}".utf8).write(to: folder.appendingPathComponent("growth.json"))
      #expect(kept(folder, machine).section(of: "growth") == nil)
    }
  }

  @Test(arguments: [
    (0.125, "the host gave 12 % of the processor time needed here to other machines."),
    (0.001, "the host gave less than 1 % of the processor time needed here to other machines."),
    (0, "A paragraph."), (nil, "A paragraph."),
  ])
  func stolenTimeIsReported(_ share: Double?, _ end: String) {
    var section = Section("Growth")
    section.add("A paragraph.")
    section.stolenShare = share
    #expect(section.markdown.hasSuffix(end))
  }

  @Test func stolenTimeIsAShareOfTheTimeNeeded() throws {
    let before = try #require(
      ProcessorTimes(statistics: "cpu  10 0 10 70 10 0 0 0 5 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n"))
    let after = try #require(ProcessorTimes(statistics: "cpu  40 10 10 990 80 5 5 50 30 0\n"))
    #expect(after.stolenShare(since: before) == 0.5)
    #expect(after.stolenShare(since: after) == 0)
    #expect(ProcessorTimes(statistics: "cpu0 1 1 1 1 1 1 1 1 0 0\n") == nil)
    #expect(ProcessorTimes(statistics: "cpu 1 2 3\n") == nil)
  }
}
