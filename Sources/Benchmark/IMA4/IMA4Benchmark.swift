import Foundation

/// Measures how close IMA4 encoders come to the original, and how long they take.
struct IMA4Benchmark {
  /// The scores of one sound with one encoder, by rule.
  private typealias Scores = [HeaderRule: Likeness]

  private let sounds: [BenchmarkSound]
  private let contenders: [IMA4Contender]
  /// By contender, then by sound.
  private let scores: [[Scores]]

  static func measure(_ bench: Bench) throws -> Section { try IMA4Benchmark(bench).section }

  private init(_ bench: Bench) throws {
    var sounds = try BenchmarkSound.all(in: bench.folder)
    if bench.scale.isQuick { sounds = Array(sounds.prefix(4)) }
    let contenders = try IMA4Contender.installed(in: bench.folder)
    scores = try contenders.map { contender in
      try sounds.map { sound in
        let packets = try contender.encode(sound.samples)
        return Scores(
          uniqueKeysWithValues: HeaderRule.allCases.map {
            ($0, Likeness(of: $0.decode(packets), to: sound.samples))
          })
      }
    }
    (self.sounds, self.contenders) = (sounds, contenders)
  }

  private var section: Section {
    var section = Section("How accurate IMA4 is")
    section.add(
      "Means of \(sounds.count) short sounds, in dB of signal to noise: higher is better. Decoders"
        + " treat packet headers differently, hence the three columns. Each sound was encoded once."
    )
    if let missing = BenchmarkSound.missing { section.add("Left out: \(missing).") }
    section.add(means)
    for rule in [HeaderRule.checked, .believed] {
      section.add(heading: "Sound by sound, \(rule.rawValue)")
      section.add("In brackets: the worst 20 ms, and the worst without the 2 ms before onsets.")
      section.add(details(under: rule))
    }
    return section
  }

  private var means: Table {
    var table = Table(
      ["encoder"] + HeaderRule.allCases.map { "SNR, \($0.rawValue)" } + [
        "segmental", "gain, median", "gain, least", "the same, headers reloaded",
        "worst 20 ms relative to Apple's",
        "the same without 2 ms before onsets", "Msamples/s on one core",
      ])
    let frameCount = sounds.reduce(0) { $0 + $1.samples.count }
    table.rows = zip(contenders, scores).map { contender, own in
      let seconds = contender.processorTime() - contender.startUp * Double(sounds.count)
      return [contender.name] + figures(own).map { String(format: "%.2f", $0) }
        + [seconds > 0.001 ? String(format: "%.3g", Double(frameCount) / seconds / 1e6) : "-"]
    }
    return table
  }

  private func figures(_ own: [Scores]) -> [Double] {
    func mean(_ value: (Scores) -> Double) -> Double {
      own.map(value).reduce(0, +) / Double(own.count)
    }
    func differences(
      _ path: KeyPath<Likeness, Double>, _ rule: HeaderRule = .checked
    ) -> [Double] {
      zip(own, scores[0]).map { $0[rule]![keyPath: path] - $1[rule]![keyPath: path] }.sorted()
    }
    let gains = differences(\.overall)
    return HeaderRule.allCases.map { rule in mean { $0[rule]!.overall } } + [
      mean { $0[.checked]!.segmental }, gains.median, gains[0],
      differences(\.overall, .believed)[0], differences(\.worst)[0], differences(\.worstHeard)[0],
    ]
  }

  private func details(under rule: HeaderRule) -> Table {
    var table = Table(["sound"] + contenders.map(\.name))
    table.rows = sounds.enumerated().map { index, sound in
      [sound.name]
        + scores.map { own in
          let likeness = own[index][rule]!
          return String(
            format: "%.1f (%.1f; %.1f)", likeness.overall, likeness.worst, likeness.worstHeard)
        }
    }
    return table
  }
}
