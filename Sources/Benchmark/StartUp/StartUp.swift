import Foundation
import SoundFormat

/// Measures how long one short sound takes, which is mostly start-up.
enum StartUp {
  private static let linkedName = "a C program that only links libsndfile"

  static func measure(_ bench: Bench) throws -> Section {
    var section = Section("One short sound")
    let input = bench.file("short.aiff")
    try LongSound.write(seconds: 0.5, as: .aiff, to: input)
    let linked = try LinkedProgram.compile(in: bench)
    var rows: [(name: String, trial: Trial)] = []
    if let linked { rows.append((linkedName, Trial(process: ChildProcess(linked, [])))) }
    rows.append(("`cp`", bench.copyTrial(of: input)))
    rows.append(
      ("afconvert -hf", Trial(process: ChildProcess(bench.program("afconvert"), ["-hf"]))))
    for (converter, format) in try conversions(of: input, in: bench) {
      guard let trial = converter.trial(format, of: input, in: bench) else { continue }
      rows.append(("\(converter.rawValue), \(format.name)", trial))
    }
    let runs = try Rounds(count: bench.scale.briefRoundCount).measure(rows.map(\.trial))
    section.add(
      "An AIFF file with half a second of stereo; medians of \(Words.rounds(bench.scale.briefRoundCount)) in turn."
        + (linked == nil
          ? " There is no row for \(linkedName): the compiler or the library's header is missing."
          : ""))
    var table = Table(
      ["what", "elapsed time"] + (linked == nil ? [] : ["more than the C program"])
        + ["processor time", "peak memory"])
    table.rows = zip(rows, runs).enumerated().map { index, row in
      let (named, own) = row
      let difference =
        index == 0
        ? "" : String(format: "%+.2f ms", own.difference(\.wall, to: runs[0]) * 1000)
      return [named.name, Words.seconds(own.wall)] + (linked == nil ? [] : [difference])
        + [Words.seconds(own.processor), Words.megabytes(own.peakMemory)]
    }
    section.add(table)
    section.add(
      "`afconvert -hf` converts nothing: it shows the start-up time of a Swift program, which has to set up"
        + " a runtime that C programs don't have. That is why C programs are faster here.")
    section.highlights = [highlight(zip(rows, runs).map { ($0.name, $1) })].compactMap(\.self)
    return section
  }

  /// Returns our conversions to several codecs. For the others, PCM is enough to show how they start.
  private static func conversions(
    of input: URL, in bench: Bench
  ) throws -> [(Converter, OutputFormat)] {
    let peers = try Converter.peers.filter {
      try Conformance(of: $0, .int16, from: input, in: bench).canBeMeasured
    }
    return [(.afconvert, .int16), (.afconvert, .muLaw), (.afconvert, .ima4)]
      + peers.map { ($0, .int16) }
  }

  private static func highlight(_ rows: [(name: String, runs: Runs)]) -> Highlight? {
    func isOf(_ name: String, _ converter: Converter) -> Bool {
      name == "\(converter.rawValue), \(OutputFormat.int16.name)"
    }
    guard let own = rows.first(where: { isOf($0.name, .afconvert) }),
      let best = own.runs.best(
        \.wall, of: rows.filter { row in Converter.peers.contains { isOf(row.name, $0) } })
    else { return nil }
    return Highlight(
      work: "half a second of sound to LEI16, mostly start-up", ours: Words.seconds(own.runs.wall),
      best: "\(Words.seconds(best.runs.wall)), \(best.name.prefix { $0 != "," })",
      ratio: best.ratio)
  }
}
