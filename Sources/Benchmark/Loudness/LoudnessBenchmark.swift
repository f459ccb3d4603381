import Foundation

/// How closely sounds are brought to a loudness, by our meter and FFmpeg's, and what that costs.
struct LoudnessBenchmark {
  private struct Format {
    let name: String
    let options: String
  }

  private static let formats = [
    Format(name: "LEI16", options: "-d LEI16"), Format(name: "µ-law", options: "-d ulaw"),
    Format(name: "IMA4, `-q 0`", options: "-d ima4 -q 0"),
    Format(name: "IMA4, the search", options: "-d ima4"),
  ]

  /// Two passes of `loudnorm`, with what the first one measured.
  private static let loudnorm = """
    for file in "$IN"/*; do name=${file##*/}; \
    set -- $(ffmpeg -hide_banner -nostats -nostdin -i "$file" -af loudnorm=I=-16:TP=-1:LRA=20:print_format=json \
    -f null - 2>&1 | sed -n 's/^\\t"\\(input_[a-z]*\\|target_offset\\)" : "\\([-0-9.inf]*\\)".*/\\2/p'); \
    rate=$(ffprobe -v error -show_entries stream=sample_rate -of csv=p=0 "$file"); \
    ffmpeg -v quiet -nostdin -y -i "$file" -af "loudnorm=I=-16:TP=-1:LRA=20:measured_I=$1:measured_TP=$2:\
    measured_LRA=$3:measured_thresh=$4:offset=$5:linear=true" -ar "$rate" -c:a pcm_s16le "$OUT/${name%.*}.caf" \
    || rm -f "$OUT/${name%.*}.caf"; done; true
    """

  let bench: Bench
  private let input: URL
  private let part: URL
  private let total: (byteCount: Int, seconds: Double)

  static func measure(_ bench: Bench) throws -> Section { try LoudnessBenchmark(bench).section() }

  private init(_ bench: Bench) throws {
    self.bench = bench
    input = bench.file("loudness")
    part = bench.file("loudness-part")
    var sounds = try LoudnessSounds(samples: URL(fileURLWithPath: "Samples"))
    total = try sounds.write(bench.scale.batchCount, to: input)
    try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
    for name in try names(in: input).prefix(bench.scale.batchCount / 10) {
      try FileManager.default.copyItem(
        at: input.appendingPathComponent(name), to: part.appendingPathComponent(name))
    }
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
      .sorted()
  }

  private func section() throws -> Section {
    var section = Section("Loudness")
    let count = bench.scale.batchCount
    section.add(
      "\(count) sounds with `--loudness -16`: struck and steady ones, music, noise, and the repository's samples, of"
        + String(format: " %.0f s altogether, 0.1 to 25 s each", total.seconds)
        + ", at 8 to 48 kHz, in mono and stereo, from -40 to -5 LUFS, a third of them with silence before the sound."
        + " The outputs are decoded and measured again, by FFmpeg's `ebur128`, too. That meter can't measure sounds of less"
        + " than 400 ms, and its true peaks are rounded to 0.1 dB.")
    var table = Table(LevelledBatch.columns)
    var repeated: [String] = []
    for format in Self.formats {
      let (batch, changedCount) = try levelled(format)
      table.rows.append(batch.row(format.name))
      repeated.append("\(changedCount) (\(format.name))")
    }
    section.add(table)
    section.add(
      "Converted once more with the same options, the outputs keep their bytes, except \(Words.list(repeated)) of those"
        + " within \(LevelledBatch.tolerance) LU.")
    if Program.find("ffmpeg") != nil { section.add(try loudnormResult()) }
    section.add(heading: "What it costs")
    try addCosts(to: &section)
    section.add(heading: "The limiter and the seams")
    let figures = LimiterFigures(bench: bench)
    section.add(
      "Distortion and noise relative to the tone, in files of 32-bit floats: lower is better. Sounds whose peaks are"
        + " below the limit aren't touched.")
    section.add(try figures.distortions())
    section.add(
      "Steps between neighbouring samples of 16 bits, in units of the last place. Where a step would click, the end of a"
        + " play fades.")
    section.add(try figures.seams())
    return section
  }

  /// Converts all sounds, measures them, and converts the results once more.
  ///
  /// - Returns: The results, and how many sounds at the target changed the second time.
  private func levelled(_ format: Format) throws -> (batch: LevelledBatch, changedCount: Int) {
    let folders = ["loud", "again", "decoded"].map { bench.file("loudness-\($0)") }
    let manifest = bench.file("loudness.json")
    defer { for file in folders + [manifest] { bench.remove(file) } }
    _ = try ChildProcess(
      shell: "\(convert(format, loudness: true)) --manifest '\(manifest.path)'",
      in: input, out: folders[0]
    ).outcome()
    _ = try ChildProcess(
      shell: convert(format, loudness: true), in: folders[0], out: folders[1]
    ).outcome()
    _ = try ChildProcess(
      shell: convert(Format(name: "", options: "-f WAVE -d LEF32"), loudness: false),
      in: folders[0], out: folders[2]
    ).outcome()
    let batch = try LevelledBatch(manifest: manifest, decoded: folders[2])
    let changed = try batch.reachedOutputs.count { name in
      let files = try folders[..<2].map { try Data(contentsOf: $0.appendingPathComponent(name)) }
      return files[0] != files[1]
    }
    return (batch, changed)
  }

