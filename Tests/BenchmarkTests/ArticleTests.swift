import Foundation
import Testing

@testable import Benchmark

/// The page of measurements.
struct ArticleTests {
  private var article: Article {
    var section = Section("One short sound")
    section.highlights = [
      Highlight(work: "a sound", ours: "1 s", best: "2 s, sox", ratio: 0.5)
    ]
    return Article(
      machine: Machine(hardware: "a processor", software: "a system"), scale: .full,
      sections: [section])
  }

  @Test func pageIsReproducible() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    try article.write(into: root)
    let page = root.appendingPathComponent("Sources/AlertSound/AlertSound.docc/Benchmarks.md")
    let first = try Data(contentsOf: page)
    try article.write(into: root)
    #expect(try Data(contentsOf: page) == first)
    #expect(String(decoding: first, as: UTF8.self).contains("Measured on a processor"))
  }
}
