import Foundation
import SoundFormat

/// Time and peak memory of a change of rate, by the sound's length.
struct ResamplingGrowth {
  /// In seconds.
  private let lengths: [Double]
  private let skippedLengths: [Double]
  private let names: [String]
  /// By length, in the order of the names.
  private var runs: [[Runs]] = []

  init(of peers: [ResamplingProgram], in bench: Bench) throws {
    // Room for the sound, a result, and as much again for other processes.
    let all = [bench.scale.growthSeconds.first, bench.scale.growthSeconds.last]
      .compactMap(\.self)
    let lengths = all.filter { 3 * LongSound.byteCount(seconds: $0) < bench.freeByteCount }
    skippedLengths = all.filter { !lengths.contains($0) }
    self.lengths = lengths
    let programs =
      [ResamplingProgram.own(in: bench)]
      + peers.filter { ["sox rate -v", "ffmpeg, soxr", "ffmpeg, swr"].contains($0.name) }
    names = programs.map(\.name)
    let (input, output) = (bench.file("growing.wav"), bench.file("grown.wav"))
    let rounds = Rounds(count: bench.scale.longRoundCount, patience: bench.scale.patience)
    for length in lengths {
      try LongSound.write(seconds: length, as: .wave, to: input)
      defer { bench.remove(input) }
      let wanted = ResamplingProgram.Output(rate: 44_100, type: .int16)
      runs.append(
        try rounds.measure(programs.compactMap { $0.trial(input, output, wanted, in: bench) }))
    }
  }

  var explanation: String {
    let sizes = lengths.map { Words.megabytes(LongSound.byteCount(seconds: $0)) }
    let skipped =
      skippedLengths.isEmpty
      ? "" : " Skipped for lack of disk space: \(Words.list(skippedLengths.map(Words.duration)))."
    return "16-bit stereo, 48000 → 44100 Hz: \(Words.list(sizes)). Elapsed time and peak memory."
      + skipped
  }

  var table: Table {
    var table = Table(["program"] + lengths.map(Words.duration))
    table.rows = names.enumerated().map { index, name in
      [name]
        + runs.map { "\(Words.seconds($0[index].wall)), \(Words.megabytes($0[index].peakMemory))" }
    }
    return table
  }
}
