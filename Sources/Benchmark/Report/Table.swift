/// A table in Markdown.
struct Table {
  let columns: [String]
  var rows: [[String]] = []

  init(_ columns: [String]) {
    self.columns = columns
  }

  /// Lines without the last one's end.
  var markdown: String {
    ([columns, columns.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }
}
