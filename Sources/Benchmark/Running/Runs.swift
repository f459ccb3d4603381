/// What the runs of one trial cost.
struct Runs {
  /// In the order of the rounds. There is one at least.
  let costs: [Cost]
  /// In bytes.
  let peakMemory: Int

  /// In seconds, the median.
  var wall: Double { median(of: \.wall) }
  /// In seconds, the median.
  var processor: Double { median(of: \.processor) }

  func median(of cost: KeyPath<Cost, Double>) -> Double { costs.map { $0[keyPath: cost] }.median }

  /// What these cost of what others cost.
  ///
  /// A machine that is fast in one round and slow in the next has medians from different rounds. So runs of
  /// the same round are compared, and the median of that counts; medians are compared where one of both has
  /// fewer runs.
  func ratio(_ cost: KeyPath<Cost, Double>, to others: Runs) -> Double {
    compare(cost, with: others, by: /)
  }

  /// What these cost more than others, in seconds; compared as by ``ratio(_:to:)``.
  func difference(_ cost: KeyPath<Cost, Double>, to others: Runs) -> Double {
    compare(cost, with: others, by: -)
  }

  /// The best of others: the one of which these cost most. Nil where there are no others.
  func best<Name>(
    _ cost: KeyPath<Cost, Double>, of others: some Sequence<(name: Name, runs: Runs)>
  ) -> BestOther<Name>? {
    others.map { BestOther(name: $0.name, runs: $0.runs, ratio: ratio(cost, to: $0.runs)) }
      .max { $0.ratio < $1.ratio }
  }

  struct BestOther<Name> {
    let name: Name
    let runs: Runs
    /// What is compared with it costs so much of it.
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
  /// The value in the middle; the mean of both where there are two. There must be one.
  var median: Double {
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
