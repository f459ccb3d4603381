import Foundation

/// The page of all measurements, and its picture.
struct Article {
  private static let page = "Sources/AlertSound/AlertSound.docc/Benchmarks.md"
  private static let picture = "Sources/AlertSound/AlertSound.docc/Resources/Growth.svg"

  let machine: Machine
  let scale: Scale
  let sections: [Section]

  /// Writes both into a folder with the repository's layout.
  func write(into root: URL) throws {
    try write(text, to: Self.page, in: root)
    if let plot = sections.compactMap(\.plot).first {
      try write(plot.svg, to: Self.picture, in: root)
    }
  }

  private func write(_ text: String, to path: String, in root: URL) throws {
    let file = root.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private var text: String {
    var blocks = [
      "# Benchmarks", "Where the commands stand beside other programs, measured side by side.",
      "## Overview",
      "`make bench` measures all this anew and writes this page, with whatever it finds of ffmpeg, sox,"
        + " sndfile-convert, sndfile-resample and sfconvert. Programs run in turn, round by round, forwards"
        + " and backwards, so that what else the machine does falls on all alike. The first round warms"
        + " up and tells the peak memory; times are medians of the others.",
      "A ratio compares runs of the same round, and is the median of these: it needn't be the quotient of"
        + " the times beside it, which may be from different rounds. Ratios travel better than seconds"
        + " do. Below 1 is better, if nothing else is said. `make bench PARTS=batch` measures one part"
        + " anew, where the machine was disturbed.",
      "Measured on \(machine.hardware), with \(machine.software).",
    ]
    if scale.isQuick {
      blocks.append(
        "This was a quick run: short sounds and \(Words.rounds(scale.roundCount))"
          + " of most. Its figures are rough.")
    }
    blocks.append(highlights.markdown)
    if sections.contains(where: { $0.plot != nil }) {
      blocks.append(
        "![Time to convert a sound against its length, for each program, on logarithmic axes.](Growth)"
      )
    }
    return (blocks + sections.map(\.markdown)).joined(separator: "\n\n") + "\n"
  }

  private var highlights: Table { Highlight.table(sections.flatMap(\.highlights), of: scale) }
}
