import Foundation

/// How closely sounds are brought to a loudness, by other meters than ours, and what that costs.
struct LoudnessBenchmark {
  private struct Format {
    let name: String
    let options: String
  }

  private static let formats = [
    Format(name: "LEI16", options: "-d LEI16"),
    Format(name: "IMA4, `-q 0`", options: "-d ima4 -q 0"),
    Format(name: "IMA4, the search", options: "-d ima4"),
  ]

  private let bench: Bench
  private let input: URL
  /// A folder with the first of the sounds, for what takes longer.
  private let part: URL
  private let partCount: Int
  private let seconds: Double

  static func measure(_ bench: Bench) throws -> Section { try LoudnessBenchmark(bench).section() }

  private init(_ bench: Bench) throws {
    self.bench = bench
    input = bench.file("loudness")
    part = bench.file("loudness-part")
    partCount = bench.scale.batchCount / 20
    var sounds = try LoudnessSounds(samples: URL(fileURLWithPath: "Samples"))
    seconds = try sounds.write(bench.scale.batchCount, to: input)
    try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: input.path).sorted()
      .prefix(partCount)
    {
      try FileManager.default.copyItem(
        at: input.appendingPathComponent(name), to: part.appendingPathComponent(name))
    }
  }

  private func section() throws -> Section {
    var section = Section("Loudness")
    section.add(
      "\(bench.scale.batchCount) sounds with `--loudness -16`: bells, drums, speech-like syllables, sirens, chords, noise,"
        + " music and the repository's samples, " + String(format: "%.0f s altogether", seconds)
        + ", from 0.1 to 9 s each, at 8 to 48 kHz, in mono and stereo, from -55 to -5 LUFS, a third of them with silence"
        + " before the sound. The outputs are decoded to floats and measured by FFmpeg's `ebur128`. For it, a true peak is"
        + String(
          format: " above the limit from %.2f",
          LevelledBatch.truePeak + LevelledBatch.truePeakTolerance)
        + " dBTP on, since two meters differ.")
    let meters = OtherMeters(bench)
    let batches = try Self.formats.map { (name: $0.name, batch: try levelled($0, meters)) }
    var table = Table(LevelledBatch.columns)
    table.rows = batches.map { $0.batch.row($0.name) }
    section.add(table)
    section.add(notes(on: batches.map(\.batch), meters))
    if let meters {
      section.add(try LoudnormLoop.result(bench, meters, of: part, ours: batches[0].batch))
    }
    section.add(heading: "What it costs")
    try addCosts(to: &section)
    section.add(heading: "The limiter")
    let limiter = LimiterFigures(bench: bench)
    section.add(
      "Distortion and noise relative to a full-scale sine that is limited to -1 dBTP, in files of 32-bit floats: lower is"
        + " better.")
    section.add(try limiter.distortions())
    section.add(try limiter.exactness())
    section.add(heading: "Seams")
    section.add(
      "Steps between neighbouring samples of 16 bits, in units of the last place. Where a step would click, the end of a"
        + " play fades.")
    section.add(try SeamFigures(bench: bench).table())
    return section
  }

  /// Converts all sounds, decodes them, and measures what they became.
  private func levelled(_ format: Format, _ meters: OtherMeters?) throws -> LevelledBatch {
    let (output, decoded) = (bench.file("loudness-out"), bench.file("loudness-decoded"))
    let manifest = bench.file("loudness.json")
    defer { for file in [output, decoded, manifest] { bench.remove(file) } }
    // A sound that fails must not fail the whole run.
    _ = try ChildProcess(
      shell: "\(convert(format, loudness: true)) --manifest '\(manifest.path)'", in: input,
      out: output
    ).outcome()
    _ = try ChildProcess(
      shell: convert(Format(name: "", options: "-f WAVE -d LEF32"), loudness: false), in: output,
      out: decoded
    ).outcome()
    let batch = try LevelledBatch(
      manifest: manifest, levels: meters?.levels(ofFilesIn: decoded))
    for name in (batch.measured ?? batch.own).others {
      log("\(format.name): \(name) is at another loudness")
    }
    return batch
  }

  private func convert(_ format: Format, loudness: Bool) -> String {
    "'\(bench.program("alertsound").path)' convert \"$IN\" -o \"$OUT\" \(format.options) --quiet"
      + (loudness ? " --loudness -16" : "")
  }

  private func notes(on batches: [LevelledBatch], _ meters: OtherMeters?) -> String {
    let counts = Set(batches.map(\.count)).map { "\($0)" }.sorted()
    let weakCount = batches.map(\.weakShortfallCount).reduce(0, +)
    let libraryCount = batches.compactMap { $0.measured?.libraryCount }.max() ?? 0
    let above = batches.compactMap { $0.measured?.aboveLimit }
    return "\(Words.list(counts)) sounds were written. "
      + (meters == nil
        ? "FFmpeg isn't installed, so these are our own meter's figures."
        : meters?.measuresAllSounds == true
          ? "For \(libraryCount) of them, the loudness is libebur128's: for those without a block of 400 ms, which FFmpeg"
            + " doesn't measure, that of all frames as one block; and for those at 11025 Hz, where FFmpeg doesn't agree"
            + " with itself about the same file at 44.1 kHz."
          : "Some sounds aren't measured, as libebur128 isn't installed.")
      + " What is below the target for the peak was limited by 10 dB, the most that the limiter may"
      + (weakCount == 0 ? "." : ", except \(weakCount).")
      + (above.isEmpty
        ? ""
        : " Within the tolerance, \(Words.list(above.map { "\($0)" })) true peaks are above -1 dBTP by FFmpeg.")
  }

  private func addCosts(to section: inout Section) throws {
    let output = bench.file("loudness-out")
    defer { bench.remove(output) }
    func trial(_ lines: String, _ folder: URL) -> Trial {
      Trial(
        process: ChildProcess(shell: lines, in: folder, out: output),
        prepare: { bench.remove(output) })
    }
    let trials = Self.formats.flatMap { format in
      [false, true].map { trial(convert(format, loudness: $0), input) }
    }
    let peers =
      Program.find("ffmpeg") == nil
      ? []
      : [Self.formats[0], Self.formats[2]].map { trial(convert($0, loudness: true), part) }
        + [trial(LoudnormLoop.lines, part)]
    let rounds = Rounds(count: min(4, bench.scale.longRoundCount), patience: 10)
    let runs = try rounds.measure(trials + peers)
    var table = Table([
      "data format", "elapsed time without `--loudness`", "with it", "ratio",
      "processor time without", "with it", "ratio",
    ])
    table.rows = Self.formats.enumerated().map { index, format in
      let (plain, loud) = (runs[2 * index], runs[2 * index + 1])
      return [format.name]
        + [\Cost.wall, \.processor].flatMap { cost in
          [
            Words.seconds(plain.median(of: cost)), Words.seconds(loud.median(of: cost)),
            Words.times(loud.ratio(cost, to: plain)),
          ]
        }
    }
    section.add(
      "All \(bench.scale.batchCount) sounds, medians of \(Words.rounds(rounds.count)) in turn; anything slower than"
        + " \(Words.seconds(rounds.patience)) ran once. Each sound is read, measured, encoded, decoded and measured again;"
        + " limited ones take a few more passes, and a loudness that coding changes takes another encoding."
    )
    section.add(table)
    guard runs.count > trials.count else { return }
    addPeers(Array(runs[trials.count...]), to: &section)
  }

  private func addPeers(_ runs: [Runs], to section: inout Section) {
    let names = [
      "`alertsound convert --loudness -16 -d LEI16`", "`alertsound convert --loudness -16 -d ima4`",
      "a loop of two passes of ffmpeg `loudnorm`, to LEI16",
    ]
    var table = Table([
      "the first \(partCount) sounds", "elapsed time", "processor time", "processor time per sound",
      "relative to `loudnorm`, elapsed", "processor",
    ])
    let loop = runs[2]
    table.rows = zip(names, runs).map { name, own in
      [
        name, Words.seconds(own.wall), Words.seconds(own.processor),
        Words.seconds(own.processor / Double(partCount)),
        Words.times(own.ratio(\.wall, to: loop)), Words.times(own.ratio(\.processor, to: loop)),
      ]
    }
    section.add(table)
    section.highlights = [
      Highlight(
        work: "\(partCount) sounds to -16 LUFS, LEI16, processor time",
        ours: Words.seconds(runs[0].processor),
        best: "\(Words.seconds(loop.processor)), a loop of ffmpeg loudnorm",
        ratio: runs[0].ratio(\.processor, to: loop))
    ]
  }
}
