/// What one conversion cost in each program.
struct ConversionResult {
  let conversion: LongConversion
  /// The runs of `cp` with the input.
  let copy: Runs
  let results: [Converter: Runs]
  /// Why results of others are missing.
  let conformances: [Converter: Conformance]

  /// Returns the best of the others, and the ratio of this package's cost to its cost.
  func best(_ cost: KeyPath<Cost, Double>) -> Runs.BestOther<Converter>? {
    results[.afconvert]?.best(
      cost, of: results.filter { $0.key != .afconvert }.map { (name: $0.key, runs: $0.value) })
  }

  /// Returns the best of the others if it is ahead.
  private func winner(_ cost: KeyPath<Cost, Double>) -> Runs.BestOther<Converter>? {
    // A ratio that is shown as 1.00 is a tie.
    best(cost).flatMap { $0.ratio >= 1.005 ? $0 : nil }
  }

  /// Returns a cell for each program, the fastest in bold.
  func cells(
    of converters: [Converter], _ cost: KeyPath<Cost, Double>, text: (Runs) -> String
  ) -> [String] {
    let fastest = winner(cost)?.name ?? .afconvert
    return converters.map { converter in
      guard let runs = results[converter] else {
        if case .not(let reason)? = conformances[converter] { return reason }
        return "-"
      }
      return converter == fastest ? "**\(text(runs))**" : text(runs)
    }
  }

  /// Says in which cost another program is ahead, and why; nil if none is.
  var note: String? {
    let costs = [("in elapsed time", \Cost.wall), ("in processor time", \Cost.processor)]
    let behind = costs.compactMap { name, cost in
      winner(cost).map { "\(name) (\($0.name.rawValue); afconvert takes \(Words.times($0.ratio)))" }
    }
    guard !behind.isEmpty else { return nil }
    return "\(conversion.name): another program is faster \(Words.list(behind))."
      + (conversion.reasonBehind.map { " " + $0 } ?? "")
  }
}
