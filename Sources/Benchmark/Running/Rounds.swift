/// One of several things that are measured side by side.
struct Trial {
  let process: ChildProcess
  /// What has to be done before each run, and after it, and isn't measured.
  var prepare: () throws -> Void = {}
  var cleanUp: () throws -> Void = {}
}

/// Rounds in which all trials run in turn, so that what else the machine does falls on all alike.
///
/// Every other round goes backwards, so that a machine that grows slower or faster favours none; an even
/// count makes that fair.
struct Rounds {
  let count: Int
  /// How long a run may take, in seconds, to be worth repeating. The first run of one that takes longer
  /// is all there is of it.
  var patience = Double.infinity

  /// The first round warms up, and tells how much memory each trial needs.
  func measure(_ trials: [Trial]) throws -> [Runs] {
    let first = try trials.map { try run($0) { try $0.runApart() } }
    var costs = first.map { $0.cost.wall > patience ? [$0.cost] : [] }
    for round in 0..<count {
      let order = round.isMultiple(of: 2) ? Array(trials.indices) : trials.indices.reversed()
      for index in order where first[index].cost.wall <= patience {
        costs[index].append(try run(trials[index]) { try $0.run() }.cost)
      }
    }
    return zip(costs, first).map { Runs(costs: $0, peakMemory: $1.peakMemory) }
  }

  private func run(
    _ trial: Trial, _ body: (ChildProcess) throws -> ChildProcess.Result
  ) throws -> ChildProcess.Result {
    try trial.prepare()
    let result = try body(trial.process)
    try trial.cleanUp()
    return result
  }
}
