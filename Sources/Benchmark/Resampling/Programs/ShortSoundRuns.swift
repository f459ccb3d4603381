import SoundFormat

/// Whole runs of programs that change the rate of one short mono sound, and of the same programs without that
/// change.
struct ShortSoundRuns {
  private static let change = RateChange.all[0]
  private let rows: [(name: String, runs: Runs, plain: Runs)]
  private let seconds: Double

  init(of peers: [ResamplingProgram], seconds: Double, in bench: Bench) throws {
    self.seconds = seconds
    let (input, output) = (bench.file("in.wav"), bench.file("out.wav"))
    defer { bench.remove(input) }
    let sound = MemorySound(seconds: seconds, channelCount: 1, rate: Self.change.sourceRate)
    try TestWave.write(
      sound.samples.map { Double($0) }, rate: Self.change.sourceRate, as: .int16, to: input)
    let programs = [ResamplingProgram.own(in: bench)] + peers.filter { $0.name == "sox rate -v" }
    let trials = programs.flatMap { program in
      [Self.change.rate, nil].compactMap { rate in
        program.trial(
          input, output, ResamplingProgram.Output(rate: rate, type: .int16), in: bench)
      }
    }
    let runs = try Rounds(count: bench.scale.briefRoundCount).measure(trials)
    rows = programs.enumerated().map { index, program in
      (name: program.name, runs: runs[2 * index], plain: runs[2 * index + 1])
    }
  }

  var explanation: String {
    "\(seconds) s of 16-bit mono, \(Self.change.title), WAVE to WAVE. The last two columns: how much longer than the"
      + " same program without a change of rate."
  }

  var table: Table {
    let own = rows[0].runs
    var table = Table([
      "program", "elapsed time", "processor time", "afconvert's relative to it, elapsed",
      "processor", "elapsed, above no change", "processor, above no change",
    ])
    table.rows = rows.enumerated().map { index, row in
      [row.name, Words.seconds(row.runs.wall), Words.seconds(row.runs.processor)]
        + [\Cost.wall, \Cost.processor].map {
          index == 0 ? "" : Words.times(own.ratio($0, to: row.runs))
        }
        + [\Cost.wall, \Cost.processor].map {
          Words.seconds(row.runs.difference($0, to: row.plain))
        }
    }
    return table
  }
}
