import Foundation
import SoundFormat

/// How time and memory grow with a sound's length.
struct Growth {
  private let bench: Bench
  /// The lengths, in seconds, that fit on the disk.
  private let lengths: [Double]
  /// The runs, by work, program and length.
  private var runs: [String: [String: [Double: Runs]]] = [:]
  /// The programs of each work, in the order of the table.
  private var names: [String: [String]] = [:]

  static func measure(_ bench: Bench) throws -> Section {
    // Room for the sound, a copy of it, and as much again for other processes.
    let lengths = bench.scale.growthSeconds.filter {
      3 * LongSound.byteCount(seconds: $0) < bench.freeByteCount
    }
    var growth = Growth(bench: bench, lengths: lengths)
    for length in lengths { try growth.measure(length) }
    return growth.section
  }

  private init(bench: Bench, lengths: [Double]) {
    self.bench = bench
    self.lengths = lengths
  }

  private mutating func measure(_ length: Double) throws {
    let input = bench.file("growing.wav")
    try LongSound.write(seconds: length, as: .wave, to: input)
    defer { bench.remove(input) }
    let rounds = Rounds(
      count: length < 60 ? bench.scale.roundCount : bench.scale.longRoundCount,
      patience: bench.scale.patience / 2)
    for work in GrowingWork.all {
      let trials = try work.trials(input, bench).filter {
        length <= work.peerLimit || ["cp", "afconvert"].contains($0.name)
      }
      for (trial, own) in zip(trials, try rounds.measure(trials.map(\.trial))) {
        runs[work.name, default: [:]][trial.name, default: [:]][length] = own
        if !names[work.name, default: []].contains(trial.name) {
          names[work.name, default: []].append(trial.name)
        }
      }
    }
  }

  private var section: Section {
    var section = Section("Growth")
    let skipped = bench.scale.growthSeconds.filter { !lengths.contains($0) }
    section.add(
      "Elapsed time and peak memory for 16-bit stereo at 48 kHz, by length:"
        + " \(Words.list(lengths.map(Self.name)))."
        + " Medians of up to \(Words.rounds(bench.scale.roundCount)); anything slower than"
        + " \(Words.seconds(bench.scale.patience / 2)) ran once. All programs are measured together for each"
        + " length, and not at the same time as in the section above. Most of afconvert's memory is its"
        + " program and the Swift runtime, loaded before the first byte is read; see `afconvert -hf` above."
    )
    if !skipped.isEmpty {
      section.add(
        "Skipped for lack of disk space: \(Words.list(skipped.map(Self.name))).")
    }
    for work in GrowingWork.all {
      section.add(heading: work.name)
      section.add(table(of: work))
    }
    section.plot = plot
    return section
  }

  private func table(of work: GrowingWork) -> Table {
    var table = Table(["program"] + lengths.map(Words.duration))
    table.rows = (names[work.name] ?? []).map { name in
      [name]
        + lengths.map { length in
          runs[work.name]?[name]?[length].map {
            "\(Words.seconds($0.wall)), \(Words.megabytes($0.peakMemory))"
          } ?? "-"
        }
    }
    return table
  }

  private static func name(_ length: Double) -> String {
    let size = Double(LongSound.byteCount(seconds: length))
    let bytes = size < 1e9 ? Words.megabytes(Int(size)) : String(format: "%.2f GB", size / 1e9)
    return "\(Words.duration(length)) (\(bytes))"
  }

  private var plot: GrowthPlot {
    GrowthPlot(
      panels: [GrowingWork.all[0], GrowingWork.all[2]].map { work in
        GrowthPlot.Panel(
          title: work.name,
          lines: (names[work.name] ?? []).map { name in
            GrowthPlot.Line(
              name: name,
              points: lengths.compactMap { length in
                runs[work.name]?[name]?[length].map {
                  GrowthPlot.Point(length: length, time: $0.wall)
                }
              })
          })
      })
  }
}
