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
      "# Benchmarks", "How the commands compare with other programs on the same machine.",
      "## Overview",
      "`make bench` repeats all measurements and writes this page, with those of ffmpeg, sox, sndfile-convert,"
        + " sndfile-resample and sfconvert that are installed. Programs run in turn, round by round, forwards"
        + " and backwards, so that other load on the machine affects all of them alike. The first round"
        + " is a warm-up and measures the peak memory; times are medians of the other rounds.",
      "Ratios are medians of the ratios within each round, so they may differ from the quotient of the"
        + " times beside them, which can come from different rounds. Ratios depend less on the machine"
        + " than seconds do. Below 1 is better, unless stated otherwise. `make bench PARTS=batch` repeats one part,"
        + " if something disturbed it.",
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
        "![Time to convert a sound by its length, for each program, on logarithmic axes.](Growth)"
      )
    }
    return (blocks + sections.map(\.markdown)).joined(separator: "\n\n") + "\n"
  }

  private var highlights: Table { Highlight.table(sections.flatMap(\.highlights), of: scale) }
}
