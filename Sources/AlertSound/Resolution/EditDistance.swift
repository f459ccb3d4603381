/// Returns how many characters differ; nil if nobody mistypes one text as the other.
func spellingDistance(_ wanted: [Unicode.Scalar], _ found: [Unicode.Scalar]) -> Int? {
  let limit = max(1, wanted.count / 3)
  // Nobody mistypes a third of hundreds of characters.
  guard wanted.count <= 64, abs(wanted.count - found.count) <= limit else { return nil }
  let distance = editDistance(wanted, found, limit: limit)
  return distance <= limit && distance < wanted.count ? distance : nil
}

/// Returns how many characters must be added, deleted, replaced or swapped with their neighbour to turn one
/// text into another: the optimal string alignment distance. Above the limit, any number above it may be returned.
package func editDistance(
  _ source: [Unicode.Scalar], _ target: [Unicode.Scalar], limit: Int = .max
) -> Int {
  var (rowBeforeLast, lastRow): ([Int], [Int]) = ([], Array(0...target.count))
  for (line, character) in source.enumerated() {
    var row: [Int] = []
    row.reserveCapacity(target.count + 1)
    row.append(line + 1)
    for (column, other) in target.enumerated() {
      var distance = min(
        lastRow[column] + (character == other ? 0 : 1), row[column] + 1, lastRow[column + 1] + 1)
      if line > 0, column > 0, character == target[column - 1], other == source[line - 1] {
        distance = min(distance, rowBeforeLast[column - 1] + 1)
      }
      row.append(distance)
    }
    // A cell depends on this row and on the one before it.
    let least = min(row.min() ?? 0, lastRow.min() ?? 0)
    if least > limit { return least }
    (rowBeforeLast, lastRow) = (lastRow, row)
  }
  return lastRow[target.count]
}
