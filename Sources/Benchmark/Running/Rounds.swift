/// One of several things that are measured side by side.
struct Trial {
  let process: ChildProcess
  /// What has to be done before each run, and after it, and isn't measured.
  var prepare: () throws -> Void = {}
  var cleanUp: () throws -> Void = {}
}

/// What the runs of one trial cost in the middle.
struct Medians {
  /// In seconds.
  let wall: Double
  /// In seconds.
  let processor: Double
  /// In bytes.
  let peakMemory: Int
  let runCount: Int
}

/// Rounds in which all trials run in turn, so that what else the machine does falls on all alike.
struct Rounds {
  let count: Int
  /// How long a run may take, in seconds, to be worth repeating. The first run of one that takes longer
  /// is all there is of it.
  var patience = Double.infinity

  /// The first round warms up, and tells how much memory each trial needs.
  func measure(_ trials: [Trial]) throws -> [Medians] {
    let first = try trials.map { try run($0) { try $0.runApart() } }
    var costs = first.map { $0.wall > patience ? [$0] : [] }
    for _ in 0..<count {
      for (index, trial) in trials.enumerated() where first[index].wall <= patience {
        costs[index].append(try run(trial) { try $0.run() })
      }
    }
    return zip(costs, first).map { costs, first in
      Medians(
        wall: median(costs.map(\.wall)), processor: median(costs.map(\.processor)),
        peakMemory: first.peakMemory, runCount: costs.count)
    }
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
