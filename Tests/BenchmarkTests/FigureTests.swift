import Testing

@testable import Benchmark

/// How figures, lengths and tables are formatted.
struct FigureTests {
  @Test func medianOfOddAndEvenCounts() {
    #expect([3.0].median == 3)
    #expect([9.0, 1, 4].median == 4)
    #expect([8.0, 1, 2, 4].median == 3)
  }

  @Test(arguments: [
    (0.00123, "1.23 ms"), (0.0123, "12 ms"), (0.9996, "1.00 s"), (62.345, "62.34 s"),
    (123.4, "123 s"),
  ])
  func secondsHaveSignificantDigitsOnly(_ seconds: Double, _ text: String) {
    #expect(Words.seconds(seconds) == text)
  }

  @Test(arguments: [(1.0, "1 s"), (60, "1 min"), (90, "90 s"), (600, "10 min"), (5593, "93 min")])
  func lengthsAreHumanReadable(_ seconds: Double, _ text: String) {
    #expect(Words.duration(seconds) == text)
  }

  @Test func tablesAreMarkdown() {
    var table = Table(["what", "time"])
    table.rows = [["cp", "1 s"]]
    #expect(
      table.markdown == """
        | what | time |
        | --- | --- |
        | cp | 1 s |
        """)
  }
}
