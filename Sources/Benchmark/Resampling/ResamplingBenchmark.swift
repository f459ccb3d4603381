/// Measures how well and how fast the sample rate is changed.
struct ResamplingBenchmark {
  private let bench: Bench
  private let programs: [ResamplingProgram]
  /// The length of a short sound, in seconds: that of many alerts.
  private static let shortSeconds = 0.5

  static func measure(_ bench: Bench) throws -> Section {
    try ResamplingBenchmark(bench: bench, programs: ResamplingProgram.peers(in: bench)).section()
  }

  private func section() throws -> Section {
    var section = Section("Changing the sample rate")
    let missing = Set(ResamplingProgram.missing(from: programs) + LibraryContender.missing)
    section.add(
      "Medians of \(Words.rounds(bench.scale.resamplingRoundCount)) in turn, unless stated otherwise; what takes"
        + " longest ran once. A ratio is our time relative to the other's. The lowest time is in bold."
    )
    if !missing.isEmpty {
      section.add("Not installed, so not compared: \(Words.list(missing.sorted())).")
    }
    try addInProcessSpeed(to: &section)
    try addProgramSpeed(to: &section)
    try addQuality(to: &section)
    return section
  }

  private var long: String { "\(Words.duration(bench.scale.resamplingSeconds)) of stereo" }

  private func addInProcessSpeed(to section: inout Section) throws {
    let speed = InProcessSpeed(bench)
    let stereo = try speed.long(bench.scale.resamplingSeconds)
    section.add(heading: "The resampler alone, \(long)")
    section.add(
      "Processor time inside one process, without start-up and files. Each sound gets a new resampler,"
        + " which converts blocks of \(MemorySound.blockFrameCount) frames: ours 64-bit floats, the others"
        + " 32-bit ones, as they do by default.")
    section.add(stereo)
    section.add(heading: "The resampler alone, \(Self.shortSeconds) s of mono")
    section.add(
      "The same for a short sound."
        + (OwnResampler.all.count > 1
          ? " In a batch, sounds with the same rates and about the same length share tables." : ""))
    section.add(try speed.short(Self.shortSeconds))
    let title = "\(long), \(RateChange.all[0].title)"
    section.highlights += [
      stereo.highlight("\(title), the resampler alone, processor time", against: "soxr VHQ")
    ].compactMap(\.self)
  }

  private func addProgramSpeed(to section: inout Section) throws {
    let speed = try ProgramSpeed(
      of: programs, seconds: bench.scale.resamplingSeconds, in: bench)
    section.add(heading: "Whole programs, \(long)")
    section.add("Processor time from start to end, for WAVE files of 32-bit floats.")
    section.add(speed.whole)
    section.add(heading: "Whole programs without start-up and files")
    section.add(
      "The same runs, minus what each program takes to copy the same sound without a change of rate."
    )
    section.add(speed.rateChangeAlone)
    section.add(heading: "Whole programs, a short sound")
    let short = try ShortSoundRuns(of: programs, seconds: Self.shortSeconds, in: bench)
    section.add(
      short.explanation + " Medians of \(Words.rounds(bench.scale.briefRoundCount)).")
    section.add(short.table)
    section.add(heading: "A batch")
    let batch = try ResamplingBatch(in: bench)
    section.add(
      batch.explanation + " Medians of \(Words.rounds(bench.scale.longRoundCount)).")
    section.add(batch.table)
    section.add(heading: "Memory")
    let growth = try ResamplingGrowth(of: programs, in: bench)
    section.add(growth.explanation)
    section.add(growth.table)
    section.highlights.insert(
      contentsOf: [
        speed.rateChangeAlone.highlight(
          "\(long), \(RateChange.all[0].title), processor time without start-up and files",
          against: "sox rate -v")
      ].compactMap(\.self), at: 0)
  }

  private func addQuality(to section: inout Section) throws {
    section.add(heading: "Quality")
    section.add(
      [
        "THD+N: all but the tone, relative to it, with WAVE files of 64-bit floats, 32-bit floats and 16-bit"
          + " integers without dither",
        "sweep SNR: a sweep from 50 Hz to four fifths of the band, against the samples computed at the"
          + " new rate",
        "stray tones: what remains of tones from 1.002 times the new Nyquist frequency; if the rate rises, the"
          + " images that far above the old one; the highest of them, relative to the tone",
        "flat: the share of the lower Nyquist frequency up to which tones keep their level within 0.01 dB",
        "delay, length: in frames above the ideal",
      ].map { "- " + $0 }.joined(separator: "\n"))
    let all = [ResamplingProgram.own(in: bench)] + programs
    for change in RateChange.all(at: bench.scale).filter(\.isTelling).prefix(
      bench.scale.isQuick ? 1 : .max)
    {
      let signals = RateChangeSignals(change)
      var table = Table([change.title] + ResamplingQuality.columns)
      table.rows = try all.map { program in
        [program.name] + (try ResamplingQuality(of: program, signals, in: bench)).cells
      }
      section.add(table)
    }
  }
}

extension Section {
  fileprivate mutating func add(_ comparison: PeerComparison) {
    add(comparison.table)
    if let note = comparison.note { add(note) }
  }
}
