/// What one conversion cost in each program.
struct ConversionResult {
  let conversion: LongConversion
  /// `cp`'s, of the input.
  let copy: Medians
  let results: [Converter: Medians]
  /// Why others are missing.
  let conformances: [Converter: Conformance]

  /// What this package's cost is of the best other's, and whose that is.
  func ratio(
    _ cost: KeyPath<Medians, Double>
  ) -> (value: Double, of: Medians, peer: Converter)? {
    let peers = results.filter { $0.key != .afconvert }
    guard let own = results[.afconvert],
      let best = peers.min(by: { $0.value[keyPath: cost] < $1.value[keyPath: cost] })
    else { return nil }
    return (own[keyPath: cost] / best.value[keyPath: cost], best.value, best.key)
  }

  /// A cell for each program, the least cost in bold.
  func cells(
    of converters: [Converter], _ cost: KeyPath<Medians, Double>, text: (Medians) -> String
  ) -> [String] {
    let least = results.values.map { $0[keyPath: cost] }.min()
    return converters.map { converter in
      guard let medians = results[converter] else {
        if case .not(let reason)? = conformances[converter] { return reason }
        return "-"
      }
      return medians[keyPath: cost] == least ? "**\(text(medians))**" : text(medians)
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
