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
    let costs = try costs(after: first.map(\.cost)) { index in
      try run(trials[index]) { try $0.run() }.cost
    }
    return zip(costs, first).map { Runs(costs: $0, peakMemory: $1.peakMemory) }
  }

  /// Measures work inside this process. The first round warms up; a second determines how often brief work is
  /// repeated to take long enough for the clocks. Peak memory isn't measured.
  func measure(inProcess works: [() throws -> Void]) throws -> [Runs] {
    for work in works { try work() }
    let first = try works.map { try RepeatedWork(body: $0, count: 1).run() }
    let repeated = zip(works, first).map { work, cost in
      RepeatedWork(body: work, count: RepeatedWork.count(forSeconds: cost.processor))
    }
    return try costs(after: first) { try repeated[$0].run() }
      .map { Runs(costs: $0, peakMemory: 0) }
  }

  /// Runs what is worth repeating in rounds, and returns the costs of each trial; those of the first run for
  /// the others.
  private func costs(after first: [Cost], run: (_ index: Int) throws -> Cost) throws -> [[Cost]] {
    var costs = first.map { $0.wall > patience ? [$0] : [] }
    for round in 0..<count {
      let order = round.isMultiple(of: 2) ? Array(first.indices) : first.indices.reversed()
      for index in order where first[index].wall <= patience {
        costs[index].append(try run(index))
      }
    }
    return costs
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
