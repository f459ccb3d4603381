import Foundation

/// The cost of sounds that are too long for an alert, by length.
struct LimitBenchmark {
  /// The options to measure, and their names in the table.
  private static let works = [
    (name: "`--over-limit default`", options: "--over-limit default -q 63"),
    (name: "`--over-limit omit`, or `fail`", options: "--over-limit omit -q 63"),
    (name: "`--over-limit trim`", options: "--over-limit trim -q 63"),
    (name: "`--over-limit warn`, all of it, without a search", options: "--over-limit warn -q 0"),
    (name: "`alertsound convert -o FILE`", options: "--over-limit default -q 63"),
  ]

  /// The command for an input: `alertsound` if the name says so, otherwise `afconvert`.
  private static func process(
    _ name: String, _ options: String, _ input: URL, _ output: URL, in bench: Bench
  ) -> ChildProcess {
    let options = options.split(separator: " ").map(String.init)
    return name.hasPrefix("`alertsound ")
      ? ChildProcess(
        bench.program("alertsound"),
        ["convert", input.path, "-o", output.path, "--quiet"] + options)
      : ChildProcess(
        bench.program("afconvert"), [input.path, output.path, "-f", "caff", "-d", "ima4"] + options)
  }

  static func measure(_ bench: Bench) throws -> Section {
    var section = Section("Too long for an alert")
    guard let pattern = try RepeatedMP3(in: bench) else {
      section.add("Not measured: FFmpeg, which makes the MP3s, isn't installed.")
      return section
    }
    let lengths = bench.scale.limitSeconds
    let rounds = Rounds(count: bench.scale.longRoundCount, patience: bench.scale.patience)
    let output = bench.file("limit.caf")
    var columns: [[Runs]] = []
    for length in lengths {
      let input = bench.file("limit.mp3")
      try pattern.write(seconds: length, to: input)
      defer { bench.remove(input) }
      let trials = works.map { work in
        Trial(
          process: process(work.name, work.options, input, output, in: bench),
          prepare: { bench.remove(output) })
      }
      columns.append(try rounds.measure(trials))
    }
    bench.remove(output)
    section.add(
      "Stereo MP3s at 48 kHz without a stated length, converted to IMA4 with `-q 63` unless stated otherwise:"
        + " processor time, and peak memory. Those of 30 s and more are too long: they are decoded to"
        + " just past the limit, and only what `trim` keeps is encoded, so the time doesn't depend on their"
        + " length. Medians of \(Words.rounds(bench.scale.longRoundCount)) in turn; anything"
        + " slower than \(Words.seconds(bench.scale.patience)) ran once.")
    var table = Table(["what is done with a longer sound"] + lengths.map(Words.duration))
    table.rows = works.enumerated().map { index, work in
      [work.name]
        + columns.map {
          "\(Words.seconds($0[index].processor)), \(Words.megabytes($0[index].peakMemory))"
        }
    }
    section.add(table)
    return section
  }
}
