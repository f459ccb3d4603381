import Foundation

/// How much encoders of IMA4 leave of sounds, and how long they take.
enum IMA4Benchmark {
  /// One sound by one encoder, under each rule.
  private typealias Scores = [HeaderRule: Likeness]

  /// Prints tables in Markdown.
  ///
  /// - Parameter files: WAVE, AIFF or CAF files of PCM to take in place of the made sounds.
  static func run(_ files: [URL], in folder: URL) throws {
    let sounds =
      try files.isEmpty ? BenchmarkSound.all(in: folder) : files.flatMap(BenchmarkSound.channels)
    let contenders = try IMA4Contender.installed(in: folder)
    let scores = try contenders.map { contender in
      try sounds.map { sound in
        let packets = try contender.encode(sound.samples)
        return Scores(
          uniqueKeysWithValues: HeaderRule.allCases.map {
            ($0, Likeness(of: $0.decode(packets), to: sound.samples))
          })
      }
    }
    let frameCount = sounds.reduce(0) { $0 + $1.samples.count }
    print("\n### IMA4: \(sounds.count) sounds, means in dB\n")
    printHeader(
      ["encoder"] + HeaderRule.allCases.map { "SNR, \($0.rawValue)" } + [
        "segmental", "gain, median", "gain, least", "worst 20 ms against Apple's",
        "the same, 2 ms before onsets left out", "Msamples/s of one core",
      ])
    for (contender, own) in zip(contenders, scores) {
      func mean(_ value: (Scores) -> Double) -> Double {
        own.map(value).reduce(0, +) / Double(own.count)
      }
      func differences(_ path: KeyPath<Likeness, Double>) -> [Double] {
        zip(own, scores[0]).map { $0[.checked]![keyPath: path] - $1[.checked]![keyPath: path] }
          .sorted()
      }
      let gains = differences(\.overall)
      let seconds = contender.processorTime() - contender.startUp * Double(sounds.count)
      printRow(
        [contender.name]
          + (HeaderRule.allCases.map { rule in mean { $0[rule]!.overall } } + [
            mean { $0[.checked]!.segmental }, gains[gains.count / 2], gains[0],
            differences(\.worst)[0], differences(\.worstHeard)[0],
          ]).map { String(format: "%.2f", $0) }
          + [seconds > 0.001 ? String(format: "%.3g", Double(frameCount) / seconds / 1e6) : "-"])
    }
    for rule in [HeaderRule.checked, .believed] {
      print("\n### \(rule.rawValue): SNR (worst 20 ms; without the 2 ms before onsets)\n")
      printHeader(["sound"] + contenders.map(\.name))
      for (index, sound) in sounds.enumerated() {
        printRow(
          [sound.name]
            + scores.map { own in
              let likeness = own[index][rule]!
              return String(
                format: "%.1f (%.0f; %.0f)", likeness.overall, likeness.worst, likeness.worstHeard)
            })
      }
    }
  }
}
