/// A section of the page: the results of one part.
struct Section: Codable {
  let title: String
  /// Paragraphs and tables, in Markdown.
  private(set) var blocks: [String] = []
  /// Its most important rows, for the summary table.
  var highlights: [Highlight] = []
  var plot: GrowthPlot?
  /// The share of the processor time wanted by programs here that the machine's host gave to others
  /// meanwhile: 0 to 1. Nil if it isn't known.
  var stolenShare: Double?

  init(_ title: String) {
    self.title = title
  }

  mutating func add(_ paragraph: String) { blocks.append(paragraph) }

  mutating func add(_ table: Table) { blocks.append(table.markdown) }

  mutating func add(heading: String) { blocks.append("### " + heading) }

  /// The section under its title.
  var markdown: String {
    let disturbance = stolenShare.flatMap { share in
      share > 0
        ? "During this part, the host gave \(Words.percent(share)) of the processor time needed"
          + " here to other machines."
        : nil
    }
    return (["## " + title] + blocks + [disturbance].compactMap(\.self)).joined(separator: "\n\n")
  }
}

/// A row of the summary table.
struct Highlight: Codable {
  /// The work that is measured.
  let work: String
  let ours: String
  /// The best time of the others, and the program's name.
  let best: String
  /// The ratio of our time to the best of the others'.
  let ratio: Double

  static func table(_ highlights: [Highlight], of scale: Scale) -> Table {
    var table = Table([
      scale.isQuick ? "what (a quick run, rough)" : "what", "here", "the best of the others",
      "ratio",
    ])
    table.rows = highlights.map { [$0.work, $0.ours, $0.best, Words.times($0.ratio)] }
    return table
  }
}
