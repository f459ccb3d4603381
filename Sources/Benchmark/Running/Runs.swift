/// What the runs of one trial cost.
struct Runs {
  /// In the order of the rounds; never empty.
  let costs: [Cost]
  /// In bytes.
  let peakMemory: Int

  /// In seconds, the median.
  var wall: Double { median(of: \.wall) }
  /// In seconds, the median.
  var processor: Double { median(of: \.processor) }

  func median(of cost: KeyPath<Cost, Double>) -> Double { costs.map { $0[keyPath: cost] }.median }

  /// Returns the ratio of these runs' cost to that of others.
  ///
  /// If a machine is fast in one round and slow in the next, two medians may come from different rounds. So
  /// runs of the same round are compared, and the result is the median of their ratios. If the runs differ
  /// in number, their medians are compared.
  func ratio(_ cost: KeyPath<Cost, Double>, to others: Runs) -> Double {
    compare(cost, with: others, by: /)
  }

  /// Returns how much more these runs cost than others, in seconds, compared as by ``ratio(_:to:)``.
  func difference(_ cost: KeyPath<Cost, Double>, to others: Runs) -> Double {
    compare(cost, with: others, by: -)
  }

  /// Returns what these runs cost more than others: the differences within each round. If the runs differ in
  /// number, it is the difference of their medians. The peak memory stays.
  func excess(over others: Runs) -> Runs {
    guard costs.count == others.costs.count else {
      return Runs(
        costs: [
          Cost(wall: wall - others.wall, processor: processor - others.processor)
        ], peakMemory: peakMemory)
    }
    return Runs(
      costs: zip(costs, others.costs).map {
        Cost(wall: $0.wall - $1.wall, processor: $0.processor - $1.processor)
      }, peakMemory: peakMemory)
  }

  /// Returns the best of the others: the one to which the ratio of these runs is the highest. Nil if there
  /// are none.
  func best<Name>(
    _ cost: KeyPath<Cost, Double>, of others: some Sequence<(name: Name, runs: Runs)>
  ) -> BestOther<Name>? {
    others.map { BestOther(name: $0.name, runs: $0.runs, ratio: ratio(cost, to: $0.runs)) }
      .max { $0.ratio < $1.ratio }
  }

  struct BestOther<Name> {
    let name: Name
    let runs: Runs
    /// The ratio of the compared runs' cost to this one's.
    let ratio: Double
  }

  private func compare(
    _ cost: KeyPath<Cost, Double>, with others: Runs, by operation: (Double, Double) -> Double
  ) -> Double {
    guard costs.count == others.costs.count else {
      return operation(median(of: cost), others.median(of: cost))
    }
    return zip(costs, others.costs).map { operation($0[keyPath: cost], $1[keyPath: cost]) }.median
  }
}

extension [Double] {
  /// The middle value, or the mean of the two middle values. The array must not be empty.
  var median: Double {
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
