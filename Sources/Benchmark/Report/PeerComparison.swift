/// What the same work costs here and in others, in several cases.
struct PeerComparison {
  struct Row {
    /// The case.
    let name: String
    let own: Runs
    /// In the order of `peers`; nil where one can't do it.
    let others: [Runs?]
  }

  /// The heading of the column of cases.
  let title: String
  let ours: String
  /// How many of the peers, the first ones, are variants of ours rather than rivals.
  var variantCount = 0
  let peers: [String]
  let cost: KeyPath<Cost, Double>
  /// Why a peer may be ahead, by its name; shown only if it is.
  var reasonsAhead: [String: String] = [:]
  var rows: [Row] = []

  /// The costs, and the ratios of ours to the others'. The lowest is in bold.
  var table: Table {
    var table = Table([title, ours] + peers)
    table.rows = rows.map { row in
      let winner = winner(in: row)
      func cell(_ text: String, isBest: Bool) -> String { isBest ? "**\(text)**" : text }
      let own = Words.seconds(row.own.median(of: cost))
      return [row.name, cell(own, isBest: winner == nil)]
        + row.others.enumerated().map { index, runs in
          guard let runs else { return "-" }
          let ratio = Words.times(row.own.ratio(cost, to: runs))
          return cell(
            "\(Words.seconds(runs.median(of: cost))), \(ratio)", isBest: winner?.name == index)
        }
    }
    return table
  }

  /// Says which others are ahead, where and why; nil if none is.
  var note: String? {
    let notes = peers.indices.dropFirst(variantCount).compactMap { index -> String? in
      let places = rows.compactMap { row -> String? in
        guard let other = row.others[index] else { return nil }
        let ratio = row.own.ratio(cost, to: other)
        return Self.isAhead(ratio) ? "\(row.name) (\(Words.times(ratio)))" : nil
      }
      guard !places.isEmpty else { return nil }
      let reason = reasonsAhead[peers[index]].map { " \($0)" } ?? ""
      return "- \(peers[index]) is ahead: \(Words.list(places)).\(reason)"
    }
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }

  /// Whether our time in relation to another's says that it is ahead: a ratio that is shown as 1.00 is a tie.
  private static func isAhead(_ ratio: Double) -> Bool { ratio >= 1.005 }

  /// Compares the first case with a peer for the summary; nil if the peer is missing.
  func highlight(_ work: String, against name: String) -> Highlight? {
    guard let index = peers.firstIndex(of: name), let row = rows.first,
      let other = row.others[index]
    else { return nil }
    return Highlight(
      work: work, ours: Words.seconds(row.own.median(of: cost)),
      best: "\(Words.seconds(other.median(of: cost))), \(name)",
      ratio: row.own.ratio(cost, to: other))
  }

  /// Returns the best of the others if it is ahead.
  private func winner(in row: Row) -> Runs.BestOther<Int>? {
    let others = row.others.enumerated().dropFirst(variantCount).compactMap { index, runs in
      runs.map { (name: index, runs: $0) }
    }
    return row.own.best(cost, of: others).flatMap { Self.isAhead($0.ratio) ? $0 : nil }
  }
}
