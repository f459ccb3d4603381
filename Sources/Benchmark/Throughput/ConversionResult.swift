/// What one conversion cost in each program.
struct ConversionResult {
  let conversion: LongConversion
  /// `cp`'s, of the input.
  let copy: Runs
  let results: [Converter: Runs]
  /// Why others are missing.
  let conformances: [Converter: Conformance]

  /// The best of the others, and what this package's cost is of its.
  func best(_ cost: KeyPath<Cost, Double>) -> Runs.BestOther<Converter>? {
    results[.afconvert]?.best(
      cost, of: results.filter { $0.key != .afconvert }.map { (name: $0.key, runs: $0.value) })
  }

  /// The best of the others where that is ahead.
  private func winner(_ cost: KeyPath<Cost, Double>) -> Runs.BestOther<Converter>? {
    // What is shown as 1.00 is level.
    best(cost).flatMap { $0.ratio >= 1.005 ? $0 : nil }
  }

  /// A cell for each program, the fastest in bold.
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

  /// Where another program is ahead, and why; nil where none is.
  var note: String? {
    let costs = [("from start to end", \Cost.wall), ("in processor time", \Cost.processor)]
    let behind = costs.compactMap { name, cost in
      winner(cost).map { "\(name) (\($0.name.rawValue); afconvert takes \(Words.times($0.ratio)))" }
    }
    guard !behind.isEmpty else { return nil }
    return "\(conversion.name): another is ahead \(Words.list(behind))."
      + (conversion.reasonBehind.map { " " + $0 } ?? "")
  }
}
