/// One of several things that are measured side by side.
struct Trial {
  let process: ChildProcess
  /// What has to be done before each run, and after it, and isn't measured.
  var prepare: () throws -> Void = {}
  var cleanUp: () throws -> Void = {}
}

/// What the runs of one trial cost.
struct Runs {
  /// In the order of the rounds. There is one at least.
  let costs: [Cost]
  /// In bytes.
  let peakMemory: Int

  /// In seconds, in the middle.
  var wall: Double { middle(\.wall) }
  /// In seconds, in the middle.
  var processor: Double { middle(\.processor) }

  func middle(_ cost: KeyPath<Cost, Double>) -> Double { median(costs.map { $0[keyPath: cost] }) }

  /// What these cost of what others cost. A machine that is fast in one round and slow in the next has
  /// medians from different rounds, so runs of the same round are compared, and the ratio in the middle
  /// counts. Where one has fewer runs than the other, it is the ratio of the medians.
  func ratio(_ cost: KeyPath<Cost, Double>, to others: Runs) -> Double {
    guard costs.count == others.costs.count else { return middle(cost) / others.middle(cost) }
    return median(zip(costs, others.costs).map { $0[keyPath: cost] / $1[keyPath: cost] })
  }
}

/// Rounds in which all trials run in turn, so that what else the machine does falls on all alike. Every other
/// round goes backwards: none gains by what runs before it.
struct Rounds {
  let count: Int
  /// How long a run may take, in seconds, to be worth repeating. The first run of one that takes longer
  /// is all there is of it.
  var patience = Double.infinity

  /// The first round warms up, and tells how much memory each trial needs.
  func measure(_ trials: [Trial]) throws -> [Runs] {
    let first = try trials.map { try run($0) { try $0.runApart() } }
    var costs = first.map { $0.wall > patience ? [$0] : [] }
    for round in 0..<count {
      let order = round.isMultiple(of: 2) ? Array(trials.indices) : trials.indices.reversed()
      for index in order where first[index].wall <= patience {
        costs[index].append(try run(trials[index]) { try $0.run() })
      }
    }
    return zip(costs, first).map { Runs(costs: $0, peakMemory: $1.peakMemory) }
  }

  private func run(
    _ trial: Trial, _ body: (ChildProcess) throws -> ChildProcess.Result
  ) throws -> Cost {
    try trial.prepare()
    let cost = try body(trial.process).cost
    try trial.cleanUp()
    return cost
  }
}

/// The value in the middle; the mean of both where there are two. There must be one.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
