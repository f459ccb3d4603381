/// What one conversion cost in each program.
struct ConversionResult {
  let conversion: LongConversion
  /// `cp`'s, of the input.
  let copy: Runs
  let results: [Converter: Runs]
  /// Why others are missing.
  let conformances: [Converter: Conformance]

  /// What this package's cost is of the best other's, and whose that is.
  func ratio(
    _ cost: KeyPath<Cost, Double>
  ) -> (value: Double, of: Runs, peer: Converter)? {
    let peers = results.filter { $0.key != .afconvert }
    guard let own = results[.afconvert],
      let best = peers.min(by: { $0.value.middle(cost) < $1.value.middle(cost) })
    else { return nil }
    return (own.ratio(cost, to: best.value), best.value, best.key)
  }

  /// A cell for each program, the least cost in bold.
  func cells(
    of converters: [Converter], _ cost: KeyPath<Cost, Double>, text: (Runs) -> String
  ) -> [String] {
    let least = results.values.map { $0.middle(cost) }.min()
    return converters.map { converter in
      guard let runs = results[converter] else {
        if case .not(let reason)? = conformances[converter] { return reason }
        return "-"
      }
      return runs.middle(cost) == least ? "**\(text(runs))**" : text(runs)
    }
  }

  /// Where another program is ahead, and why; nil where none is.
  var note: String? {
    let behind = [("from start to end", ratio(\.wall)), ("in processor time", ratio(\.processor))]
      .compactMap { name, ratio -> String? in
        // What is shown as 1.00 is level.
        guard let ratio, ratio.value >= 1.005 else { return nil }
        return "\(name) (\(ratio.peer.rawValue); afconvert takes \(Words.times(ratio.value)))"
      }
    guard !behind.isEmpty else { return nil }
    return "\(conversion.name): another is ahead \(Words.list(behind))."
      + (conversion.reasonBehind.map { " " + $0 } ?? "")
  }
}
