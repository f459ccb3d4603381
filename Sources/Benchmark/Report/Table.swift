/// A table in Markdown.
struct Table {
  let columns: [String]
  var rows: [[String]] = []

  init(_ columns: [String]) {
    self.columns = columns
  }

  /// The table's lines, without a final line break.
  var markdown: String {
    ([columns, columns.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }
}
