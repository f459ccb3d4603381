import Foundation

/// Measures how long a folder of sounds takes, also with other programs on the same files.
struct BatchBenchmark {
  private struct Job {
    let name: String
    /// Shell commands; `$IN` and `$OUT` are the folders.
    let lines: String
    /// Whether its outputs are needed afterwards.
    var keepsOutput = false
    /// The other program that it runs, if any.
    var peer: Converter?
  }

  private let bench: Bench
  private let alertsound: URL
  /// The option for the encoder whose bytes are Apple's, if there is a choice of encoders.
  private let appleEncoder: String

  static func measure(_ bench: Bench) throws -> Section { try BatchBenchmark(bench).section() }

  private init(_ bench: Bench) throws {
    self.bench = bench
    alertsound = bench.program("alertsound")
    let help = try ChildProcess(alertsound, ["convert", "--help"]).outcome().text
    appleEncoder = help.contains("-q, ") ? " -q 0" : ""
  }

  private var jobs: [Job] {
    let convert = "'\(alertsound.path)' convert \"$IN\" -o \"$OUT\" -f caff --quiet"
    return [
      Job(name: "`cp -r`", lines: "cp -r \"$IN\"/. \"$OUT\""),
      Job(
        name: "`alertsound convert -d LEI16`", lines: convert + " -d LEI16", keepsOutput: true),
      Job(
        name: "`alertsound convert -d ima4\(appleEncoder)`",
        lines: convert + " -d ima4" + appleEncoder),
    ] + Converter.peers.map(loop) + [parallelRun].compactMap { $0 }
  }

  private func loop(of peer: Converter) -> Job {
    let words = peer.arguments(.int16, from: "\"$file\"", to: "\"$OUT/${name%.*}.caf\"") ?? []
    return Job(
      name: "a loop of \(peer.rawValue)",
      // A file that fails must not fail the whole run.
      lines: "for file in \"$IN\"/*; do name=${file##*/};"
        + " \(peer.rawValue) \(words.joined(separator: " ")); done; true",
      peer: peer)
  }

  /// Runs as many processes at once as there are cores, without a shell for each.
  private var parallelRun: Job? {
    guard Converter.peers.contains(.sndfileConvert),
      let words = Converter.sndfileConvert.arguments(
        .int16, from: "\"$IN\"/{}", to: "\"$OUT\"/{}.caf")
    else { return nil }
    let count = ProcessInfo.processInfo.processorCount
    return Job(
      name: "sndfile-convert by `xargs -P\(count)`",
      lines: "ls \"$IN\" | xargs -P\(count) -I{} sndfile-convert \(words.joined(separator: " "))",
      peer: .sndfileConvert)
  }

  private func section() throws -> Section {
    let count = bench.scale.batchCount
    let byteCount = try BatchSounds.write(count, to: bench.file("in"))
    var fileCounts = jobs.map { _ in 0 }
    let trials = jobs.enumerated().map { index, job in
      var trial = trial(job)
      trial.cleanUp = {
        fileCounts[index] = try self.fileCount(job)
        if !job.keepsOutput { self.bench.remove(self.output(job)) }
      }
      return trial
    }
    let runs = try Rounds(count: bench.scale.longRoundCount, patience: bench.scale.patience)
      .measure(trials)
    var section = Section("\(count) short sounds")
    section.add(
      "AIFF, WAVE and CAF files of 0.3 to 3 s in 16, 24 and 32 bits, \(byteCount / 1_000_000) MB, to CAF;"
        + " to LEI16 unless stated otherwise. Medians of \(Words.rounds(bench.scale.longRoundCount)) in"
        + " turn; anything slower than \(Words.seconds(bench.scale.patience)) ran once.")
    var table = Table(
      [
        "what", "elapsed time", "relative to `cp -r`", "processor time", "peak memory",
        "sounds written",
      ])
    table.rows = zip(jobs, runs).enumerated().map { index, row in
      let (job, own) = row
      return [
        job.name, Words.seconds(own.wall), Words.times(own.ratio(\.wall, to: runs[0])),
        Words.seconds(own.processor), Words.megabytes(own.peakMemory),
        // For cp these are copies, not converted sounds, but as many.
        String(fileCounts[index]),
      ]
    }
    section.add(table)
    section.add(try secondRuns())
    section.highlights = [highlight(runs)].compactMap { $0 }
    return section
  }

  private func highlight(_ runs: [Runs]) -> Highlight? {
    let peers = zip(jobs, runs).filter { $0.0.peer != nil }.map { (name: $0.name, runs: $1) }
    guard let best = runs[1].best(\.wall, of: peers) else { return nil }
    return Highlight(
      work: "\(bench.scale.batchCount) short sounds to LEI16", ours: Words.seconds(runs[1].wall),
      best: "\(Words.seconds(best.runs.wall)), \(best.name)", ratio: best.ratio)
  }

  private func output(_ job: Job) -> URL {
    bench.file("out-\(jobs.firstIndex { $0.name == job.name } ?? 0)")
  }

  private func fileCount(_ job: Job) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: output(job).path)
      .count { !$0.hasPrefix(".") }
  }

  private func trial(_ job: Job, fresh: Bool = true) -> Trial {
    let output = output(job)
    return Trial(
      process: ChildProcess(
        shell: "IN='\(bench.file("in").path)' OUT='\(output.path)'; \(job.lines)"),
      prepare: {
        guard fresh else { return }
        bench.remove(output)
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
      })
  }

  /// Measures runs after nothing, or a single sound, has changed.
  private func secondRuns() throws -> Table {
    let again = trial(jobs[1], fresh: false)
    let unchanged = try Rounds(count: bench.scale.longRoundCount).measure([again])[0]
    let input = bench.file("in")
    let names = try FileManager.default.contentsOfDirectory(atPath: input.path)
    let changed = input.appendingPathComponent(names.sorted()[0])
    var data = try Data(contentsOf: changed)
    data[data.count / 2] ^= 1
    try data.write(to: changed)
    let one = try again.process.run().cost
    var table = Table(["`alertsound convert` again", "elapsed time"])
    table.rows = [
      ["nothing changed", Words.seconds(unchanged.wall)],
      ["one sound changed, once", Words.seconds(one.wall)],
    ]
    return table
  }
}