  private func convert(_ format: Format, loudness: Bool) -> String {
    "'\(bench.program("alertsound").path)' convert \"$IN\" -o \"$OUT\" \(format.options) --quiet"
      + (loudness ? " --loudness -16" : "")
  }

  /// What FFmpeg's own two passes make of a tenth of the sounds.
  private func loudnormResult() throws -> String {
    let output = bench.file("loudnorm")
    defer { bench.remove(output) }
    _ = try ChildProcess(shell: Self.loudnorm, in: part, out: output).outcome()
    guard let ffmpeg = FFmpegMeter() else { return "" }
    let written = try names(in: output)
    let levels = try written.compactMap {
      try ffmpeg.levels(of: output.appendingPathComponent($0))
    }
    let loudnesses = levels.compactMap(\.loudness)
    let within = loudnesses.count { abs($0 - LevelledBatch.loudness) <= LevelledBatch.tolerance }
    let louder = loudnesses.count { $0 > LevelledBatch.loudness + LevelledBatch.tolerance }
    let peaks = levels.map(\.truePeak)
    return
      "In comparison, two passes of ffmpeg's `loudnorm` with `I=-16:TP=-1` and `linear=true` write \(written.count) of the"
      + " first \(try names(in: part).count) sounds: \(within) are within \(LevelledBatch.tolerance) LU, \(louder) are"
      + " louder, \(loudnesses.count - within - louder) softer, and \(peaks.count { $0 > LevelledBatch.truePeak }) have a"
      + String(format: " true peak above the limit, the highest at %.1f dBTP.", peaks.max() ?? 0)
      + " All figures are FFmpeg's, and its own clicks and short sounds are among them."
  }

  private func addCosts(to section: inout Section) throws {
    let output = bench.file("loudness-out")
    defer { bench.remove(output) }
    func trial(_ line: String, _ folder: URL) -> Trial {
      Trial(
        process: ChildProcess(shell: line, in: folder, out: output),
        prepare: { bench.remove(output) })
    }
    let lines = Self.formats.flatMap { format in
      [false, true].map { (trial(convert(format, loudness: $0), input)) }
    }
    let first = Self.formats[0]
    let peers =
      Program.find("ffmpeg") == nil
      ? [] : [trial(convert(first, loudness: true), part), trial(Self.loudnorm, part)]
    let rounds = Rounds(count: bench.scale.longRoundCount / 2 + 1, patience: 60)
    let runs = try Rounds(count: 2, patience: 60).measure(lines + peers)
    _ = rounds
    var table = Table([
      "data format", "processor time without `--loudness`", "with it", "ratio", "more per second of sound",
    ])
    for (index, format) in Self.formats.enumerated() {
      let (plain, loud) = (runs[2 * index], runs[2 * index + 1])
      let more = loud.difference(\.processor, to: plain) / total.seconds
      table.rows.append([
        format.name, Words.seconds(plain.processor), Words.seconds(loud.processor),
        Words.times(loud.ratio(\.processor, to: plain)), Words.seconds(more),
      ])
    }
    section.add(
      "Processor time for all \(bench.scale.batchCount) sounds. Each is read, measured, encoded, decoded and measured"
        + " again; limited sounds take a few more passes. Without a search, encoding is little more than copying.")
    section.add(table)
    guard runs.count > lines.count else { return }
    let (own, other) = (runs[lines.count], runs[lines.count + 1])
    section.add(
      "The first \(bench.scale.batchCount / 10) of them to LEI16 take \(Words.seconds(own.processor)), and a loop of two"
        + " passes of `ffmpeg -af loudnorm` \(Words.seconds(other.processor)):"
        + " \(Words.times(own.ratio(\.processor, to: other))).")
    section.highlights = [
      Highlight(
        work: "\(bench.scale.batchCount / 10) sounds to -16 LUFS, processor time",
        ours: Words.seconds(own.processor),
        best: "\(Words.seconds(other.processor)), ffmpeg loudnorm in two passes",
        ratio: own.ratio(\.processor, to: other))
    ]
  }
}

extension ChildProcess {
  /// Creates a process that runs shell commands with the folders `$IN` and `$OUT`, of which it creates the second one.
  fileprivate init(shell lines: String, in input: URL, out output: URL) {
    self.init(
      shell: "IN='\(input.path)' OUT='\(output.path)'; mkdir -p \"$OUT\"; \(lines)")
  }
}
