import Foundation
import Testing

@testable import Benchmark

/// The page, and README's table.
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

  @Test func onlyTheTableUnderTheHeadingIsReplaced() throws {
    let text = """
      | other | table |

      ## Speed

      Before.

      | what | old |
      | --- | --- |

      After.
      | kept |

      """
    #expect(
      try article.replacingTable(in: text) == """
        | other | table |

        ## Speed

        Before.

        | what | here | the best of the others | ratio |
        | --- | --- | --- | --- |
        | a sound | 1 s | 2 s, sox | × 0.50 |

        After.
        | kept |

        """)
  }

  @Test func aTextWithoutTheHeadingOrATableIsRefused() {
    #expect(throws: Failure.self) { try article.replacingTable(in: "| what |") }
    #expect(throws: Failure.self) { try article.replacingTable(in: "## Speed\n\nNo table.") }
  }

  @Test func theSameFiguresWriteTheSamePage() throws {
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
