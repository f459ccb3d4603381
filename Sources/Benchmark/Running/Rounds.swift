/// One of several processes that are measured side by side.
struct Trial {
  let process: ChildProcess
  /// The work before and after each run, which isn't measured.
  var prepare: () throws -> Void = {}
  var cleanUp: () throws -> Void = {}
}

/// Rounds in which all trials run in turn, so that other load on the machine affects all alike.
///
/// Every other round runs backwards, so that a machine that gets slower or faster favours none. That takes
/// an even count.
struct Rounds {
  let count: Int
  /// The longest run, in seconds, that is worth repeating. A trial whose first run takes longer has only
  /// that run.
  var patience = Double.infinity

  /// Measures the trials. The first round warms up, and determines each trial's peak memory.
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
