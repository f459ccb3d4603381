/// What a measurement has to say.
struct Section: Codable {
  let title: String
  /// Paragraphs and tables, in Markdown.
  private(set) var blocks: [String] = []
  /// Its most telling rows, for a table of all parts.
  var highlights: [Highlight] = []
  var plot: GrowthPlot?
  /// How much of the time that programs wanted a processor meanwhile the machine's host gave to others, where
  /// that is known: 0 to 1.
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
        ? "Meanwhile the machine's host gave others \(Words.percent(share)) of the time that programs here"
          + " wanted a processor."
        : nil
    }
    return (["## " + title] + blocks + [disturbance].compactMap(\.self)).joined(separator: "\n\n")
  }
}

/// A row of the table of all parts.
struct Highlight: Codable {
  /// What is done.
  let work: String
  let ours: String
  /// The best of the others, and its name.
  let best: String
  /// What ours is of the best's.
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
